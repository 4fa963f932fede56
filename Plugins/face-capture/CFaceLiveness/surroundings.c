// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>

#include "CFaceLiveness.h"

// How the face, what is seen right beside it, and what is far from it moved from one picture to another.

#define COLUMNS 7
#define ROWS 5
#define MOST (COLUMNS * ROWS * 2)
#define LEAST 5 // points of a part that were followed
#define EDGE 12 // pixels from the picture's edge that a point has at least

// Within this distance, pixels, a point moved as the median of its part did.
#define AGREEMENT 0.75f

// A part: a rectangle in units of the face's box, from its middle, and its mirror image where `is_both`.
typedef struct part {
  float left, right, top, bottom;
  int is_both;
} part;

static int ascending(const void *first, const void *second) {
  const float a = *(const float *)first, b = *(const float *)second;
  return (a > b) - (a < b);
}

static float median(const float *values, uint32_t count) {
  float sorted[MOST];
  for (uint32_t i = 0; i < count; i++)
    sorted[i] = values[i];
  qsort(sorted, count, sizeof *sorted, ascending);
  return sorted[(count - 1) / 2];
}

static int is_inside(imp_point place, uint32_t width, uint32_t height) {
  return place.x >= EDGE && place.y >= EDGE && place.x < (float)width - EDGE && place.y < (float)height - EDGE;
}

static imp_shift shift_of(const imp_flow_picture *from, const imp_flow_picture *to, imp_rect face, part part,
                          uint32_t width, uint32_t height) {
  imp_shift shift = {0};
  float dx[MOST], dy[MOST];
  uint32_t count = 0;
  for (int side = 0; side <= part.is_both; side++)
    for (int row = 0; row < ROWS; row++)
      for (int column = 0; column < COLUMNS; column++) {
        const float right = part.left + (part.right - part.left) * (float)column / (COLUMNS - 1);
        const float down = part.top + (part.bottom - part.top) * (float)row / (ROWS - 1);
        const imp_point start = {face.x + face.width * (0.5f + (side ? -right : right)),
                                 face.y + face.height * (0.5f + down)};
        if (!is_inside(start, width, height))
          continue;
        imp_point end = start;
        if (!imp_flow_follow(from, to, &end))
          continue;
        dx[count] = end.x - start.x;
        dy[count] = end.y - start.y;
        count++;
      }
  if (count < LEAST)
    return shift;
  const float x = median(dx, count), y = median(dy, count);
  for (uint32_t i = 0; i < count; i++)
    shift.points += (dx[i] - x) * (dx[i] - x) + (dy[i] - y) * (dy[i] - y) <= AGREEMENT * AGREEMENT;
  // Points that all move otherwise are a tree in the wind, or were lost.
  if (shift.points < LEAST || 2 * shift.points < count)
    return (imp_shift){0};
  shift.x = x;
  shift.y = y;
  return shift;
}

imp_movement imp_movement_measure(const imp_flow_picture *from, const imp_flow_picture *to, imp_rect face,
                                  uint32_t width, uint32_t height) {
  // Hair hangs down beside a face, and shoulders lie below it: what is beside it begins well outside.
  static const part skin = {-0.25f, 0.25f, -0.3f, 0.3f, 0}, beside = {0.95f, 1.25f, -0.9f, 0.1f, 1},
                    far = {1.4f, 2.2f, -1.2f, 0.3f, 1};
  imp_movement movement = {0};
  if (!(face.width > 0 && face.height > 0))
    return movement;
  movement.face = shift_of(from, to, face, skin, width, height);
  movement.beside = shift_of(from, to, face, beside, width, height);
  movement.far = shift_of(from, to, face, far, width, height);
  return movement;
}
