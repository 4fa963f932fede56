// SPDX-License-Identifier: Apache-2.0
#include "CImprintPixels.h"

#include <stdlib.h>

// Weights are whole numbers that sum up to exactly `total`, however long an axis is: no share is rounded.
// Sums are divided by it with a reciprocal of RECIPROCAL_BITS. Between the two passes a sample keeps
// BETWEEN_BITS of fraction. The largest sum, 2 * 65535 * 255 << BETWEEN_BITS, fits 32 bits.
enum { BETWEEN_BITS = 6, RECIPROCAL_BITS = 48 };

// Which source samples make one destination sample.
typedef struct {
  size_t first, count, at; // `at`: of the first weight
} span_t;

typedef struct {
  span_t *spans;
  uint32_t *weights;
  uint64_t total;
} axis_t;

static void release(axis_t *axis) {
  free(axis->spans);
  free(axis->weights);
}

static bool plan_area(axis_t *axis, size_t from, size_t to) {
  axis->weights = malloc((from + 2 * to) * sizeof *axis->weights);
  if (!axis->weights)
    return false;
  axis->total = from;
  size_t used = 0;
  for (size_t i = 0; i < to; i++) {
    // In units of 1 / to source samples: this one covers i * from ... (i + 1) * from.
    const uint64_t begin = (uint64_t)i * from, end = begin + from;
    const size_t first = (size_t)(begin / to), last = (size_t)((end - 1) / to);
    axis->spans[i] = (span_t){first, last - first + 1, used};
    for (uint64_t s = first; s <= last; s++) {
      const uint64_t left = s * to > begin ? s * to : begin;
      const uint64_t right = (s + 1) * to < end ? (s + 1) * to : end;
      axis->weights[used++] = (uint32_t)(right - left);
    }
  }
  return true;
}

static bool plan_linear(axis_t *axis, size_t from, size_t to) {
  axis->weights = malloc(2 * to * sizeof *axis->weights);
  if (!axis->weights)
    return false;
  axis->total = 2 * (uint64_t)to;
  for (size_t i = 0; i < to; i++) {
    // The middle of the destination sample, in halves of 1 / to source samples, less half a source sample.
    const int64_t middle = (int64_t)(2 * i + 1) * (int64_t)from - (int64_t)to;
    const int64_t unit = 2 * (int64_t)to;
    const size_t first = middle <= 0 ? 0 : (size_t)(middle / unit);
    const bool alone = middle <= 0 || first + 1 >= from;
    const int64_t second = alone ? 0 : middle % unit;
    axis->spans[i] = (span_t){first, alone ? 1 : 2, 2 * i};
    axis->weights[2 * i] = (uint32_t)(unit - second);
    axis->weights[2 * i + 1] = (uint32_t)second;
  }
  return true;
}

static bool plan(axis_t *axis, size_t from, size_t to) {
  axis->weights = NULL;
  axis->spans = malloc(to * sizeof *axis->spans);
  return axis->spans && (to < from ? plan_area(axis, from, to) : plan_linear(axis, from, to));
}

// One destination row's sources, summed up down the columns.
static void sum_rows(const uint8_t *src, size_t src_stride, size_t samples, const axis_t *rows, size_t y,
                     uint32_t *sums, uint16_t *between) {
  const span_t span = rows->spans[y];
  for (size_t i = 0; i < samples; i++)
    sums[i] = 0;
  for (size_t r = 0; r < span.count; r++) {
    const uint8_t *row = src + (span.first + r) * src_stride;
    const uint32_t weight = rows->weights[span.at + r];
    for (size_t i = 0; i < samples; i++)
      sums[i] += weight * row[i];
  }
  const uint64_t reciprocal = ((uint64_t)1 << (RECIPROCAL_BITS + BETWEEN_BITS)) / rows->total;
  const uint64_t half = (uint64_t)1 << (RECIPROCAL_BITS - 1);
  for (size_t i = 0; i < samples; i++)
    between[i] = (uint16_t)((sums[i] * reciprocal + half) >> RECIPROCAL_BITS);
}

static void sum_columns(const uint16_t *between, size_t channels, const axis_t *columns, uint8_t *dst,
                        size_t width) {
  const uint64_t reciprocal = ((uint64_t)1 << (RECIPROCAL_BITS - BETWEEN_BITS)) / columns->total;
  const uint64_t half = (uint64_t)1 << (RECIPROCAL_BITS - 1);
  for (size_t x = 0; x < width; x++) {
    const span_t span = columns->spans[x];
    for (size_t c = 0; c < channels; c++) {
      uint32_t sum = 0;
      for (size_t s = 0; s < span.count; s++)
        sum += columns->weights[span.at + s] * between[(span.first + s) * channels + c];
      *dst++ = (uint8_t)((sum * reciprocal + half) >> RECIPROCAL_BITS);
    }
  }
}

bool imp_pixels_scale(const uint8_t *src, size_t src_stride, size_t src_width, size_t src_height,
                      size_t channels, uint8_t *dst, size_t dst_width, size_t dst_height) {
  const size_t samples = src_width * channels;
  axis_t columns, rows;
  const bool across = plan(&columns, src_width, dst_width);
  const bool down = plan(&rows, src_height, dst_height);
  uint32_t *sums = malloc(samples * sizeof *sums);
  uint16_t *between = malloc(samples * sizeof *between);
  const bool ready = across && down && sums && between;
  if (ready)
    for (size_t y = 0; y < dst_height; y++) {
      sum_rows(src, src_stride, samples, &rows, y, sums, between);
      sum_columns(between, channels, &columns, dst + y * dst_width * channels, dst_width);
    }
  free(between);
  free(sums);
  release(&rows);
  release(&columns);
  return ready;
}
