// SPDX-License-Identifier: Apache-2.0
// What one thread of this processor can do at most: float multiplications and additions, and products of
// bytes that are added up, in the widest instructions that it has for either, with all operands in registers.
// Prints "<Gflop/s> <instructions>", then "<Gop/s> <instructions>", the most of many rounds. A multiplication
// and an addition are two operations.
#define _POSIX_C_SOURCE 200809L // clock_gettime
#include <cpuid.h>
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

// Of independent sums: as many as hide the latency of an instruction, and fit in the registers.
enum { ROUNDS = 400, TURNS = 20000, SUMS = 12 };

typedef void (*work)(void);

typedef struct kind {
  const char *instructions;
  int (*is_there)(void);
  work work;
  double operations; // of a turn
} kind;

// What the sums came to goes here, so that the compiler has to make them.
static volatile uint8_t sink;

// The compiler may take nothing of the operands for known, nor move a sum out of its register.
#define KEEP(register) __asm__ volatile("" : "+v"(register))

#define SUM_UP(type, zero, add, first)                                                                       \
  type sums[SUMS];                                                                                           \
  for (int i = 0; i < SUMS; i++)                                                                             \
    sums[i] = zero;                                                                                          \
  for (int turn = 0; turn < TURNS; turn++) {                                                                 \
    _Pragma("clang loop unroll(full)") for (int i = 0; i < SUMS; i++) {                                      \
      sums[i] = add;                                                                                         \
      KEEP(sums[i]);                                                                                         \
    }                                                                                                        \
  }                                                                                                          \
  for (int i = 0; i < SUMS; i++)                                                                             \
    sink = (uint8_t)(sink + first)

__attribute__((target("avx512f"))) static void float_avx512(void) {
  __m512 a = _mm512_set1_ps(0.5f), b = _mm512_set1_ps(0.25f);
  KEEP(a);
  KEEP(b);
  SUM_UP(__m512, _mm512_setzero_ps(), _mm512_fmadd_ps(a, b, sums[i]), _mm512_cvtss_f32(sums[i]) > 1);
}

__attribute__((target("avx2,fma"))) static void float_avx2(void) {
  __m256 a = _mm256_set1_ps(0.5f), b = _mm256_set1_ps(0.25f);
  KEEP(a);
  KEEP(b);
  SUM_UP(__m256, _mm256_setzero_ps(), _mm256_fmadd_ps(a, b, sums[i]), _mm256_cvtss_f32(sums[i]) > 1);
}

static void float_sse2(void) {
  __m128 a = _mm_set1_ps(0.5f), b = _mm_set1_ps(0.25f);
  SUM_UP(__m128, _mm_setzero_ps(), _mm_add_ps(_mm_mul_ps(a, b), sums[i]); KEEP(a), _mm_cvtss_f32(sums[i]) > 1);
}

__attribute__((target("avx512f,avx512bw,avx512vnni"))) static void bytes_avx512_vnni(void) {
  __m512i a = _mm512_set1_epi8(3), b = _mm512_set1_epi8(-2);
  KEEP(a);
  KEEP(b);
  SUM_UP(__m512i, _mm512_setzero_si512(), _mm512_dpbusd_epi32(sums[i], a, b),
         _mm_cvtsi128_si32(_mm512_castsi512_si128(sums[i])));
}

__attribute__((target("avx2,avxvnni"))) static void bytes_avx_vnni(void) {
  __m256i a = _mm256_set1_epi8(3), b = _mm256_set1_epi8(-2);
  KEEP(a);
  KEEP(b);
  SUM_UP(__m256i, _mm256_setzero_si256(), _mm256_dpbusd_avx_epi32(sums[i], a, b),
         _mm_cvtsi128_si32(_mm256_castsi256_si128(sums[i])));
}

// Without VNNI: pairs of products, pairs of these, and the sum.
__attribute__((target("avx2"))) static void bytes_avx2(void) {
  __m256i a = _mm256_set1_epi8(3), b = _mm256_set1_epi8(-2), one = _mm256_set1_epi16(1);
  KEEP(b);
  KEEP(one);
  SUM_UP(__m256i, _mm256_setzero_si256(),
         _mm256_add_epi32(sums[i], _mm256_madd_epi16(_mm256_maddubs_epi16(a, b), one));
         KEEP(a), _mm_cvtsi128_si32(_mm256_castsi256_si128(sums[i])));
}

__attribute__((target("ssse3"))) static void bytes_ssse3(void) {
  __m128i a = _mm_set1_epi8(3), b = _mm_set1_epi8(-2), one = _mm_set1_epi16(1);
  SUM_UP(__m128i, _mm_setzero_si128(),
         _mm_add_epi32(sums[i], _mm_madd_epi16(_mm_maddubs_epi16(a, b), one));
         KEEP(a), _mm_cvtsi128_si32(sums[i]));
}

// As the compiler's own check finds it, which asks for what the system saves too.
static int has_avx512(void) { return __builtin_cpu_supports("avx512f"); }
static int has_fma(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
static int has_avx512_vnni(void) {
  return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni");
}
static int has_avx_vnni(void) {
  unsigned a, b, c, d;
  // The bit of AVX-VNNI in EAX of leaf 7, 1.
  return has_fma() && __get_cpuid_count(7, 1, &a, &b, &c, &d) && (a & 1u << 4) != 0;
}
static int has_avx2(void) { return __builtin_cpu_supports("avx2"); }
static int has_ssse3(void) { return __builtin_cpu_supports("ssse3"); }
static int has_sse2(void) { return 1; }

// The widest first. Operations of a turn: the sums, times the lanes, times two.
static const kind floats[] = {{"AVX-512 FMA", has_avx512, float_avx512, SUMS * 16 * 2},
                              {"AVX2 FMA", has_fma, float_avx2, SUMS * 8 * 2},
                              {"SSE2", has_sse2, float_sse2, SUMS * 4 * 2}};
static const kind bytes[] = {{"AVX-512 VNNI", has_avx512_vnni, bytes_avx512_vnni, SUMS * 64 * 2},
                             {"AVX-VNNI", has_avx_vnni, bytes_avx_vnni, SUMS * 32 * 2},
                             {"AVX2", has_avx2, bytes_avx2, SUMS * 32 * 2},
                             {"SSSE3", has_ssse3, bytes_ssse3, SUMS * 16 * 2}};

static double now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int measure(const kind *kinds, int count) {
  for (int i = 0; i < count; i++) {
    if (!kinds[i].is_there())
      continue;
    double least = 1e18;
    for (int round = 0; round < ROUNDS; round++) {
      const double start = now_ns();
      kinds[i].work();
      const double spent = now_ns() - start;
      least = spent < least ? spent : least;
    }
    printf("%.1f %s\n", kinds[i].operations * TURNS / least, kinds[i].instructions);
    return 1;
  }
  return 0;
}

int main(void) {
  return measure(floats, sizeof floats / sizeof *floats) && measure(bytes, sizeof bytes / sizeof *bytes) ? 0 : 1;
}
