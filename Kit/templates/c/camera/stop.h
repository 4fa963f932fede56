// SPDX-License-Identifier: Apache-2.0
// What ends a wait: the monotonic clock, and `cancel` from any thread.
#ifndef STOP_H
#define STOP_H

#include "plugin.h"

#include <pthread.h>
#include <stdbool.h>

#define SECOND_NS UINT64_C(1000000000)

// The monotonic clock.
uint64_t now_ns(void);

// A time so long after another; UINT64_MAX, which is no limit, where it lies beyond all times.
uint64_t later(uint64_t time, uint64_t by);

// A condition whose waits go by the monotonic clock: the wall clock may be set meanwhile.
bool make_condition(pthread_cond_t *condition);

// Waits for the condition until the clock shows `deadline`. False: it does, or waiting is not possible.
bool wait_for(pthread_cond_t *condition, pthread_mutex_t *lock, uint64_t deadline);

// What `cancel` raises, and what the waiting call waits on.
typedef struct stop {
  pthread_mutex_t lock;
  pthread_cond_t raised;
  bool is_raised;
} stop;

bool stop_make(stop *stop);
void stop_end(stop *stop);

// Ends the wait, and every later one.
void stop_raise(stop *stop);

// Waits until the clock shows `due`, or `deadline` where that is earlier. IMP_OK; IMP_OUTCOME_CANCELLED once
// it was raised; IMP_RETRY_TIMEOUT, with those words, where nothing is due by the deadline.
imp_status stop_wait(const imp_plugin *plugin, stop *stop, uint64_t due, uint64_t deadline, const char *words);

#endif
