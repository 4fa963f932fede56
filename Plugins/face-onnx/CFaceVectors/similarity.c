// SPDX-License-Identifier: Apache-2.0
// What is compared: 32 bytes, then the numbers of a template and zeros, up to a multiple of 32 bytes. One
// source for every instruction set, so that every bit is the same.
#include <math.h>
#include <string.h>

#include "CFaceVectors.h"

// Into functions of any instruction set: those are compiled for what they name.
#define IMP_VECTORS_INLINE static inline __attribute__((always_inline))

enum { LANES = 8, NUMBERS_AT = 32, PAYLOAD_NUMBERS_AT = 16 };

typedef struct head {
  uint32_t mark; // mark_of its format
  float factor; // of int8: one over the length
} head;

typedef float floats __attribute__((vector_size(4 * LANES)));
typedef int32_t integers __attribute__((vector_size(4 * LANES)));
typedef int8_t bytes __attribute__((vector_size(LANES)));

// What an entry that was prepared begins with: of its format and version alone, as a gallery may outlive the
// plugin that prepared it. Never zero, as memory is that nobody wrote.
static uint32_t mark_of(const imp_vectors *format) {
  const uint64_t all = (format->tag ^ format->version) * 0x9E3779B97F4A7C15U;
  return (uint32_t)(all >> 32) | 1;
}

static size_t groups_of(const imp_vectors *format) { return (format->count + LANES - 1) / LANES; }

size_t imp_vectors_entry_bytes(const imp_vectors *format) {
  const size_t numbers = groups_of(format) * LANES * (format->is_int8 ? 1 : sizeof(float));
  return NUMBERS_AT + (numbers + 31) / 32 * 32;
}

void imp_vectors_prepare(const imp_vectors *format, const uint8_t *payload, uint8_t *entry) {
  const size_t length = (size_t)format->count * (format->is_int8 ? 1 : sizeof(float));
  memset(entry, 0, imp_vectors_entry_bytes(format));
  memcpy(entry + NUMBERS_AT, payload + PAYLOAD_NUMBERS_AT, length);
  head head = {mark_of(format), 1};
  if (format->is_int8) {
    int64_t squared = 0;
    for (uint32_t i = 0; i < format->count; i++) {
      const int8_t value = (int8_t)payload[PAYLOAD_NUMBERS_AT + i];
      squared += value * value;
    }
    head.factor = (float)(1 / sqrt((double)squared));
  }
  memcpy(entry, &head, sizeof head);
}

// Eight sums, the element n in the sum n mod 8. Products are rounded before they are added: where they are
// not, as in a fused instruction, the last bits differ.
IMP_VECTORS_INLINE float sum_of(const floats *all) {
#pragma clang fp contract(off)
  const floats sums = *all;
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

IMP_VECTORS_INLINE float dot(const uint8_t *one, const uint8_t *other, size_t groups) {
#pragma clang fp contract(off)
  floats sums = {0};
  for (size_t i = 0; i < groups; i++) {
    floats a;
    floats b;
    memcpy(&a, one + i * sizeof a, sizeof a);
    memcpy(&b, other + i * sizeof b, sizeof b);
    sums += a * b;
  }
  return sum_of(&sums);
}

IMP_VECTORS_INLINE float distance(const uint8_t *one, const uint8_t *other, size_t groups) {
#pragma clang fp contract(off)
  floats sums = {0};
  for (size_t i = 0; i < groups; i++) {
    floats a;
    floats b;
    memcpy(&a, one + i * sizeof a, sizeof a);
    memcpy(&b, other + i * sizeof b, sizeof b);
    const floats apart = a - b;
    sums += apart * apart;
  }
  return sqrtf(sum_of(&sums));
}

// Whole numbers below 2^31: the sum has no order.
IMP_VECTORS_INLINE float dot_of_bytes(const uint8_t *one, const uint8_t *other, size_t groups) {
  integers sums = {0};
  for (size_t i = 0; i < groups; i++) {
    bytes a;
    bytes b;
    memcpy(&a, one + i * sizeof a, sizeof a);
    memcpy(&b, other + i * sizeof b, sizeof b);
    sums += __builtin_convertvector(a, integers) * __builtin_convertvector(b, integers);
  }
  int32_t sum = 0;
  for (int lane = 0; lane < LANES; lane++) {
    sum += sums[lane];
  }
  return (float)sum;
}

IMP_VECTORS_INLINE float within(float bound, float value) { return fmaxf(-bound, fminf(bound, value)); }

IMP_VECTORS_INLINE float similarity(const imp_vectors *format, size_t groups, const uint8_t *probe,
                                    const uint8_t *entry) {
#pragma clang fp contract(off)
  head own;
  head other;
  memcpy(&own, probe, sizeof own);
  memcpy(&other, entry, sizeof other);
  if (other.mark != own.mark || own.mark == 0) {
    return NAN;
  }
  const uint8_t *one = probe + NUMBERS_AT;
  const uint8_t *two = entry + NUMBERS_AT;
  if (format->is_int8) {
    return within(1, dot_of_bytes(one, two, groups) * (own.factor * other.factor));
  }
  switch (format->metric) {
  case IMP_METRIC_COSINE:
    return within(1, dot(one, two, groups));
  case IMP_METRIC_EUCLIDEAN_UNIT:
    return -fminf(2, distance(one, two, groups));
  case IMP_METRIC_EUCLIDEAN:
    return -fminf(format->bound, distance(one, two, groups));
  case IMP_METRIC_DOT:
    return within(format->bound, dot(one, two, groups));
  }
  return NAN;
}

IMP_VECTORS_INLINE void each(const imp_vectors *given, const uint8_t *probe, const uint8_t *entries,
                             size_t count, float *similarities) {
  const imp_vectors format = *given; // similarities cannot be it: it stays in registers
  const size_t groups = groups_of(&format);
  const size_t length = imp_vectors_entry_bytes(&format);
  for (size_t i = 0; i < count; i++) {
    const uint8_t *entry = entries + i * length;
    // Memory is on its way while this entry is worked on.
    for (size_t line = 0; line < length; line += 64) {
      __builtin_prefetch(entry + length + line);
    }
    similarities[i] = similarity(&format, groups, probe, entry);
  }
}

static void portable(const imp_vectors *format, const uint8_t *probe, const uint8_t *entries, size_t count,
                     float *similarities) {
  each(format, probe, entries, count, similarities);
}

#if defined(__x86_64__)

__attribute__((target("avx2"))) static void avx2(const imp_vectors *format, const uint8_t *probe,
                                                 const uint8_t *entries, size_t count, float *similarities) {
  each(format, probe, entries, count, similarities);
}

#endif

void imp_vectors_compare_by(imp_embedding_kernel kernel, const imp_vectors *format, const uint8_t *probe,
                            const uint8_t *entries, size_t count, float *similarities) {
#if defined(__x86_64__)
  if (kernel != IMP_EMBEDDING_PORTABLE) {
    avx2(format, probe, entries, count, similarities);
    return;
  }
#endif
  portable(format, probe, entries, count, similarities);
}

void imp_vectors_compare(const imp_vectors *format, const uint8_t *probe, const uint8_t *entries, size_t count,
                         float *similarities) {
  imp_vectors_compare_by(imp_embedding_best(), format, probe, entries, count, similarities);
}
