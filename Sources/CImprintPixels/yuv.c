// SPDX-License-Identifier: Apache-2.0
#include "CImprintPixels.h"

static uint8_t clamp(int32_t value) {
  return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value;
}

// ITU-R BT.601, limited range, in 16-bit fixed point: 255/219 = 1.16438 for luma; 1.59603, 0.39176, 0.81297
// and 2.01723 for chroma; each times 65536 and rounded.
static void write_rgb(int32_t y, int32_t u, int32_t v, uint8_t *rgb) {
  const int32_t luma = 76309 * (y - 16) + 32768;
  rgb[0] = clamp((luma + 104597 * (v - 128)) >> 16);
  rgb[1] = clamp((luma - 25675 * (u - 128) - 53279 * (v - 128)) >> 16);
  rgb[2] = clamp((luma + 132201 * (u - 128)) >> 16);
}

void imp_pixels_yuyv_to_rgb(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t width,
                            size_t height) {
  for (size_t y = 0; y < height; y++, src += src_stride)
    for (size_t x = 0; x < width; x++, dst += 3) {
      const uint8_t *pair = src + (x & ~(size_t)1) * 2;
      write_rgb(src[2 * x], pair[1], pair[3], dst);
    }
}

void imp_pixels_uyvy_to_rgb(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t width,
                            size_t height) {
  for (size_t y = 0; y < height; y++, src += src_stride)
    for (size_t x = 0; x < width; x++, dst += 3) {
      const uint8_t *pair = src + (x & ~(size_t)1) * 2;
      write_rgb(src[2 * x + 1], pair[0], pair[2], dst);
    }
}

void imp_pixels_yuv420_to_rgb(const uint8_t *luma, size_t luma_stride, const uint8_t *u, const uint8_t *v,
                              size_t chroma_stride, size_t chroma_step, uint8_t *dst, size_t width,
                              size_t height) {
  for (size_t y = 0; y < height; y++, luma += luma_stride) {
    const size_t row = y / 2 * chroma_stride;
    for (size_t x = 0; x < width; x++, dst += 3) {
      const size_t at = row + x / 2 * chroma_step;
      write_rgb(luma[x], u[at], v[at], dst);
    }
  }
}
