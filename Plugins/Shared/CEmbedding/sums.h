// SPDX-License-Identifier: Apache-2.0
// What kernels of whole numbers share.
#ifndef IMPRINT_EMBEDDING_SUMS_H
#define IMPRINT_EMBEDDING_SUMS_H

#if defined(__x86_64__)

#include <immintrin.h>

// The sums of eight registers of eight numbers each, in their order.
__attribute__((target("avx2"), always_inline)) static inline __m256i eight_sums(const __m256i *registers) {
  const __m256i *of = registers;
  const __m256i first =
      _mm256_hadd_epi32(_mm256_hadd_epi32(of[0], of[1]), _mm256_hadd_epi32(of[2], of[3]));
  const __m256i last = _mm256_hadd_epi32(_mm256_hadd_epi32(of[4], of[5]), _mm256_hadd_epi32(of[6], of[7]));
  return _mm256_add_epi32(_mm256_permute2x128_si256(first, last, 0x20),
                          _mm256_permute2x128_si256(first, last, 0x31));
}

// A register of bytes, at any address.
__attribute__((target("avx2"), always_inline)) static inline __m256i load_bytes(const uint8_t *at) {
  return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

#endif

#endif
