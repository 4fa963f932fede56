// SPDX-License-Identifier: Apache-2.0
#ifndef PUPPET_TRIANGULATE_H
#define PUPPET_TRIANGULATE_H

#include <stdint.h>

// Coordinates are whole numbers within +-TRIANGULATE_LARGEST.
#define TRIANGULATE_LARGEST 65536

typedef struct grid_point {
  int32_t x;
  int32_t y;
} grid_point;

// The Delaunay triangulation of `count` points (Bowyer 1981, Watson 1981), in exact
// arithmetic, so that no input breaks it. Triangles name points by their
// index, clockwise as an image shows them. A point that coincides with an earlier
// one is in no triangle. The caller frees *triangles, of 3 * *triangle_count indices.
// PUPPET_E_MEMORY. O(count^2): 2 ms for 800.
int triangulate(const grid_point *points, uint32_t count, uint32_t **triangles, uint32_t *triangle_count);

#endif
