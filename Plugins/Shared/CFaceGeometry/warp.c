// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "CFaceGeometry.h"

// Red, green, blue and one spare lane: one SSE register.
typedef float colour __attribute__((vector_size(16)));
typedef uint8_t bytes4 __attribute__((vector_size(4)));

// The most samples of an output pixel and axis: bounds the work for a face that
// fills a huge image.
enum { maximum_samples = 16 };

// Reads 4 bytes: the pixel and the first byte of the next one.
static inline colour load_rgb(const uint8_t *pixel) {
  bytes4 bytes;
  memcpy(&bytes, pixel, sizeof bytes);
  return __builtin_convertvector(bytes, colour);
}

static inline colour load_grey(const uint8_t *pixel) {
  const float value = *pixel;
  return (colour){value, value, value, value};
}

static inline colour mix(colour from, colour to, float share) {
  return from + (to - from) * (colour){share, share, share, share};
}

// A pixel anywhere; black outside.
static colour pixel_or_black(const imp_image *image, int64_t x, int64_t y) {
  if (x < 0 || y < 0 || x >= (int64_t)image->width || y >= (int64_t)image->height) {
    return (colour){0, 0, 0, 0};
  }
  const uint8_t *row = image->pixels.data + (size_t)y * image->row_bytes;
  if (image->format == IMP_PIXEL_GREY8) {
    return load_grey(row + x);
  }
  return (colour){row[3 * x], row[3 * x + 1], row[3 * x + 2], 0};
}

// Bilinear at the edge or outside; x and y count from the first pixel's centre.
static colour sample_edge(const imp_image *image, float x, float y) {
  // False for NaN too.
  if (!(x > -1 && y > -1 && x < (float)image->width && y < (float)image->height)) {
    return (colour){0, 0, 0, 0};
  }
  const float left = floorf(x);
  const float top = floorf(y);
  const int64_t i = (int64_t)left;
  const int64_t j = (int64_t)top;
  const colour above =
      mix(pixel_or_black(image, i, j), pixel_or_black(image, i + 1, j), x - left);
  const colour below =
      mix(pixel_or_black(image, i, j + 1), pixel_or_black(image, i + 1, j + 1), x - left);
  return mix(above, below, y - top);
}

// Compiled once for each format and number of samples that is known (see draw_any): the innermost code of the
// tracker then has one branch.
__attribute__((always_inline)) static inline colour sample(const imp_image *image, int is_rgb, float x, float y,
                                                           float limit_x, float limit_y) {
  // Inside, with one pixel to spare for load_rgb.
  if (__builtin_expect(x >= 0 && y >= 0 && x < limit_x && y < limit_y, 1)) {
    const int32_t i = (int32_t)x;
    const int32_t j = (int32_t)y;
    const float right = x - (float)i;
    const float down = y - (float)j;
    const uint8_t *above = image->pixels.data + (size_t)j * image->row_bytes;
    const uint8_t *below = above + image->row_bytes;
    if (is_rgb) {
      above += (size_t)i * 3;
      below += (size_t)i * 3;
      return mix(mix(load_rgb(above), load_rgb(above + 3), right),
                 mix(load_rgb(below), load_rgb(below + 3), right), down);
    }
    above += i;
    below += i;
    return mix(mix(load_grey(above), load_grey(above + 1), right),
               mix(load_grey(below), load_grey(below + 1), right), down);
  }
  return sample_edge(image, x, y);
}

// How many samples an axis of an output pixel takes, so that samples lie at
// most one and a half source pixels apart.
static uint32_t samples_per_axis(const imp_affine *map) {
  const float scale = sqrtf(fabsf(map->xx * map->yy - map->xy * map->yx));
  const float wanted = ceilf(scale / 1.5f);
  return wanted > 1 ? (wanted < maximum_samples ? (uint32_t)wanted : maximum_samples) : 1;
}

__attribute__((always_inline)) static inline colour average(const imp_image *image, const imp_affine *map,
                                                             int is_rgb, uint32_t samples, uint32_t u,
                                                             uint32_t v) {
  const float limit_x = (float)image->width - 2;
  const float limit_y = (float)image->height - 1;
  const float step = 1 / (float)samples;
  colour sum = {0, 0, 0, 0};
  for (uint32_t j = 0; j < samples; j++) {
    const float t = (float)v + ((float)j + 0.5f) * step;
    for (uint32_t i = 0; i < samples; i++) {
      const float s = (float)u + ((float)i + 0.5f) * step;
      sum += sample(image, is_rgb, map->xx * s + map->xy * t + (map->x0 - 0.5f),
                    map->yx * s + map->yy * t + (map->y0 - 0.5f), limit_x, limit_y);
    }
  }
  const float share = step * step;
  return sum * (colour){share, share, share, share};
}

typedef void (*store)(void *out, size_t pixel, colour value);

__attribute__((always_inline)) static inline void draw(const imp_image *image, const imp_affine *map, int is_rgb,
                                                       uint32_t samples, uint32_t width, uint32_t height, void *out,
                                                       store store) {
  for (uint32_t v = 0; v < height; v++) {
    for (uint32_t u = 0; u < width; u++) {
      store(out, (size_t)v * width + u, average(image, map, is_rgb, samples, u, v));
    }
  }
}

__attribute__((always_inline)) static inline void draw_any(const imp_image *image, const imp_affine *given,
                                                           uint32_t width, uint32_t height, void *out,
                                                           store store) {
  const imp_affine map = *given; // out cannot be it: it stays in registers
  const uint32_t samples = samples_per_axis(&map);
  if (image->format != IMP_PIXEL_RGB24) {
    draw(image, &map, 0, samples, width, height, out, store);
  } else if (samples == 1) {
    draw(image, &map, 1, 1, width, height, out, store);
  } else {
    draw(image, &map, 1, samples, width, height, out, store);
  }
}

static inline void store_floats(void *out, size_t pixel, colour value) {
  const float unit = 1 / 255.0f;
  value *= (colour){unit, unit, unit, unit};
  memcpy((float *)out + 3 * pixel, &value, 3 * sizeof(float));
}

static inline void store_signed_floats(void *out, size_t pixel, colour value) {
  const float unit = 1 / 127.5f;
  value = value * (colour){unit, unit, unit, unit} - (colour){1, 1, 1, 1};
  memcpy((float *)out + 3 * pixel, &value, 3 * sizeof(float));
}

static inline void store_bytes(void *out, size_t pixel, colour value) {
  uint8_t *bytes = (uint8_t *)out + 3 * pixel;
  bytes[0] = (uint8_t)(value[0] + 0.5f);
  bytes[1] = (uint8_t)(value[1] + 0.5f);
  bytes[2] = (uint8_t)(value[2] + 0.5f);
}

void imp_face_crop(const imp_image *image, const imp_affine *to_image, uint32_t side, float *out) {
  draw_any(image, to_image, side, side, out, store_floats);
}

void imp_face_crop_signed(const imp_image *image, const imp_affine *to_image, uint32_t side, float *out) {
  draw_any(image, to_image, side, side, out, store_signed_floats);
}

void imp_face_chip(const imp_image *image, const imp_affine *to_image, uint32_t width, uint32_t height,
                   uint8_t *out) {
  draw_any(image, to_image, width, height, out, store_bytes);
}

void imp_face_mirror(const uint8_t *chip, uint32_t width, uint32_t height, uint8_t *out) {
  for (uint32_t y = 0; y < height; y++) {
    const uint8_t *row = chip + (size_t)y * width * 3;
    uint8_t *mirrored = out + (size_t)y * width * 3;
    for (uint32_t x = 0; x < width; x++) {
      memcpy(mirrored + 3 * x, row + 3 * (width - 1 - x), 3);
    }
  }
}
