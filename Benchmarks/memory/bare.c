// SPDX-License-Identifier: Apache-2.0
// bare <runtime folder> <detector.xml> <mesh.xml> <embedding.xml> <picture.jpg> <picture.jpg>
//
// The least a program needs that runs the face networks on two photographs: no plugin, no manifest, no
// Swift. Its peak memory is what `sdkctl verify` is held against. Networks are compiled as the bundled
// plugins compile them, all three are kept, and each runs once on either picture.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <openvino/c/openvino.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

typedef struct {
  unsigned char *pixels;
  int width, height;
} picture;

#define FUNCTIONS(X)                                                                                         \
  X(ov_core_create)                                                                                          \
  X(ov_core_compile_model_from_file)                                                                         \
  X(ov_compiled_model_create_infer_request)                                                                  \
  X(ov_infer_request_get_input_tensor_by_index)                                                              \
  X(ov_infer_request_infer)                                                                                  \
  X(ov_tensor_data)                                                                                          \
  X(ov_tensor_get_byte_size)                                                                                 \
  X(ov_tensor_get_element_type)                                                                              \
  X(ov_tensor_get_shape)                                                                                     \
  X(ov_get_last_err_msg)
#define DECLARE(name) static __typeof__(&name) p_##name;
FUNCTIONS(DECLARE)

static void check(int failed, const char *what) {
  if (failed) {
    const char *words = p_ov_get_last_err_msg ? p_ov_get_last_err_msg() : NULL;
    fprintf(stderr, "bare: %s failed: %s\n", what, words ? words : "");
    exit(1);
  }
}

static picture read_picture(const char *path) {
  FILE *file = fopen(path, "rb");
  check(!file || fseek(file, 0, SEEK_END) != 0, path);
  const long length = ftell(file);
  rewind(file);
  unsigned char *bytes = malloc((size_t)length);
  check(!bytes || fread(bytes, 1, (size_t)length, file) != (size_t)length, path);
  fclose(file);
  tjhandle decoder = tjInitDecompress();
  picture result = {0};
  int sampling = 0, colours = 0;
  check(tjDecompressHeader3(decoder, bytes, (unsigned long)length, &result.width, &result.height, &sampling,
                            &colours) != 0,
        path);
  result.pixels = malloc((size_t)result.width * (size_t)result.height * 3);
  check(!result.pixels || tjDecompress2(decoder, bytes, (unsigned long)length, result.pixels, result.width, 0,
                                        result.height, TJPF_RGB, 0) != 0,
        path);
  tjDestroy(decoder);
  free(bytes);
  return result;
}

// Fills the first picture of the input, [batch, height, width, 3], with the nearest pixels.
static void fill(ov_tensor_t *tensor, const picture *from) {
  ov_shape_t shape;
  ov_element_type_e type;
  void *data = NULL;
  check(p_ov_tensor_get_shape(tensor, &shape) || p_ov_tensor_get_element_type(tensor, &type) ||
            p_ov_tensor_data(tensor, &data) || shape.rank != 4 || shape.dims[3] != 3,
        "the input");
  const long height = shape.dims[1], width = shape.dims[2];
  for (long y = 0; y < height; y++)
    for (long x = 0; x < width; x++)
      for (long c = 0; c < 3; c++) {
        const size_t row = (size_t)(y * from->height / height), column = (size_t)(x * from->width / width);
        const unsigned char value = from->pixels[(row * (size_t)from->width + column) * 3 + (size_t)c];
        const size_t at = (size_t)((y * width + x) * 3 + c);
        if (type == F32)
          ((float *)data)[at] = (float)value / 255;
        else
          ((unsigned char *)data)[at] = value;
      }
}

int main(int count, char **arguments) {
  if (count != 7) {
    fprintf(stderr, "usage: bare <runtime folder> <detector> <mesh> <embedding> <picture> <picture>\n");
    return 64;
  }
  char path[4096];
  snprintf(path, sizeof path, "%s/libopenvino_c.so.2641", arguments[1]);
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "bare: %s\n", dlerror());
    return 1;
  }
#define FIND(name)                                                                                           \
  {                                                                                                          \
    void *symbol = dlsym(library, #name);                                                                    \
    check(!symbol, #name);                                                                                   \
    memcpy(&p_##name, &symbol, sizeof symbol);                                                               \
  }
  FUNCTIONS(FIND)
  ov_core_t *core = NULL;
  check(p_ov_core_create(&core), "making a core");
  ov_infer_request_t *requests[3];
  for (int i = 0; i < 3; i++) {
    ov_compiled_model_t *compiled = NULL;
    check(p_ov_core_compile_model_from_file(core, arguments[2 + i], "CPU", 10, &compiled,
                                            "INFERENCE_PRECISION_HINT", "f32", "INFERENCE_NUM_THREADS", "1",
                                            "NUM_STREAMS", "1", "PERFORMANCE_HINT", "LATENCY",
                                            "ENABLE_CPU_PINNING", "NO"),
          arguments[2 + i]);
    check(p_ov_compiled_model_create_infer_request(compiled, &requests[i]), "making a request");
  }
  for (int p = 0; p < 2; p++) {
    picture photograph = read_picture(arguments[5 + p]);
    for (int i = 0; i < 3; i++) {
      ov_tensor_t *input = NULL;
      check(p_ov_infer_request_get_input_tensor_by_index(requests[i], 0, &input), "the input");
      fill(input, &photograph);
      check(p_ov_infer_request_infer(requests[i]), "computing");
    }
    free(photograph.pixels);
  }
  return 0;
}
