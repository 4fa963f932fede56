// SPDX-License-Identifier: Apache-2.0
// What a scene is drawn of.
#ifndef PUPPET_DRAW_H
#define PUPPET_DRAW_H

#include "model.h"
#include "raster.h"

// A camera at the origin.
typedef struct view {
  float focal;    // pixels
  float middle_x; // of the frame, with what the camera is shifted by
  float middle_y;
  const puppet_light *light;
  float lamps[3]; // ambient light
} view;

// Nearer than this nothing is drawn.
#define NEAREST 40.0f

static inline corner projected(const view *v, vec3 place) {
  const float scale = v->focal / (place.z > NEAREST ? place.z : NEAREST);
  const corner c = {.x = v->middle_x + place.x * scale, .y = v->middle_y + place.y * scale};
  return c;
}

// The near screen's light on a surface, for each colour.
// A screen is large: what faces it at a slant is still lit by part of it.
static inline four near_light(const view *v, vec3 place, vec3 normal) {
  const puppet_light *l = v->light;
  // It hangs below the camera, as on a telephone.
  const vec3 way = vec3_sub(vec3_of(0, 70, 0), place);
  const float square = fmaxf(vec3_dot(way, way), 100 * 100);
  const float facing = vec3_dot(vec3_unit(way), normal);
  const float lambert = clamped((facing + 0.15f) / 1.15f, 0, 1);
  const float strength = l->strength * lambert * (400 * 400) / square;
  return (four){l->screen[0], l->screen[1], l->screen[2], 0} * strength;
}

// PUPPET_E_MEMORY.
int draw_head(const surface *to, const view *v, const puppet_head *head);
int draw_sheet(const surface *to, const view *v, const puppet_sheet *sheet);

// Something to sort from the back to the front.
typedef struct drawing_order {
  float depth; // of layers too: larger ones come first
  uint32_t index;
} drawing_order;

void sort_drawing(drawing_order *order, size_t count);

#endif
