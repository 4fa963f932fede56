// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "kernels.h"
#include "sums.h"

// The length of every entry, squared. Faces have components of at most 0.377,
// which become 127.
enum { radius_squared = 336 * 336, largest = 127, stored_zero = 128 };

typedef struct rounded {
  double exact[IMP_COMPACT_BYTES]; // what was rounded
  int values[IMP_COMPACT_BYTES];
} rounded;

// Rounded values reveal as much as templates do.
static void forget(rounded *rounded) {
  // Volatile: the compiler would leave out writing what nobody reads.
  volatile uint8_t *at = (volatile uint8_t *)rounded;
  for (size_t i = 0; i < sizeof *rounded; i++) {
    at[i] = 0;
  }
}

static int squared_length(const int *values) {
  int sum = 0;
  for (int i = 0; i < IMP_COMPACT_BYTES; i++) {
    sum += values[i] * values[i];
  }
  return sum;
}

// Moves one component by one, so that the length comes as near as possible; of
// equals the one that comes nearest to what was rounded. 0 where none helps.
static int nudge(rounded *rounded, int lacking) {
  int *values = rounded->values;
  const double *exact = rounded->exact;
  int best = -1;
  int best_value = 0;
  int best_rest = abs(lacking);
  double best_cost = 0;
  for (int i = 0; i < IMP_COMPACT_BYTES; i++) {
    for (int step = -1; step <= 1; step += 2) {
      const int value = values[i] + step;
      if (abs(value) > largest) {
        continue;
      }
      const int rest = abs(lacking - (value * value - values[i] * values[i]));
      const double cost = fabs(value - exact[i]) - fabs(values[i] - exact[i]);
      if (rest < best_rest || (best >= 0 && rest == best_rest && cost < best_cost)) {
        best = i;
        best_value = value;
        best_rest = rest;
        best_cost = cost;
      }
    }
  }
  if (best < 0) {
    return 0;
  }
  values[best] = best_value;
  return 1;
}

// Whether so many moves, each of a number by one, add what is lacking to the
// squared length. They are of magnitudes, of which `counts` says how many there are.
static int can_add(int *counts, int lacking, int moves, int *from, int *to) {
  if (moves == 1) {
    // From m to m + 1 adds 2 m + 1; back takes as much.
    const int low = (abs(lacking) - 1) / 2;
    *from = lacking > 0 ? low : low + 1;
    *to = lacking > 0 ? low + 1 : low;
    return abs(lacking) % 2 == 1 && low < largest && counts[*from] > 0;
  }
  for (int low = 0; low < largest; low++) {
    for (int grows = 0; grows <= 1; grows++) {
      *from = grows ? low : low + 1;
      *to = grows ? low + 1 : low;
      if (counts[*from] == 0) {
        continue;
      }
      counts[*from]--;
      counts[*to]++;
      const int added = grows ? 2 * low + 1 : -(2 * low + 1);
      if (can_add(counts, lacking - added, moves - 1, from + 1, to + 1)) {
        return 1;
      }
      counts[*from]++;
      counts[*to]--;
    }
  }
  return 0;
}

// Adds what no single move can: by two where it is even, else by three.
static void add_rest(rounded *rounded, int lacking) {
  int counts[largest + 1] = {0};
  int from[3];
  int to[3];
  for (int i = 0; i < IMP_COMPACT_BYTES; i++) {
    counts[abs(rounded->values[i])]++;
  }
  const int moves = lacking % 2 == 0 ? 2 : 3;
  if (!can_add(counts, lacking, moves, from, to)) {
    return;
  }
  for (int move = 0; move < moves; move++) {
    int at = 0;
    while (abs(rounded->values[at]) != from[move]) {
      at++;
    }
    rounded->values[at] = rounded->values[at] < 0 ? -to[move] : to[move];
  }
}

// Rounds a unit vector that was made longer.
static void scale(const uint8_t *payload, double by, rounded *rounded) {
  for (int i = 0; i < IMP_COMPACT_BYTES; i++) {
    float value;
    memcpy(&value, payload + (size_t)i * sizeof value, sizeof value);
    rounded->exact[i] = value * by;
    rounded->values[i] = (int)nearbyint(fmax(-largest, fmin(largest, rounded->exact[i])));
  }
}

static void round_to_length(const uint8_t *payload, rounded *rounded) {
  double by = 336;
  scale(payload, by, rounded);
  int lacking = radius_squared - squared_length(rounded->values);
  // Clamping takes far more than rounding does: the rest is made longer.
  for (int turn = 0; turn < 64 && lacking > radius_squared / 50; turn++) {
    by *= 1.02;
    scale(payload, by, rounded);
    lacking = radius_squared - squared_length(rounded->values);
  }
  // Each step ends nearer, so it ends.
  while (lacking != 0 && nudge(rounded, lacking)) {
    lacking = radius_squared - squared_length(rounded->values);
  }
  if (lacking != 0) {
    add_rest(rounded, lacking);
  }
}

void imp_compact_make(const uint8_t *payload, uint8_t *entry) {
  rounded rounded;
  round_to_length(payload, &rounded);
  for (int i = 0; i < IMP_COMPACT_BYTES; i++) {
    entry[i] = (uint8_t)(rounded.values[i] + stored_zero);
  }
  forget(&rounded);
}

void imp_compact_probe_make(const uint8_t *payload, imp_compact_probe *probe) {
  rounded rounded;
  round_to_length(payload, &rounded);
  probe->excess = 0;
  for (int i = 0; i < IMP_COMPACT_BYTES; i++) {
    probe->values[i] = (int8_t)rounded.values[i];
    probe->excess += stored_zero * rounded.values[i];
  }
  forget(&rounded);
}

// Whole numbers below 2^24: the conversion is exact, and the product is rounded
// once, so every bit is the same for every instruction set.
IMP_EMBEDDING_INLINE float cosine_of(int32_t dot) { return (float)dot * (1.0f / radius_squared); }

static void portable(const imp_compact_probe *probe, const uint8_t *entries, size_t count, float *cosines) {
  for (size_t i = 0; i < count; i++) {
    const uint8_t *entry = entries + i * IMP_COMPACT_BYTES;
    int32_t sum = 0;
    for (int k = 0; k < IMP_COMPACT_BYTES; k++) {
      sum += entry[k] * probe->values[k];
    }
    cosines[i] = cosine_of(sum - probe->excess);
  }
}

#if defined(__x86_64__)

// Entries at once: as many sums as fit into a register.
enum { together = 8 };

// Enough that memory is on its way while the entries before are worked on.
enum { ahead = 16 * IMP_COMPACT_BYTES };

// A kernel: how the sums of one entry are made, eight to a register, and what
// goes round that is the same for each instruction set.
#define IMP_COMPACT_KERNEL(name, features, setup, sums_of)                                                   \
  __attribute__((target(features))) static void name(const imp_compact_probe *probe, const uint8_t *entries, \
                                                     size_t count, float *cosines) {                         \
    setup;                                                                                                   \
    const __m256i excess = _mm256_set1_epi32(probe->excess);                                                 \
    const __m256 scale = _mm256_set1_ps(1.0f / radius_squared);                                              \
    size_t i = 0;                                                                                            \
    for (; i + together <= count; i += together) {                                                           \
      const uint8_t *at = entries + i * IMP_COMPACT_BYTES;                                                   \
      __m256i sums[together];                                                                                \
      for (int k = 0; k < together; k++) {                                                                   \
        const uint8_t *entry = at + (size_t)k * IMP_COMPACT_BYTES;                                           \
        __builtin_prefetch(entry + ahead);                                                                   \
        __builtin_prefetch(entry + ahead + 64);                                                              \
        sums[k] = sums_of;                                                                                   \
      }                                                                                                      \
      const __m256i dots = _mm256_sub_epi32(eight_sums(sums), excess);                                       \
      _mm256_storeu_ps(cosines + i, _mm256_mul_ps(_mm256_cvtepi32_ps(dots), scale));                         \
    }                                                                                                        \
    portable(probe, entries + i * IMP_COMPACT_BYTES, count - i, cosines + i);                                \
  }

// Products of 16 bits, added in pairs: none is rounded.
__attribute__((target("avx2"), always_inline)) static inline __m256i wide_sums(const __m256i *probe,
                                                                               const uint8_t *entry) {
  __m256i sum = _mm256_setzero_si256();
  for (int part = 0; part < 8; part++) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(entry + (size_t)part * 16));
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_cvtepu8_epi16(bytes), probe[part]));
  }
  return sum;
}

__attribute__((target("avx2"), always_inline)) static inline void widen(const imp_compact_probe *probe,
                                                                        __m256i *parts) {
  for (int part = 0; part < 8; part++) {
    parts[part] =
        _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(const void *)(probe->values + part * 16)));
  }
}

__attribute__((target("avx2,avxvnni"), always_inline)) static inline __m256i vnni_sums(const __m256i *probe,
                                                                                       const uint8_t *entry) {
  __m256i even = _mm256_dpbusd_avx_epi32(_mm256_setzero_si256(), load_bytes(entry), probe[0]);
  __m256i odd = _mm256_dpbusd_avx_epi32(_mm256_setzero_si256(), load_bytes(entry + 32), probe[1]);
  even = _mm256_dpbusd_avx_epi32(even, load_bytes(entry + 64), probe[2]);
  odd = _mm256_dpbusd_avx_epi32(odd, load_bytes(entry + 96), probe[3]);
  return _mm256_add_epi32(even, odd);
}

__attribute__((target("avx512f,avx512bw,avx512vnni"), always_inline)) static inline __m256i
wide_vnni_sums(const __m512i *probe, const uint8_t *entry) {
  const __m512i first =
      _mm512_dpbusd_epi32(_mm512_setzero_si512(), _mm512_loadu_si512(entry), probe[0]);
  const __m512i sum = _mm512_dpbusd_epi32(first, _mm512_loadu_si512(entry + 64), probe[1]);
  return _mm256_add_epi32(_mm512_castsi512_si256(sum), _mm512_extracti64x4_epi64(sum, 1));
}

IMP_COMPACT_KERNEL(avx2, "avx2", __m256i parts[8]; widen(probe, parts), wide_sums(parts, entry))
IMP_COMPACT_KERNEL(avx_vnni, "avx2,avxvnni", __m256i parts[4]; memcpy(parts, probe->values, sizeof parts),
                   vnni_sums(parts, entry))
IMP_COMPACT_KERNEL(avx512_vnni, "avx512f,avx512bw,avx512vnni", __m512i parts[2];
                   memcpy(parts, probe->values, sizeof parts), wide_vnni_sums(parts, entry))

#endif

void imp_compact_cosines_by(imp_embedding_kernel kernel, const imp_compact_probe *probe,
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

void imp_compact_cosines(const imp_compact_probe *probe, const uint8_t *entries, size_t count,
                         float *cosines) {
  imp_compact_cosines_by(imp_embedding_best(), probe, entries, count, cosines);
}
