// SPDX-License-Identifier: Apache-2.0
// What the files of CEmbedding share.
#ifndef IMPRINT_EMBEDDING_KERNELS_H
#define IMPRINT_EMBEDDING_KERNELS_H

#include <math.h>
#include <string.h>

#include "CEmbedding.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "payloads are read in place");

// Into functions of any instruction set: those are compiled for what they name.
#define IMP_EMBEDDING_INLINE static inline __attribute__((always_inline))

typedef struct products {
  float dot;
  float squared; // length of the reference
} products;

typedef float lanes __attribute__((vector_size(32)));

// By a pointer: how such a vector is passed depends on the instruction set.
IMP_EMBEDDING_INLINE float sum_of(const lanes *of) {
  const lanes sums = *of;
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

// Eight sums, the element n in the sum n mod 8, so that every bit is the same
// whatever a register holds. Products are rounded before they are added: where
// they are not, as in a fused instruction, the last bits differ.
IMP_EMBEDDING_INLINE products multiply(const uint8_t *probe, const uint8_t *reference) {
#pragma clang fp contract(off)
  lanes dot = {0};
  lanes squared = {0};
  for (int i = 0; i < IMP_EMBEDDING_LENGTH / 8; i++) {
    lanes a;
    lanes b;
    memcpy(&a, probe + (size_t)i * sizeof a, sizeof a);
    memcpy(&b, reference + (size_t)i * sizeof b, sizeof b);
    dot += a * b;
    squared += b * b;
  }
  return (products){sum_of(&dot), sum_of(&squared)};
}

// The tolerance of a payload's squared norm around 1. Rounding to 128 floats
// makes less than 1e-6; a flipped exponent or sign-free bit makes far more.
// False for NaN and infinity too.
IMP_EMBEDDING_INLINE int is_one(float squared) { return fabsf(squared - 1) <= 1e-4f; }

IMP_EMBEDDING_INLINE float cosine(products products) {
  return is_one(products.squared) ? fmaxf(-1, fminf(1, products.dot)) : NAN;
}

#endif
