// SPDX-License-Identifier: Apache-2.0
// What is found in an image: its bright spots, and which of them goes on as which. For C and C++.
#ifndef SPOTS_H
#define SPOTS_H

#include <imprint/imprint.h>

#include <stdbool.h>
#include <string.h>

// The image is looked at in so many cells a side.
#define GRID 48
#define MOST_FACES 64

// A face in cells, and how bright it is.
typedef struct spot {
  uint32_t left, top, right, bottom; // the last two are one past the end
  uint32_t cells;
  uint32_t brightness; // mean of its cells, 0...255
} spot;

// The spots of one frame, by the numbers of their tracks.
typedef struct tracks {
  uint32_t next_id; // 0 is never one
  uint32_t count;
  uint32_t ids[MOST_FACES];
  spot spots[MOST_FACES];
} tracks;

// The image's mean brightness, cell by cell.
typedef struct cells {
  uint32_t columns, rows;
  uint8_t brightness[GRID * GRID];
  uint8_t darkest, brightest;
} cells;

static inline uint32_t brightness(const imp_image *image, uint32_t x, uint32_t y) {
  const uint8_t *row = image->pixels.data + (size_t)y * image->row_bytes;
  if (image->format == IMP_PIXEL_GREY8)
    return row[x];
  const uint8_t *pixel = row + (size_t)x * 3;
  return (77u * pixel[0] + 150u * pixel[1] + 29u * pixel[2]) >> 8; // BT.601 luma in 256ths
}

static inline void read_cells(const imp_image *image, cells *cells) {
  cells->columns = image->width < GRID ? image->width : GRID;
  cells->rows = image->height < GRID ? image->height : GRID;
  cells->darkest = 255;
  cells->brightest = 0;
  for (uint32_t row = 0; row < cells->rows; row++)
    for (uint32_t column = 0; column < cells->columns; column++) {
      uint32_t left = column * image->width / cells->columns, right = (column + 1) * image->width / cells->columns;
      uint32_t top = row * image->height / cells->rows, bottom = (row + 1) * image->height / cells->rows;
      uint64_t sum = 0;
      for (uint32_t y = top; y < bottom; y++)
        for (uint32_t x = left; x < right; x++)
          sum += brightness(image, x, y);
      uint8_t mean = (uint8_t)(sum / ((uint64_t)(right - left) * (bottom - top)));
      cells->brightness[row * cells->columns + column] = mean;
      cells->darkest = mean < cells->darkest ? mean : cells->darkest;
      cells->brightest = mean > cells->brightest ? mean : cells->brightest;
    }
}

// All cells connected with `start` that are brighter than `limit`; they are marked as seen.
static inline spot gather(const cells *cells, uint32_t start, uint32_t limit, bool seen[GRID * GRID]) {
  uint16_t open[GRID * GRID]; // each cell is put there once
  uint32_t count = 0, sum = 0;
  spot found = {GRID, GRID, 0, 0, 0, 0};
  open[count++] = (uint16_t)start;
  seen[start] = true;
  while (count > 0) {
    uint32_t at = open[--count], x = at % cells->columns, y = at / cells->columns;
    found.left = x < found.left ? x : found.left;
    found.top = y < found.top ? y : found.top;
    found.right = x + 1 > found.right ? x + 1 : found.right;
    found.bottom = y + 1 > found.bottom ? y + 1 : found.bottom;
    found.cells++;
    sum += cells->brightness[at];
    uint32_t around[4] = {at - 1, at + 1, at - cells->columns, at + cells->columns};
    bool is_there[4] = {x > 0, x + 1 < cells->columns, y > 0, y + 1 < cells->rows};
    for (int i = 0; i < 4; i++)
      if (is_there[i] && !seen[around[i]] && cells->brightness[around[i]] > limit) {
        seen[around[i]] = true;
        open[count++] = (uint16_t)around[i];
      }
  }
  found.brightness = sum / found.cells;
  return found;
}

// The largest spots, largest first; of equals the one further up and left.
static inline uint32_t find_spots(const cells *cells, uint32_t most, spot spots[MOST_FACES]) {
  // With less contrast than this (of 255) there is only background.
  if (cells->brightest - cells->darkest < 64)
    return 0;
  uint32_t limit = (cells->darkest + cells->brightest) / 2u, count = 0;
  bool seen[GRID * GRID] = {false};
  for (uint32_t at = 0; at < cells->columns * cells->rows; at++) {
    if (seen[at] || cells->brightness[at] <= limit)
      continue;
    spot found = gather(cells, at, limit, seen);
    if (found.cells < 9) // smaller than 3 by 3 cells: a reflection
      continue;
    uint32_t place = count < most ? count++ : most;
    for (; place > 0 && spots[place - 1].cells < found.cells; place--)
      if (place < most)
        spots[place] = spots[place - 1];
    if (place < most)
      spots[place] = found;
  }
  return count;
}

// How bright a spot is before the darkest of the image, 0...1.
static inline float contrast(const cells *cells, const spot *spot) {
  return (float)(spot->brightness - cells->darkest) / 255;
}

static inline bool do_overlap(const spot *a, const spot *b) {
  return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

// Gives each spot the number of the track that it goes on; a new one where it goes on none that is free.
static inline void follow(const tracks *before, const spot *spots, uint32_t count, tracks *after) {
  bool is_taken[MOST_FACES] = {false};
  after->next_id = before->next_id;
  after->count = count;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t old = 0;
    while (old < before->count && (is_taken[old] || !do_overlap(&before->spots[old], &spots[i])))
      old++;
    bool goes_on = old < before->count;
    after->spots[i] = spots[i];
    after->ids[i] = goes_on ? before->ids[old] : after->next_id;
    if (goes_on)
      is_taken[old] = true;
    else
      after->next_id = after->next_id == UINT32_MAX ? 1 : after->next_id + 1;
  }
}

static inline imp_face describe_spot(const imp_image *image, const cells *cells, const spot *spot, uint32_t id, bool is_alone) {
  float cell_width = (float)image->width / (float)cells->columns;
  float cell_height = (float)image->height / (float)cells->rows;
  imp_rect box = {(float)spot->left * cell_width, (float)spot->top * cell_height,
                  (float)(spot->right - spot->left) * cell_width, (float)(spot->bottom - spot->top) * cell_height};
  bool is_whole =
      spot->left > 0 && spot->top > 0 && spot->right < cells->columns && spot->bottom < cells->rows;
  imp_face face;
  memset(&face, 0, sizeof face); // no landmarks, and so no presence
  face.size = sizeof face;
  face.track_id = id;
  face.box = box;
  // Left is the subject's own: the image's right.
  face.left_eye.x = box.x + 0.7f * box.width;
  face.right_eye.x = box.x + 0.3f * box.width;
  face.left_eye.y = face.right_eye.y = box.y + 0.4f * box.height;
  face.detection = contrast(cells, spot);
  face.left_eye_openness = face.right_eye_openness = -1;
  for (int i = 0; i < IMP_QUALITY_COMPONENT_COUNT; i++)
    face.quality[i] = -1; // not measured
  face.quality[IMP_QUALITY_DYNAMIC_RANGE] = 100 * face.detection;
  face.quality[IMP_QUALITY_MARGIN] = is_whole ? 100 : 0;
  face.quality[IMP_QUALITY_SINGLE_FACE] = is_alone ? 100 : 0;
  face.quality[IMP_QUALITY_UNIFIED] = is_whole ? face.quality[IMP_QUALITY_DYNAMIC_RANGE] : 0;
  return face;
}

// Finds the faces of a frame and follows those of the frame before.
static inline void track_faces(const imp_image *image, uint32_t most, float threshold, const tracks *before, tracks *after,
                        imp_face *faces) {
  cells cells;
  spot spots[MOST_FACES];
  read_cells(image, &cells);
  uint32_t found = find_spots(&cells, most, spots), count = 0;
  for (uint32_t i = 0; i < found; i++)
    if (contrast(&cells, &spots[i]) >= threshold)
      spots[count++] = spots[i];
  follow(before, spots, count, after);
  for (uint32_t i = 0; i < count; i++)
    faces[i] = describe_spot(image, &cells, &spots[i], after->ids[i], found == 1);
}

#endif
