// SPDX-License-Identifier: Apache-2.0
#include "steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most_found = 2048 };
// Boxes of 12 pixels: near Gaussians of 10 and 5. The first makes up for scars and noise, and of ridges that
// are clear by then the second follows curves. Between 7 and 16 boxes the first makes no difference, with 2
// twice the misses.
enum { first_smoothing = 9, second_smoothing = 2 };
// Median distances of ridges at 500 dpi that people have: 7.1 to 10.4 in eight collections of 5 fingers, 6.3
// to 11.3 in 98 of 100 prints. Half and twice the resolution fall outside; a few per cent cannot be told.
static const float nearest_ridges = 5.5F, farthest_ridges = 14.5F;
static const float clear_enough = 0.28F;
static const int least_area = 3000; // square pixels: 7.7 mm²

static size_t take(size_t *used, size_t bytes) {
  const size_t at = *used;
  *used += (bytes + 63) / 64 * 64;
  return at;
}

// Lays all planes out in one piece of memory; 0: there is none.
static int lay_out(work *w) {
  w->cells_across = (w->width + cell - 1) / cell;
  w->cells_down = (w->height + cell - 1) / cell;
  w->blocks_across = (w->width + block - 1) / block;
  w->blocks_down = (w->height + block - 1) / block;
  w->stride = w->width + 2 * radius + filter_row + cell;
  const size_t pixels = (size_t)w->width * (size_t)w->height;
  const size_t plane = (size_t)w->stride * (size_t)(w->height + 2 * radius + cell) * sizeof(int16_t);
  const size_t cells = (size_t)w->cells_across * (size_t)w->cells_down;
  size_t used = 0;
  const size_t grey = take(&used, pixels), one = take(&used, plane), two = take(&used, plane);
  size_t floats[9];
  for (int i = 0; i < 9; i++) {
    floats[i] = take(&used, cells * sizeof(float));
  }
  const size_t mask = take(&used, cells), core = take(&used, cells);
  const size_t period = take(&used, cells * sizeof(float)), weight = take(&used, cells * sizeof(float));
  const size_t ridge = take(&used, pixels), valley = take(&used, pixels);
  const size_t list = take(&used, pixels * sizeof(int)), gone = take(&used, pixels * sizeof(int));
  uint8_t *memory = calloc(1, used);
  if (memory == NULL) {
    return 0;
  }
  w->memory = memory;
  w->bytes = used;
  w->grey = memory + grey;
  w->plane = (int16_t *)(void *)(memory + one);
  w->enhanced = (int16_t *)(void *)(memory + two);
  float **const of[9] = {&w->mean,   &w->deviation, &w->scratch, &w->orientation, &w->coherence,
                         &w->clarity, &w->xx,        &w->yy,      &w->xy};
  for (int i = 0; i < 9; i++) {
    *of[i] = (float *)(void *)(memory + floats[i]);
  }
  w->mask = memory + mask;
  w->core = memory + core;
  w->period = (float *)(void *)(memory + period);
  w->weight = (float *)(void *)(memory + weight);
  w->ridge = memory + ridge;
  w->valley = memory + valley;
  w->list = (int *)(void *)(memory + list);
  w->gone = (int *)(void *)(memory + gone);
  return 1;
}

static void erase_and_free(void *memory, size_t bytes) {
  imp_finger_erase(memory, bytes);
  free(memory);
}

// What a sink is shown: planes of numbers and cells as pictures, 8-bit grey.
static void show_plane(const work *w, const imp_finger_sink *sink, const char *step, int16_t *plane) {
  if (sink == NULL) {
    return;
  }
  uint8_t *grey = malloc((size_t)w->width * (size_t)w->height);
  if (grey == NULL) {
    return;
  }
  for (int y = 0; y < w->height; y++) {
    const int16_t *row = imp_finger_row(w, plane, y);
    for (int x = 0; x < w->width; x++) {
      grey[(size_t)y * (size_t)w->width + (size_t)x] = (uint8_t)((row[x] + unit) * 255 / (2 * unit));
    }
  }
  sink->show(sink->context, step, grey, w->width, w->height);
  erase_and_free(grey, (size_t)w->width * (size_t)w->height);
}

static void show_cells(const work *w, const imp_finger_sink *sink, const char *step, const float *values,
                       float most) {
  if (sink == NULL) {
    return;
  }
  const size_t n = (size_t)w->cells_across * (size_t)w->cells_down;
  uint8_t *grey = malloc(n);
  if (grey == NULL) {
    return;
  }
  for (size_t i = 0; i < n; i++) {
    const float v = values[i] / most * 255;
    grey[i] = (uint8_t)(v > 255 ? 255 : v < 0 ? 0 : v);
  }
  sink->show(sink->context, step, grey, w->cells_across, w->cells_down);
  erase_and_free(grey, n);
}

static void show_mask(const imp_finger_sink *sink, const char *step, const uint8_t *mask, int width,
                      int height) {
  if (sink == NULL) {
    return;
  }
  const size_t n = (size_t)width * (size_t)height;
  uint8_t *grey = malloc(n);
  if (grey == NULL) {
    return;
  }
  for (size_t i = 0; i < n; i++) {
    grey[i] = mask[i] ? 255 : 0;
  }
  sink->show(sink->context, step, grey, width, height);
  erase_and_free(grey, n);
}

static int by_quality(const void *one, const void *other) {
  const imp_finger_minutia *a = one, *b = other;
  if (a->quality != b->quality) {
    return b->quality - a->quality;
  }
  return a->y != b->y ? a->y - b->y : a->x - b->x;
}

// Area, clarity and field, of what is clear.
static void summarise(const work *w, imp_finger_print *print) {
  double sum = 0;
  int clear = 0;
  for (int i = 0; i < w->cells_across * w->cells_down; i++) {
    if (w->mask[i] && w->clarity[i] > clear_enough) {
      clear++;
      sum += (double)w->clarity[i];
    }
  }
  print->area = (float)(clear * cell * cell);
  print->clarity = clear > 0 ? (float)(sum / clear) : 0;
  print->columns = w->blocks_across;
  print->rows = w->blocks_down;
  for (int by = 0; by < w->blocks_down; by++) {
    for (int bx = 0; bx < w->blocks_across; bx++) {
      const int x = bx * block + block / 2 < w->width ? bx * block + block / 2 : w->width - 1;
      const int y = by * block + block / 2 < w->height ? by * block + block / 2 : w->height - 1;
      const int at = y / cell * w->cells_across + x / cell;
      const int clear_here = w->mask[at] && w->clarity[at] > clear_enough;
      print->field[by * w->blocks_across + bx] =
          clear_here ? (uint8_t)((int)(w->orientation[at] / 3.14159265F * 255) % 255) : IMP_FINGER_NO_RIDGE;
    }
  }
}

static void gather(work *w, const imp_finger_sink *sink, imp_finger_print *print) {
  static _Thread_local imp_finger_minutia found[most_found];
  int count = 0;
  imp_finger_lines(w);
  imp_finger_thin(w, w->ridge);
  imp_finger_thin(w, w->valley);
  show_mask(sink, "ridge lines", w->ridge, w->width, w->height);
  show_mask(sink, "valley lines", w->valley, w->width, w->height);
  imp_finger_ends(w, w->ridge, 1, found, &count, most_found / 2);
  imp_finger_ends(w, w->valley, 2, found, &count, most_found);
  count = imp_finger_clean(found, count);
  qsort(found, (size_t)count, sizeof *found, by_quality);
  print->count = count < IMP_FINGER_MINUTIAE ? count : IMP_FINGER_MINUTIAE;
  memcpy(print->minutiae, found, (size_t)print->count * sizeof *found);
  imp_finger_erase(found, sizeof found);
}

static imp_finger_status extract(work *w, const imp_finger_sink *sink, imp_finger_print *print) {
  imp_finger_statistics(w);
  if (imp_finger_segment(w) * cell * cell < least_area) {
    return IMP_FINGER_NOTHING;
  }
  show_mask(sink, "mask", w->mask, w->cells_across, w->cells_down);
  imp_finger_normalise(w);
  show_plane(w, sink, "normalised", w->plane);
  imp_finger_orient(w, w->plane, first_smoothing);
  show_cells(w, sink, "orientation", w->orientation, 3.14159265F);
  print->period = imp_finger_periods(w);
  if (!(print->period > 0)) {
    return IMP_FINGER_NOTHING;
  }
  if (print->period < nearest_ridges || print->period > farthest_ridges) {
    return IMP_FINGER_RESOLUTION;
  }
  imp_finger_filter(w, w->plane, w->enhanced, 10);
  show_plane(w, sink, "enhanced once", w->enhanced);
  // Orientation again, of ridges that are clear by now, and what they are by that.
  imp_finger_orient(w, w->enhanced, second_smoothing);
  memcpy(w->plane, w->enhanced, (size_t)w->stride * (size_t)(w->height + 2 * radius) * sizeof *w->plane);
  imp_finger_filter(w, w->plane, w->enhanced, 1);
  show_plane(w, sink, "enhanced", w->enhanced);
  imp_finger_clarify(w);
  show_cells(w, sink, "clarity", w->clarity, 1);
  show_mask(sink, "core", w->core, w->cells_across, w->cells_down);
  gather(w, sink, print);
  summarise(w, print);
  return print->area < (float)least_area ? IMP_FINGER_NOTHING : IMP_FINGER_OK;
}

imp_finger_status imp_finger_extract(const uint8_t *grey, int width, int height, size_t row_bytes,
                                     uint32_t resolution, const imp_finger_sink *sink, imp_finger_print *print) {
  memset(print, 0, sizeof *print);
  if (resolution == 0 || width < 2 || height < 2) {
    return IMP_FINGER_SIZE;
  }
  const double scale = 19685.0 / resolution;
  const int same = fabs(scale - 1) < 0.016;
  const double scaled_width = same ? width : width * scale, scaled_height = same ? height : height * scale;
  if (scaled_width < IMP_FINGER_LEAST_SIDE || scaled_height < IMP_FINGER_LEAST_SIDE ||
      scaled_width > IMP_FINGER_MOST_SIDE || scaled_height > IMP_FINGER_MOST_SIDE) {
    return IMP_FINGER_SIZE;
  }
  work w = {.width = (int)scaled_width, .height = (int)scaled_height};
  if (!lay_out(&w)) {
    return IMP_FINGER_MEMORY;
  }
  imp_finger_scale(&w, grey, width, height, row_bytes, resolution);
  const imp_finger_status status = extract(&w, sink, print);
  erase_and_free(w.memory, w.bytes);
  const float period = print->period;
  if (status != IMP_FINGER_OK) {
    memset(print, 0, sizeof *print);
    print->period = status == IMP_FINGER_RESOLUTION ? period : 0;
    return status;
  }
  print->width = w.width;
  print->height = w.height;
  return IMP_FINGER_OK;
}

float imp_finger_quality(const imp_finger_print *print) {
  // The product that ranks pairs best; 100 is a full clear print: 0.9, 90,000 square pixels, 60 minutiae.
  const float area = print->area / 90000, count = (float)print->count / 60;
  const float q = print->clarity / 0.9F * sqrtf(area > 1 ? 1 : area) * sqrtf(count > 1 ? 1 : count);
  return q > 1 ? 100 : 100 * q;
}
