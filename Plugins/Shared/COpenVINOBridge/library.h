// SPDX-License-Identifier: Apache-2.0
// The functions of OpenVINO's C library that the bridge calls.
#ifndef IMPRINT_OPENVINO_LIBRARY_H
#define IMPRINT_OPENVINO_LIBRARY_H

#include <stdbool.h>

#include "COpenVINOBridge.h"

// The library's own handles; nobody looks inside.
typedef struct ov_core ov_core;
typedef struct ov_model ov_model;
typedef struct ov_compiled_model ov_compiled_model;
typedef struct ov_infer_request ov_infer_request;
typedef struct ov_tensor ov_tensor;

typedef struct {
  int64_t rank;
  int64_t *dims;
} ov_shape;

typedef struct {
  int64_t min;
  int64_t max;
} ov_dimension;

typedef struct {
  ov_dimension rank;
  ov_dimension *dims;
} ov_partial_shape;

typedef struct {
  const char *key;
  const void *value;
} ov_property;

typedef int ov_status; // 0 is success

// X(result, name, arguments): one line for each function, used to declare the
// table and to fill it.
#define IMP_OV_FUNCTIONS(X)                                                                                  \
  X(const char *, ov_get_last_err_msg, (void))                                                               \
  X(const char *, ov_get_error_info, (ov_status))                                                            \
  X(void, ov_free, (const char *))                                                                           \
  X(ov_status, ov_core_create, (ov_core **))                                                                 \
  X(void, ov_core_free, (ov_core *))                                                                         \
  X(ov_status, ov_core_read_model_from_memory_buffer,                                                        \
    (const ov_core *, const char *, size_t, const ov_tensor *, ov_model **))                                 \
  X(void, ov_model_free, (ov_model *))                                                                       \
  X(bool, ov_model_is_dynamic, (const ov_model *))                                                           \
  X(ov_status, ov_model_inputs_size, (const ov_model *, size_t *))                                           \
  X(ov_status, ov_model_reshape_single_input, (const ov_model *, ov_partial_shape))                          \
  X(ov_status, ov_core_compile_model_props,                                                                  \
    (const ov_core *, const ov_model *, const char *, size_t, const ov_property *, ov_compiled_model **))    \
  X(ov_status, ov_core_set_property, (const ov_core *, const char *, ...))                                   \
  X(ov_status, ov_core_import_model,                                                                         \
    (const ov_core *, const char *, size_t, const char *, ov_compiled_model **))                             \
  X(ov_status, ov_compiled_model_export_model, (const ov_compiled_model *, const char *))                    \
  X(void, ov_compiled_model_free, (ov_compiled_model *))                                                     \
  X(ov_status, ov_compiled_model_inputs_size, (const ov_compiled_model *, size_t *))                         \
  X(ov_status, ov_compiled_model_outputs_size, (const ov_compiled_model *, size_t *))                        \
  X(ov_status, ov_compiled_model_create_infer_request, (const ov_compiled_model *, ov_infer_request **))     \
  X(void, ov_infer_request_free, (ov_infer_request *))                                                       \
  X(ov_status, ov_infer_request_get_input_tensor_by_index, (const ov_infer_request *, size_t, ov_tensor **)) \
  X(ov_status, ov_infer_request_get_output_tensor_by_index,                                                  \
    (const ov_infer_request *, size_t, ov_tensor **))                                                        \
  X(ov_status, ov_infer_request_infer, (ov_infer_request *))                                                 \
  X(ov_status, ov_tensor_create_from_host_ptr, (int, ov_shape, void *, ov_tensor **))                        \
  X(ov_status, ov_tensor_get_shape, (const ov_tensor *, ov_shape *))                                         \
  X(ov_status, ov_tensor_get_element_type, (const ov_tensor *, int *))                                       \
  X(ov_status, ov_tensor_data, (const ov_tensor *, void **))                                                 \
  X(void, ov_tensor_free, (ov_tensor *))                                                                     \
  X(ov_status, ov_shape_free, (ov_shape *))

typedef struct imp_ov_library {
#define IMP_OV_MEMBER(result, name, arguments) result(*name) arguments;
  IMP_OV_FUNCTIONS(IMP_OV_MEMBER)
#undef IMP_OV_MEMBER
} imp_ov_library;

// Its version, as in its file name.
#define IMP_OV_VERSION "2641"

// Opens the library in `folder` for the rest of the process's life.
// IMP_E_FILE, with words.
imp_status imp_ov_library_open(const char *folder, imp_ov_library *library, char *words);

// Writes what OpenVINO says about its last failure on this thread.
void imp_ov_library_explain(const imp_ov_library *library, const char *what, const char *name, ov_status status,
                            char *words);

#endif
