// SPDX-License-Identifier: Apache-2.0
// What is taken from a picture: the coarse brightness of it, or of the face in it.
#ifndef GRID_HPP
#define GRID_HPP

#include "plugin.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

// Cells a side. Each needs a pixel at least, so no image may be smaller.
constexpr uint32_t grid = 16;
constexpr uint32_t cell_count = grid * grid;

// A value for each cell.
template <class Value> using OfCells = imprint::Forgotten<std::array<Value, cell_count>>;

// Brightness less the mean, scaled so that the largest magnitude is 127, row by row.
using Cells = OfCells<int8_t>;

// The part of an image that is looked at, in pixels.
struct Region {
  uint32_t x, y, width, height;
};

// Where along one side a box lies within an image: start and length.
inline std::array<uint32_t, 2> clip(float from, float extent, uint32_t limit) {
  float first = std::fmax(from, 0.0f), last = std::fmin(from + extent, float(limit));
  if (last - first < float(grid) + 1)
    throw imprint::Failure(IMP_E_NO_SUBJECT,
                           "less than " + std::to_string(grid + 1) + " pixels per side of the face lie in the image");
  return {uint32_t(first), uint32_t(last) - uint32_t(first)};
}

// The face's box, or the whole image where there is no face.
inline Region find_region(const imprint::Image &image, const imp_face *face) {
  if (!face) return {0, 0, image.width(), image.height()};
  const imp_rect &box = imprint::sized(face, "the face").box;
  for (float value : {box.x, box.y, box.width, box.height})
    if (!std::isfinite(value))
      throw imprint::Failure(IMP_E_ARGUMENT, "the face's box has a value that is not finite");
  auto [x, width] = clip(box.x, box.width, image.width());
  auto [y, height] = clip(box.y, box.height, image.height());
  return {x, y, width, height};
}

// Of the face's box, or of the whole image where there is no face. Throws imprint::Failure.
inline Cells read_grid(const imprint::Image &image, const imp_face *face) {
  const Region part = find_region(image, face);
  OfCells<int64_t> mean; // in 256ths of a grey level
  int64_t all = 0, largest = 0;
  for (uint32_t row = 0; row < grid; row++)
    for (uint32_t column = 0; column < grid; column++) {
      uint32_t left = part.x + column * part.width / grid, right = part.x + (column + 1) * part.width / grid;
      uint32_t top = part.y + row * part.height / grid, bottom = part.y + (row + 1) * part.height / grid;
      uint64_t sum = 0;
      for (uint32_t y = top; y < bottom; y++)
        for (uint32_t x = left; x < right; x++) sum += image.brightness(x, y);
      mean[row * grid + column] = int64_t(sum * 256 / (uint64_t(right - left) * (bottom - top)));
      all += mean[row * grid + column];
    }
  for (int64_t &value : mean) {
    value -= all / int64_t(cell_count);
    largest = std::max(largest, value < 0 ? -value : value);
  }
  // One grey level: less is noise.
  if (largest < 256) throw imprint::Failure(IMP_E_QUALITY, "the picture has no contrast; take another picture");
  Cells cells;
  std::transform(mean.begin(), mean.end(), cells.begin(),
                 [&](int64_t value) { return int8_t(value * 127 / largest); });
  return cells;
}

#endif
