// SPDX-License-Identifier: Apache-2.0
#include <CPackedEmbedding.h>
#include <math.h>
#include <string.h>

static const uint8_t magic[4] = {'I', 'M', 'F', '5'};

enum {
  VERSION_AT = 4,
  QUALITY_AT = 5,
  ZEROS_AT = 6,
  CHECK_AT = 16,
  VALUES_AT = 20,
  VALUES_BYTES = IMP_PACKED_BYTES - VALUES_AT,
  BITS = 6,
  LEVELS = 1 << BITS,
};

// What is larger is cut. Of 2,572 photographs 60 of 329,216 numbers were at an end of this range, cut or not.
static const float range = 0.35F;

static void forget(void *memory, size_t bytes) {
  // Volatile: the compiler would leave out writing what nobody reads.
  volatile uint8_t *at = memory;
  for (size_t i = 0; i < bytes; i++) {
    at[i] = 0;
  }
}

static uint32_t check_of(const uint8_t *payload) {
  return imp_embedding_check(imp_embedding_check(0, payload, CHECK_AT), payload + VALUES_AT, VALUES_BYTES);
}

static uint32_t level(float value) {
  const float at = floorf((value + range) / (2 * range) * LEVELS);
  return at < 0 ? 0 : at > LEVELS - 1 ? LEVELS - 1 : (uint32_t)at;
}

int imp_packed_make(const float *embedding, uint8_t quality, uint8_t *payload) {
  uint8_t unit[IMP_EMBEDDING_BYTES];
  if (!imp_embedding_make(embedding, embedding, unit)) {
    return 0;
  }
  memset(payload, 0, IMP_PACKED_BYTES);
  memcpy(payload, magic, sizeof magic);
  payload[VERSION_AT] = IMP_PACKED_VERSION;
  payload[QUALITY_AT] = quality;
  for (size_t i = 0; i < IMP_EMBEDDING_LENGTH; i++) {
    float value;
    memcpy(&value, unit + i * sizeof value, sizeof value);
    const size_t bit = i * BITS;
    const uint32_t bits = level(value) << bit % 8;
    uint8_t *at = payload + VALUES_AT + bit / 8;
    at[0] |= (uint8_t)bits;
    // The last number ends with its byte.
    if (bits >> 8 != 0) {
      at[1] |= (uint8_t)(bits >> 8);
    }
  }
  const uint32_t check = check_of(payload);
  for (int i = 0; i < 4; i++) {
    payload[CHECK_AT + i] = (uint8_t)(check >> 8 * i);
  }
  forget(unit, sizeof unit);
  return 1;
}

imp_packed_kind imp_packed_judge(const uint8_t *payload) {
  if (memcmp(payload, magic, sizeof magic) != 0) {
    return IMP_PACKED_FOREIGN;
  }
  uint32_t check = 0;
  for (int i = 0; i < 4; i++) {
    check |= (uint32_t)payload[CHECK_AT + i] << 8 * i;
  }
  if (check != check_of(payload)) {
    return IMP_PACKED_DAMAGED;
  }
  // After the check: a changed bit is damage, and no later version.
  if (payload[VERSION_AT] > IMP_PACKED_VERSION) {
    return IMP_PACKED_NEWER;
  }
  const int quality_is_good = payload[QUALITY_AT] <= 100 || payload[QUALITY_AT] == IMP_PACKED_QUALITY_UNKNOWN;
  static const uint8_t zeros[CHECK_AT - ZEROS_AT] = {0};
  if (payload[VERSION_AT] != IMP_PACKED_VERSION || !quality_is_good ||
      memcmp(payload + ZEROS_AT, zeros, sizeof zeros) != 0) {
    return IMP_PACKED_DAMAGED;
  }
  return IMP_PACKED_GOOD;
}

void imp_packed_unpack(const uint8_t *payload, imp_packed_vector *vector) {
  vector->excess = 0;
  vector->squared = 0;
  for (size_t i = 0; i < IMP_EMBEDDING_LENGTH; i++) {
    const size_t bit = i * BITS;
    const uint8_t *at = payload + VALUES_AT + bit / 8;
    const uint32_t bits = at[0] | (bit % 8 > 8 - BITS ? (uint32_t)at[1] << 8 : 0);
    const int value = 2 * (int)(bits >> bit % 8 & (LEVELS - 1)) - (LEVELS - 1);
    vector->values[i] = (int8_t)value;
    vector->excess += (LEVELS - 1) * value;
    vector->squared += value * value;
  }
}
