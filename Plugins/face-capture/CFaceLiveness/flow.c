// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "CFaceLiveness.h"

// Follows points from one picture to the next by their surroundings, coarse to fine (Lucas and Kanade 1981;
// Bouguet 2000).

#define LEVELS 3
#define HALF 7 // of the window, pixels
#define SIDE (2 * HALF + 1)
#define ROUNDS 20
// The least eigenvalue of the window's gradients, per pixel, in squared grey levels: less is no texture.
#define LEAST_TEXTURE 1.0f

struct imp_flow_picture {
  uint32_t width[LEVELS], height[LEVELS];
  float *grey[LEVELS]; // rows of floats, 0...255
};

static float luma(const imp_image *image, uint32_t x, uint32_t y) {
  const uint8_t *row = image->pixels.data + (size_t)y * image->row_bytes;
  if (image->format == IMP_PIXEL_GREY8)
    return row[x];
  const uint8_t *pixel = row + 3 * (size_t)x;
  return 0.299f * pixel[0] + 0.587f * pixel[1] + 0.114f * pixel[2];
}

// Halves a picture, smoothed by 1 2 1 in both directions before.
static void halve(const float *from, uint32_t width, uint32_t height, float *to, uint32_t small_width,
                  uint32_t small_height) {
  for (uint32_t y = 0; y < small_height; y++) {
    const uint32_t middle = 2 * y, above = middle > 0 ? middle - 1 : 0, below = middle + 1 < height ? middle + 1 : middle;
    for (uint32_t x = 0; x < small_width; x++) {
      const uint32_t centre = 2 * x, left = centre > 0 ? centre - 1 : 0, right = centre + 1 < width ? centre + 1 : centre;
      const float *a = from + (size_t)above * width, *m = from + (size_t)middle * width, *b = from + (size_t)below * width;
      to[(size_t)y * small_width + x] = (a[left] + 2 * a[centre] + a[right] + 2 * (m[left] + 2 * m[centre] + m[right]) +
                                         b[left] + 2 * b[centre] + b[right]) /
          16;
    }
  }
}

imp_flow_picture *imp_flow_picture_make(const imp_image *image) {
  imp_flow_picture *made = calloc(1, sizeof *made);
  if (!made)
    return NULL;
  made->width[0] = image->width;
  made->height[0] = image->height;
  for (int level = 0; level < LEVELS; level++) {
    if (level > 0) {
      made->width[level] = (made->width[level - 1] + 1) / 2;
      made->height[level] = (made->height[level - 1] + 1) / 2;
    }
    made->grey[level] = malloc((size_t)made->width[level] * made->height[level] * sizeof(float));
    if (!made->grey[level]) {
      imp_flow_picture_free(made);
      return NULL;
    }
  }
  for (uint32_t y = 0; y < image->height; y++)
    for (uint32_t x = 0; x < image->width; x++)
      made->grey[0][(size_t)y * image->width + x] = luma(image, x, y);
  for (int level = 1; level < LEVELS; level++)
    halve(made->grey[level - 1], made->width[level - 1], made->height[level - 1], made->grey[level], made->width[level],
          made->height[level]);
  return made;
}

void imp_flow_picture_free(imp_flow_picture *picture) {
  if (!picture)
    return;
  for (int level = 0; level < LEVELS; level++)
    free(picture->grey[level]);
  free(picture);
}

static int is_inside(const imp_flow_picture *picture, int level, float x, float y, float margin) {
  return x >= margin && y >= margin && x < (float)picture->width[level] - 1 - margin &&
      y < (float)picture->height[level] - 1 - margin;
}

// The square of `side` pixels a side around a place, `side` odd; bilinear, so that all of its pixels are
// weighted as the first. All of it must be inside. `side` is a constant where it is called.
static inline void cut(const imp_flow_picture *picture, int level, float x, float y, int side, float *to) {
  const uint32_t width = picture->width[level];
  const uint32_t left = (uint32_t)x, top = (uint32_t)y;
  const float dx = x - (float)left, dy = y - (float)top;
  const float weights[4] = {(1 - dx) * (1 - dy), dx * (1 - dy), (1 - dx) * dy, dx * dy};
  const size_t reach = (size_t)side / 2;
  const float *from = picture->grey[level] + (top - reach) * width + (left - reach);
  for (int row = 0; row < side; row++, from += width, to += side)
    for (int i = 0; i < side; i++)
      to[i] = weights[0] * from[i] + weights[1] * from[i + 1] + weights[2] * from[width + (size_t)i] +
          weights[3] * from[width + (size_t)i + 1];
}

// The window around a place of the first picture: its grey levels, gradients, and their sums.
typedef struct window {
  float grey[SIDE * SIDE], along_x[SIDE * SIDE], along_y[SIDE * SIDE];
  float xx, xy, yy;
} window;

static int open_window(const imp_flow_picture *picture, int level, float x, float y, window *made) {
  if (!is_inside(picture, level, x, y, HALF + 1))
    return 0;
  // With the pixels around it, for the gradients.
  enum { WIDE = SIDE + 2 };
  float wide[WIDE * WIDE];
  cut(picture, level, x, y, WIDE, wide);
  made->xx = made->xy = made->yy = 0;
  for (int row = 0; row < SIDE; row++) {
    const float *at = wide + (row + 1) * WIDE + 1;
    for (int column = 0; column < SIDE; column++, at++) {
      const int i = row * SIDE + column;
      const float gx = (at[1] - at[-1]) / 2, gy = (at[WIDE] - at[-WIDE]) / 2;
      made->grey[i] = at[0];
      made->along_x[i] = gx;
      made->along_y[i] = gy;
      made->xx += gx * gx;
      made->xy += gx * gy;
      made->yy += gy * gy;
    }
  }
  const float half = (made->xx + made->yy) / 2;
  const float root = sqrtf((made->xx - made->yy) * (made->xx - made->yy) / 4 + made->xy * made->xy);
  return half - root >= LEAST_TEXTURE * SIDE * SIDE;
}

// How well a place of the second picture fits: sums over the window. Four at a time, so that their order
// is stated, and the same on each processor.
typedef struct fit {
  float difference;       // of the differences of grey
  float along_x, along_y; // of their products with the gradients
  float sum_x, sum_y;     // of the gradients
} fit;

#define LANES 4

static inline float summed(const float *lanes) { return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]); }

static fit compare(const window *first, const float *second) {
  float difference[LANES] = {0}, along_x[LANES] = {0}, along_y[LANES] = {0}, sum_x[LANES] = {0}, sum_y[LANES] = {0};
  int i = 0;
  for (; i + LANES <= SIDE * SIDE; i += LANES)
    for (int k = 0; k < LANES; k++) {
      const float apart = first->grey[i + k] - second[i + k];
      difference[k] += apart;
      along_x[k] += apart * first->along_x[i + k];
      along_y[k] += apart * first->along_y[i + k];
      sum_x[k] += first->along_x[i + k];
      sum_y[k] += first->along_y[i + k];
    }
  for (; i < SIDE * SIDE; i++) {
    const float apart = first->grey[i] - second[i];
    difference[0] += apart;
    along_x[0] += apart * first->along_x[i];
    along_y[0] += apart * first->along_y[i];
    sum_x[0] += first->along_x[i];
    sum_y[0] += first->along_y[i];
  }
  return (fit){summed(difference), summed(along_x), summed(along_y), summed(sum_x), summed(sum_y)};
}

// Moves `x`, `y` in the second picture to where the window fits. 0 where it leaves the picture.
static int settle(const window *first, const imp_flow_picture *second, int level, float *x, float *y) {
  const float determinant = first->xx * first->yy - first->xy * first->xy;
  for (int round = 0; round < ROUNDS; round++) {
    if (!is_inside(second, level, *x, *y, HALF))
      return 0;
    float there[SIDE * SIDE];
    cut(second, level, *x, *y, SIDE, there);
    const fit found = compare(first, there);
    // The mean difference is light that changed, not movement.
    const float mean = found.difference / (SIDE * SIDE);
    const float bx = found.along_x - mean * found.sum_x, by = found.along_y - mean * found.sum_y;
    const float dx = (first->yy * bx - first->xy * by) / determinant;
    const float dy = (first->xx * by - first->xy * bx) / determinant;
    // Written so that NaN ends it too.
    if (!(fabsf(dx) < SIDE && fabsf(dy) < SIDE))
      return 0;
    *x += dx;
    *y += dy;
    if (dx * dx + dy * dy < 0.03f * 0.03f)
      return 1;
  }
  return 1;
}

int imp_flow_follow(const imp_flow_picture *from, const imp_flow_picture *to, imp_point *point) {
  // The contract's coordinates have the first pixel's centre at 0.5.
  const float x = point->x - 0.5f, y = point->y - 0.5f;
  float shift_x = 0, shift_y = 0;
  for (int level = LEVELS - 1; level >= 0; level--) {
    const float scale = 1.0f / (float)(1 << level);
    window first;
    float found_x = (x + shift_x) * scale, found_y = (y + shift_y) * scale;
    if (open_window(from, level, x * scale, y * scale, &first) && settle(&first, to, level, &found_x, &found_y)) {
      shift_x = found_x / scale - x;
      shift_y = found_y / scale - y;
    } else if (level == 0) {
      return 0;
    }
  }
  point->x = x + shift_x + 0.5f;
  point->y = y + shift_y + 0.5f;
  return 1;
}
