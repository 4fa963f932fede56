// SPDX-License-Identifier: Apache-2.0
// Comparing many. One formula for every instruction set, so that every bit is the same.
#include <CPackedEmbedding.h>
#include <math.h>
#include <string.h>

#include "sums.h"

enum {
  LARGEST = 63,      // of the numbers of 6 bits
  PART = 32,         // numbers that are unpacked at once
  LOW = 0x3f,        // bits of a byte with a number of its own
  PARTS = IMP_EMBEDDING_LENGTH / PART,
  // (2n - 63)^2 is 4 n (n - 63) + 63^2.
  SQUARED_LEAST_SUM = IMP_EMBEDDING_LENGTH * LARGEST * LARGEST,
};

_Static_assert(IMP_PACKED_ENTRY_BYTES == 3 * PART, "the fourth part lies in the high bits of three");

// Whole numbers below 2^24: conversions are exact.
static float cosine_of(int32_t dot, int32_t one, int32_t other) {
  return (float)dot / sqrtf((float)one * (float)other);
}

float imp_packed_cosine(const imp_packed_vector *probe, const imp_packed_vector *reference) {
  int32_t dot = 0;
  for (int i = 0; i < IMP_EMBEDDING_LENGTH; i++) {
    dot += probe->values[i] * reference->values[i];
  }
  return cosine_of(dot, probe->squared, reference->squared);
}

void imp_packed_entry_make(const imp_packed_vector *vector, uint8_t *entry) {
  uint8_t levels[IMP_EMBEDDING_LENGTH];
  for (int i = 0; i < IMP_EMBEDDING_LENGTH; i++) {
    levels[i] = (uint8_t)((vector->values[i] + LARGEST) / 2);
  }
  for (int i = 0; i < IMP_PACKED_ENTRY_BYTES; i++) {
    const int pair = levels[3 * PART + i % PART] >> 2 * (i / PART) & 3;
    entry[i] = (uint8_t)(levels[i] | pair << 6);
  }
  // Numbers reveal as much as templates do. Volatile: the compiler would leave out writing what nobody reads.
  volatile uint8_t *at = levels;
  for (size_t i = 0; i < sizeof levels; i++) {
    at[i] = 0;
  }
}

static void portable(const imp_packed_vector *probe, const uint8_t *entries, size_t count, float *cosines) {
  const int8_t *values = probe->values;
  for (size_t i = 0; i < count; i++) {
    const uint8_t *entry = entries + i * IMP_PACKED_ENTRY_BYTES;
    int32_t dot = 0;
    int32_t squared = 0;
    for (int k = 0; k < PART; k++) {
      const int first = entry[k];
      const int second = entry[PART + k];
      const int third = entry[2 * PART + k];
      const int levels[PARTS] = {first & LOW, second & LOW, third & LOW,
                                 first >> 6 | second >> 6 << 2 | third >> 6 << 4};
      for (int part = 0; part < PARTS; part++) {
        dot += levels[part] * values[part * PART + k];
        squared += levels[part] * (levels[part] - LARGEST);
      }
    }
    cosines[i] = cosine_of(2 * dot - probe->excess, probe->squared, 4 * squared + SQUARED_LEAST_SUM);
  }
}

#if defined(__x86_64__)

// Entries at once: as many sums as fit into a register.
enum { together = 8 };

// Enough that memory is on its way while the entries before are worked on.
enum { ahead = 16 * IMP_PACKED_ENTRY_BYTES };

// Sums of an entry, eight to a register: with the probe, and of n (n - 63).
typedef struct entry_sums {
  __m256i dot;
  __m256i squared;
} entry_sums;

#define IMP_PACKED_INLINE(features) __attribute__((target(features), always_inline)) static inline

IMP_PACKED_INLINE("avx2") __m256i high_pairs(__m256i first, __m256i second, __m256i third) {
  // No shift is of single bytes; what comes from the neighbour is masked.
  const __m256i lowest = _mm256_and_si256(_mm256_srli_epi16(first, 6), _mm256_set1_epi8(0x03));
  const __m256i middle = _mm256_and_si256(_mm256_srli_epi16(second, 4), _mm256_set1_epi8(0x0c));
  const __m256i highest = _mm256_and_si256(_mm256_srli_epi16(third, 2), _mm256_set1_epi8(0x30));
  return _mm256_or_si256(_mm256_or_si256(lowest, middle), highest);
}

// The numbers of an entry, each in a byte.
IMP_PACKED_INLINE("avx2") void unpack(const uint8_t *entry, __m256i *parts) {
  const __m256i low = _mm256_set1_epi8(LOW);
  const __m256i first = load_bytes(entry);
  const __m256i second = load_bytes(entry + PART);
  const __m256i third = load_bytes(entry + 2 * PART);
  parts[0] = _mm256_and_si256(first, low);
  parts[1] = _mm256_and_si256(second, low);
  parts[2] = _mm256_and_si256(third, low);
  parts[3] = high_pairs(first, second, third);
}

// A pair of products is at most 2 * 63^2, and the sum of four 31,752: 16 bits hold it, and nothing saturates.
IMP_PACKED_INLINE("avx2") entry_sums pair_sums(const __m256i *probe, const uint8_t *entry) {
  const __m256i largest = _mm256_set1_epi8(LARGEST);
  const __m256i one = _mm256_set1_epi16(1);
  __m256i parts[PARTS];
  unpack(entry, parts);
  __m256i dot = _mm256_setzero_si256();
  __m256i squared = _mm256_setzero_si256();
  for (int part = 0; part < PARTS; part++) {
    dot = _mm256_add_epi16(dot, _mm256_maddubs_epi16(parts[part], probe[part]));
    squared = _mm256_add_epi16(
        squared, _mm256_maddubs_epi16(parts[part], _mm256_sub_epi8(parts[part], largest)));
  }
  return (entry_sums){_mm256_madd_epi16(dot, one), _mm256_madd_epi16(squared, one)};
}

IMP_PACKED_INLINE("avx2,avxvnni") entry_sums vnni_sums(const __m256i *probe, const uint8_t *entry) {
  const __m256i largest = _mm256_set1_epi8(LARGEST);
  __m256i parts[PARTS];
  unpack(entry, parts);
  entry_sums sums = {_mm256_setzero_si256(), _mm256_setzero_si256()};
  for (int part = 0; part < PARTS; part++) {
    sums.dot = _mm256_dpbusd_avx_epi32(sums.dot, parts[part], probe[part]);
    sums.squared =
        _mm256_dpbusd_avx_epi32(sums.squared, parts[part], _mm256_sub_epi8(parts[part], largest));
  }
  return sums;
}

IMP_PACKED_INLINE("avx512f,avx512bw,avx512vnni") __m256i halves(__m512i sums) {
  return _mm256_add_epi32(_mm512_castsi512_si256(sums), _mm512_extracti64x4_epi64(sums, 1));
}

IMP_PACKED_INLINE("avx512f,avx512bw,avx512vnni") entry_sums wide_sums(const __m512i *probe,
                                                                      const uint8_t *entry) {
  const __m512i largest = _mm512_set1_epi8(LARGEST);
  __m256i parts[PARTS];
  unpack(entry, parts);
  const __m512i first = _mm512_inserti64x4(_mm512_castsi256_si512(parts[0]), parts[1], 1);
  const __m512i last = _mm512_inserti64x4(_mm512_castsi256_si512(parts[2]), parts[3], 1);
  const __m512i none = _mm512_setzero_si512();
  const __m512i dot = _mm512_dpbusd_epi32(_mm512_dpbusd_epi32(none, first, probe[0]), last, probe[1]);
  const __m512i squared =
      _mm512_dpbusd_epi32(_mm512_dpbusd_epi32(none, first, _mm512_sub_epi8(first, largest)), last,
                          _mm512_sub_epi8(last, largest));
  return (entry_sums){halves(dot), halves(squared)};
}

// A kernel: how the sums of one entry are made, and what goes round that is the same for each instruction
// set.
#define IMP_PACKED_KERNEL(name, features, setup, sums_of)                                                    \
  __attribute__((target(features))) static void name(const imp_packed_vector *probe, const uint8_t *entries, \
                                                     size_t count, float *cosines) {                         \
    setup;                                                                                                   \
    const __m256i excess = _mm256_set1_epi32(probe->excess);                                                 \
    const __m256i least_sum = _mm256_set1_epi32(SQUARED_LEAST_SUM);                                          \
    const __m256 probe_squared = _mm256_set1_ps((float)probe->squared);                                      \
    size_t i = 0;                                                                                            \
    for (; i + together <= count; i += together) {                                                           \
      __m256i dots[together];                                                                                \
      __m256i squares[together];                                                                             \
      for (int k = 0; k < together; k++) {                                                                   \
        const uint8_t *entry = entries + (i + (size_t)k) * IMP_PACKED_ENTRY_BYTES;                           \
        __builtin_prefetch(entry + ahead);                                                                   \
        __builtin_prefetch(entry + ahead + 64);                                                              \
        const entry_sums sums = sums_of;                                                                     \
        dots[k] = sums.dot;                                                                                  \
        squares[k] = sums.squared;                                                                           \
      }                                                                                                      \
      const __m256i dot = _mm256_sub_epi32(_mm256_slli_epi32(eight_sums(dots), 1), excess);                  \
      const __m256i squared = _mm256_add_epi32(_mm256_slli_epi32(eight_sums(squares), 2), least_sum);        \
      const __m256 length = _mm256_sqrt_ps(_mm256_mul_ps(probe_squared, _mm256_cvtepi32_ps(squared)));       \
      _mm256_storeu_ps(cosines + i, _mm256_div_ps(_mm256_cvtepi32_ps(dot), length));                         \
    }                                                                                                        \
    portable(probe, entries + i * IMP_PACKED_ENTRY_BYTES, count - i, cosines + i);                           \
  }

IMP_PACKED_KERNEL(avx2, "avx2", __m256i parts[PARTS]; memcpy(parts, probe->values, sizeof parts),
                  pair_sums(parts, entry))
IMP_PACKED_KERNEL(avx_vnni, "avx2,avxvnni", __m256i parts[PARTS];
                  memcpy(parts, probe->values, sizeof parts), vnni_sums(parts, entry))
IMP_PACKED_KERNEL(avx512_vnni, "avx512f,avx512bw,avx512vnni", __m512i parts[PARTS / 2];
                  memcpy(parts, probe->values, sizeof parts), wide_sums(parts, entry))

#endif

void imp_packed_cosines_by(imp_embedding_kernel kernel, const imp_packed_vector *probe,
                           const uint8_t *entries, size_t count, float *cosines) {
  switch (kernel) {
#if defined(__x86_64__)
  case IMP_EMBEDDING_AVX2:
    avx2(probe, entries, count, cosines);
    return;
  case IMP_EMBEDDING_AVX_VNNI:
    avx_vnni(probe, entries, count, cosines);
    return;
  case IMP_EMBEDDING_AVX512_VNNI:
    avx512_vnni(probe, entries, count, cosines);
    return;
#endif
  default:
    portable(probe, entries, count, cosines);
  }
}

void imp_packed_cosines(const imp_packed_vector *probe, const uint8_t *entries, size_t count, float *cosines) {
  imp_packed_cosines_by(imp_embedding_best(), probe, entries, count, cosines);
}
