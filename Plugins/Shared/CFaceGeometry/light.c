// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "CFaceGeometry.h"

enum { levels = 256, darkest = 25, brightest = 247 };

static inline float luma(const float *pixel) {
  return 255 * (0.299f * pixel[0] + 0.587f * pixel[1] + 0.114f * pixel[2]);
}

typedef struct tally {
  uint32_t left[levels];
  uint32_t right[levels];
  uint32_t left_count;
  uint32_t right_count;
  double sum;
  double squares;
  double laplacians; // squared
} tally;

static void look_at(const float *crop, uint32_t side, uint32_t x, uint32_t y, int is_left, tally *tally) {
  const float *pixel = crop + ((size_t)y * side + x) * 3;
  const float value = luma(pixel);
  const float around = luma(pixel - 3) + luma(pixel + 3) + luma(pixel - 3 * (size_t)side) + luma(pixel + 3 * (size_t)side);
  const uint32_t level = value > 0 ? (value < levels - 1 ? (uint32_t)(value + 0.5f) : levels - 1) : 0;
  (is_left ? tally->left : tally->right)[level] += 1;
  *(is_left ? &tally->left_count : &tally->right_count) += 1;
  tally->sum += value;
  tally->squares += value * value;
  tally->laplacians += (around - 4 * value) * (around - 4 * value);
}

static imp_face_light conclude(const tally *tally) {
  imp_face_light light = {.pixels = tally->left_count + tally->right_count};
  if (light.pixels == 0) {
    return light;
  }
  for (uint32_t i = 0; i < levels; i++) {
    const float share = (float)(tally->left[i] + tally->right[i]) / (float)light.pixels;
    light.dark += i <= darkest ? share : 0;
    light.bright += i >= brightest ? share : 0;
    light.entropy -= share > 0 ? share * log2f(share) : 0;
    if (tally->left_count > 0 && tally->right_count > 0) {
      light.symmetry += fminf((float)tally->left[i] / (float)tally->left_count,
                              (float)tally->right[i] / (float)tally->right_count);
    }
  }
  const double mean = tally->sum / light.pixels;
  const double variance = tally->squares / light.pixels - mean * mean;
  // Below half a grey level there is nothing to be sharp.
  light.sharpness = variance > 0.25 ? (float)sqrt(tally->laplacians / light.pixels / variance) : 0;
  return light;
}

imp_face_light imp_face_measure_light(const float *crop, uint32_t side, imp_point centre, float half_width,
                                      float half_height, imp_point top, imp_point bottom) {
  tally tally = {.sum = 0};
  // One pixel from the edge, for the Laplacian's neighbours.
  for (uint32_t y = 1; y + 1 < side; y++) {
    for (uint32_t x = 1; x + 1 < side; x++) {
      const float u = ((float)x + 0.5f - centre.x) / half_width;
      const float v = ((float)y + 0.5f - centre.y) / half_height;
      if (!(u * u + v * v <= 1)) {
        continue;
      }
      const float across = (bottom.x - top.x) * ((float)y + 0.5f - top.y) -
                           (bottom.y - top.y) * ((float)x + 0.5f - top.x);
      look_at(crop, side, x, y, across > 0, &tally);
    }
  }
  return conclude(&tally);
}
