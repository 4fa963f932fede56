// SPDX-License-Identifier: Apache-2.0
#include "triangulate.h"

#include <stdlib.h>
#include <string.h>

#include "CPuppet.h"

__extension__ typedef __int128 wide;

typedef struct triangle {
  uint32_t corner[3];
} triangle;

typedef struct edge {
  uint32_t from;
  uint32_t to;
} edge;

// Far enough out that its circles are nearly straight lines over the points.
#define FAR (64 * TRIANGULATE_LARGEST)

// Positive where c lies to the right of a -> b, as an image shows it.
static int64_t side_of(grid_point a, grid_point b, grid_point c) {
  return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

// Whether d lies inside of the circle through a clockwise triangle.
static int is_within(grid_point a, grid_point b, grid_point c, grid_point d) {
  const int64_t ax = a.x - d.x, ay = a.y - d.y, bx = b.x - d.x, by = b.y - d.y, cx = c.x - d.x,
                cy = c.y - d.y;
  const wide determinant = (wide)(ax * ax + ay * ay) * (bx * cy - by * cx) +
                           (wide)(bx * bx + by * by) * (cx * ay - cy * ax) +
                           (wide)(cx * cx + cy * cy) * (ax * by - ay * bx);
  return determinant > 0;
}

typedef struct work {
  grid_point *points;
  triangle *triangles;
  uint32_t triangle_count;
  edge *rim;
  uint32_t rim_count;
} work;

static void add_rim(work *w, uint32_t from, uint32_t to) {
  for (uint32_t i = 0; i < w->rim_count; i++) {
    if (w->rim[i].from == to && w->rim[i].to == from) {
      w->rim[i] = w->rim[--w->rim_count];
      return;
    }
  }
  w->rim[w->rim_count++] = (edge){from, to};
}

// Takes out the triangles whose circles hold the point; their rim becomes new ones.
static void insert(work *w, uint32_t index) {
  w->rim_count = 0;
  for (uint32_t i = 0; i < w->triangle_count;) {
    const triangle t = w->triangles[i];
    if (is_within(w->points[t.corner[0]], w->points[t.corner[1]], w->points[t.corner[2]], w->points[index])) {
      for (int k = 0; k < 3; k++) {
        add_rim(w, t.corner[k], t.corner[(k + 1) % 3]);
      }
      w->triangles[i] = w->triangles[--w->triangle_count];
    } else {
      i++;
    }
  }
  for (uint32_t i = 0; i < w->rim_count; i++) {
    const edge e = w->rim[i];
    // On the line of an edge that nothing lies behind: no triangle, but no hole either.
    if (side_of(w->points[e.from], w->points[e.to], w->points[index]) > 0) {
      w->triangles[w->triangle_count++] = (triangle){{e.from, e.to, index}};
    }
  }
}

int triangulate(const grid_point *points, uint32_t count, uint32_t **triangles, uint32_t *triangle_count) {
  work w = {0};
  w.points = malloc(((size_t)count + 3) * sizeof *w.points);
  // A triangulation has at most twice as many triangles as points, and each step adds two.
  w.triangles = malloc((2 * (size_t)count + 8) * sizeof *w.triangles);
  w.rim = malloc((6 * (size_t)count + 24) * sizeof *w.rim);
  uint32_t *answer = malloc((2 * (size_t)count + 8) * 3 * sizeof *answer);
  if (w.points == NULL || w.triangles == NULL || w.rim == NULL || answer == NULL) {
    free(w.points);
    free(w.triangles);
    free(w.rim);
    free(answer);
    return PUPPET_E_MEMORY;
  }
  memcpy(w.points, points, count * sizeof *points);
  w.points[count] = (grid_point){-FAR, -FAR};
  w.points[count + 1] = (grid_point){FAR, -FAR};
  w.points[count + 2] = (grid_point){0, FAR};
  w.triangles[0] = (triangle){{count, count + 1, count + 2}};
  w.triangle_count = 1;
  for (uint32_t i = 0; i < count; i++) {
    int is_new = 1;
    for (uint32_t k = 0; k < i && is_new; k++) {
      is_new = points[k].x != points[i].x || points[k].y != points[i].y;
    }
    if (is_new) {
      insert(&w, i);
    }
  }
  *triangle_count = 0;
  for (uint32_t i = 0; i < w.triangle_count; i++) {
    const triangle t = w.triangles[i];
    if (t.corner[0] < count && t.corner[1] < count && t.corner[2] < count) {
      memcpy(answer + 3 * (size_t)(*triangle_count)++, t.corner, sizeof t.corner);
    }
  }
  *triangles = answer;
  free(w.points);
  free(w.triangles);
  free(w.rim);
  return PUPPET_OK;
}
