// SPDX-License-Identifier: Apache-2.0
#include "CImprintPixels.h"

#include <string.h>

void imp_pixels_copy(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t row, size_t height) {
  for (size_t y = 0; y < height; y++)
    memcpy(dst + y * row, src + y * src_stride, row);
}

void imp_pixels_swap(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t width, size_t height) {
  for (size_t y = 0; y < height; y++, src += src_stride)
    for (size_t x = 0; x < width; x++, dst += 3) {
      dst[0] = src[3 * x + 2];
      dst[1] = src[3 * x + 1];
      dst[2] = src[3 * x];
    }
}

void imp_pixels_rgb_to_grey(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t width,
                            size_t height) {
  for (size_t y = 0; y < height; y++, src += src_stride)
    for (size_t x = 0; x < width; x++) {
      // 0.299, 0.587 and 0.114 of 65536; they sum up to it, so that white stays 255.
      const uint32_t luma = 19595u * src[3 * x] + 38470u * src[3 * x + 1] + 7471u * src[3 * x + 2];
      *dst++ = (uint8_t)((luma + 32768u) >> 16);
    }
}

void imp_pixels_grey_to_rgb(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t width,
                            size_t height) {
  for (size_t y = 0; y < height; y++, src += src_stride)
    for (size_t x = 0; x < width; x++, dst += 3)
      dst[0] = dst[1] = dst[2] = src[x];
}

void imp_pixels_grey16_to_grey(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t width,
                               size_t height) {
  for (size_t y = 0; y < height; y++, src += src_stride)
    for (size_t x = 0; x < width; x++) {
      const uint32_t value = (uint32_t)src[2 * x] | (uint32_t)src[2 * x + 1] << 8;
      *dst++ = (uint8_t)((value * 255u + 32767u) / 65535u);
    }
}

void imp_pixels_grey_to_grey16(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t width,
                               size_t height) {
  for (size_t y = 0; y < height; y++, src += src_stride)
    for (size_t x = 0; x < width; x++, dst += 2)
      dst[0] = dst[1] = src[x]; // times 257
}

void imp_pixels_cmyk_to_rgb(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t width,
                            size_t height) {
  for (size_t y = 0; y < height; y++, src += src_stride)
    for (size_t x = 0; x < width; x++)
      for (size_t c = 0; c < 3; c++)
        *dst++ = (uint8_t)((src[4 * x + c] * src[4 * x + 3] + 127u) / 255u);
}
