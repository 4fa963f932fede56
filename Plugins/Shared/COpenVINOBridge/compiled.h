// SPDX-License-Identifier: Apache-2.0
// Compiled networks, how sessions share them, and what is kept of them.
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
  imp_ov_kept kept; // no functions: nothing is kept
};

// How a network is compiled, and used.
#define IMP_OV_SETTINGS 5
typedef struct imp_ov_settings {
  char threads[12];
  ov_property all[IMP_OV_SETTINGS];
} imp_ov_settings;

// The network as an earlier process has compiled it, for the same settings. Null
// where there is none, or the library does not take it.
ov_compiled_model *imp_ov_kept_find(imp_ov_runtime *runtime, const imp_ov_network *network,
                                    const imp_ov_settings *settings);

// Keeps a compiled network for later processes, where it can be.
void imp_ov_kept_keep(imp_ov_runtime *runtime, const imp_ov_network *network, const imp_ov_settings *settings,
                      const ov_compiled_model *compiled);

// Finds or makes a compiled network and counts one session more on it.
imp_status imp_ov_compiled_take(imp_ov_runtime *runtime, const imp_ov_network *network, uint32_t threads,
                                imp_ov_compiled **compiled, char *words);

// Counts one session less. Of each network one is kept when nobody uses it, so
// that making and destroying sessions in turn compiles once; others are freed.
void imp_ov_compiled_give_back(imp_ov_runtime *runtime, imp_ov_compiled *compiled);

#endif
