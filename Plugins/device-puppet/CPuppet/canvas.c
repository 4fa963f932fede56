// SPDX-License-Identifier: Apache-2.0
#include "canvas.h"

#include <stdlib.h>

#include "matte.h"

const uint16_t face_oval[OVAL_POINTS] = {10,  338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288,
                                         397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136,
                                         172, 58,  132, 93,  234, 127, 162, 21,  54,  103, 67,  109};

// A place of the photograph in the matte's colours. Returns whether it is within.
static int photo_colour(const photo_frame *frame, int32_t level, float x, float y, float colour[3]) {
  const float u = frame->middle_x + x * frame->scale, v = frame->middle_y + y * frame->scale;
  const texture_level *whole = &frame->photo->level[0];
  const texture_level *used = &frame->photo->level[level];
  const float share = 1 / (float)(1 << level);
  const four light = texture_sample(used, u * share, v * share);
  for (int k = 0; k < 3; k++) {
    colour[k] = 255 * sqrtf(light[k] / LIGHT_ONE);
  }
  return u >= 0 && v >= 0 && u <= (float)whole->width && v <= (float)whole->height;
}

static void see_cells(matte *m, const photo_frame *frame) {
  const int32_t level = texture_level_for(frame->photo, frame->scale * MATTE_CELL);
  for (int32_t i = 0; i < MATTE_CELLS; i++) {
    const float x = CANVAS_LEFT + ((float)(i % MATTE_WIDTH) + 0.5f) * MATTE_CELL;
    const float y = CANVAS_TOP + ((float)(i / MATTE_WIDTH) + 0.5f) * MATTE_CELL;
    m->is_seen[i] = (uint8_t)photo_colour(frame, level, x, y, m->colour[i]);
  }
}

// What the matte knows at a place, between the middles of four cells.
typedef struct matte_view {
  float person;
  float front[3];
  float behind[3];
} matte_view;

static matte_view look_up(const matte *m, float x, float y) {
  const float u = clamped((x - CANVAS_LEFT) / MATTE_CELL - 0.5f, 0, MATTE_WIDTH - 1.001f);
  const float v = clamped((y - CANVAS_TOP) / MATTE_CELL - 0.5f, 0, MATTE_HEIGHT - 1.001f);
  const int32_t column = (int32_t)u, row = (int32_t)v;
  const float right = u - (float)column, down = v - (float)row;
  const int32_t cell = row * MATTE_WIDTH + column;
  const int32_t cells[4] = {cell, cell + 1, cell + MATTE_WIDTH, cell + MATTE_WIDTH + 1};
  const float weights[4] = {(1 - right) * (1 - down), right * (1 - down), (1 - right) * down, right * down};
  matte_view view = {0};
  for (int i = 0; i < 4; i++) {
    view.person += weights[i] * m->person[cells[i]];
    for (int k = 0; k < 3; k++) {
      view.front[k] += weights[i] * m->front[cells[i]][k];
      view.behind[k] += weights[i] * m->behind[cells[i]][k];
    }
  }
  return view;
}

// Coverage of one texel, and the person's own colour there: between the colours of the
// person and of the background, the texel's tells how much of each is in it.
static float resolve(const matte_view *view, int is_seen, float colour[3]) {
  if (view->person >= 0.98f && is_seen) {
    return 1;
  }
  float along = 0, length = 0;
  for (int k = 0; k < 3; k++) {
    const float difference = view->front[k] - view->behind[k];
    along += (colour[k] - view->behind[k]) * difference;
    length += difference * difference;
  }
  float coverage = view->person;
  if (is_seen && coverage > 0.02f && coverage < 0.98f) {
    const float trust = 0.8f * smooth_step(25, 70, sqrtf(length));
    coverage += trust * (clamped(along / fmaxf(length, 1), 0, 1) - coverage);
  }
  for (int k = 0; k < 3; k++) {
    const float own = is_seen && coverage > 0.2f
                          ? clamped((colour[k] - (1 - coverage) * view->behind[k]) / coverage, 0, 255)
                          : view->front[k];
    colour[k] = view->front[k] + smooth_step(0.4f, 0.95f, coverage) * (own - view->front[k]);
  }
  return coverage;
}

int canvas_make(const photo_frame *frame, const float oval[2 * OVAL_POINTS], canvas *made) {
  made->scale = fminf(frame->scale, CANVAS_FINEST);
  const uint32_t width = (uint32_t)ceil_int((CANVAS_RIGHT - CANVAS_LEFT) * made->scale);
  const uint32_t height = (uint32_t)ceil_int((CANVAS_BOTTOM - CANVAS_TOP) * made->scale);
  matte *m = calloc(1, sizeof *m);
  if (m == NULL) {
    return PUPPET_E_MEMORY;
  }
  int status = texture_allocate(&made->texture, width, height);
  if (status == PUPPET_OK) {
    see_cells(m, frame);
    status = matte_solve(m, frame, oval);
    if (status != PUPPET_OK) {
      texture_free(&made->texture);
    }
  }
  if (status == PUPPET_OK) {
    const int32_t level = texture_level_for(frame->photo, frame->scale / made->scale);
    for (int32_t row = 0; row < (int32_t)height; row++) {
      for (int32_t column = 0; column < (int32_t)width; column++) {
        const float x = CANVAS_LEFT + ((float)column + 0.5f) / made->scale;
        const float y = CANVAS_TOP + ((float)row + 0.5f) / made->scale;
        float colour[3];
        const int is_seen = photo_colour(frame, level, x, y, colour);
        const matte_view view = look_up(m, x, y);
        const float coverage = resolve(&view, is_seen, colour);
        uint16_t *texel = texel_at(&made->texture.level[0], column, row);
        for (int k = 0; k < 3; k++) {
          texel[k] = (uint16_t)(LIGHT_ONE * (colour[k] / 255) * (colour[k] / 255));
        }
        texel[3] = (uint16_t)(LIGHT_ONE * coverage);
      }
    }
    texture_finish(&made->texture);
  }
  free(m);
  return status;
}

float canvas_coverage(const canvas *c, float x, float y) {
  return texture_sample(&c->texture.level[0], canvas_u(c, x), canvas_v(c, y))[3] / LIGHT_ONE;
}
