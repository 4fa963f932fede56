// SPDX-License-Identifier: Apache-2.0
#include "CImprintPixels.h"

#include <math.h>

void imp_pixels_fill_convex(const double *points, size_t count, uint8_t *mask, size_t width, size_t height) {
  for (size_t y = 0; y < height; y++) {
    const double middle = (double)y + 0.5;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
      const double *from = points + 2 * i, *to = points + 2 * ((i + 1) % count);
      if ((from[1] <= middle) == (to[1] <= middle)) continue;
      const double x = from[0] + (middle - from[1]) / (to[1] - from[1]) * (to[0] - from[0]);
      low = x < low ? x : low;
      high = x > high ? x : high;
    }
    for (size_t x = 0; x < width; x++) {
      const double place = (double)x + 0.5;
      mask[y * width + x] = place >= low && place <= high;
    }
  }
}

static uint8_t at(const uint8_t *src, size_t stride, size_t channels, double x, double y, size_t c) {
  return src[(size_t)y * stride + (size_t)x * channels + c];
}

void imp_pixels_sample(const uint8_t *src, size_t src_stride, size_t src_width, size_t src_height,
                       size_t channels, const double map[6], size_t fineness, uint8_t *dst, uint8_t *mask,
                       size_t dst_width, size_t dst_height) {
  const double parts = (double)(fineness * fineness);
  for (size_t y = 0; y < dst_height; y++)
    for (size_t x = 0; x < dst_width; x++, dst += channels, mask++) {
      if (!*mask) continue;
      double sum[3] = {0, 0, 0};
      for (size_t j = 0; j < fineness && *mask; j++)
        for (size_t i = 0; i < fineness; i++) {
          const double px = (double)x + ((double)i + 0.5) / (double)fineness;
          const double py = (double)y + ((double)j + 0.5) / (double)fineness;
          const double sx = map[0] * px + map[1] * py + map[2], sy = map[3] * px + map[4] * py + map[5];
          // Also false for what is not a number.
          if (!(sx >= 0 && sy >= 0 && sx < (double)src_width && sy < (double)src_height)) {
            *mask = 0;
            break;
          }
          if (fineness > 1) {
            for (size_t c = 0; c < channels; c++) sum[c] += at(src, src_stride, channels, sx, sy, c);
            continue;
          }
          const double left = fmax(sx - 0.5, 0), top = fmax(sy - 0.5, 0);
          const double right = fmin(floor(left) + 1, (double)src_width - 1);
          const double bottom = fmin(floor(top) + 1, (double)src_height - 1);
          const double fx = left - floor(left), fy = top - floor(top);
          for (size_t c = 0; c < channels; c++)
            sum[c] += (1 - fy) * ((1 - fx) * at(src, src_stride, channels, left, top, c) +
                                  fx * at(src, src_stride, channels, right, top, c)) +
                      fy * ((1 - fx) * at(src, src_stride, channels, left, bottom, c) +
                            fx * at(src, src_stride, channels, right, bottom, c));
        }
      for (size_t c = 0; c < channels; c++) dst[c] = (uint8_t)(sum[c] / parts + 0.5);
    }
}

static double linear(uint8_t level) {
  const double value = level / 255.0;
  return value > 0.04045 ? pow((value + 0.055) / 1.055, 2.4) : value / 12.92;
}

void imp_pixels_luminance(const uint8_t *src, size_t channels, size_t count, uint8_t *dst) {
  double light[256];
  for (int level = 0; level < 256; level++) light[level] = linear((uint8_t)level);
  for (size_t i = 0; i < count; i++, src += channels) {
    const double y = channels == 3 ? 0.2126 * light[src[0]] + 0.7152 * light[src[1]] + 0.0722 * light[src[2]]
                                   : light[src[0]];
    dst[i] = (uint8_t)floor(y * 255 + 0.5);
  }
}

void imp_pixels_tally(const uint8_t *src, const uint8_t *mask, size_t width, size_t from_x, size_t to_x,
                      size_t from_y, size_t to_y, size_t channels, uint32_t *levels) {
  for (size_t y = from_y; y < to_y; y++)
    for (size_t x = from_x; x < to_x; x++) {
      if (!mask[y * width + x]) continue;
      for (size_t c = 0; c < channels; c++) levels[c * 256 + src[(y * width + x) * channels + c]]++;
    }
}

void imp_pixels_halve(const uint8_t *src, const uint8_t *mask, size_t channels, size_t width, size_t height,
                      uint8_t *dst, uint8_t *dst_mask) {
  const size_t half_width = width / 2, half_height = height / 2;
  for (size_t y = 0; y < half_height; y++)
    for (size_t x = 0; x < half_width; x++) {
      double sum = 0;
      uint8_t all = 1;
      for (size_t i = 0; i < 4; i++) {
        const size_t place = (2 * y + i / 2) * width + 2 * x + i % 2;
        const uint8_t *pixel = src + place * channels;
        sum += channels == 3 ? 0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2] : pixel[0];
        all &= mask[place];
      }
      dst[y * half_width + x] = (uint8_t)(sum / 4 + 0.5);
      dst_mask[y * half_width + x] = all;
    }
}

enum { reach = 4 };

// One direction: `step` is the distance of neighbours in it.
static double change_lost(const uint8_t *src, const uint8_t *mask, size_t width, size_t height, int is_down,
                          double *all) {
  const size_t step = is_down ? width : 1, length = is_down ? height : width;
  double lost = 0, sum = 0;
  for (size_t y = 0; y < height; y++)
    for (size_t x = 0; x < width; x++) {
      const size_t along = is_down ? y : x, place = y * width + x;
      if (along < reach + 1 || along + reach >= length) continue;
      // The mask is convex: its ends are in it, and so is what lies between.
      if (!mask[place - (reach + 1) * step] || !mask[place + reach * step]) continue;
      const double change = fabs((double)src[place] - src[place - step]);
      // Neighbouring means of nine share all but their ends.
      const double blurred = fabs((double)src[place + reach * step] - src[place - (reach + 1) * step]) / 9;
      sum += change;
      lost += change > blurred ? change - blurred : 0;
    }
  *all = sum;
  return lost;
}

double imp_pixels_blur(const uint8_t *src, const uint8_t *mask, size_t width, size_t height) {
  double worst = -1;
  for (int is_down = 0; is_down < 2; is_down++) {
    double all = 0;
    const double lost = change_lost(src, mask, width, height, is_down, &all);
    if (all > 0 && 1 - lost / all > worst) worst = 1 - lost / all;
  }
  return worst;
}
