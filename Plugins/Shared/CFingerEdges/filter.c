// SPDX-License-Identifier: Apache-2.0
// Ridges made clear: each cell by the Gabor filter of its orientation and period, in whole numbers, so that
// registers of any width give the same.
#include "steps.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

static const float filter_periods[periods] = {5, 6, 7, 8, 9, 10, 11.5F, 13, 15};
enum { filter_bits = 15 };
static int16_t filters[orientations][periods][filter_side][filter_row];
static once_flag filters_made = ONCE_FLAG_INIT;

static double within(double value, double low, double high) {
  return value < low ? low : value > high ? high : value;
}

static void make_one(int16_t to[filter_side][filter_row], double angle, double period) {
  const double pi = 3.14159265358979323846;
  const double across_width = within(0.44 * period, 3, 5), along_width = within(0.55 * period, 4, 5);
  double values[filter_side][filter_side], sum = 0, size = 0;
  for (int y = 0; y < filter_side; y++) {
    for (int x = 0; x < filter_side; x++) {
      const double dx = x - radius, dy = y - radius;
      const double along = dx * cos(angle) + dy * sin(angle), across = dy * cos(angle) - dx * sin(angle);
      values[y][x] = exp(-across * across / (2 * across_width * across_width) -
                         along * along / (2 * along_width * along_width)) *
                     cos(2 * pi * across / period);
      sum += values[y][x];
    }
  }
  // No answer to even light, and at most 1 to anything.
  for (int y = 0; y < filter_side; y++) {
    for (int x = 0; x < filter_side; x++) {
      values[y][x] -= sum / (filter_side * filter_side);
      size += fabs(values[y][x]);
    }
  }
  for (int y = 0; y < filter_side; y++) {
    for (int x = 0; x < filter_side; x++) {
      to[y][x] = (int16_t)lrint(values[y][x] / size * (1 << filter_bits));
    }
  }
}

static void make_all(void) {
  for (int o = 0; o < orientations; o++) {
    for (int p = 0; p < periods; p++) {
      make_one(filters[o][p], o * 3.14159265358979323846 / orientations, (double)filter_periods[p]);
    }
  }
}

// The filter's answers to four pixels side by side.
typedef void (*filter_four)(const int16_t *from, int stride, const int16_t (*filter)[filter_row], int32_t to[cell]);

#if defined(__x86_64__)

__attribute__((target("avx2"))) static void four_avx2(const int16_t *from, int stride,
                                                      const int16_t (*filter)[filter_row], int32_t to[cell]) {
  __m256i wide[cell];
  __m128i narrow[cell];
  for (int x = 0; x < cell; x++) {
    wide[x] = _mm256_setzero_si256();
    narrow[x] = _mm_setzero_si128();
  }
  for (int j = 0; j < filter_side; j++) {
    const int16_t *row = from + (ptrdiff_t)j * stride;
    const __m256i a = _mm256_loadu_si256((const __m256i *)filter[j]);
    const __m128i b = _mm_loadu_si128((const __m128i *)(filter[j] + 16));
    for (int x = 0; x < cell; x++) {
      wide[x] = _mm256_add_epi32(wide[x], _mm256_madd_epi16(_mm256_loadu_si256((const __m256i *)(row + x)), a));
      narrow[x] = _mm_add_epi32(narrow[x], _mm_madd_epi16(_mm_loadu_si128((const __m128i *)(row + x + 16)), b));
    }
  }
  for (int x = 0; x < cell; x++) {
    __m128i sum = _mm_add_epi32(narrow[x], _mm_add_epi32(_mm256_castsi256_si128(wide[x]),
                                                         _mm256_extracti128_si256(wide[x], 1)));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1));
    to[x] = _mm_cvtsi128_si32(sum);
  }
}

#endif

static void four_portable(const int16_t *from, int stride, const int16_t (*filter)[filter_row],
                          int32_t to[cell]) {
  for (int x = 0; x < cell; x++) {
    int32_t sum = 0;
    for (int j = 0; j < filter_side; j++) {
      const int16_t *row = from + (ptrdiff_t)j * stride + x;
      for (int i = 0; i < filter_row; i++) {
        sum += row[i] * filter[j][i];
      }
    }
    to[x] = sum;
  }
}

static filter_four best(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    return four_avx2;
  }
#endif
  return four_portable;
}

static int nearest_period(float period) {
  int best = 0;
  for (int k = 1; k < periods; k++) {
    if (fabsf(filter_periods[k] - period) < fabsf(filter_periods[best] - period)) {
      best = k;
    }
  }
  return best;
}

void imp_finger_filter(work *w, int16_t *from, int16_t *to, int gain) {
  call_once(&filters_made, make_all);
  const filter_four four = best();
  for (int cy = 0; cy < w->cells_down; cy++) {
    for (int cx = 0; cx < w->cells_across; cx++) {
      const int at = cy * w->cells_across + cx;
      const int x0 = cx * cell, y0 = cy * cell;
      const int x1 = x0 + cell < w->width ? x0 + cell : w->width, y1 = y0 + cell < w->height ? y0 + cell : w->height;
      if (!w->mask[at]) {
        for (int y = y0; y < y1; y++) {
          memset(imp_finger_row(w, to, y) + x0, 0, (size_t)(x1 - x0) * sizeof *to);
        }
        continue;
      }
      const int o = (int)lrintf(w->orientation[at] * orientations / 3.14159265F) % orientations;
      const int p = nearest_period(w->period[y0 / block * w->blocks_across + x0 / block]);
      for (int y = y0; y < y1; y++) {
        int32_t sums[cell];
        four(imp_finger_row(w, from, y) + x0 - (ptrdiff_t)radius * w->stride - radius, w->stride,
             (const int16_t (*)[filter_row])filters[o][p], sums);
        int16_t *row = imp_finger_row(w, to, y);
        for (int x = x0; x < x1; x++) {
          const int32_t v = sums[x - x0] / (1 << 10) * gain / (1 << (filter_bits - 10));
          row[x] = (int16_t)(v > unit ? unit : v < -unit ? -unit : v);
        }
      }
    }
  }
}
