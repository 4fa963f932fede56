// SPDX-License-Identifier: Apache-2.0
#include "mesh.h"

// An eye's opening as a ring: outer corner, upper lid, inner corner, lower lid back.
#define RING_POINTS (2 * LID_POINTS + 2)
static uint16_t ring_point(const eye_points *e, int i) {
  return i == 0                ? e->outer
         : i <= LID_POINTS     ? e->upper[i - 1]
         : i == LID_POINTS + 1 ? e->inner
                               : e->lower[RING_POINTS - 1 - i];
}

static int has_edge(const uint32_t *triangles, uint32_t count, uint32_t a, uint32_t b) {
  for (uint32_t i = 0; i < count; i++) {
    int hits = 0;
    for (int k = 0; k < 3; k++) {
      hits += triangles[3 * i + k] == a || triangles[3 * i + k] == b;
    }
    if (hits == 2) {
      return 1;
    }
  }
  return 0;
}

// Splits the edges of the lids that the triangulation does not have. Returns how many.
int eyes_split_edges(mesh_builder *b, const uint32_t *triangles, uint32_t count) {
  int split = 0;
  for (int eye = 0; eye < 2; eye++) {
    for (int i = 0; i < RING_POINTS; i++) {
      const uint16_t from = ring_point(&eyes[eye], i), to = ring_point(&eyes[eye], (i + 1) % RING_POINTS);
      if (has_edge(triangles, count, from, to)) {
        continue;
      }
      const vertex f = b->model->vertices[from], t = b->model->vertices[to];
      vertex *v = mesh_add_vertex(b, vec3_between(f.place, t.place, 0.5f), 1, 0, 0);
      if (v == NULL) {
        return 0;
      }
      v->u = (f.u + t.u) / 2;
      v->v = (f.v + t.v) / 2;
      v->lid = vec3_between(f.lid, t.lid, 0.5f);
      v->lid_u = (f.lid_u + t.lid_u) / 2;
      v->lid_v = (f.lid_v + t.lid_v) / 2;
      v->lash = (f.lash + t.lash) / 2;
      v->eye = eye;
      split++;
    }
  }
  return split;
}

static int is_in_eye(const puppet_model *m, const eye_points *e, float x, float y) {
  int inside = 0;
  for (int i = 0, k = RING_POINTS - 1; i < RING_POINTS; k = i++) {
    const vec3 a = m->vertices[ring_point(e, i)].place, c = m->vertices[ring_point(e, k)].place;
    if ((a.y > y) != (c.y > y) && x < (c.x - a.x) * (y - a.y) / (c.y - a.y) + a.x) {
      inside = !inside;
    }
  }
  return inside;
}

int eyes_hold(const puppet_model *m, float x, float y) {
  return is_in_eye(m, &eyes[0], x, y) || is_in_eye(m, &eyes[1], x, y);
}

// What lies in an eye's opening stays where it is when the lids move over it. It goes on a
// little under them, so that no gap shows.
void eyes_add_balls(mesh_builder *b) {
  puppet_model *m = b->model;
  for (int eye = 0; eye < 2; eye++) {
    const eye_points *e = &eyes[eye];
    const uint32_t first = m->vertex_count;
    vec3 middle = {0, 0, 0};
    for (int i = 0; i < RING_POINTS; i++) {
      middle = vec3_add(middle, vec3_scale(b->face[ring_point(e, i)], 1.0f / RING_POINTS));
    }
    for (int i = 0; i < RING_POINTS; i++) {
      const vertex edge = m->vertices[ring_point(e, i)];
      vertex *v =
          mesh_add_vertex(b, vec3_add(middle, vec3_scale(vec3_sub(edge.place, middle), 1.12f)), 1, 0, 0);
      if (v == NULL) {
        return;
      }
      // Deeper than the lids that close over it.
      v->place.z += 1;
      float u = 0, w = 0;
      for (int k = 0; k < RING_POINTS; k++) {
        u += m->vertices[ring_point(e, k)].u / RING_POINTS;
        w += m->vertices[ring_point(e, k)].v / RING_POINTS;
      }
      v->u = u + 1.12f * (edge.u - u);
      v->v = w + 1.12f * (edge.v - w);
      v->normal = vec3_of(0, 0, -1);
    }
    // A strip between upper and lower lid. The right eye's ring runs clockwise, the left one's does not.
    for (int i = 0; i <= LID_POINTS; i++) {
      const uint32_t upper = first + (uint32_t)i, next_upper = upper + 1;
      const uint32_t lower = first + (uint32_t)((RING_POINTS - i) % RING_POINTS);
      const uint32_t next_lower = first + (uint32_t)(RING_POINTS - 1 - i);
      if (eye == 0) {
        mesh_add_triangle(m, upper, next_upper, next_lower, LAYER_EYE);
        mesh_add_triangle(m, upper, next_lower, lower, LAYER_EYE);
      } else {
        mesh_add_triangle(m, upper, next_lower, next_upper, LAYER_EYE);
        mesh_add_triangle(m, upper, lower, next_lower, LAYER_EYE);
      }
    }
  }
}
