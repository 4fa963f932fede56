// SPDX-License-Identifier: Apache-2.0
#include "raster.h"

// Corners further out are not drawn: no number in here becomes larger than a float holds exactly.
#define FURTHEST 60000.0f

static inline int is_drawable(const corner *c) {
  return fabsf(c->x) < FURTHEST && fabsf(c->y) < FURTHEST && fabsf(c->u) < FURTHEST && fabsf(c->v) < FURTHEST;
}

// Where the edge from a (above) to b crosses a height. Of two triangles that share an edge, both get
// the same bits.
static inline float crossing(const corner *a, const corner *b, float y) {
  return a->x + (y - a->y) * ((b->x - a->x) / (b->y - a->y));
}

static inline four grid_at(const finish *finish, float u, float v) {
  const float column = u * finish->columns, line = v * finish->lines;
  const int32_t across = (int32_t)((column - (float)floor_int(column)) * GRID_STEPS) & (GRID_STEPS - 1);
  const int32_t down = (int32_t)((line - (float)floor_int(line)) * GRID_STEPS) & (GRID_STEPS - 1);
  four factor;
  memcpy(&factor, finish->across[across], sizeof factor);
  return factor * finish->down[down];
}

static inline void draw(const surface *to, const texture_level *texture, const corner c[3],
                        const finish *finish) {
  const corner *top = &c[0], *middle = &c[1], *bottom = &c[2];
  const corner *swap;
  if (middle->y < top->y) {
    swap = top, top = middle, middle = swap;
  }
  if (bottom->y < middle->y) {
    swap = middle, middle = bottom, bottom = swap;
    if (middle->y < top->y) {
      swap = top, top = middle, middle = swap;
    }
  }
  int32_t row = ceil_int(top->y - 0.5f), end = ceil_int(bottom->y - 0.5f);
  row = row < 0 ? 0 : row;
  end = end > to->height ? to->height : end;
  if (row >= end) {
    return;
  }
  const float ax = c[1].x - c[0].x, ay = c[1].y - c[0].y, bx = c[2].x - c[0].x, by = c[2].y - c[0].y;
  const float area = ax * by - ay * bx;
  if (!(fabsf(area) > 1e-4f)) {
    return;
  }
  const float per_area = 1 / area;
  const float ua = c[1].u - c[0].u, ub = c[2].u - c[0].u, va = c[1].v - c[0].v, vb = c[2].v - c[0].v;
  const float u_right = (ua * by - ub * ay) * per_area, u_down = (ub * ax - ua * bx) * per_area;
  const float v_right = (va * by - vb * ay) * per_area, v_down = (vb * ax - va * bx) * per_area;
  const four la = c[1].light - c[0].light, lb = c[2].light - c[0].light;
  const four light_right = (la * by - lb * ay) * per_area, light_down = (lb * ax - la * bx) * per_area;
  for (; row < end; row++) {
    const float y = (float)row + 0.5f;
    const float one = crossing(top, bottom, y);
    const float other = y < middle->y ? crossing(top, middle, y) : crossing(middle, bottom, y);
    int32_t x = ceil_int((one < other ? one : other) - 0.5f),
            last = ceil_int((one < other ? other : one) - 0.5f);
    x = x < 0 ? 0 : x;
    last = last > to->width ? to->width : last;
    if (x >= last) {
      continue;
    }
    const float dx = (float)x + 0.5f - c[0].x, dy = y - c[0].y;
    float u = c[0].u + dx * u_right + dy * u_down, v = c[0].v + dx * v_right + dy * v_down;
    const float gain = to->rows[row];
    const four gains = {gain, gain, gain, 1};
    four light = (c[0].light + light_right * dx + light_down * dy) * gains;
    const four step = light_right * gains;
    uint16_t *pixel = to->pixels + 4 * ((size_t)row * (size_t)to->width + (size_t)x);
    for (; x < last; x++, pixel += 4, u += u_right, v += v_right, light += step) {
      four colour = texture_sample(texture, u, v) * light;
      const float cover = colour[3] * (1.0f / LIGHT_ONE);
      if (!(cover > 0.004f)) {
        continue;
      }
      if (finish != NULL) {
        colour = (finish->is_grid ? colour * grid_at(finish, u, v) : colour) + finish->added;
      }
      if (cover < 0.996f) {
        const four under = load_four(pixel);
        colour = under + (colour - under) * cover;
      }
      colour = __builtin_elementwise_min(__builtin_elementwise_max(colour, (four){0}), (four){0} + 65535.0f);
      store_four(pixel, colour);
    }
  }
}

void raster_triangle(const surface *to, const texture_level *texture, const corner corners[3],
                     const finish *finish) {
  if (!is_drawable(&corners[0]) || !is_drawable(&corners[1]) || !is_drawable(&corners[2])) {
    return;
  }
  if (finish == NULL) {
    draw(to, texture, corners, NULL);
  } else {
    draw(to, texture, corners, finish);
  }
}

void raster_rim(const surface *to, const texture_level *texture, const corner *from, const corner *end,
                const corner *inside, const finish *finish) {
  const float dx = end->x - from->x, dy = end->y - from->y;
  const float length = sqrtf(dx * dx + dy * dy);
  if (!(length > 0.01f)) {
    return;
  }
  const float side = dx * (inside->y - from->y) - dy * (inside->x - from->x) > 0 ? 1 : -1;
  const float out_x = side * dy / length, out_y = -side * dx / length;
  corner strip[4] = {*from, *end, *end, *from};
  for (int i = 2; i < 4; i++) {
    strip[i].x += out_x;
    strip[i].y += out_y;
    strip[i].light[3] = 0;
  }
  raster_triangle(to, texture, strip, finish);
  const corner second[3] = {strip[0], strip[2], strip[3]};
  raster_triangle(to, texture, second, finish);
}
