// SPDX-License-Identifier: Apache-2.0
#include "room.h"

#include <stdlib.h>

#include "random.h"
#include "texture.h"

// Painted twice as large, and then halved: that is what smooths edges.
typedef struct painting {
  float *pixels; // linear red, green, blue
  float *grain;  // of a row
  int32_t width;
  int32_t height;
  uint64_t random;
} painting;

typedef struct colour {
  float part[3];
} colour;

static colour mixed(colour a, colour b, float share) {
  for (int k = 0; k < 3; k++) {
    a.part[k] += share * (b.part[k] - a.part[k]);
  }
  return a;
}

static colour scaled(colour a, float by) {
  for (int k = 0; k < 3; k++) {
    a.part[k] *= by;
  }
  return a;
}

// Muted, as what stands in rooms is.
static colour some_colour(uint64_t *random, float lightness, float saturation) {
  const float hue = random_between(random, 0, 6.2831853f);
  colour c;
  for (int k = 0; k < 3; k++) {
    c.part[k] = lightness * (1 + saturation * sinf(hue + 2.0943951f * (float)k));
  }
  return c;
}

// MARK: Grain

// Two numbers of a grid point become one of 0...1, always the same (a finalizer of MurmurHash3).
static float grain_at(int32_t x, int32_t y, uint32_t salt) {
  uint32_t hash = (uint32_t)x * 0x9E3779B1u ^ (uint32_t)y * 0x85EBCA77u ^ salt;
  hash = (hash ^ (hash >> 16)) * 0x85EBCA6Bu;
  hash = (hash ^ (hash >> 13)) * 0xC2B2AE35u;
  return (float)((hash ^ (hash >> 16)) >> 8) / 16777216.0f;
}

static float smooth_grain(float x, float y, uint32_t salt) {
  const int32_t column = floor_int(x), row = floor_int(y);
  const float right = smooth_step(0, 1, x - (float)column), down = smooth_step(0, 1, y - (float)row);
  const float top = grain_at(column, row, salt) * (1 - right) + grain_at(column + 1, row, salt) * right;
  const float bottom =
      grain_at(column, row + 1, salt) * (1 - right) + grain_at(column + 1, row + 1, salt) * right;
  return top + (bottom - top) * down;
}

// Five octaves, mean 0, within +-1; `size` is the largest spot's.
static float mottle(float x, float y, float size, uint32_t salt) {
  float sum = 0, share = 0.5f;
  for (uint32_t octave = 0; octave < 5; octave++, size /= 2.1f, share /= 1.6f) {
    sum += share * (2 * smooth_grain(x / size, y / size, salt + octave) - 1);
  }
  return sum / 1.2f;
}

// MARK: Shapes, in shares of the height from the top left

typedef struct box {
  float left;
  float top;
  float right;
  float bottom;
} box;

static int32_t pixel_of(const painting *p, float place, int32_t most) {
  return (int32_t)clamped(place * (float)p->height, 0, (float)most);
}

// A surface of one material: its grain is `roughness`, stretched along the longer side. One grain for four
// points of the painting, which become one pixel.
static void paint_box(painting *p, box b, colour c, float roughness) {
  const uint32_t salt = (uint32_t)random_bits(&p->random);
  const int is_tall = b.bottom - b.top > b.right - b.left;
  const int32_t left = pixel_of(p, b.left, p->width), right = pixel_of(p, b.right, p->width);
  const int32_t top = pixel_of(p, b.top, p->height), bottom = pixel_of(p, b.bottom, p->height);
  for (int32_t y = top; y < bottom; y++) {
    for (int32_t x = left; x < right; x++) {
      if (y == top || y % 2 == 0) {
        const float u = (float)x / (float)p->height, v = (float)y / (float)p->height;
        p->grain[x] = x > left && x % 2 != 0 ? p->grain[x - 1]
                                             : mottle(is_tall ? u * 5 : u, is_tall ? v : v * 5, 0.08f, salt);
      }
      float *pixel = p->pixels + 3 * ((size_t)y * (size_t)p->width + (size_t)x);
      for (int k = 0; k < 3; k++) {
        pixel[k] = c.part[k] * (1 + roughness * p->grain[x]);
      }
    }
  }
}

// What stands before a wall darkens it a little to the right and below.
static void paint_shadow(painting *p, box b, float width) {
  for (int32_t y = pixel_of(p, b.top, p->height); y < pixel_of(p, b.bottom + width, p->height); y++) {
    for (int32_t x = pixel_of(p, b.left, p->width); x < pixel_of(p, b.right + width, p->width); x++) {
      const float u = (float)x / (float)p->height - b.right, v = (float)y / (float)p->height - b.bottom;
      const float shade = 1 - 0.4f * (1 - clamped(fmaxf(u, v) / width, 0, 1));
      float *pixel = p->pixels + 3 * ((size_t)y * (size_t)p->width + (size_t)x);
      for (int k = 0; k < 3; k++) {
        pixel[k] *= shade;
      }
    }
  }
}

// MARK: Furniture

static void paint_wall(painting *p) {
  uint64_t *random = &p->random;
  const colour wall =
      some_colour(random, random_between(random, 0.25f, 0.55f), random_between(random, 0.02f, 0.16f));
  const float stripes = random_between(random, -1, 1) > 0.2f ? random_between(random, 0.02f, 0.07f) : 0;
  const float period = random_between(random, 0.05f, 0.11f);
  const float lamp = random_between(random, -0.1f, 1.4f);
  const uint32_t salt = (uint32_t)random_bits(random);
  for (int32_t y = 0; y < p->height; y++) {
    for (int32_t x = 0; x < p->width; x++) {
      const float u = (float)x / (float)p->height, v = (float)y / (float)p->height;
      if (y % 2 == 0) {
        p->grain[x] = x % 2 != 0
                          ? p->grain[x - 1]
                          : 1 + 0.07f * mottle(u, v, 0.2f, salt) + 0.05f * mottle(u, v, 0.02f, salt + 9);
      }
      const float lit = 1.15f - 0.3f * flat_length(u - lamp, v + 0.2f);
      const float stripe = stripes > 0 && u / period - (float)floor_int(u / period) < 0.5f ? 1 + stripes : 1;
      const colour c = scaled(wall, lit * stripe * p->grain[x]);
      memcpy(p->pixels + 3 * ((size_t)y * (size_t)p->width + (size_t)x), c.part, sizeof c.part);
    }
  }
}

static void paint_books(painting *p, box shelf) {
  uint64_t *random = &p->random;
  for (float x = shelf.left; x < shelf.right - 0.012f;) {
    const float width = random_between(random, 0.012f, 0.034f);
    if (random_between(random, 0, 1) < 0.08f) {
      x += 2 * width;
      continue;
    }
    const float height = (shelf.bottom - shelf.top) * random_between(random, 0.6f, 0.93f);
    const colour cover =
        some_colour(random, random_between(random, 0.03f, 0.4f), random_between(random, 0.1f, 0.8f));
    const box book = {x, shelf.bottom - height, fminf(x + width, shelf.right), shelf.bottom};
    paint_box(p, book, cover, 0.3f);
    const colour letters = random_between(random, 0, 1) < 0.6f ? (colour){{0.7f, 0.62f, 0.35f}}
                                                               : (colour){{0.75f, 0.75f, 0.72f}};
    const float title = random_between(random, 0.15f, 0.5f) * height;
    for (float y = book.top + title; y < book.top + title + 0.3f * height; y += 0.006f) {
      const float length = random_between(random, 0.3f, 0.7f) * width;
      paint_box(p, (box){x + (width - length) / 2, y, x + (width + length) / 2, y + 0.003f},
                mixed(cover, letters, 0.7f), 0);
    }
    paint_box(p, (box){book.right - 0.0015f, book.top, book.right, book.bottom}, scaled(cover, 0.3f), 0);
    x += width;
  }
}

static void paint_shelves(painting *p, float left, float width) {
  uint64_t *random = &p->random;
  const float top = random_between(random, -0.05f, 0.12f), space = random_between(random, 0.2f, 0.28f);
  const colour wood = mixed(some_colour(random, 0.2f, 0.1f), (colour){{0.26f, 0.15f, 0.08f}}, 0.7f);
  paint_shadow(p, (box){left, top, left + width, 1}, 0.03f);
  paint_box(p, (box){left, top, left + width, 1}, scaled(wood, 0.25f), 0.3f);
  for (float y = top; y < 1; y += space) {
    paint_books(p, (box){left + 0.015f, y + 0.02f, left + width - 0.015f, y + space});
    paint_box(p, (box){left, y, left + width, y + 0.018f}, wood, 0.5f);
    paint_box(p, (box){left, y + 0.018f, left + width, y + 0.024f}, scaled(wood, 0.3f), 0);
  }
  paint_box(p, (box){left, top, left + 0.015f, 1}, wood, 0.5f);
  paint_box(p, (box){left + width - 0.015f, top, left + width, 1}, scaled(wood, 0.8f), 0.5f);
}

// A landscape of soft hills, in a frame.
static void paint_picture(painting *p, float left, float top, float width, float height) {
  uint64_t *random = &p->random;
  const box frame = {left, top, left + width, top + height};
  paint_shadow(p, frame, 0.02f);
  paint_box(p, frame, some_colour(random, random_between(random, 0.03f, 0.3f), 0.3f), 0.4f);
  const float edge = 0.014f;
  const box mat = {left + edge, top + edge, left + width - edge, top + height - edge};
  paint_box(p, mat, (colour){{0.72f, 0.71f, 0.66f}}, 0.05f);
  const box view = {mat.left + 2 * edge, mat.top + 2 * edge, mat.right - 2 * edge, mat.bottom - 2 * edge};
  const colour sky = some_colour(random, 0.5f, 0.35f), hill = some_colour(random, 0.2f, 0.6f);
  paint_box(p, view, sky, 0.25f);
  for (int ridge = 0; ridge < 3; ridge++) {
    const uint32_t salt = (uint32_t)random_bits(random);
    const colour c = mixed(hill, sky, 0.6f - 0.25f * (float)ridge);
    for (float x = view.left; x < view.right; x += 0.002f) {
      const float y = view.top + (view.bottom - view.top) *
                                     (0.45f + 0.17f * (float)ridge + 0.35f * mottle(x, 0, 0.12f, salt));
      paint_box(p, (box){x, fmaxf(y, view.top), fminf(x + 0.002f, view.right), view.bottom}, c, 0.3f);
    }
  }
}

static void paint_window(painting *p, float left, float top, float width, float height) {
  uint64_t *random = &p->random;
  const colour white = {{0.62f, 0.62f, 0.6f}};
  const box frame = {left, top, left + width, top + height};
  paint_shadow(p, frame, 0.02f);
  paint_box(p, frame, white, 0.05f);
  for (int pane = 0; pane < 4; pane++) {
    const float w = width / 2, h = height / 2;
    const box glass = {left + (float)(pane % 2) * w + 0.02f, top + (float)(pane / 2) * h + 0.02f,
                       left + (float)(pane % 2 + 1) * w - 0.02f, top + (float)(pane / 2 + 1) * h - 0.02f};
    paint_box(p, glass, (colour){{0.55f, 0.66f, 0.8f}}, 0.25f);
    const float trees = glass.top + (glass.bottom - glass.top) * (pane < 2 ? 0.7f : 0.1f);
    paint_box(p, (box){glass.left, trees, glass.right, glass.bottom}, some_colour(random, 0.16f, 0.5f), 0.9f);
  }
}

static void paint_door(painting *p, float left, float width) {
  uint64_t *random = &p->random;
  const colour wood = mixed(some_colour(random, 0.35f, 0.15f), (colour){{0.5f, 0.42f, 0.3f}}, 0.5f);
  const float top = 0.1f;
  paint_box(p, (box){left - 0.03f, top - 0.04f, left + width + 0.03f, 1}, scaled(wood, 1.25f), 0.15f);
  paint_box(p, (box){left, top, left + width, 1}, wood, 0.35f);
  for (int panel = 0; panel < 4; panel++) {
    const float w = width / 2, h = 0.38f;
    const box b = {left + (float)(panel % 2) * w + 0.03f, top + 0.04f + (float)(panel / 2) * (h + 0.06f),
                   left + (float)(panel % 2 + 1) * w - 0.03f,
                   top + 0.04f + (float)(panel / 2) * (h + 0.06f) + h};
    paint_box(p, b, scaled(wood, 0.6f), 0.2f);
    paint_box(p, (box){b.left + 0.012f, b.top + 0.012f, b.right, b.bottom}, scaled(wood, 0.95f), 0.35f);
  }
}

static void furnish(painting *p) {
  uint64_t *random = &p->random;
  const float wide = (float)p->width / (float)p->height;
  paint_wall(p);
  const int is_mirrored = random_between(random, 0, 1) < 0.5f;
  const float shelf = random_between(random, 0.34f, 0.5f) * wide / 1.33f;
  paint_shelves(
      p, is_mirrored ? wide - shelf - random_between(random, 0, 0.1f) : random_between(random, 0, 0.1f),
      shelf);
  const float rest = is_mirrored ? 0.02f : shelf + 0.15f, space = wide - shelf - 0.17f;
  const float choice = random_between(random, 0, 3);
  if (choice < 1) {
    paint_window(p, rest + 0.1f * space, random_between(random, 0.05f, 0.15f), 0.75f * space,
                 random_between(random, 0.4f, 0.6f));
  } else if (choice < 2) {
    paint_door(p, rest + random_between(random, 0.2f, 0.4f) * space, 0.42f);
    paint_picture(p, rest + 0.02f * space, random_between(random, 0.15f, 0.3f), 0.15f * space + 0.05f, 0.2f);
  } else {
    paint_picture(p, rest + 0.02f * space, random_between(random, 0.05f, 0.2f), 0.42f * space,
                  random_between(random, 0.25f, 0.4f));
    paint_picture(p, rest + 0.55f * space, random_between(random, 0.1f, 0.3f), 0.36f * space,
                  random_between(random, 0.2f, 0.35f));
  }
}

int room_paint(uint16_t *pixels, int32_t width, int32_t height, uint64_t seed) {
  painting p = {.width = 2 * width, .height = 2 * height, .random = seed};
  p.pixels = malloc((size_t)p.width * (size_t)p.height * 3 * sizeof *p.pixels);
  p.grain = malloc((size_t)p.width * sizeof *p.grain);
  if (p.pixels == NULL || p.grain == NULL) {
    free(p.pixels);
    free(p.grain);
    return PUPPET_E_MEMORY;
  }
  furnish(&p);
  for (int32_t y = 0; y < height; y++) {
    for (int32_t x = 0; x < width; x++) {
      const float *from = p.pixels + 6 * ((size_t)y * (size_t)p.width + (size_t)x);
      const float *below = from + 3 * (size_t)p.width;
      uint16_t *to = pixels + 4 * ((size_t)y * (size_t)width + (size_t)x);
      for (int k = 0; k < 3; k++) {
        const float sum = from[k] + from[k + 3] + below[k] + below[k + 3];
        to[k] = (uint16_t)clamped(sum * (LIGHT_ONE / 4.0f), 0, LIGHT_ONE);
      }
      to[3] = LIGHT_ONE;
    }
  }
  free(p.pixels);
  free(p.grain);
  return PUPPET_OK;
}
