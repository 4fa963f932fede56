// SPDX-License-Identifier: Apache-2.0
#include "CImprintPixels.h"

// Tile size, so that reading down a column stays in the cache.
enum { TILE = 32 };

void imp_pixels_orient(const uint8_t *src, size_t src_stride, size_t width, size_t height, size_t channels,
                       int orientation, uint8_t *dst) {
  const bool turned = orientation >= 5;
  // Which end of the source's row and column the first destination pixel comes from.
  const bool from_right =
      orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool from_bottom =
      orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  const size_t columns = turned ? height : width;
  const size_t rows = turned ? width : height;
  for (size_t top = 0; top < rows; top += TILE)
    for (size_t left = 0; left < columns; left += TILE)
      for (size_t y = top; y < rows && y < top + TILE; y++)
        for (size_t x = left; x < columns && x < left + TILE; x++) {
          const size_t along = turned ? y : x, down = turned ? x : y;
          const size_t column = from_right ? width - 1 - along : along;
          const size_t row = from_bottom ? height - 1 - down : down;
          const uint8_t *from = src + row * src_stride + column * channels;
          uint8_t *to = dst + (y * columns + x) * channels;
          for (size_t c = 0; c < channels; c++)
            to[c] = from[c];
        }
}
