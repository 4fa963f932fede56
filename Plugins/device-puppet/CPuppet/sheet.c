// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "draw.h"

// The picture's cells a side; one more on each side is the margin.
#define CELLS 32
#define LINES (CELLS + 3)

// What paper and toner reflect: no print is as black or as white as a picture.
static const float paper_white = 0.86f;
static const float paper_black = 0.035f;
// Of a screen's frame.
static const float bezel = 0.03f;

static uint16_t white_texels[4 * 4] = {LIGHT_ONE, LIGHT_ONE, LIGHT_ONE, LIGHT_ONE, LIGHT_ONE, LIGHT_ONE,
                                       LIGHT_ONE, LIGHT_ONE, LIGHT_ONE, LIGHT_ONE, LIGHT_ONE, LIGHT_ONE,
                                       LIGHT_ONE, LIGHT_ONE, LIGHT_ONE, LIGHT_ONE};
static const texture_level white = {1, 1, white_texels};

typedef struct grid_vertex {
  corner picture; // with the picture's light
  corner plain;   // with the margin's and the back's
  float depth;
} grid_vertex;

typedef struct laid_sheet {
  const puppet_sheet *sheet;
  const view *view;
  rotation turn;
  vec3 middle;
  int is_screen;
  const texture_level *level;
  finish finish; // of the picture
  float *rows;   // of a screen's picture
  grid_vertex vertices[LINES][LINES];
  drawing_order order[(LINES - 1) * (LINES - 1)];
} laid_sheet;

// A point of the flat sheet once it is bent, and the direction that its surface looks in.
static vec3 bent(const puppet_sheet *s, float x, float y, vec3 *normal) {
  *normal = vec3_of(0, 0, -1);
  if (s->radius == 0) {
    return vec3_of(x, y, 0);
  }
  // No further than half around.
  const float radius = fabsf(s->radius) < 20 ? copysignf(20, s->radius) : s->radius;
  const float along = s->upright_axis ? x : y;
  const float angle = clamped(along / radius, -1.57f, 1.57f);
  const float over = radius * sinf(angle), back = radius * (1 - cosf(angle));
  *normal = s->upright_axis ? vec3_of(sinf(angle), 0, -cosf(angle)) : vec3_of(0, sinf(angle), -cosf(angle));
  return s->upright_axis ? vec3_of(over, y, back) : vec3_of(x, over, back);
}

// A number of the lines across: 0 the edge, 1...CELLS + 1 the picture, then the other edge.
static float line_place(int line, float side, float margin, float *texture) {
  const float inside = (float)(line - 1) / CELLS;
  *texture = clamped(inside, 0, 1);
  return line == 0 ? -side / 2 - margin : line == LINES - 1 ? side / 2 + margin : side * (inside - 0.5f);
}

static void lay_vertex(laid_sheet *l, int row, int column) {
  const puppet_sheet *s = l->sheet;
  float across, down;
  const float x = line_place(column, s->width, s->margin, &across);
  const float y = line_place(row, s->height, s->margin, &down);
  vec3 normal;
  const vec3 where = vec3_add(rotated(&l->turn, bent(s, x, y, &normal)), l->middle);
  normal = rotated(&l->turn, normal);
  grid_vertex *g = &l->vertices[row][column];
  g->depth = where.z;
  g->picture = projected(l->view, where);
  g->picture.u = across * (float)l->level->width;
  g->picture.v = down * (float)l->level->height;
  g->plain = g->picture;
  g->plain.u = g->plain.v = 0.5f;
  // Paper lies in the same light from both sides; which side is seen makes no difference to it.
  if (normal.z > 0) {
    normal = vec3_scale(normal, -1);
  }
  const float *lamps = l->view->lamps;
  const puppet_light *light = l->view->light;
  const vec3 from = vec3_unit(vec3_of(light->direction[0], light->direction[1], light->direction[2]));
  const float share = clamped(light->directed, 0, 0.9f);
  const float directed = 1 - share + share * (0.5f + 0.5f * vec3_dot(normal, from)) * 1.2f;
  const four ambient = {lamps[0] * directed, lamps[1] * directed, lamps[2] * directed, 0};
  const four all = ambient + near_light(l->view, where, normal);
  if (l->is_screen) {
    const vec3 to_camera = vec3_unit(vec3_scale(where, -1));
    // Displays lose light to the sides.
    const float seen = clamped(vec3_dot(to_camera, normal), 0, 1);
    const float emitted = s->brightness * (0.55f + 0.45f * seen);
    g->picture.light = (four){emitted, emitted, emitted, 1};
    g->plain.light = all * bezel;
  } else {
    g->picture.light = all * (paper_white - paper_black);
    g->plain.light = all * paper_white;
  }
  g->picture.light[3] = 1;
  g->plain.light[3] = 1;
}

// MARK: The pixel grid

static float sinc(float x) {
  const float angle = 3.1415927f * x;
  return fabsf(x) < 1e-4f ? 1 : sinf(angle) / angle;
}

// A row of stripes of that share of the period, as a sensor's pixels see it whose side is `side`
// periods: harmonics that are narrower are weakened by the pixel's area and by the
// lens (0.15 pixels), and what is left appears as another frequency: moiré.
static void make_wave(float share, float phase, float side, float strength, float *values, int stride) {
  for (int i = 0; i < GRID_STEPS; i++) {
    float value = 1;
    for (int k = 1; k <= 4; k++) {
      const float harmonic = (float)k;
      const float lens = expf(-2 * 9.8696f * 0.15f * 0.15f * harmonic * harmonic * side * side);
      const float amplitude = 2 * sinc(harmonic * share) * sinc(harmonic * side) * lens * strength;
      value += amplitude * cosf(6.2831853f * harmonic * ((float)i / GRID_STEPS - phase));
    }
    values[i * stride] = value > 0 ? value : 0;
  }
}

static void make_grid(laid_sheet *l) {
  const puppet_sheet *s = l->sheet;
  finish *g = &l->finish;
  g->is_grid = s->pitch_mm > 0 && s->moire > 0;
  const float pitch = s->pitch_mm > 0 ? fmaxf(s->pitch_mm, 0.02f) : 0;
  // The side of a sensor's pixel on the sheet.
  const float side = pitch > 0 ? l->middle.z / l->view->focal / pitch : 1;
  const float strength = pitch > 0 ? clamped(s->moire, 0, 4) : 0;
  for (int k = 0; k < 3; k++) {
    make_wave(0.3f, (float)(2 * k + 1) / 6, side, strength, &g->across[0][k], 4);
  }
  for (int i = 0; i < GRID_STEPS; i++) {
    g->across[i][3] = 1;
  }
  make_wave(0.85f, 0.5f, side, strength, g->down, 1);
  g->columns = pitch > 0 ? s->width / pitch / (float)l->level->width : 0;
  g->lines = pitch > 0 ? s->height / pitch / (float)l->level->height : 0;
}

// What is added to the picture: toner is not black, and glass reflects.
static void make_black(laid_sheet *l) {
  const float *lamps = l->view->lamps;
  const four lit =
      (four){lamps[0], lamps[1], lamps[2], 0} + near_light(l->view, l->middle, vec3_of(0, 0, -1));
  l->finish.added = lit * (LIGHT_ONE * (l->is_screen ? clamped(l->sheet->gloss, 0, 1) : paper_black));
}

// MARK: Drawing

static float side_of_cell(const laid_sheet *l, int row, int column) {
  const corner *a = &l->vertices[row][column].picture, *b = &l->vertices[row][column + 1].picture,
               *c = &l->vertices[row + 1][column].picture;
  return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

static void draw_cell(const laid_sheet *l, const surface *to, int row, int column) {
  static const int place[4][2] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
  const int is_front = side_of_cell(l, row, column) > 0;
  const int is_picture = is_front && row > 0 && row < LINES - 2 && column > 0 && column < LINES - 2;
  corner corners[4];
  for (int i = 0; i < 4; i++) {
    const grid_vertex *g = &l->vertices[row + place[i][0]][column + place[i][1]];
    corners[i] = is_picture ? g->picture : g->plain;
  }
  const texture_level *texture = is_picture ? l->level : &white;
  const finish *finish = is_picture ? &l->finish : NULL;
  surface lit = *to;
  if (is_picture && l->is_screen) {
    lit.rows = l->rows;
  }
  const corner first[3] = {corners[0], corners[1], corners[2]},
               second[3] = {corners[0], corners[2], corners[3]};
  raster_triangle(&lit, texture, first, finish);
  raster_triangle(&lit, texture, second, finish);
  const int is_edge[4] = {row == 0, column == LINES - 2, row == LINES - 2, column == 0};
  for (int i = 0; i < 4; i++) {
    if (is_edge[i]) {
      raster_rim(&lit, texture, &corners[i], &corners[(i + 1) % 4], &corners[(i + 2) % 4], finish);
    }
  }
}

static void draw_cells(laid_sheet *l, const surface *to) {
  size_t count = 0;
  for (int row = 0; row < LINES - 1; row++) {
    for (int column = 0; column < LINES - 1; column++) {
      const float depth = l->vertices[row][column].depth + l->vertices[row + 1][column + 1].depth;
      l->order[count++] = (drawing_order){depth, (uint32_t)(row * LINES + column)};
    }
  }
  sort_drawing(l->order, count);
  for (size_t i = 0; i < count; i++) {
    draw_cell(l, to, (int)(l->order[i].index / LINES), (int)(l->order[i].index % LINES));
  }
}

// The rows of a screen that is dimmed by switching it on and off.
static void dim_rows(const puppet_sheet *s, const surface *to, float *rows) {
  for (int32_t y = 0; y < to->height; y++) {
    const float cycle = s->flicker_cycles * (float)y / (float)to->height + s->flicker_phase;
    rows[y] = 1 - clamped(s->flicker, 0, 1) * (0.5f + 0.5f * sinf(6.2831853f * cycle));
  }
}

int draw_sheet(const surface *to, const view *v, const puppet_sheet *sheet) {
  puppet_sheet s = *sheet;
  s.width = clamped(s.width, 1, 5000);
  s.height = clamped(s.height, 1, 5000);
  s.margin = clamped(s.margin, 0, 1000);
  s.radius = s.radius != 0 ? clamped(s.radius, -1e6f, 1e6f) : 0;
  s.brightness = clamped(s.brightness, 0, 4);
  s.flicker_cycles = clamped(s.flicker_cycles, -1e4f, 1e4f);
  s.flicker_phase = clamped(s.flicker_phase, -1e4f, 1e4f);
  laid_sheet *l = calloc(1, sizeof *l);
  float *rows = malloc((size_t)to->height * sizeof *rows);
  if (l == NULL || rows == NULL) {
    free(l);
    free(rows);
    return PUPPET_E_MEMORY;
  }
  dim_rows(&s, to, rows);
  l->rows = rows;
  l->sheet = &s;
  l->view = v;
  l->is_screen = s.kind == PUPPET_SHEET_SCREEN;
  l->turn = rotation_of(clamped(s.yaw, -180, 180), clamped(s.pitch, -180, 180), clamped(s.roll, -180, 180));
  l->middle =
      vec3_of(clamped(s.x, -20000, 20000), clamped(s.y, -20000, 20000), clamped(s.distance, 50, 20000));
  const float texels = (float)s.texture->level[0].width / s.width * l->middle.z / v->focal;
  l->level = &s.texture->level[texture_level_for(s.texture, texels)];
  make_grid(l);
  make_black(l);
  for (int row = 0; row < LINES; row++) {
    for (int column = 0; column < LINES; column++) {
      lay_vertex(l, row, column);
    }
  }
  draw_cells(l, to);
  free(rows);
  free(l);
  return PUPPET_OK;
}
