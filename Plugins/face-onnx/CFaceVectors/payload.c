// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "CFaceVectors.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "payloads are read in place");

enum { VERSION_AT = 8, CHECK_AT = 12, NUMBERS_AT = 16, LARGEST_INT8 = 127 };

// Squares of all numbers can be added.
static const float largest = 1e6F;

uint64_t imp_vectors_tag(const char *name, size_t length) {
  uint64_t hash = 0xCBF29CE484222325U;
  for (size_t i = 0; i < length; i++) {
    hash = (hash ^ (uint8_t)name[i]) * 0x100000001B3U;
  }
  return hash;
}

size_t imp_vectors_payload_bytes(const imp_vectors *format) {
  return NUMBERS_AT + (size_t)format->count * (format->is_int8 ? 1 : sizeof(float));
}

static float number_of(const uint8_t *payload, size_t index) {
  float number;
  memcpy(&number, payload + NUMBERS_AT + index * sizeof number, sizeof number);
  return number;
}

static int is_of_directions(const imp_vectors *format) {
  return format->metric == IMP_METRIC_COSINE || format->metric == IMP_METRIC_EUCLIDEAN_UNIT;
}

static uint32_t check_of(const imp_vectors *format, const uint8_t *payload) {
  const size_t numbers = imp_vectors_payload_bytes(format) - NUMBERS_AT;
  return imp_embedding_check(imp_embedding_check(0, payload, CHECK_AT), payload + NUMBERS_AT, numbers);
}

imp_vectors_answer imp_vectors_make(const imp_vectors *format, const float *embedding, uint8_t *payload) {
  double squared = 0;
  float furthest = 0;
  for (uint32_t i = 0; i < format->count; i++) {
    // False for NaN too.
    if (!(fabsf(embedding[i]) <= largest)) {
      return IMP_VECTORS_NOT_FINITE;
    }
    squared += (double)embedding[i] * embedding[i];
    furthest = fmaxf(furthest, fabsf(embedding[i]));
  }
  // What is shorter has no direction that could be told from rounding.
  if (squared <= 1e-24) {
    return IMP_VECTORS_ZERO;
  }
  const double scale = format->is_int8             ? LARGEST_INT8 / (double)furthest
                       : is_of_directions(format) ? 1 / sqrt(squared)
                                                   : 1;
  for (uint32_t i = 0; i < format->count; i++) {
    if (format->is_int8) {
      payload[NUMBERS_AT + i] = (uint8_t)(int8_t)nearbyint(embedding[i] * scale);
    } else {
      const float number = (float)(embedding[i] * scale);
      memcpy(payload + NUMBERS_AT + i * sizeof number, &number, sizeof number);
    }
  }
  memcpy(payload, &format->tag, sizeof format->tag);
  memcpy(payload + VERSION_AT, &format->version, sizeof format->version);
  const uint32_t check = check_of(format, payload);
  memcpy(payload + CHECK_AT, &check, sizeof check);
  return IMP_VECTORS_MADE;
}

// Whether the numbers are ones that imp_vectors_make writes.
static int has_good_numbers(const imp_vectors *format, const uint8_t *payload) {
  double squared = 0;
  for (uint32_t i = 0; i < format->count; i++) {
    const float number = format->is_int8 ? (float)(int8_t)payload[NUMBERS_AT + i] : number_of(payload, i);
    if (!(fabsf(number) <= (format->is_int8 ? LARGEST_INT8 : largest))) {
      return 0;
    }
    squared += (double)number * number;
  }
  return is_of_directions(format) && !format->is_int8 ? fabs(squared - 1) <= 1e-4 : squared > 0;
}

imp_vectors_kind imp_vectors_judge(const imp_vectors *format, const uint8_t *payload) {
  uint64_t tag;
  uint32_t version;
  uint32_t check;
  memcpy(&tag, payload, sizeof tag);
  memcpy(&version, payload + VERSION_AT, sizeof version);
  memcpy(&check, payload + CHECK_AT, sizeof check);
  if (tag != format->tag) {
    return IMP_VECTORS_FOREIGN;
  }
  // Before the version: a changed bit is damage, and no other version.
  if (check != check_of(format, payload)) {
    return IMP_VECTORS_DAMAGED;
  }
  if (version != format->version) {
    return IMP_VECTORS_OTHER_VERSION;
  }
  return has_good_numbers(format, payload) ? IMP_VECTORS_GOOD : IMP_VECTORS_DAMAGED;
}
