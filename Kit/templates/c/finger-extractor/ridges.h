// SPDX-License-Identifier: Apache-2.0
// The ridge orientation of a fingerprint. For C and C++.
#ifndef RIDGES_H
#define RIDGES_H

#include <imprint/imprint.h>

#include "identity.h"

#include <stdbool.h>
#include <string.h>

// Cells a side, each of 2 mm, around the middle of the image.
#define GRID 8
#define CELLS (GRID * GRID)
#define CELLS_IN_A_METRE 500

// A template: magic, then of each cell, row by row, two signed bytes: cosine and sine of twice the angle of
// its ridges, 127 where all of them agree. Both 0: nothing is visible there.
#define AT_CELLS 4
IMP_STATIC_ASSERT(TEMPLATE_BYTES == AT_CELLS + 2 * CELLS, "identity.h and plugin.yaml say another length");

static const uint8_t magic[AT_CELLS] = TEMPLATE_MAGIC;

// Mean squared gradient above which a cell shows more than noise.
#define CONTRAST 400
// Of 127: a cell shows ridges where its gradients agree at least so much; and so many such cells
// have to be there.
#define RIDGES 64
#define RIDGED_CELLS 16

// What was seen of a print. It tells as much as the template.
typedef struct ridges {
  int8_t ways[CELLS][2];
  int seen, ridged; // how many cells show something, and how many of those show ridges
} ridges;

// The cell's pixels along one side of the image, those at its edges left out: start and end.
static inline void find_cell(uint32_t cell, uint32_t side, uint32_t limit, int64_t *start, int64_t *end) {
  *start = (int64_t)limit / 2 + ((int64_t)cell - GRID / 2) * side;
  *end = *start + side;
  *start = *start < 1 ? 1 : *start;
  *end = *end > (int64_t)limit - 1 ? (int64_t)limit - 1 : *end;
}

// The ridge orientation of a cell. All in integers: the same with every compiler on every
// machine. False: too little of the cell lies in the image, or it is blank.
static inline bool read_cell(const imp_image *image, uint32_t row, uint32_t column, int8_t way[2]) {
  uint32_t side = image->resolution / CELLS_IN_A_METRE;
  int64_t left, right, top, bottom, along = 0, across = 0, all = 0;
  find_cell(column, side, image->width, &left, &right);
  find_cell(row, side, image->height, &top, &bottom);
  int64_t wide = right - left, high = bottom - top;
  if (wide <= 0 || high <= 0 || 2 * wide * high < (int64_t)side * side)
    return false;
  for (int64_t y = top; y < bottom; y++) {
    const uint8_t *above = image->pixels.data + (size_t)(y - 1) * image->row_bytes;
    const uint8_t *here = above + image->row_bytes, *below = here + image->row_bytes;
    for (int64_t x = left; x < right; x++) {
      int64_t dx = here[x + 1] - here[x - 1], dy = below[x] - above[x];
      // Ridges run across the steps.
      along += dy * dy - dx * dx;
      across -= 2 * dx * dy;
      all += dx * dx + dy * dy;
    }
  }
  if (all < CONTRAST * wide * high)
    return false;
  way[0] = (int8_t)(along * 127 / all);
  way[1] = (int8_t)(across * 127 / all);
  return true;
}

static inline void read_ridges(const imp_image *image, ridges *ridges) {
  for (uint32_t cell = 0; cell < CELLS; cell++) {
    int8_t *way = ridges->ways[cell];
    if (!read_cell(image, cell / GRID, cell % GRID, way))
      continue;
    ridges->seen++;
    ridges->ridged += way[0] * way[0] + way[1] * way[1] >= RIDGES * RIDGES;
  }
}

static inline void write_template(const ridges *ridges, uint8_t *out) {
  memcpy(out, magic, sizeof magic);
  memcpy(out + AT_CELLS, ridges->ways, sizeof ridges->ways);
}

#endif
