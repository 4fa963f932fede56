// SPDX-License-Identifier: Apache-2.0
// Brightness in 64 cells of an image, and templates of it. Correct, but for the fault it is built with.
#ifndef FAULTY_CELLS_H
#define FAULTY_CELLS_H

#include "plugin.h"

#include <math.h>

#define GRID 8
#define CELLS (GRID * GRID)

// Offsets into the payload: magic, version, number of cells, their sum (little-endian), cells as signed
// bytes.
#define AT_VERSION 4
#define AT_COUNT 5
#define AT_SUM 6
#define AT_CELLS 8
#define TEMPLATE_BYTES (AT_CELLS + CELLS)

static const uint8_t magic[4] = {'F', 'L', 'T', 'F'};

// ---- Images ------------------------------------------------------------------

static imp_status check_image(const imp_plugin *plugin, const imp_image *image) {
  if (!image) return missing(plugin, "the image");
  if (image->size != sizeof *image && FAULT != face_ignores_image_size)
    return wrong_size(plugin, "the image", image->size, sizeof *image);
  if (image->format != IMP_PIXEL_GREY8 && image->format != IMP_PIXEL_RGB24 && FAULT != accepts_bad_layout)
    return fail(plugin, IMP_E_SAMPLE, "pixel format %u is neither grey (1) nor RGB (2)", image->format);
  bool is_large = image->width >= GRID && image->height >= GRID;
  if (FAULT == face_divides_by_zero) is_large = image->width > 0 && image->height > 0;
  if (!is_large || image->width > 65535 || image->height > 65535)
    return fail(plugin, IMP_E_SAMPLE, "%u x %u pixels; a side needs %d...65535", image->width, image->height, GRID);
  if (FAULT == face_ignores_layout) return IMP_OK;
  uint64_t row = (uint64_t)image->width * (image->format == IMP_PIXEL_RGB24 ? 3 : 1);
  uint64_t needed = (uint64_t)(image->height - 1) * image->row_bytes + row;
  if (FAULT == wraps_image_size) needed = (uint32_t)((image->height - 1) * image->row_bytes + (uint32_t)row);
  if (!image->pixels.data || image->row_bytes < row || image->pixels.length < needed)
    return fail(plugin, IMP_E_SAMPLE, "%zu bytes in rows of %u do not hold %u x %u pixels", image->pixels.length,
                image->row_bytes, image->width, image->height);
  return IMP_OK;
}

static int brightness(const imp_image *image, uint32_t x, uint32_t y) {
  size_t row_bytes = image->row_bytes;
  if (FAULT == expects_packed_rows) row_bytes = image->width * (image->format == IMP_PIXEL_RGB24 ? 3u : 1u);
  const uint8_t *row = image->pixels.data + y * row_bytes;
  if (image->format != IMP_PIXEL_RGB24) return row[x];
  return (77 * row[3 * (size_t)x] + 150 * row[3 * (size_t)x + 1] + 29 * row[3 * (size_t)x + 2]) >> 8;
}

// Fills the cells. The sharpness is the mean step from pixel to pixel, 0...255. False: no contrast.
static bool read_cells(const imp_image *image, int8_t cells[CELLS], float *sharpness) {
  int64_t mean[CELLS], all = 0, steps = 0, furthest = 0;
  for (uint32_t cell = 0; cell < CELLS; cell++) {
    uint32_t left = cell % GRID * image->width / GRID, right = (cell % GRID + 1) * image->width / GRID;
    uint32_t top = cell / GRID * image->height / GRID, bottom = (cell / GRID + 1) * image->height / GRID;
    int64_t sum = 0;
    for (uint32_t y = top; y < bottom; y++)
      for (uint32_t x = left; x < right; x++) {
        int here = brightness(image, x, y);
        sum += here;
        steps += x > 0 ? abs(here - brightness(image, x - 1, y)) : 0;
      }
    mean[cell] = sum * 256 / ((int64_t)(right - left) * (bottom - top));
    all += mean[cell];
  }
  *sharpness = (float)steps / ((float)image->width * (float)image->height);
  for (int i = 0; i < CELLS; i++) {
    mean[i] -= all / CELLS;
    furthest = llabs(mean[i]) > furthest ? llabs(mean[i]) : furthest;
  }
  if (furthest < 256) return false;
  for (int i = 0; i < CELLS; i++) cells[i] = (int8_t)(mean[i] * 127 / furthest);
  return true;
}

// ---- Templates ---------------------------------------------------------------

// Two bytes that any change of a single cell changes, one after the other.
static void sum_cells(const uint8_t *cells, size_t count, uint8_t sum[2]) {
  uint32_t low = 1, high = 0;
  for (size_t i = 0; i < count; i++) {
    low = (low + cells[i]) % 251;
    high = (high + low) % 251;
  }
  sum[0] = (uint8_t)low;
  sum[1] = (uint8_t)high;
}

static void write_template(const int8_t *cells, uint8_t count, uint8_t version, uint8_t out[TEMPLATE_BYTES]) {
  memcpy(out, magic, sizeof magic);
  out[AT_VERSION] = version;
  out[AT_COUNT] = count;
  memcpy(out + AT_CELLS, cells, count);
  sum_cells(out + AT_CELLS, count, out + AT_SUM);
}

static void leave_template(const uint8_t *made, uint32_t length) {
  uint8_t *copies = leak(1 << 16);
  for (size_t at = 1024; at < 1 << 16; at += 1024) memcpy(copies + at, made, length);
  free(copies);
}

#endif
