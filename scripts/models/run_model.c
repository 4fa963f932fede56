// SPDX-License-Identifier: Apache-2.0
// Runs one converted model through OpenVINO's C library, opened at run time:
// what the face plugins do, without them. Used by scripts/models/verify.
//
//   cc -std=c11 -O1 -I <cache>/dev/openvino-*/include run_model.c -ldl -o run_model
//   run_model <runtime folder> <model.xml> <model.bin> [input.raw [output.raw [runs]]]
//
// The input is the raw bytes of input 0; without one, zeros. The outputs follow one
// another in output.raw. With runs, prints the least and middle time of one call.
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "openvino/c/openvino.h"

// Each function by its header's type, so that a wrong declaration cannot compile.
#define EACH_FUNCTION(USE)                                                                                   \
  USE(ov_get_openvino_version)                                                                               \
  USE(ov_version_free)                                                                                       \
  USE(ov_get_last_err_msg)                                                                                   \
  USE(ov_core_create)                                                                                        \
  USE(ov_core_free)                                                                                          \
  USE(ov_core_set_property)                                                                                  \
  USE(ov_shape_create)                                                                                       \
  USE(ov_shape_free)                                                                                         \
  USE(ov_tensor_create_from_host_ptr)                                                                        \
  USE(ov_tensor_data)                                                                                        \
  USE(ov_tensor_get_byte_size)                                                                               \
  USE(ov_tensor_get_element_type)                                                                            \
  USE(ov_tensor_get_shape)                                                                                   \
  USE(ov_tensor_free)                                                                                        \
  USE(ov_core_read_model_from_memory_buffer)                                                                 \
  USE(ov_model_inputs_size)                                                                                  \
  USE(ov_model_outputs_size)                                                                                 \
  USE(ov_model_const_input_by_index)                                                                         \
  USE(ov_model_const_output_by_index)                                                                        \
  USE(ov_port_get_any_name)                                                                                  \
  USE(ov_port_get_element_type)                                                                              \
  USE(ov_const_port_get_shape)                                                                               \
  USE(ov_output_const_port_free)                                                                             \
  USE(ov_free)                                                                                               \
  USE(ov_model_free)                                                                                         \
  USE(ov_core_compile_model)                                                                                 \
  USE(ov_compiled_model_free)                                                                                \
  USE(ov_compiled_model_get_property)                                                                        \
  USE(ov_compiled_model_create_infer_request)                                                                \
  USE(ov_infer_request_get_input_tensor_by_index)                                                            \
  USE(ov_infer_request_set_input_tensor_by_index)                                                            \
  USE(ov_infer_request_get_output_tensor_by_index)                                                           \
  USE(ov_infer_request_get_tensor)                                                                           \
  USE(ov_infer_request_infer)                                                                                \
  USE(ov_infer_request_free)

#define DECLARE(name) static __typeof__(name) *p_##name;
EACH_FUNCTION(DECLARE)

static void fail(const char *what, const char *why) {
  fprintf(stderr, "run_model: %s: %s\n", what, why);
  exit(1);
}

static void check(ov_status_e status, const char *what) {
  if (status != OK)
    fail(what, p_ov_get_last_err_msg());
}
#define CHECK(call) check(p_##call, #call)

static void *symbol(void *library, const char *name) {
  void *found = dlsym(library, name);
  if (!found)
    fail(name, "not in the library");
  return found;
}

static void *mapped(const char *path, size_t *size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0 || status.st_size == 0)
    fail(path, "cannot be read");
  *size = (size_t)status.st_size;
  void *bytes = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (bytes == MAP_FAILED)
    fail(path, "cannot be mapped");
  return bytes;
}

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void describe(const ov_output_const_port_t *port, const char *side, size_t index) {
  char *name;
  ov_element_type_e type;
  ov_shape_t shape;
  CHECK(ov_port_get_any_name(port, &name));
  CHECK(ov_port_get_element_type(port, &type));
  CHECK(ov_const_port_get_shape(port, &shape));
  printf("%s %zu '%s' %s [", side, index, name, type == F32 ? "f32" : type == U8 ? "u8" : "?");
  for (int64_t i = 0; i < shape.rank; i++)
    printf("%s%lld", i ? "," : "", (long long)shape.dims[i]);
  printf("]\n");
  p_ov_shape_free(&shape);
  p_ov_free(name);
}

int main(int argc, char **argv) {
  if (argc < 4)
    fail("usage", "run_model <runtime folder> <xml> <bin> [input [output [runs]]]");
  char path[4096];
  snprintf(path, sizeof path, "%s/libopenvino_c.so.2641", argv[1]);
  double start = now_ms();
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    fail(path, dlerror());
#define LOAD(name) *(void **)&p_##name = symbol(library, #name);
  EACH_FUNCTION(LOAD)
  double opened = now_ms();

  ov_version_t version;
  CHECK(ov_get_openvino_version(&version));
  printf("%s\n", version.buildNumber);
  p_ov_version_free(&version);

  ov_core_t *core;
  CHECK(ov_core_create(&core));
  CHECK(ov_core_set_property(core, "CPU", "INFERENCE_NUM_THREADS", "1"));

  size_t xml_size, bin_size;
  const char *xml = mapped(argv[2], &xml_size);
  void *bin = mapped(argv[3], &bin_size);
  ov_shape_t flat;
  CHECK(ov_shape_create(1, (const int64_t[]){(int64_t)bin_size}, &flat));
  ov_tensor_t *weights;
  CHECK(ov_tensor_create_from_host_ptr(U8, flat, bin, &weights));
  p_ov_shape_free(&flat);
  ov_model_t *model;
  CHECK(ov_core_read_model_from_memory_buffer(core, xml, xml_size, weights, &model));
  double read = now_ms();

  size_t inputs, outputs;
  CHECK(ov_model_inputs_size(model, &inputs));
  CHECK(ov_model_outputs_size(model, &outputs));
  for (size_t i = 0; i < inputs + outputs; i++) {
    ov_output_const_port_t *port;
    int is_input = i < inputs;
    if (is_input)
      CHECK(ov_model_const_input_by_index(model, i, &port));
    else
      CHECK(ov_model_const_output_by_index(model, i - inputs, &port));
    describe(port, is_input ? "input" : "output", is_input ? i : i - inputs);
    p_ov_output_const_port_free(port);
  }

  double compiling = now_ms();
  ov_compiled_model_t *compiled;
  CHECK(ov_core_compile_model(core, model, "CPU", 6, &compiled, "INFERENCE_PRECISION_HINT",
                              "f32", // else bf16 where the CPU has it
                              "INFERENCE_NUM_THREADS", "1", "NUM_STREAMS", "1"));
  double ready = now_ms();
  const char *const wanted[][2] = {
      {"INFERENCE_PRECISION_HINT", "f32"}, {"INFERENCE_NUM_THREADS", "1"}, {"NUM_STREAMS", "1"}};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    char *value;
    CHECK(ov_compiled_model_get_property(compiled, wanted[i][0], &value));
    if (strcmp(value, wanted[i][1]) != 0)
      fail(wanted[i][0], value);
    p_ov_free(value);
  }
  printf("open %.1f, read %.1f, compile %.1f ms\n", opened - start, read - opened, ready - compiling);

  // The compiled model has its own copy of the weights in the CPU's layout.
  p_ov_model_free(model);
  ov_infer_request_t *request;
  CHECK(ov_compiled_model_create_infer_request(compiled, &request));

  // The host's own memory as the input, as a plugin would pass a chip without a copy.
  ov_tensor_t *default_input;
  ov_shape_t shape;
  ov_element_type_e type;
  size_t input_size;
  CHECK(ov_infer_request_get_input_tensor_by_index(request, 0, &default_input));
  CHECK(ov_tensor_get_shape(default_input, &shape));
  CHECK(ov_tensor_get_element_type(default_input, &type));
  CHECK(ov_tensor_get_byte_size(default_input, &input_size));
  p_ov_tensor_free(default_input);
  void *pixels = aligned_alloc(64, (input_size + 63) / 64 * 64);
  memset(pixels, 0, input_size);
  size_t repeats = 1;
  char *given = NULL;
  if (argc > 4) {
    size_t given_size;
    given = mapped(argv[4], &given_size);
    if (given_size % input_size != 0)
      fail(argv[4], "is not a whole number of inputs");
    repeats = given_size / input_size;
  }
  ov_tensor_t *input;
  CHECK(ov_tensor_create_from_host_ptr(type, shape, pixels, &input));
  p_ov_shape_free(&shape);
  CHECK(ov_infer_request_set_input_tensor_by_index(request, 0, input));

  FILE *written = argc > 5 ? fopen(argv[5], "wb") : NULL;
  for (size_t r = 0; r < repeats; r++) {
    if (given)
      memcpy(pixels, given + r * input_size, input_size);
    CHECK(ov_infer_request_infer(request));
    for (size_t i = 0; i < outputs; i++) {
      ov_tensor_t *output;
      void *values;
      size_t size;
      CHECK(ov_infer_request_get_output_tensor_by_index(request, i, &output));
      CHECK(ov_tensor_data(output, &values));
      CHECK(ov_tensor_get_byte_size(output, &size));
      if (written && fwrite(values, 1, size, written) != size)
        fail(argv[5], "cannot be written");
      p_ov_tensor_free(output);
    }
  }
  if (written && fclose(written) != 0)
    fail(argv[5], "cannot be written");

  int runs = argc > 6 ? atoi(argv[6]) : 0;
  if (runs > 0) {
    double *times = calloc((size_t)runs, sizeof *times);
    for (int i = 0; i < runs; i++) {
      double before = now_ms();
      CHECK(ov_infer_request_infer(request));
      times[i] = now_ms() - before;
    }
    qsort(times, (size_t)runs, sizeof *times, by_value);
    printf("infer %.3f least, %.3f middle ms\n", times[0], times[runs / 2]);
    free(times);
  }

  p_ov_tensor_free(input);
  p_ov_infer_request_free(request);
  p_ov_compiled_model_free(compiled);
  p_ov_tensor_free(weights);
  p_ov_core_free(core);
  free(pixels);
  return 0;
}
