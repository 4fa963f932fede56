// SPDX-License-Identifier: Apache-2.0
// What is taken from a picture: the coarse brightness of it, or of the face in it.
#include "grid.h"

#include <math.h>
#include <stdbool.h>

// The part of an image that is looked at, in pixels.
typedef struct region {
  uint32_t x, y, width, height;
} region;

// Where along one side a box lies within an image. False: too little of it does.
static bool clip(float from, float extent, uint32_t limit, uint32_t *start, uint32_t *length) {
  float first = fmaxf(from, 0), last = fminf(from + extent, (float)limit);
  if (last - first < (float)GRID + 1)
    return false;
  *start = (uint32_t)first;
  *length = (uint32_t)last - *start;
  return true;
}

// The face's box, or the whole image where there is no face.
static imp_status find_region(const imp_plugin *plugin, const imp_image *image, const imp_face *face,
                              region *region) {
  region->x = region->y = 0;
  region->width = image->width;
  region->height = image->height;
  if (!face)
    return IMP_OK;
  imp_rect box = face->box;
  if (!isfinite(box.x) || !isfinite(box.y) || !isfinite(box.width) || !isfinite(box.height))
    return fail(plugin, IMP_E_ARGUMENT, "the face's box has a value that is not finite");
  if (!clip(box.x, box.width, image->width, &region->x, &region->width) ||
      !clip(box.y, box.height, image->height, &region->y, &region->height))
    return fail(plugin, IMP_E_NO_SUBJECT, "less than %d pixels per side of the face lie in the image", GRID + 1);
  return IMP_OK;
}

static uint32_t brightness(const imp_image *image, uint32_t x, uint32_t y) {
  const uint8_t *row = image->pixels.data + (size_t)y * image->row_bytes;
  if (image->format == IMP_PIXEL_GREY8)
    return row[x];
  const uint8_t *pixel = row + (size_t)x * 3;
  return (77u * pixel[0] + 150u * pixel[1] + 29u * pixel[2]) >> 8; // BT.601 luma in 256ths
}

imp_status read_grid(const imp_plugin *plugin, const imp_image *image, const imp_face *face,
                     int8_t cells[CELLS]) {
  region part;
  imp_status status = find_region(plugin, image, face, &part);
  if (status != IMP_OK)
    return status;
  int64_t mean[CELLS], all = 0; // in 256ths of a grey level
  for (uint32_t row = 0; row < GRID; row++)
    for (uint32_t column = 0; column < GRID; column++) {
      uint32_t left = part.x + column * part.width / GRID, right = part.x + (column + 1) * part.width / GRID;
      uint32_t top = part.y + row * part.height / GRID, bottom = part.y + (row + 1) * part.height / GRID;
      uint64_t sum = 0;
      for (uint32_t y = top; y < bottom; y++)
        for (uint32_t x = left; x < right; x++)
          sum += brightness(image, x, y);
      uint64_t count = (uint64_t)(right - left) * (bottom - top);
      mean[row * GRID + column] = (int64_t)(sum * 256 / count);
      all += mean[row * GRID + column];
    }
  int64_t largest = 0;
  for (int i = 0; i < CELLS; i++) {
    mean[i] -= all / CELLS;
    int64_t away = mean[i] < 0 ? -mean[i] : mean[i];
    largest = away > largest ? away : largest;
  }
  if (largest < 256) // one grey level: less is noise
    status = fail(plugin, IMP_E_QUALITY, "the picture has no contrast; take another picture");
  else
    for (int i = 0; i < CELLS; i++)
      cells[i] = (int8_t)(mean[i] * 127 / largest);
  forget(mean, sizeof mean); // it tells as much as the template
  return status;
}
