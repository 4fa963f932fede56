// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "kernels.h"

typedef struct vector {
  double values[IMP_EMBEDDING_LENGTH];
} vector;

// Intermediate values reveal as much as templates do.
static void forget(vector *vector) {
  // Volatile: the compiler would leave out writing what nobody reads.
  volatile double *at = vector->values;
  for (int i = 0; i < IMP_EMBEDDING_LENGTH; i++) {
    at[i] = 0;
  }
}

static double dot(const vector *a, const vector *b) {
  double sum = 0;
  for (int i = 0; i < IMP_EMBEDDING_LENGTH; i++) {
    sum += a->values[i] * b->values[i];
  }
  return sum;
}

// Writes the payload of a direction. 0 where there is none.
static int write_unit(const vector *direction, uint8_t *payload) {
  const double squared = dot(direction, direction);
  if (!(squared > 1e-12 && squared < 1e12)) {
    return 0;
  }
  const double scale = 1 / sqrt(squared);
  for (int i = 0; i < IMP_EMBEDDING_LENGTH; i++) {
    const float value = (float)(direction->values[i] * scale);
    memcpy(payload + (size_t)i * sizeof value, &value, sizeof value);
  }
  return 1;
}

int imp_embedding_make(const float *first, const float *second, uint8_t *payload) {
  vector sum;
  for (int i = 0; i < IMP_EMBEDDING_LENGTH; i++) {
    sum.values[i] = (double)first[i] + second[i];
  }
  const int made = write_unit(&sum, payload);
  forget(&sum);
  return made;
}

int imp_embedding_is_unit(const uint8_t *payload) { return is_one(multiply(payload, payload).squared); }

// As multiply, with the probe's length found in the same pass.
float imp_embedding_cosine(const uint8_t *probe, const uint8_t *reference) {
#pragma clang fp contract(off)
  lanes dot = {0};
  lanes squared = {0};
  lanes own = {0};
  for (int i = 0; i < IMP_EMBEDDING_LENGTH / 8; i++) {
    lanes a;
    lanes b;
    memcpy(&a, probe + (size_t)i * sizeof a, sizeof a);
    memcpy(&b, reference + (size_t)i * sizeof b, sizeof b);
    dot += a * b;
    squared += b * b;
    own += a * a;
  }
  return is_one(sum_of(&own)) ? cosine((products){sum_of(&dot), sum_of(&squared)}) : NAN;
}

static int by_bytes(const void *a, const void *b) {
  return memcmp(*(const uint8_t *const *)a, *(const uint8_t *const *)b, IMP_EMBEDDING_BYTES);
}

static void read_vector(const uint8_t *payload, vector *vector) {
  for (int i = 0; i < IMP_EMBEDDING_LENGTH; i++) {
    float value;
    memcpy(&value, payload + (size_t)i * sizeof value, sizeof value);
    vector->values[i] = value;
  }
}

// Whether each is like the mean of the others. `sum` is that of all; `one` is
// written to.
static int agree(const uint8_t *const *payloads, size_t count, const vector *sum, float least, vector *one) {
  const double all = dot(sum, sum);
  for (size_t i = 0; i < count; i++) {
    read_vector(payloads[i], one);
    const double own = dot(one, one);
    const double with_all = dot(one, sum);
    // What is left of the sum without this one.
    const double others = all - 2 * with_all + own;
    // False for NaN too: where the others have no direction.
    if (!((with_all - own) / sqrt(own * others) >= least)) {
      return 0;
    }
  }
  return 1;
}

int imp_embedding_fuse(const uint8_t **payloads, size_t count, float least, uint8_t *fused) {
  if (count == 1) {
    memcpy(fused, payloads[0], IMP_EMBEDDING_BYTES);
    return 1;
  }
  // A sum of floating-point numbers depends on their order.
  qsort(payloads, count, sizeof *payloads, by_bytes);
  vector sum = {{0}};
  vector one;
  for (size_t i = 0; i < count; i++) {
    read_vector(payloads[i], &one);
    for (int k = 0; k < IMP_EMBEDDING_LENGTH; k++) {
      sum.values[k] += one.values[k];
    }
  }
  const int made = agree(payloads, count, &sum, least, &one) && write_unit(&sum, fused);
  forget(&sum);
  forget(&one);
  return made;
}
