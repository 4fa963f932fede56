// SPDX-License-Identifier: Apache-2.0
// Compiled networks and how sessions share them.
#ifndef IMPRINT_OPENVINO_COMPILED_H
#define IMPRINT_OPENVINO_COMPILED_H

#include <pthread.h>

#include "library.h"

// One compiled network. All of it is guarded by the runtime's lock.
typedef struct imp_ov_compiled {
  struct imp_ov_compiled *next;
  const uint8_t *graph; // whose network it is
  uint32_t threads;
  uint32_t sessions;
  ov_compiled_model *model;
} imp_ov_compiled;

struct imp_ov_runtime {
  imp_ov_library library;
  ov_core *core;
  pthread_mutex_t lock;
  imp_ov_compiled *compiled;
};

// Finds or makes a compiled network and counts one session more on it.
imp_status imp_ov_compiled_take(imp_ov_runtime *runtime, const imp_ov_network *network, uint32_t threads,
                                imp_ov_compiled **compiled, char *words);

// Counts one session less. Of each network one is kept when nobody uses it, so
// that making and destroying sessions in turn compiles once; others are freed.
void imp_ov_compiled_give_back(imp_ov_runtime *runtime, imp_ov_compiled *compiled);

#endif
