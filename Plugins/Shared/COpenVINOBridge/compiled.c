// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // sched_getaffinity
#include "compiled.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How many CPUs this process may use; more compiled copies than that gain nothing.
static uint32_t usable_cpus(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  const int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  return count > 0 ? (uint32_t)count : 1;
}

static imp_status read_model(const imp_ov_runtime *runtime, const imp_ov_network *network, ov_model **model,
                             char *words) {
  const imp_ov_library *library = &runtime->library;
  int64_t length = (int64_t)network->weights.length;
  ov_tensor *weights = NULL;
  ov_status status = 0;
  if (network->kind == IMP_OV_IR) {
    // The tensor only lends the bytes: OpenVINO reads constants in place.
    status = library->ov_tensor_create_from_host_ptr(IMP_OV_U8, (ov_shape){1, &length},
                                                     (void *)(uintptr_t)network->weights.data, &weights);
  }
  if (status == 0) {
    status = library->ov_core_read_model_from_memory_buffer(runtime->core, (const char *)network->graph.data,
                                                            network->graph.length, weights, model);
  }
  if (weights != NULL) {
    library->ov_tensor_free(weights);
  }
  if (status != 0) {
    imp_ov_library_explain(library, "reading network", network->name, status, words);
    return IMP_E_MODEL;
  }
  return IMP_OK;
}

// Gives a network that leaves dimensions open those that the caller states.
static imp_status fix_shape(const imp_ov_library *library, const imp_ov_network *network, const ov_model *model,
                            char *words) {
  if (!library->ov_model_is_dynamic(model)) {
    return IMP_OK;
  }
  size_t inputs = 0;
  ov_status status = library->ov_model_inputs_size(model, &inputs);
  if (status == 0 && inputs != 1) {
    snprintf(words, IMP_OV_WORDS, "openvino: network '%s' has %zu inputs, but this code was made for 1",
             network->name, inputs);
    return IMP_E_MODEL;
  }
  if (status == 0) {
    ov_dimension dims[IMP_OV_MAX_RANK];
    for (uint32_t i = 0; i < network->input.rank; i++) {
      dims[i] = (ov_dimension){network->input.dims[i], network->input.dims[i]};
    }
    const int64_t rank = network->input.rank;
    status = library->ov_model_reshape_single_input(model, (ov_partial_shape){{rank, rank}, dims});
  }
  if (status != 0) {
    imp_ov_library_explain(library, "fixing the shape of network", network->name, status, words);
    return IMP_E_MODEL;
  }
  if (library->ov_model_is_dynamic(model)) {
    snprintf(words, IMP_OV_WORDS,
             "openvino: network '%s' has shapes that follow from what it is given, not from its input's shape",
             network->name);
    return IMP_E_MODEL;
  }
  return IMP_OK;
}

static void set(imp_ov_settings *settings, uint32_t threads) {
  snprintf(settings->threads, sizeof settings->threads, "%u", threads);
  const ov_property all[IMP_OV_SETTINGS] = {
      {"INFERENCE_PRECISION_HINT", "f32"},
      {"INFERENCE_NUM_THREADS", settings->threads},
      {"NUM_STREAMS", "1"},
      {"PERFORMANCE_HINT", "LATENCY"},
      // The host decides where its threads run.
      {"ENABLE_CPU_PINNING", "NO"},
  };
  memcpy(settings->all, all, sizeof all);
}

static imp_status compile(imp_ov_runtime *runtime, const imp_ov_network *network, uint32_t threads,
                          ov_compiled_model **compiled, char *words) {
  if (network->graph.length == 0 || (network->kind == IMP_OV_IR && network->weights.length == 0)) {
    snprintf(words, IMP_OV_WORDS, "openvino: network '%s' is empty", network->name);
    return IMP_E_MODEL;
  }
  imp_ov_settings settings;
  set(&settings, threads);
  *compiled = imp_ov_kept_find(runtime, network, &settings);
  if (*compiled != NULL) {
    return IMP_OK;
  }
  ov_model *model = NULL;
  const imp_status read = read_model(runtime, network, &model, words);
  if (read != IMP_OK) {
    return read;
  }
  const imp_status fixed = fix_shape(&runtime->library, network, model, words);
  if (fixed != IMP_OK) {
    runtime->library.ov_model_free(model);
    return fixed;
  }
  const ov_status status = runtime->library.ov_core_compile_model_props(
      runtime->core, model, "CPU", IMP_OV_SETTINGS, settings.all, compiled);
  runtime->library.ov_model_free(model);
  if (status != 0) {
    imp_ov_library_explain(&runtime->library, "compiling network", network->name, status, words);
    return IMP_E_MODEL;
  }
  imp_ov_kept_keep(runtime, network, &settings, *compiled);
  return IMP_OK;
}

imp_status imp_ov_compiled_take(imp_ov_runtime *runtime, const imp_ov_network *network, uint32_t threads,
                                imp_ov_compiled **compiled, char *words) {
  imp_status status = IMP_OK;
  pthread_mutex_lock(&runtime->lock);
  imp_ov_compiled *best = NULL;
  uint32_t copies = 0;
  for (imp_ov_compiled *each = runtime->compiled; each != NULL; each = each->next) {
    if (each->graph != network->graph.data || each->threads != threads) {
      continue;
    }
    copies += 1;
    if (best == NULL || each->sessions < best->sessions) {
      best = each;
    }
  }
  if (best == NULL || (best->sessions > 0 && copies < usable_cpus())) {
    best = calloc(1, sizeof *best);
    if (best == NULL) {
      snprintf(words, IMP_OV_WORDS, "openvino: no memory for network '%s'", network->name);
      status = IMP_E_MEMORY;
    } else if ((status = compile(runtime, network, threads, &best->model, words)) != IMP_OK) {
      free(best);
    } else {
      best->graph = network->graph.data;
      best->threads = threads;
      best->next = runtime->compiled;
      runtime->compiled = best;
    }
  }
  if (status == IMP_OK) {
    best->sessions += 1;
    *compiled = best;
  }
  pthread_mutex_unlock(&runtime->lock);
  return status;
}

void imp_ov_compiled_give_back(imp_ov_runtime *runtime, imp_ov_compiled *compiled) {
  pthread_mutex_lock(&runtime->lock);
  compiled->sessions -= 1;
  uint32_t copies = 0;
  imp_ov_compiled **link = NULL;
  for (imp_ov_compiled **each = &runtime->compiled; *each != NULL; each = &(*each)->next) {
    if ((*each)->graph == compiled->graph && (*each)->threads == compiled->threads) {
      copies += 1;
    }
    if (*each == compiled) {
      link = each;
    }
  }
  if (compiled->sessions == 0 && copies > 1 && link != NULL) {
    *link = compiled->next;
    runtime->library.ov_compiled_model_free(compiled->model);
    free(compiled);
  }
  pthread_mutex_unlock(&runtime->lock);
}
