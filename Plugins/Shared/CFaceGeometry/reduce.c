// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "CFaceGeometry.h"

// The sum of a block's bytes fits 32 bits.
enum { largest_block = 4096 };

// The pixels of an image that a chip needs, from (left, top), in blocks of
// factor x factor.
typedef struct part {
  uint32_t left;
  uint32_t top;
  uint32_t right;
  uint32_t bottom;
  uint32_t factor;
} part;

// The first and last pixel along one axis, in whole blocks where the image has
// them. The least block's place does not depend on the face's: averages of the
// same pixels are the same for two frames.
static int clip(double from, double to, uint32_t length, uint32_t factor, uint32_t *first, uint32_t *last) {
  // Two blocks more on each side, for interpolation. False for NaN too.
  const double low = fmax(from - 2.0 * factor, 0);
  const double high = fmin(to + 2.0 * factor, (double)length);
  if (!(low < high)) {
    return 0;
  }
  *first = (uint32_t)low / factor * factor;
  const uint64_t end = ((uint64_t)ceil(high) + factor - 1) / factor * factor;
  *last = end < length ? (uint32_t)end : length;
  return 1;
}

static int find_part(const imp_image *image, const imp_affine *map, uint32_t width, uint32_t height,
                     uint32_t factor, part *part) {
  double low_x = INFINITY;
  double low_y = INFINITY;
  double high_x = -INFINITY;
  double high_y = -INFINITY;
  for (int corner = 0; corner < 4; corner++) {
    const double u = corner & 1 ? width : 0;
    const double v = corner & 2 ? height : 0;
    const double x = map->xx * u + map->xy * v + map->x0;
    const double y = map->yx * u + map->yy * v + map->y0;
    low_x = fmin(low_x, x);
    low_y = fmin(low_y, y);
    high_x = fmax(high_x, x);
    high_y = fmax(high_y, y);
  }
  part->factor = factor;
  return clip(low_x, high_x, image->width, factor, &part->left, &part->right) &&
         clip(low_y, high_y, image->height, factor, &part->top, &part->bottom);
}

static void add_bytes(const uint8_t *restrict row, size_t count, uint32_t *restrict sums) {
  for (size_t i = 0; i < count; i++) {
    sums[i] += row[i];
  }
}

// The means of one row of blocks, from sums of its columns.
static uint8_t *mean_row(const uint32_t *sums, uint32_t columns, uint32_t channels, uint32_t factor, uint32_t high,
                         uint8_t *out) {
  for (uint32_t x = 0; x < columns; x += factor) {
    const uint32_t wide = columns - x < factor ? columns - x : factor;
    const uint32_t count = wide * high;
    for (uint32_t c = 0; c < channels; c++) {
      uint32_t sum = count / 2;
      for (uint32_t k = 0; k < wide; k++) {
        sum += sums[(size_t)(x + k) * channels + c];
      }
      *out++ = (uint8_t)(sum / count);
    }
  }
  return out;
}

// Means of blocks; those at the image's edge may be smaller.
static void average(const imp_image *image, const part *part, uint32_t channels, uint32_t *sums, uint8_t *out) {
  const uint32_t columns = part->right - part->left;
  const size_t row_count = (size_t)columns * channels;
  for (uint32_t y = part->top; y < part->bottom; y += part->factor) {
    const uint32_t high = part->bottom - y < part->factor ? part->bottom - y : part->factor;
    memset(sums, 0, row_count * sizeof *sums);
    for (uint32_t k = 0; k < high; k++) {
      add_bytes(image->pixels.data + (size_t)(y + k) * image->row_bytes + (size_t)part->left * channels, row_count,
                sums);
    }
    // Most faces: without a division for each number.
    if (part->factor == 2 && high == 2 && columns % 2 == 0 && channels == 3) {
      for (uint32_t x = 0; x < columns; x += 2, out += 3) {
        const uint32_t *at = sums + (size_t)x * 3;
        for (int c = 0; c < 3; c++) {
          out[c] = (uint8_t)((at[c] + at[c + 3] + 2) / 4);
        }
      }
    } else {
      out = mean_row(sums, columns, channels, part->factor, high, out);
    }
  }
}

// How many pixels of the image one of the chip covers along an axis, by the rule
// of imp_face_chip: beyond one and a half there is more than one sample.
static uint32_t covered(const imp_affine *map) {
  const float scale = sqrtf(fabsf(map->xx * map->yy - map->xy * map->yx));
  const float wanted = ceilf(scale / 1.5f);
  // False for NaN too.
  return wanted > 1 ? (wanted < largest_block ? (uint32_t)wanted : largest_block) : 1;
}

imp_status imp_face_chip_of_means(const imp_image *image, const imp_affine *to_image, uint32_t width,
                                  uint32_t height, uint8_t *out) {
  const uint32_t factor = covered(to_image);
  part part;
  if (factor == 1 || !find_part(image, to_image, width, height, factor, &part)) {
    imp_face_chip(image, to_image, width, height, out);
    return IMP_OK;
  }
  const uint32_t channels = image->format == IMP_PIXEL_RGB24 ? 3 : 1;
  const uint32_t columns = (part.right - part.left + factor - 1) / factor;
  const uint32_t rows = (part.bottom - part.top + factor - 1) / factor;
  const size_t sums = (size_t)(part.right - part.left) * channels * sizeof(uint32_t);
  const size_t pixels = (size_t)columns * rows * channels;
  void *memory = malloc(sums + pixels);
  if (memory == NULL) {
    return IMP_E_MEMORY;
  }
  uint8_t *means = (uint8_t *)memory + sums;
  average(image, &part, channels, memory, means);
  imp_image reduced = *image;
  reduced.width = columns;
  reduced.height = rows;
  reduced.row_bytes = columns * channels;
  reduced.pixels = (imp_bytes){means, pixels};
  const float share = 1 / (float)factor;
  const imp_affine to_reduced = {to_image->xx * share, to_image->xy * share,
                                 (to_image->x0 - (float)part.left) * share,
                                 to_image->yx * share, to_image->yy * share,
                                 (to_image->y0 - (float)part.top) * share};
  imp_face_chip(&reduced, &to_reduced, width, height, out);
  free(memory);
  return IMP_OK;
}
