// SPDX-License-Identifier: Apache-2.0
// What the reader gives: arcs, as far apart as the ridges of a finger. For C and C++.
#ifndef RIDGES_H
#define RIDGES_H

#include <stdint.h>

// The largest number whose square is not above that.
static inline int64_t square_root(int64_t of) {
  int64_t root = 0;
  while ((root + 1) * (root + 1) <= of) root++;
  return root;
}

// Fills a grey image of 500 dpi, ridges dark and valleys light. In integers: the same press is the same
// everywhere.
static inline void draw(int64_t width, int64_t height, uint64_t press, uint8_t *pixels) {
  const int64_t period = 9; // pixels from ridge to ridge
  int64_t cx = width / 2 + (int64_t)(press % 5), cy = height * 3 / 4;
  for (int64_t y = 0; y < height; y++)
    for (int64_t x = 0; x < width; x++) {
      int64_t dx = x - cx, dy = y - cy;
      int64_t at = square_root(dx * dx + dy * dy) % period;
      pixels[y * width + x] = (uint8_t)(at < period / 2 ? 70 : 215);
    }
}

#endif
