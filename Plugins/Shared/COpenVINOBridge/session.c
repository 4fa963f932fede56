// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiled.h"

struct imp_ov_session {
  imp_ov_runtime *runtime;
  imp_ov_compiled *compiled;
  ov_infer_request *request;
  ov_tensor *input_tensor;
  ov_tensor *output_tensors[IMP_OV_MAX_OUTPUTS];
  void *input;
  const float *outputs[IMP_OV_MAX_OUTPUTS];
};

// Writes "f32[1,128,128,3]".
static void describe(char *text, size_t room, uint32_t element, int64_t rank, const int64_t *dims) {
  int used = snprintf(text, room, "%s[",
                      element == IMP_OV_F32  ? "f32"
                      : element == IMP_OV_U8 ? "u8"
                                             : "another type");
  for (int64_t i = 0; i < rank && used > 0 && (size_t)used < room; i++) {
    used += snprintf(text + used, room - (size_t)used, i == 0 ? "%lld" : ",%lld", (long long)dims[i]);
  }
  if (used > 0 && (size_t)used < room) {
    snprintf(text + used, room - (size_t)used, "]");
  }
}

// Whether one dimension has so many numbers, and each other one.
static int is_vector(const ov_shape *shape, int64_t count) {
  int found = 0;
  for (int64_t i = 0; i < shape->rank; i++) {
    if (shape->dims[i] == count && !found) {
      found = 1;
    } else if (shape->dims[i] != 1) {
      return 0;
    }
  }
  return found;
}

// Compares a tensor with what the caller takes it to be and finds its memory.
static imp_status check(const imp_ov_library *library, const imp_ov_network *network, const char *which,
                        const imp_ov_tensor *wanted, const ov_tensor *tensor, void **data, char *words) {
  int element = 0;
  ov_shape shape = {0, NULL};
  ov_status status = library->ov_tensor_get_element_type(tensor, &element);
  if (status == 0) {
    status = library->ov_tensor_get_shape(tensor, &shape);
  }
  if (status != 0) {
    imp_ov_library_explain(library, "looking at network", network->name, status, words);
    return IMP_E_MODEL;
  }
  const int same_shape = wanted->rank == IMP_OV_VECTOR
                             ? is_vector(&shape, wanted->dims[0])
                             : shape.rank == (int64_t)wanted->rank &&
                                   memcmp(shape.dims, wanted->dims, wanted->rank * sizeof shape.dims[0]) == 0;
  const int same = (uint32_t)element == wanted->element && same_shape;
  if (!same) {
    char found_text[96];
    char wanted_text[96];
    describe(found_text, sizeof found_text, (uint32_t)element, shape.rank, shape.dims);
    if (wanted->rank == IMP_OV_VECTOR) {
      snprintf(wanted_text, sizeof wanted_text, "f32[1,%lld]", (long long)wanted->dims[0]);
    } else {
      describe(wanted_text, sizeof wanted_text, wanted->element, wanted->rank, wanted->dims);
    }
    snprintf(words, IMP_OV_WORDS, "openvino: network '%s': its %s is %s, but this code was made for %s",
             network->name, which, found_text, wanted_text);
  }
  library->ov_shape_free(&shape);
  if (!same) {
    return IMP_E_MODEL;
  }
  status = library->ov_tensor_data(tensor, data);
  if (status != 0 || *data == NULL) {
    imp_ov_library_explain(library, "finding memory of network", network->name, status, words);
    return IMP_E_INTERNAL;
  }
  return IMP_OK;
}

static imp_status check_counts(const imp_ov_session *session, const imp_ov_network *network, char *words) {
  const imp_ov_library *library = &session->runtime->library;
  size_t inputs = 0;
  size_t outputs = 0;
  ov_status status = library->ov_compiled_model_inputs_size(session->compiled->model, &inputs);
  if (status == 0) {
    status = library->ov_compiled_model_outputs_size(session->compiled->model, &outputs);
  }
  if (status != 0) {
    imp_ov_library_explain(library, "looking at network", network->name, status, words);
    return IMP_E_MODEL;
  }
  if (inputs != 1 || outputs != network->output_count) {
    snprintf(words, IMP_OV_WORDS,
             "openvino: network '%s' has %zu inputs and %zu outputs, but this code was made for 1 and %u",
             network->name, inputs, outputs, network->output_count);
    return IMP_E_MODEL;
  }
  return IMP_OK;
}

// Fills the session; what it has taken so far is released by destroy.
static imp_status fill(imp_ov_session *session, const imp_ov_network *network, uint32_t threads, char *words) {
  const imp_ov_library *library = &session->runtime->library;
  imp_status status = imp_ov_compiled_take(session->runtime, network, threads, &session->compiled, words);
  if (status == IMP_OK) {
    status = check_counts(session, network, words);
  }
  if (status != IMP_OK) {
    return status;
  }
  ov_status answer =
      library->ov_compiled_model_create_infer_request(session->compiled->model, &session->request);
  if (answer == 0) {
    answer = library->ov_infer_request_get_input_tensor_by_index(session->request, 0, &session->input_tensor);
  }
  for (uint32_t i = 0; i < network->output_count && answer == 0; i++) {
    answer =
        library->ov_infer_request_get_output_tensor_by_index(session->request, i, &session->output_tensors[i]);
  }
  if (answer != 0) {
    imp_ov_library_explain(library, "making a request for network", network->name, answer, words);
    return IMP_E_INTERNAL;
  }
  status = check(library, network, "input", &network->input, session->input_tensor, &session->input, words);
  for (uint32_t i = 0; i < network->output_count && status == IMP_OK; i++) {
    void *data = NULL;
    status = check(library, network, i == 0 ? "first output" : "second output", &network->outputs[i],
                   session->output_tensors[i], &data, words);
    session->outputs[i] = data;
  }
  return status;
}

imp_status imp_ov_session_create(imp_ov_runtime *runtime, const imp_ov_network *network, uint32_t threads,
                                 imp_ov_session **session, char *words) {
  if (network->output_count == 0 || network->output_count > IMP_OV_MAX_OUTPUTS || threads == 0 ||
      network->input.rank == 0 || network->input.rank > IMP_OV_MAX_RANK || network->kind > IMP_OV_ONNX) {
    snprintf(words, IMP_OV_WORDS, "openvino: network '%s' is described wrongly", network->name);
    return IMP_E_ARGUMENT;
  }
  imp_ov_session *made = calloc(1, sizeof *made);
  if (made == NULL) {
    snprintf(words, IMP_OV_WORDS, "openvino: no memory for a session of network '%s'", network->name);
    return IMP_E_MEMORY;
  }
  made->runtime = runtime;
  const imp_status status = fill(made, network, threads, words);
  if (status != IMP_OK) {
    imp_ov_session_destroy(made);
    return status;
  }
  *session = made;
  return IMP_OK;
}

void imp_ov_session_destroy(imp_ov_session *session) {
  if (session == NULL) {
    return;
  }
  const imp_ov_library *library = &session->runtime->library;
  for (uint32_t i = 0; i < IMP_OV_MAX_OUTPUTS; i++) {
    if (session->output_tensors[i] != NULL) {
      library->ov_tensor_free(session->output_tensors[i]);
    }
  }
  if (session->input_tensor != NULL) {
    library->ov_tensor_free(session->input_tensor);
  }
  if (session->request != NULL) {
    library->ov_infer_request_free(session->request);
  }
  if (session->compiled != NULL) {
    imp_ov_compiled_give_back(session->runtime, session->compiled);
  }
  free(session);
}

void *imp_ov_session_input(const imp_ov_session *session) { return session->input; }

const float *imp_ov_session_output(const imp_ov_session *session, uint32_t index) {
  return index < IMP_OV_MAX_OUTPUTS ? session->outputs[index] : NULL;
}

imp_status imp_ov_session_infer(imp_ov_session *session, char *words) {
  const ov_status status = session->runtime->library.ov_infer_request_infer(session->request);
  if (status != 0) {
    imp_ov_library_explain(&session->runtime->library, "running a network", "infer", status, words);
    return IMP_E_INTERNAL;
  }
  return IMP_OK;
}
