// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "draw.h"

// Layers lie further apart than anything of a layer does.
#define LAYER_DEPTH 100000.0f

typedef struct posed {
  const puppet_head *head;
  vec3 eyes; // where the middle between the eyes is while the head looks ahead
  rotation turn;
  corner *corners;
  float *depths;
  uint8_t *is_shown;    // of triangles
  drawing_order *order; // of those that are shown
  size_t shown;
} posed;

static int compare_drawing(const void *a, const void *b) {
  const drawing_order *one = a, *other = b;
  if (one->depth != other->depth) {
    return one->depth > other->depth ? -1 : 1;
  }
  return (one->index > other->index) - (one->index < other->index);
}

void sort_drawing(drawing_order *order, size_t count) {
  qsort(order, count, sizeof *order, compare_drawing);
}

// How far a lid is on its way.
static float closed_share(const puppet_head *head, int32_t eye) {
  return eye < 0 ? 0 : 1 - clamped(eye == 0 ? head->right_eye : head->left_eye, 0, 1);
}

// Of the lamps' directed light, what a surface gets more or less than in the photograph.
static float directed_light(const view *v, vec3 normal, vec3 normal_there) {
  const puppet_light *l = v->light;
  const vec3 from = vec3_unit(vec3_of(l->direction[0], l->direction[1], l->direction[2]));
  const float share = clamped(l->directed, 0, 0.9f);
  const float now = 1 - share + share * (0.5f + 0.5f * vec3_dot(normal, from));
  const float then = 1 - share + share * (0.5f + 0.5f * vec3_dot(normal_there, from));
  return now / then;
}

static void pose_vertices(posed *p, const view *v, float texels) {
  const puppet_model *m = p->head->model;
  const puppet_head *head = p->head;
  const float opacity = clamped(head->opacity, 0, 1);
  for (uint32_t i = 0; i < m->vertex_count; i++) {
    const vertex *from = &m->vertices[i];
    rotation own;
    const rotation *turn = &p->turn;
    if (from->turn < 1) {
      own = rotation_of(head->yaw * from->turn, head->pitch * from->turn, head->roll * from->turn);
      turn = &own;
    }
    const float closed = closed_share(head, from->eye);
    const vec3 place = vec3_add(from->place, vec3_scale(from->lid, closed));
    const vec3 where = vec3_add(turned_place(place, turn), p->eyes);
    const vec3 normal = rotated(turn, from->normal);
    corner c = projected(v, where);
    c.u = (from->u + closed * from->lid_u) * texels;
    c.v = (from->v + closed * from->lid_v) * texels;
    const float lamps = directed_light(v, normal, from->normal);
    c.light = (four){v->lamps[0] * lamps, v->lamps[1] * lamps, v->lamps[2] * lamps, opacity} +
              near_light(v, where, normal);
    const float seen = 1 - closed * from->lash;
    c.light *= (four){seen, seen, seen, 1};
    p->corners[i] = c;
    p->depths[i] = where.z;
  }
}

static void order_triangles(posed *p) {
  const puppet_model *m = p->head->model;
  for (uint32_t i = 0; i < m->triangle_count; i++) {
    const mesh_triangle *t = &m->triangles[i];
    const corner *a = &p->corners[t->corner[0]], *b = &p->corners[t->corner[1]],
                 *c = &p->corners[t->corner[2]];
    const float side = (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
    p->is_shown[i] = side > 0;
    if (side > 0) {
      const float depth = p->depths[t->corner[0]] + p->depths[t->corner[1]] + p->depths[t->corner[2]];
      p->order[p->shown++] = (drawing_order){depth - LAYER_DEPTH * (float)t->layer, i};
    }
  }
  sort_drawing(p->order, p->shown);
}

static void draw_triangles(const posed *p, const surface *to, const texture_level *level) {
  const puppet_model *m = p->head->model;
  for (size_t n = 0; n < p->shown; n++) {
    const mesh_triangle *t = &m->triangles[p->order[n].index];
    const corner corners[3] = {p->corners[t->corner[0]], p->corners[t->corner[1]], p->corners[t->corner[2]]};
    raster_triangle(to, level, corners, NULL);
    for (int k = 0; k < 3; k++) {
      // Where the surface turns away, its edge is seen.
      if (t->neighbour[k] != NO_NEIGHBOUR && !p->is_shown[t->neighbour[k]]) {
        raster_rim(to, level, &corners[k], &corners[(k + 1) % 3], &corners[(k + 2) % 3], NULL);
      }
    }
  }
}

int draw_head(const surface *to, const view *v, const puppet_head *head) {
  const puppet_model *m = head->model;
  puppet_head h = *head;
  h.yaw = clamped(h.yaw, -60, 60);
  h.pitch = clamped(h.pitch, -45, 45);
  h.roll = clamped(h.roll, -60, 60);
  h.distance = clamped(h.distance, 100, 20000);
  posed p = {.head = &h};
  p.eyes = vec3_of(clamped(h.x, -20000, 20000), clamped(h.y, -20000, 20000), h.distance);
  p.turn = rotation_of(h.yaw, h.pitch, h.roll);
  p.corners = malloc(m->vertex_count * sizeof *p.corners);
  p.depths = malloc(m->vertex_count * sizeof *p.depths);
  p.is_shown = malloc(m->triangle_count + 1);
  p.order = malloc((m->triangle_count + 1) * sizeof *p.order);
  int status = PUPPET_E_MEMORY;
  if (p.corners != NULL && p.depths != NULL && p.is_shown != NULL && p.order != NULL) {
    const float finest = m->canvas.scale * h.distance / v->focal;
    const int32_t level = texture_level_for(&m->canvas.texture, finest);
    pose_vertices(&p, v, 1 / (float)(1 << level));
    order_triangles(&p);
    draw_triangles(&p, to, &m->canvas.texture.level[level]);
    status = PUPPET_OK;
  }
  free(p.corners);
  free(p.depths);
  free(p.is_shown);
  free(p.order);
  return status;
}
