// SPDX-License-Identifier: Apache-2.0
// How fast memory is read and nothing is done with it: what no search can be faster than.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

enum { most = 16 };

typedef struct part {
  const uint64_t *words;
  size_t count;
  uint64_t sum;
} part;

static void *read_part(void *argument) {
  part *part = argument;
  uint64_t sums[8] = {0};
  for (size_t i = 0; i + 8 <= part->count; i += 8) {
    for (int k = 0; k < 8; k++) {
      sums[k] += part->words[i + k];
    }
  }
  part->sum = 0;
  for (int k = 0; k < 8; k++) {
    part->sum += sums[k];
  }
  return NULL;
}

// Reads so many bytes, a multiple of 64 for each thread. The sum, so that nothing
// is left out.
uint64_t read_memory(const void *memory, size_t bytes, int32_t threads) {
  part parts[most];
  pthread_t others[most];
  const size_t words = bytes / sizeof(uint64_t) / (size_t)threads;
  uint64_t sum = 0;
  for (int32_t i = 0; i < threads && i < most; i++) {
    parts[i] = (part){(const uint64_t *)memory + (size_t)i * words, words, 0};
    if (i > 0 && pthread_create(&others[i], NULL, read_part, &parts[i]) != 0) {
      return 0;
    }
  }
  read_part(&parts[0]);
  for (int32_t i = 0; i < threads && i < most; i++) {
    if (i > 0) {
      pthread_join(others[i], NULL);
    }
    sum += parts[i].sum;
  }
  return sum;
}
