// SPDX-License-Identifier: Apache-2.0
// The steps of extraction. A cell is 4 × 4 pixels: orientation, clarity and masks are smooth, and need no
// more.
#ifndef IMPRINT_FINGER_STEPS_H
#define IMPRINT_FINGER_STEPS_H

#include "CFingerEdges.h"
#include "erase.h"

enum {
  cell = 4,
  block = IMP_FINGER_BLOCK,
  radius = 10,           // of the ridge filter, pixels
  filter_row = 24,       // its row, padded for wide registers
  filter_side = 2 * radius + 1,
  orientations = 32,     // of the filters, over half a turn
  periods = 9,           // of the filters
  unit = 1000,           // 1.0 in planes of whole numbers
};

typedef struct work {
  void *memory;          // of all planes, in one piece
  size_t bytes;
  int width, height;     // pixels at 500 dpi
  int cells_across, cells_down;
  int blocks_across, blocks_down;
  int stride;            // of `plane`, whose edges are padded by the filter's radius
  uint8_t *grey;         // at 500 dpi
  int16_t *plane;        // normalised, then enhanced, in 1000ths; padded
  int16_t *enhanced;
  float *mean, *deviation, *scratch; // a cell each
  float *orientation;    // along the ridge, clockwise from the right, 0..<pi; a cell each
  float *coherence, *clarity;
  float *xx, *yy, *xy;   // structure tensor, a cell each
  uint8_t *mask;         // where there are ridges, a cell each
  uint8_t *core;         // where minutiae are trusted, a cell each
  float *period, *weight; // a block each
  uint8_t *ridge, *valley; // thinned lines, a pixel each
  int *list, *gone;      // of the thinning
} work;

// The start of row y in a padded plane.
static inline int16_t *imp_finger_row(const work *w, int16_t *plane, int y) {
  return plane + (size_t)(y + radius) * (size_t)w->stride + radius;
}

void imp_finger_scale(work *w, const uint8_t *grey, int width, int height, size_t row_bytes, uint32_t resolution);
void imp_finger_statistics(work *w);
int imp_finger_segment(work *w); // cells of ridges
void imp_finger_normalise(work *w);
// `smoothing` boxes of 12 pixels over the structure tensor.
void imp_finger_orient(work *w, int16_t *plane, int smoothing);
float imp_finger_periods(work *w); // the median period; 0: no ridges
void imp_finger_filter(work *w, int16_t *from, int16_t *to, int gain);
void imp_finger_clarify(work *w);
void imp_finger_lines(work *w);
void imp_finger_thin(work *w, uint8_t *lines);
void imp_finger_ends(work *w, uint8_t *lines, uint8_t kind, imp_finger_minutia *found, int *count, int most);
int imp_finger_clean(imp_finger_minutia *found, int count);

// The mean over the (2r + 1)² cells around each, edges clipped, in place. `scratch` is as long.
void imp_finger_box(float *values, int width, int height, int r, float *scratch);

#endif
