// SPDX-License-Identifier: Apache-2.0
#include "CImprintPixels.h"

// The sample's position on one axis, clamped to 0 ... last. NaN becomes 0.
static double inside(double place, size_t last) {
  return !(place > 0) ? 0 : place > (double)last ? (double)last : place;
}

void imp_pixels_warp(const uint8_t *src, size_t src_stride, size_t src_width, size_t src_height,
                     size_t channels, const double h[9], uint8_t *dst, size_t dst_width, size_t dst_height) {
  for (size_t y = 0; y < dst_height; y++)
    for (size_t x = 0; x < dst_width; x++) {
      const double px = (double)x + 0.5, py = (double)y + 0.5;
      const double w = h[6] * px + h[7] * py + h[8];
      const double sx = inside((h[0] * px + h[1] * py + h[2]) / w - 0.5, src_width - 1);
      const double sy = inside((h[3] * px + h[4] * py + h[5]) / w - 0.5, src_height - 1);
      const size_t left = (size_t)sx, top = (size_t)sy;
      const size_t right = left + (left + 1 < src_width), bottom = top + (top + 1 < src_height);
      const double fx = sx - (double)left, fy = sy - (double)top;
      for (size_t c = 0; c < channels; c++) {
        const double above = (1 - fx) * src[top * src_stride + left * channels + c] +
                             fx * src[top * src_stride + right * channels + c];
        const double below = (1 - fx) * src[bottom * src_stride + left * channels + c] +
                             fx * src[bottom * src_stride + right * channels + c];
        *dst++ = (uint8_t)((1 - fy) * above + fy * below + 0.5);
      }
    }
}
