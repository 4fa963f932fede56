// SPDX-License-Identifier: Apache-2.0
#include "mesh.h"

// The middle of the skull, around which the head's outline is looked for.
static const vec3 skull_middle = {0, -15, 85};

// MARK: The head's outline

// The oval's points from the one jaw angle over the forehead to the other belong to
// the outline; under the jaw is the neck.
static int is_head(int i) {
  return i <= 11 || i >= OVAL_POINTS - 11;
}

// How many of them there are.
#define HEAD_POINTS 23

// A number of the oval, from the one jaw angle on.
static int oval_index(int place) {
  return (place + OVAL_POINTS - 11) % OVAL_POINTS;
}

// How far from the face's edge hair and skull go at most: more above than at the side.
static float reach(vec3 towards) {
  return towards.y < 0 ? 62 + 48 * towards.y * towards.y : 62 - 50 * towards.y;
}

// The head's points next to one, each end standing for those beyond it.
static int near_index(int place) {
  return oval_index(place < 0 ? 0 : place >= HEAD_POINTS ? HEAD_POINTS - 1 : place);
}

// The median of the five around one, so that a strand of hair is no horn.
static float median_around(const float found[OVAL_POINTS], int place) {
  float window[5];
  for (int k = 0; k < 5; k++) {
    window[k] = found[near_index(place + k - 2)];
  }
  for (int x = 0; x < 3; x++) {
    for (int y = x + 1; y < 5; y++) {
      if (window[y] < window[x]) {
        const float swap = window[x];
        window[x] = window[y];
        window[y] = swap;
      }
    }
  }
  return window[2];
}

static void smooth_outline(outline *o, const float found[OVAL_POINTS]) {
  for (int place = 0; place < HEAD_POINTS; place++) {
    const int i = oval_index(place);
    // A single one lies between an ear and the hair.
    o->is_hidden[i] = found[near_index(place - 1)] < 8 && found[i] < 8 && found[near_index(place + 1)] < 8;
    float sum = 0, least = 1e9f;
    for (int k = -1; k <= 1; k++) {
      sum += median_around(found, place + k);
    }
    // Beside an ear there is none: the least of the neighbours is the skull's.
    const int reach = fabsf(o->towards[i].y) < 0.6f ? 2 : 1;
    for (int k = -reach; k <= reach; k++) {
      const int n = near_index(place + k);
      least = fminf(least, found[n]);
    }
    o->end[i] = o->start[i] + fmaxf(sum / 3, 6);
    o->limit[i] = fmaxf(o->end[i], o->start[i] + fminf(found[i], sum / 3 + 25)) * 1.05f + 5;
    if (o->is_hidden[i]) {
      o->end[i] = o->start[i] + 6;
      o->limit[i] = o->end[i] + 1;
    }
    o->skull[i] = fminf(o->end[i], o->start[i] + least);
  }
}

void outline_find(mesh_builder *b, outline *o) {
  o->middle = rotated(&b->frame->turn, skull_middle);
  const rotation upright = rotation_of(0, 0, b->frame->roll);
  float found[OVAL_POINTS];
  for (int i = 0; i < OVAL_POINTS; i++) {
    o->from[i] = b->face[face_oval[i]];
    o->photo[i] = b->photo[face_oval[i]];
    vec3 towards = vec3_sub(o->from[i], skull_middle);
    towards.z = 0;
    o->towards[i] = vec3_unit(towards);
    o->on_photo[i] = rotated(&upright, o->towards[i]);
    o->start[i] = vec3_dot(vec3_sub(o->photo[i], o->middle), o->on_photo[i]);
    const float most = reach(o->towards[i]);
    // From inside of the face: its edge may lie behind the outline.
    float length = -30;
    for (; length < most; length += 1) {
      const vec3 place = vec3_add(o->middle, vec3_scale(o->on_photo[i], o->start[i] + length));
      if (canvas_coverage(&b->model->canvas, place.x, place.y) < 0.5f) {
        break;
      }
    }
    found[i] = length;
    o->seen[i] = vec3_dot(vec3_sub(face_seen_place(b, o->photo[i]), o->middle), o->on_photo[i]);
  }
  smooth_outline(o, found);
}

// The depth of the outline: the widest part of the skull, and towards the jaw what lies
// behind its angle.
static float outline_depth(const outline *o, int i) {
  const float low = smooth_step(0.1f, 0.6f, o->towards[i].y);
  return fmaxf(skull_middle.z + low * (o->from[i].z + 25 - skull_middle.z), o->from[i].z + 8);
}

// From the face's edge to the outline: a quarter of an ellipse, which meets the outline edge on.
void outline_add_sides(mesh_builder *b, const outline *o) {
  static const float steps[] = {0.3f, 0.6f, 0.85f, 1};
  for (int place = 0; place < HEAD_POINTS; place++) {
    const int i = oval_index(place);
    const float depth = outline_depth(o, i);
    const float length = o->end[i] - o->start[i];
    for (int s = 0; s < 5; s++) {
      const float angle = s < 4 ? 1.5707963f * steps[s] : 1.5707963f;
      const float out = s < 4 ? sinf(angle) * length : o->limit[i] - o->start[i];
      const float back = s < 4 ? 1 - cosf(angle) : 1.04f;
      const vec3 ray = vec3_scale(o->towards[i], out);
      const vec3 space = {o->from[i].x + ray.x, o->from[i].y + ray.y,
                          o->from[i].z + back * (depth - o->from[i].z)};
      // On the straight line from the face's edge to the outline's point; where nothing is seen there, what
      // lies before the edge, mirrored.
      const float end = o->is_hidden[i] ? o->seen[i] - 10 : s < 4 ? o->start[i] + length : o->limit[i];
      const vec3 target = vec3_add(o->middle, vec3_scale(o->on_photo[i], end));
      const vec3 on_photo = vec3_between(o->photo[i], target, s < 4 ? out / fmaxf(length, 1) : 1);
      mesh_add_vertex(b, space, mesh_turn_at(b, space.y), on_photo.x, on_photo.y);
    }
  }
}

static float distance_to_segment(float x, float y, vec3 a, vec3 b) {
  const float dx = b.x - a.x, dy = b.y - a.y;
  const float share = clamped(((x - a.x) * dx + (y - a.y) * dy) / fmaxf(dx * dx + dy * dy, 1e-6f), 0, 1);
  return flat_length(x - a.x - share * dx, y - a.y - share * dy);
}

// Inside of the head's own part, or nearer to it than a triangle needs.
int outline_holds(const outline *o, float x, float y) {
  int inside = 0;
  float nearest = 1e9f;
  vec3 ring[OVAL_POINTS];
  for (int i = 0; i < OVAL_POINTS; i++) {
    ring[i] =
        is_head(i) ? vec3_add(o->from[i], vec3_scale(o->towards[i], o->limit[i] - o->start[i])) : o->from[i];
  }
  for (int i = 0, k = OVAL_POINTS - 1; i < OVAL_POINTS; k = i++) {
    if ((ring[i].y > y) != (ring[k].y > y) &&
        x < (ring[k].x - ring[i].x) * (y - ring[i].y) / (ring[k].y - ring[i].y) + ring[i].x) {
      inside = !inside;
    }
    nearest = fminf(nearest, distance_to_segment(x, y, ring[k], ring[i]));
  }
  return inside || nearest < 8;
}

// The half of the head that no photograph shows, from just inside the outline backwards; what is
// painted on it is the outline's hair, mirrored.
void outline_add_back(mesh_builder *b, const outline *o) {
  puppet_model *m = b->model;
  enum { rows = 5 };
  static const float inset = 3;
  const uint32_t first = m->vertex_count;
  for (int place = 0; place < HEAD_POINTS; place++) {
    const int i = oval_index(place);
    const float depth = outline_depth(o, i);
    const float radius = o->skull[i] - inset;
    const float seen = o->is_hidden[i] ? o->seen[i] - inset : radius;
    for (int row = 0; row < rows; row++) {
      const float angle = 1.5707963f * (float)row / (rows - 0.6f);
      const float out = fmaxf(radius - o->start[i], 0) - radius * (1 - cosf(angle));
      const vec3 ray = vec3_scale(o->towards[i], out);
      const vec3 space = {o->from[i].x + ray.x, o->from[i].y + ray.y, depth + 95 * sinf(angle)};
      const vec3 photo = vec3_add(o->middle, vec3_scale(o->on_photo[i], seen - 10 * (float)row / rows));
      vertex *v = mesh_add_vertex(b, space, mesh_turn_at(b, o->from[i].y), photo.x, photo.y);
      if (v == NULL) {
        return;
      }
      v->normal = vec3_unit(vec3_add(vec3_scale(o->towards[i], cosf(angle)), vec3_of(0, 0, sinf(angle))));
    }
  }
  for (uint32_t place = 0; place + 1 < HEAD_POINTS; place++) {
    for (uint32_t row = 0; row + 1 < rows; row++) {
      const uint32_t a = first + place * rows + row, c = a + rows;
      // Seen from the front they face away.
      mesh_add_triangle(m, a, a + 1, c, LAYER_BACK);
      mesh_add_triangle(m, c, a + 1, c + 1, LAYER_BACK);
    }
  }
}
