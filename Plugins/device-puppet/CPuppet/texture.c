// SPDX-License-Identifier: Apache-2.0
#include "texture.h"

#include <pthread.h>
#include <stdlib.h>

static uint16_t to_light[256];
static uint8_t to_srgb[LIGHT_ONE];

static void make_tables(void) {
  for (int i = 0; i < 256; i++) {
    const double value = i / 255.0;
    const double light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
    to_light[i] = (uint16_t)lrint(light * LIGHT_ONE);
  }
  for (int i = 0; i < LIGHT_ONE; i++) {
    const double light = (i + 0.5) / LIGHT_ONE;
    const double value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055;
    to_srgb[i] = (uint8_t)lrint(value * 255);
  }
}

static pthread_once_t tables_made = PTHREAD_ONCE_INIT;

const uint16_t *light_of_srgb(void) {
  pthread_once(&tables_made, make_tables);
  return to_light;
}

const uint8_t *srgb_of_light(void) {
  pthread_once(&tables_made, make_tables);
  return to_srgb;
}

int texture_allocate(puppet_texture *texture, uint32_t width, uint32_t height) {
  memset(texture, 0, sizeof *texture);
  if (width < 1 || height < 1 || width > PUPPET_LARGEST_SIDE || height > PUPPET_LARGEST_SIDE) {
    return PUPPET_E_ARGUMENT;
  }
  int32_t w = (int32_t)width, h = (int32_t)height;
  for (int i = 0; i < TEXTURE_LEVELS; i++) {
    const size_t count = (size_t)(w + 1) * (size_t)(h + 1);
    uint16_t *texels = calloc(count, 4 * sizeof *texels);
    if (texels == NULL) {
      texture_free(texture);
      return PUPPET_E_MEMORY;
    }
    for (size_t t = 0; t < count; t++) {
      texels[4 * t + 3] = LIGHT_ONE;
    }
    texture->level[i] = (texture_level){w, h, texels};
    texture->levels = i + 1;
    if (w <= 4 || h <= 4) {
      break;
    }
    w = (w + 1) / 2;
    h = (h + 1) / 2;
  }
  return PUPPET_OK;
}

void texture_free(puppet_texture *texture) {
  for (int i = 0; i < texture->levels; i++) {
    free(texture->level[i].texels);
  }
  texture->levels = 0;
}

static void copy_edges(const texture_level *level) {
  for (int32_t y = 0; y < level->height; y++) {
    memcpy(texel_at(level, level->width, y), texel_at(level, level->width - 1, y), 8);
  }
  memcpy(texel_at(level, 0, level->height), texel_at(level, 0, level->height - 1),
         8 * (size_t)(level->width + 1));
}

// Colours weigh by their coverage, so that what is cut out leaves no rim. The
// copied edge stands in for the second column or row of an odd size.
static void halve(const texture_level *from, const texture_level *to) {
  for (int32_t y = 0; y < to->height; y++) {
    for (int32_t x = 0; x < to->width; x++) {
      const uint16_t *a = texel_at(from, 2 * x, 2 * y);
      const uint16_t *b = a + 4 * (size_t)(from->width + 1);
      const four texels[4] = {load_four(a), load_four(a + 4), load_four(b), load_four(b + 4)};
      four sum = {0, 0, 0, 0};
      for (int i = 0; i < 4; i++) {
        const float weight = texels[i][3] + 1;
        const four weights = {weight, weight, weight, 1};
        sum += texels[i] * weights;
      }
      const float inverse = 1 / (sum[3] + 4);
      const four scales = {inverse, inverse, inverse, 0.25f};
      store_four(texel_at(to, x, y), sum * scales + 0.5f);
    }
  }
}

void texture_finish(puppet_texture *texture) {
  copy_edges(&texture->level[0]);
  for (int i = 1; i < texture->levels; i++) {
    halve(&texture->level[i - 1], &texture->level[i]);
    copy_edges(&texture->level[i]);
  }
}

int32_t texture_level_for(const puppet_texture *texture, float texels) {
  int32_t level = 0;
  while (level + 1 < texture->levels && texels > 1.4f) {
    texels /= 2;
    level++;
  }
  return level;
}

int puppet_texture_create(uint32_t width, uint32_t height, puppet_texture **texture) {
  puppet_texture *made = malloc(sizeof *made);
  if (made == NULL) {
    return PUPPET_E_MEMORY;
  }
  const int status = texture_allocate(made, width, height);
  if (status != PUPPET_OK) {
    free(made);
    return status;
  }
  *texture = made;
  return PUPPET_OK;
}

void puppet_texture_set(puppet_texture *texture, const uint8_t *rgb, size_t row_bytes) {
  const uint16_t *light = light_of_srgb();
  const texture_level *level = &texture->level[0];
  for (int32_t y = 0; y < level->height; y++) {
    const uint8_t *from = rgb + (size_t)y * row_bytes;
    uint16_t *to = texel_at(level, 0, y);
    for (int32_t x = 0; x < level->width; x++, from += 3, to += 4) {
      to[0] = light[from[0]];
      to[1] = light[from[1]];
      to[2] = light[from[2]];
      to[3] = LIGHT_ONE;
    }
  }
  texture_finish(texture);
}

void puppet_texture_destroy(puppet_texture *texture) {
  if (texture != NULL) {
    texture_free(texture);
    free(texture);
  }
}
