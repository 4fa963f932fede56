// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>

#include "compiled.h"

imp_status imp_ov_runtime_create(const char *folder, const imp_ov_kept *kept, imp_ov_runtime **runtime,
                                 char *words) {
  imp_ov_runtime *made = calloc(1, sizeof *made);
  if (made == NULL || pthread_mutex_init(&made->lock, NULL) != 0) {
    free(made);
    snprintf(words, IMP_OV_WORDS, "openvino: no memory for a core");
    return IMP_E_MEMORY;
  }
  if (kept != NULL) {
    made->kept = *kept;
  }
  imp_status status = imp_ov_library_open(folder, &made->library, words);
  if (status == IMP_OK) {
    const ov_status answer = made->library.ov_core_create(&made->core);
    if (answer != 0) {
      imp_ov_library_explain(&made->library, "making", "core", answer, words);
      status = IMP_E_INTERNAL;
    }
  }
  if (status != IMP_OK) {
    pthread_mutex_destroy(&made->lock);
    free(made);
    return status;
  }
  *runtime = made;
  return IMP_OK;
}

void imp_ov_runtime_destroy(imp_ov_runtime *runtime) {
  if (runtime == NULL) {
    return;
  }
  while (runtime->compiled != NULL) {
    imp_ov_compiled *first = runtime->compiled;
    runtime->compiled = first->next;
    runtime->library.ov_compiled_model_free(first->model);
    free(first);
  }
  runtime->library.ov_core_free(runtime->core);
  pthread_mutex_destroy(&runtime->lock);
  free(runtime);
}
