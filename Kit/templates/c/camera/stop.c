// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L // clock_gettime, pthread_condattr_setclock
#include "stop.h"

#include <time.h>

uint64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * SECOND_NS + (uint64_t)time.tv_nsec;
}

uint64_t later(uint64_t time, uint64_t by) {
  return by > UINT64_MAX - time ? UINT64_MAX : time + by;
}

bool make_condition(pthread_cond_t *condition) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  bool is_made = pthread_cond_init(condition, &attributes) == 0;
  pthread_condattr_destroy(&attributes);
  return is_made;
}

bool wait_for(pthread_cond_t *condition, pthread_mutex_t *lock, uint64_t deadline) {
  struct timespec time = {.tv_sec = (time_t)(deadline / SECOND_NS), .tv_nsec = (long)(deadline % SECOND_NS)};
  return pthread_cond_timedwait(condition, lock, &time) == 0;
}

bool stop_make(stop *stop) {
  stop->is_raised = false;
  if (pthread_mutex_init(&stop->lock, NULL) != 0)
    return false;
  bool is_made = make_condition(&stop->raised);
  if (!is_made)
    pthread_mutex_destroy(&stop->lock);
  return is_made;
}

void stop_end(stop *stop) {
  pthread_cond_destroy(&stop->raised);
  pthread_mutex_destroy(&stop->lock);
}

void stop_raise(stop *stop) {
  pthread_mutex_lock(&stop->lock);
  stop->is_raised = true;
  pthread_cond_broadcast(&stop->raised);
  pthread_mutex_unlock(&stop->lock);
}

imp_status stop_wait(const imp_plugin *plugin, stop *stop, uint64_t due, uint64_t deadline, const char *words) {
  pthread_mutex_lock(&stop->lock);
  while (!stop->is_raised && wait_for(&stop->raised, &stop->lock, due < deadline ? due : deadline))
    ;
  bool is_raised = stop->is_raised;
  pthread_mutex_unlock(&stop->lock);
  if (is_raised)
    return fail(plugin, IMP_OUTCOME_CANCELLED, "it was cancelled");
  return due > deadline ? fail(plugin, IMP_RETRY_TIMEOUT, "%s", words) : IMP_OK;
}
