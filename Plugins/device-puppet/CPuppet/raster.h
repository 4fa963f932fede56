// SPDX-License-Identifier: Apache-2.0
// Draws triangles with subpixel accuracy into a frame of linear light.
#ifndef PUPPET_RASTER_H
#define PUPPET_RASTER_H

#include "texture.h"

// Pixels of red, green, blue and an unused value, each up to 65535.
typedef struct surface {
  uint16_t *pixels;
  int32_t width;
  int32_t height;
  const float *rows; // what light is multiplied by in a row: lamps and displays flicker
} surface;

typedef struct corner {
  float x; // pixels; the centre of the first is (0.5, 0.5)
  float y;
  float u; // texels of the level that is drawn with
  float v;
  four light; // red, green, blue are multiplied by it; the last one is the opacity
} corner;

// What a print or a screen does to its picture: black that is not quite black, and
// the pixels of a display, which each colour is multiplied by over one period, in
// GRID_STEPS steps.
#define GRID_STEPS 256
typedef struct finish {
  four added;
  int is_grid; // the rest counts
  float across[GRID_STEPS][4];
  float down[GRID_STEPS];
  float columns; // periods in a texel of the level that is drawn with
  float lines;
} finish;

// Draws a clockwise or counterclockwise triangle. Neighbours that share two corners
// leave no gap and draw no pixel twice. What is not finite is left out. `finish` may be
// NULL.
void raster_triangle(const surface *to, const texture_level *texture, const corner corners[3],
                     const finish *finish);

// Softens an edge: draws a strip of a pixel along it, away from `inside`, that
// fades out.
void raster_rim(const surface *to, const texture_level *texture, const corner *from, const corner *end,
                const corner *inside, const finish *finish);

#endif
