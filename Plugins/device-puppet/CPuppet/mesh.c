// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "mesh.h"
#include "triangulate.h"

const vec3 head_pivot = {0, 40, 80};

#define MOST_VERTICES 4096
#define MOST_TRIANGLES 8192

// MARK: Vertices

vertex *mesh_add_vertex(mesh_builder *b, vec3 place, float turn, float x, float y) {
  puppet_model *m = b->model;
  if (m->vertex_count == MOST_VERTICES) {
    return NULL;
  }
  vertex *v = &m->vertices[m->vertex_count++];
  memset(v, 0, sizeof *v);
  v->place = place;
  v->turn = turn;
  v->eye = -1;
  v->u = canvas_u(&m->canvas, x);
  v->v = canvas_v(&m->canvas, y);
  return v;
}

// The share of the head's turn that the neck has at a height.
float mesh_turn_at(const mesh_builder *b, float y) {
  return 1 - smooth_step(b->chin, b->chin + 95, y);
}

// Where a point of the neck or the shoulders is in the photograph.
static vec3 in_photo(const mesh_builder *b, vec3 place, float turn) {
  const rotation whole = b->frame->turn;
  // The shoulders are taken to be straight; small angles are shared by their entries.
  rotation part;
  for (int i = 0; i < 3; i++) {
    vec3 row = vec3_scale(whole.row[i], turn);
    *(i == 0 ? &row.x : i == 1 ? &row.y : &row.z) += 1 - turn;
    part.row[i] = row;
  }
  const vec3 turned = rotated(&part, vec3_sub(place, head_pivot));
  return vec3_add(turned, rotated(&whole, head_pivot));
}

// MARK: Neck and shoulders

// How deep they lie: a neck of 62 mm radius, below it a chest.
static float body_depth(vec3 place, float chin) {
  const float side = fminf(fabsf(place.x) / 62, 1);
  const float neck = 42 + 55 * (1 - sqrtf(1 - side * side));
  const float chest = 55 + 0.2f * fabsf(place.x);
  return neck + smooth_step(chin + 20, chin + 80, place.y) * (chest - neck);
}

static void add_body(mesh_builder *b, const outline *o) {
  for (float y = 40; y <= CANVAS_BOTTOM + 1; y += y < 180 ? 14 : 36) {
    for (float x = -324; x <= 325; x += 18) {
      if (outline_holds(o, x, y)) {
        continue;
      }
      vec3 place = {x, y, 0};
      place.z = body_depth(place, b->chin);
      const float turn = mesh_turn_at(b, y);
      const vec3 photo = in_photo(b, place, turn);
      mesh_add_vertex(b, place, turn, photo.x, photo.y);
    }
  }
}

// MARK: Triangles

void mesh_add_triangle(puppet_model *m, uint32_t a, uint32_t b, uint32_t c, uint16_t layer) {
  if (m->triangle_count < MOST_TRIANGLES) {
    m->triangles[m->triangle_count++] = (mesh_triangle){
        {(uint16_t)a, (uint16_t)b, (uint16_t)c}, layer, {NO_NEIGHBOUR, NO_NEIGHBOUR, NO_NEIGHBOUR}};
  }
}

static int triangulate_front(const puppet_model *m, uint32_t **triangles, uint32_t *count) {
  grid_point *points = malloc(m->vertex_count * sizeof *points);
  if (points == NULL) {
    return PUPPET_E_MEMORY;
  }
  for (uint32_t i = 0; i < m->vertex_count; i++) {
    points[i].x = floor_int(64 * clamped(m->vertices[i].place.x, -1000, 1000));
    points[i].y = floor_int(64 * clamped(m->vertices[i].place.y, -1000, 1000));
  }
  const int status = triangulate(points, m->vertex_count, triangles, count);
  free(points);
  return status;
}

// Whether anything of the person lies on a triangle.
static int is_covered(const puppet_model *m, const uint32_t corner[3]) {
  const texture_level *level = &m->canvas.texture.level[0];
  enum { steps = 8 };
  for (int i = 0; i <= steps; i++) {
    for (int k = 0; k <= steps - i; k++) {
      const float a = (float)i / steps, c = (float)k / steps, r = 1 - a - c;
      const vertex *v = m->vertices;
      const float u = a * v[corner[0]].u + c * v[corner[1]].u + r * v[corner[2]].u;
      const float w = a * v[corner[0]].v + c * v[corner[1]].v + r * v[corner[2]].v;
      if (texture_sample(level, u, w)[3] > 0) {
        return 1;
      }
    }
  }
  return 0;
}

static void add_front(mesh_builder *b, const uint32_t *triangles, uint32_t count) {
  puppet_model *m = b->model;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t *corner = triangles + 3 * (size_t)i;
    vec3 middle = {0, 0, 0};
    float turn = 0;
    for (int k = 0; k < 3; k++) {
      middle = vec3_add(middle, vec3_scale(m->vertices[corner[k]].place, 1.0f / 3));
      turn += m->vertices[corner[k]].turn / 3;
    }
    if (!eyes_hold(m, middle.x, middle.y) && is_covered(m, corner)) {
      mesh_add_triangle(m, corner[0], corner[1], corner[2], turn < 0.6f ? LAYER_BODY : LAYER_FRONT);
    }
  }
}

// MARK: Normals and neighbours

static void find_normals(puppet_model *m) {
  for (uint32_t i = 0; i < m->triangle_count; i++) {
    const mesh_triangle *t = &m->triangles[i];
    if (t->layer == LAYER_EYE || t->layer == LAYER_BACK) {
      continue;
    }
    const vec3 a = m->vertices[t->corner[0]].place;
    const vec3 normal = vec3_cross(vec3_sub(m->vertices[t->corner[2]].place, a),
                                   vec3_sub(m->vertices[t->corner[1]].place, a));
    for (int k = 0; k < 3; k++) {
      m->vertices[t->corner[k]].normal = vec3_add(m->vertices[t->corner[k]].normal, normal);
    }
  }
  for (uint32_t i = 0; i < m->vertex_count; i++) {
    m->vertices[i].normal = vec3_unit(m->vertices[i].normal);
  }
}

static void find_neighbours(puppet_model *m) {
  for (uint32_t i = 0; i < m->triangle_count; i++) {
    for (int k = 0; k < 3; k++) {
      const uint16_t from = m->triangles[i].corner[k], to = m->triangles[i].corner[(k + 1) % 3];
      for (uint32_t n = 0; n < m->triangle_count && m->triangles[i].neighbour[k] == NO_NEIGHBOUR; n++) {
        for (int j = 0; j < 3; j++) {
          if (m->triangles[n].corner[j] == to && m->triangles[n].corner[(j + 1) % 3] == from) {
            m->triangles[i].neighbour[k] = (int32_t)n;
          }
        }
      }
    }
  }
}

int mesh_build(mesh_builder *b) {
  puppet_model *m = b->model;
  m->vertices = calloc(MOST_VERTICES, sizeof *m->vertices);
  m->triangles = calloc(MOST_TRIANGLES, sizeof *m->triangles);
  if (m->vertices == NULL || m->triangles == NULL) {
    return PUPPET_E_MEMORY;
  }
  face_add(b);
  outline o;
  outline_find(b, &o);
  outline_add_sides(b, &o);
  add_body(b, &o);
  uint32_t *triangles = NULL, count = 0;
  for (int round = 0; round < 4; round++) {
    free(triangles);
    triangles = NULL;
    const int status = triangulate_front(m, &triangles, &count);
    if (status != PUPPET_OK) {
      return status;
    }
    if (round == 3 || eyes_split_edges(b, triangles, count) == 0) {
      break;
    }
  }
  add_front(b, triangles, count);
  free(triangles);
  eyes_add_balls(b);
  outline_add_back(b, &o);
  find_normals(m);
  find_neighbours(m);
  return PUPPET_OK;
}
