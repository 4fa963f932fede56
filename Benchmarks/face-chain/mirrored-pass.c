// SPDX-License-Identifier: Apache-2.0
// What the mirrored pass of F6 costs: mirror a chip, and half of a run of the embedding network, which takes
// a chip and its mirror image at once; through the plugin's own C code, on one thread.
//
//     mirrored-pass <OpenVINO folder> <dlib-resnet29-int8.xml> <dlib-resnet29-int8.bin>
//
// Prints "ready", then for each line the nanoseconds of one pass. What the chip shows does not matter.
#define _POSIX_C_SOURCE 200809L // clock_gettime, O_CLOEXEC
#include <CFaceGeometry.h>
#include <COpenVINOBridge.h>

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { side = 150, chip_bytes = 3 * side * side };

static imp_bytes map_file(const char *path) {
  struct stat status;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, &status) != 0)
    return (imp_bytes){0};
  void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  return bytes == MAP_FAILED ? (imp_bytes){0} : (imp_bytes){bytes, (size_t)status.st_size};
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int count, char **arguments) {
  char words[IMP_OV_WORDS] = "usage: mirrored-pass <OpenVINO folder> <xml> <bin>";
  if (count != 4) {
    fprintf(stderr, "%s\n", words);
    return 1;
  }
  const imp_ov_network network = {
      .name = "embedding",
      .graph = map_file(arguments[2]),
      .weights = map_file(arguments[3]),
      .output_count = 1,
      .input = {.element = IMP_OV_U8, .rank = 4, .dims = {2, side, side, 3}},
      .outputs = {{.element = IMP_OV_F32, .rank = 2, .dims = {2, 128}}},
  };
  imp_ov_runtime *runtime = NULL;
  imp_ov_session *session = NULL;
  if (imp_ov_runtime_create(arguments[1], NULL, &runtime, words) != IMP_OK ||
      imp_ov_session_create(runtime, &network, 1, &session, words) != IMP_OK) {
    fprintf(stderr, "mirrored-pass: %s\n", words);
    return 1;
  }
  uint8_t *chip = imp_ov_session_input(session);
  for (int i = 0; i < chip_bytes; i++)
    chip[i] = (uint8_t)(i * 7 % 251);
  puts("ready");
  fflush(stdout);
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    const long long start = now();
    imp_face_mirror(chip, side, side, chip + chip_bytes);
    const long long mirrored = now();
    if (imp_ov_session_infer(session, words) != IMP_OK) {
      fprintf(stderr, "mirrored-pass: %s\n", words);
      return 1;
    }
    printf("%lld\n", mirrored - start + (now() - mirrored) / 2);
    fflush(stdout);
  }
  imp_ov_session_destroy(session);
  imp_ov_runtime_destroy(runtime);
  return 0;
}
