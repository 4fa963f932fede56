// SPDX-License-Identifier: Apache-2.0
// Pictures in linear light, each with its halves, quarters, and so on.
#ifndef PUPPET_TEXTURE_H
#define PUPPET_TEXTURE_H

#include "CPuppet.h"
#include "vectors.h"

// Linear light 1, and full coverage. The four values of a texel or pixel are red,
// green, blue and coverage; frames can be four times as bright.
#define LIGHT_ONE 16384
#define TEXTURE_LEVELS 7

// One column and one row more than its size: copies of the last, so that a sample
// needs no test for the edge.
typedef struct texture_level {
  int32_t width;
  int32_t height;
  uint16_t *texels;
} texture_level;

struct puppet_texture {
  int32_t levels;
  texture_level level[TEXTURE_LEVELS];
};

static inline uint16_t *texel_at(const texture_level *level, int32_t x, int32_t y) {
  return level->texels + 4 * ((size_t)y * (size_t)(level->width + 1) + (size_t)x);
}

static inline four load_four(const uint16_t *values) {
  four_short raw;
  memcpy(&raw, values, sizeof raw);
  return __builtin_convertvector(raw, four);
}

// Values of 0...65535.
static inline void store_four(uint16_t *values, four v) {
  const four_short raw = __builtin_convertvector(__builtin_convertvector(v, four_int), four_short);
  memcpy(values, &raw, sizeof raw);
}

// Bilinear; the centre of the first texel is (0.5, 0.5); beyond the edge, the edge.
static inline four texture_sample(const texture_level *level, float u, float v) {
  const float x = clamped(u - 0.5f, 0, (float)(level->width - 1));
  const float y = clamped(v - 0.5f, 0, (float)(level->height - 1));
  const int32_t column = (int32_t)x, row = (int32_t)y;
  const float right = x - (float)column, down = y - (float)row;
  const uint16_t *above = texel_at(level, column, row);
  const uint16_t *below = above + 4 * (size_t)(level->width + 1);
  const four top = load_four(above), bottom = load_four(below);
  const four upper = top + (load_four(above + 4) - top) * right;
  const four lower = bottom + (load_four(below + 4) - bottom) * right;
  return upper + (lower - upper) * down;
}

// Makes the levels of a picture of that size; all texels are black and opaque.
int texture_allocate(puppet_texture *texture, uint32_t width, uint32_t height);
void texture_free(puppet_texture *texture);

// After the texels of level 0 were written: its edge, and all other levels.
void texture_finish(puppet_texture *texture);

// The finest level that has at most 1.4 texels for a pixel of the frame, where the finest
// of all has `texels`.
int32_t texture_level_for(const puppet_texture *texture, float texels);

// sRGB (IEC 61966-2-1): 0...255 to 0...LIGHT_ONE, and back for 0...LIGHT_ONE - 1.
const uint16_t *light_of_srgb(void);
const uint8_t *srgb_of_light(void);

#endif
