// SPDX-License-Identifier: Apache-2.0
// What the camera gives: a bright oval that moves over a dark background. For C and C++.
#ifndef PATTERN_H
#define PATTERN_H

#include <stdbool.h>
#include <stdint.h>

// Goes from -reach to reach and back, a step a frame.
static inline int64_t swing(uint64_t frame, int64_t reach) {
  int64_t at = (int64_t)(frame % (uint64_t)(4 * reach));
  return at < 2 * reach ? at - reach : 3 * reach - at;
}

// Fills a grey frame. In integers: the same frame is the same everywhere.
static inline void draw(int64_t width, int64_t height, uint64_t frame, uint8_t *pixels) {
  int64_t rx = width * 11 / 50, ry = height * 17 / 50;
  int64_t cx = width / 2 + swing(frame, width / 16), cy = height / 2;
  for (int64_t y = 0; y < height; y++)
    for (int64_t x = 0; x < width; x++) {
      int64_t dx = x - cx, dy = y - cy;
      bool is_inside = dx * dx * ry * ry + dy * dy * rx * rx <= rx * rx * ry * ry;
      int64_t shade = is_inside ? 190 + 30 * dx / rx + 30 * dy / ry : 20 + 30 * y / height;
      pixels[y * width + x] = (uint8_t)shade;
    }
}

#endif
