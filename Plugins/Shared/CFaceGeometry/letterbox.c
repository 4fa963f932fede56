// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "CFaceGeometry.h"

// One axis of a separable filter: output i is the sum of `weights` times the
// `count` inputs from `first`. Weights are whole and sum to 256, so that a sum
// of weighted bytes fits 16 bits, and 8 of them one SSE2 register.
typedef struct tap_range {
  uint32_t first;
  uint32_t count;
  uint32_t weight; // index of the first weight
} tap_range;

enum { unit = 256 };

// Area average when shrinking: input k counts by how much of it lies under the output.
static uint32_t area_taps(uint32_t input, uint32_t output, uint32_t i, uint32_t *first, uint16_t *weights) {
  const double step = (double)input / output;
  const double from = i * step;
  const double to = fmin(from + step, (double)input);
  *first = (uint32_t)from;
  uint32_t count = 0;
  int32_t used = 0;
  for (uint32_t k = *first; k < input && k < to; k++) {
    // Rounding the running total keeps the sum exact.
    const int32_t total = (int32_t)lround(unit * (fmin(k + 1.0, to) - from) / (to - from));
    weights[count++] = (uint16_t)(total - used);
    used = total;
  }
  weights[count - 1] = (uint16_t)(weights[count - 1] + unit - used);
  return count;
}

// Bilinear, edges repeated.
static uint32_t bilinear_taps(uint32_t input, uint32_t output, uint32_t i, uint32_t *first, uint16_t *weights) {
  const double place = fmin(fmax((i + 0.5) * input / output - 0.5, 0), input - 1.0);
  *first = (uint32_t)place;
  const uint16_t second = (uint16_t)lround(unit * (place - *first));
  weights[0] = (uint16_t)(unit - second);
  if (second == 0 || *first + 1 >= input) {
    weights[0] = unit;
    return 1;
  }
  weights[1] = second;
  return 2;
}

static void make_taps(uint32_t input, uint32_t output, tap_range *ranges, uint16_t *weights) {
  uint32_t used = 0;
  for (uint32_t i = 0; i < output; i++) {
    ranges[i].weight = used;
    ranges[i].count = input >= 2 * output
                          ? area_taps(input, output, i, &ranges[i].first, weights + used)
                          : bilinear_taps(input, output, i, &ranges[i].first, weights + used);
    used += ranges[i].count;
  }
}

static void add_row(const uint8_t *restrict row, uint16_t weight, uint32_t count, uint16_t *restrict sums) {
  for (uint32_t i = 0; i < count; i++) {
    sums[i] = (uint16_t)(sums[i] + row[i] * weight);
  }
}

static void set_row(const uint8_t *restrict row, uint16_t weight, uint32_t count, uint16_t *restrict sums) {
  for (uint32_t i = 0; i < count; i++) {
    sums[i] = (uint16_t)(row[i] * weight);
  }
}

static void reduce_row(const uint16_t *sums, uint32_t channels, uint32_t width, const tap_range *ranges,
                       const uint16_t *weights, float *out) {
  const float scale = 1 / (127.5f * unit * unit);
  for (uint32_t x = 0; x < width; x++, out += 3) {
    const uint16_t *weight = weights + ranges[x].weight;
    const uint16_t *from = sums + (size_t)ranges[x].first * channels;
    uint32_t red = 0;
    uint32_t green = 0;
    uint32_t blue = 0;
    if (channels == 3) {
      for (uint32_t k = 0; k < ranges[x].count; k++, from += 3) {
        red += (uint32_t)from[0] * weight[k];
        green += (uint32_t)from[1] * weight[k];
        blue += (uint32_t)from[2] * weight[k];
      }
    } else {
      for (uint32_t k = 0; k < ranges[x].count; k++, from++) {
        red += (uint32_t)from[0] * weight[k];
      }
      green = blue = red;
    }
    out[0] = (float)red * scale - 1;
    out[1] = (float)green * scale - 1;
    out[2] = (float)blue * scale - 1;
  }
}

imp_status imp_face_letterbox(const imp_image *image, uint32_t side, float *out, imp_letterbox *box) {
  const uint32_t longer = image->width > image->height ? image->width : image->height;
  const double scale = (double)side / longer;
  const uint32_t width = (uint32_t)fmax(1, lround(image->width * scale));
  const uint32_t height = (uint32_t)fmax(1, lround(image->height * scale));
  const uint32_t left = (side - width) / 2;
  const uint32_t top = (side - height) / 2;
  const uint32_t channels = image->format == IMP_PIXEL_RGB24 ? 3 : 1;
  const uint32_t row_count = image->width * channels;

  // Adjacent outputs share at most one input: one weight more for each.
  const size_t weight_count = (size_t)image->width + image->height + 2 * ((size_t)width + height);
  tap_range *ranges = malloc(((size_t)width + height) * sizeof *ranges +
                             (weight_count + row_count) * sizeof(uint16_t));
  if (ranges == NULL) {
    return IMP_E_MEMORY;
  }
  uint16_t *weights_x = (uint16_t *)(ranges + width + height);
  uint16_t *weights_y = weights_x + image->width + 2 * (size_t)width;
  uint16_t *sums = weights_x + weight_count;
  const tap_range *ranges_y = ranges + width;
  make_taps(image->width, width, ranges, weights_x);
  make_taps(image->height, height, ranges + width, weights_y);

  for (size_t i = 0; i < (size_t)side * side * 3; i++) {
    out[i] = -1;
  }
  for (uint32_t y = 0; y < height; y++) {
    const uint16_t *weight = weights_y + ranges_y[y].weight;
    const uint8_t *row = image->pixels.data + (size_t)ranges_y[y].first * image->row_bytes;
    set_row(row, weight[0], row_count, sums);
    for (uint32_t k = 1; k < ranges_y[y].count; k++) {
      row += image->row_bytes;
      if (weight[k] != 0) { // over 256 rows to one, most count nothing
        add_row(row, weight[k], row_count, sums);
      }
    }
    reduce_row(sums, channels, width, ranges, weights_x, out + ((size_t)(top + y) * side + left) * 3);
  }
  free(ranges);
  *box = (imp_letterbox){(float)width / (float)image->width, (float)height / (float)image->height, (float)left,
                         (float)top};
  return IMP_OK;
}

static void move_pixel(float *picture, uint32_t side, uint32_t to_x, uint32_t to_y, uint32_t x, uint32_t y) {
  memcpy(picture + ((size_t)to_y * side + to_x) * 3, picture + ((size_t)y * side + x) * 3, 3 * sizeof(float));
}

static void turn_once(float *picture, uint32_t side) {
  const uint32_t last = side - 1;
  for (uint32_t y = 0; y < side / 2; y++) {
    for (uint32_t x = 0; x < (side + 1) / 2; x++) {
      // Each of four pixels takes the place of the next.
      float spared[3];
      memcpy(spared, picture + ((size_t)y * side + x) * 3, sizeof spared);
      move_pixel(picture, side, x, y, y, last - x);
      move_pixel(picture, side, y, last - x, last - x, last - y);
      move_pixel(picture, side, last - x, last - y, last - y, x);
      memcpy(picture + ((size_t)x * side + (last - y)) * 3, spared, sizeof spared);
    }
  }
}

void imp_face_turn(float *picture, uint32_t side, uint32_t quarters) {
  for (uint32_t i = 0; i < quarters % 4; i++) {
    turn_once(picture, side);
  }
}
