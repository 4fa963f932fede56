// SPDX-License-Identifier: Apache-2.0
// Which instruction sets this processor has, and its system saves the registers of.
#include "CEmbedding.h"

#if defined(__x86_64__)

#include <cpuid.h>

// Registers that the system saves: bits of XCR0.
enum { avx_state = 0x6, avx512_state = 0xe6 };

static uint64_t saved_state(void) {
  uint32_t low;
  uint32_t high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (uint64_t)high << 32 | low;
}

int imp_embedding_has(imp_embedding_kernel kernel) {
  if (kernel == IMP_EMBEDDING_PORTABLE) {
    return 1;
  }
  unsigned a;
  unsigned b;
  unsigned c;
  unsigned d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX)) {
    return 0;
  }
  const uint64_t state = saved_state();
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_AVX2) || (state & avx_state) != avx_state) {
    return 0;
  }
  switch (kernel) {
  case IMP_EMBEDDING_PORTABLE:
  case IMP_EMBEDDING_AVX2:
    return 1;
  case IMP_EMBEDDING_AVX_VNNI:
    // The bit of AVX-VNNI in EAX of leaf 7, 1.
    return __get_cpuid_count(7, 1, &a, &b, &c, &d) && (a & 1u << 4) != 0;
  case IMP_EMBEDDING_AVX512_VNNI:
    return (state & avx512_state) == avx512_state && (b & bit_AVX512F) && (b & bit_AVX512BW) &&
           (c & bit_AVX512VNNI);
  }
  return 0;
}

#else

int imp_embedding_has(imp_embedding_kernel kernel) { return kernel == IMP_EMBEDDING_PORTABLE; }

#endif

imp_embedding_kernel imp_embedding_best(void) {
  // The same answer from every thread: nothing is guarded by it.
  static int known = -1;
  int best = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (best < 0) {
    best = IMP_EMBEDDING_AVX512_VNNI;
    while (!imp_embedding_has((imp_embedding_kernel)best)) {
      best--;
    }
    __atomic_store_n(&known, best, __ATOMIC_RELAXED);
  }
  return (imp_embedding_kernel)best;
}
