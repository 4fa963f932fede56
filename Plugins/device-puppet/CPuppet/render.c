// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>

#include "draw.h"
#include "random.h"
#include "room.h"

// The room goes on beyond the frame by this share of its width, for a camera that is moved.
#define ROOM_MARGIN 16 // 1 / 16
// How far away the wall is, for the near screen's light on it.
#define WALL_DISTANCE 2200.0f

struct puppet_renderer {
  int32_t width;
  int32_t height;
  float focal;
  int32_t margin;
  uint16_t *room;  // of (width + 2 margin) * (height + 2 margin) pixels
  uint16_t *frame; // of the moment that is drawn
  float *sum;      // of several moments
  float *rows;     // what lamps give in each row
  float *lines;    // of the lens: one row with its edges, and as many blurred ones as it needs
};

// The lens' blur reaches this far at most.
#define BLUR_REACH 8

int puppet_renderer_create(uint32_t width, uint32_t height, float focal_length, uint64_t seed,
                           puppet_renderer **renderer) {
  if (width < 1 || height < 1 || width > PUPPET_LARGEST_SIDE || height > PUPPET_LARGEST_SIDE ||
      !(focal_length >= 0.2f && focal_length <= 10)) {
    return PUPPET_E_ARGUMENT;
  }
  puppet_renderer *r = calloc(1, sizeof *r);
  if (r == NULL) {
    return PUPPET_E_MEMORY;
  }
  r->width = (int32_t)width;
  r->height = (int32_t)height;
  r->focal = focal_length * (float)width;
  r->margin = r->width / ROOM_MARGIN + 1;
  const int32_t room_width = r->width + 2 * r->margin, room_height = r->height + 2 * r->margin;
  const size_t pixels = (size_t)width * height;
  r->room = malloc((size_t)room_width * (size_t)room_height * 4 * sizeof *r->room);
  r->frame = malloc(pixels * 4 * sizeof *r->frame);
  r->sum = malloc(pixels * 4 * sizeof *r->sum);
  r->rows = malloc(height * sizeof *r->rows);
  r->lines = malloc((2 * BLUR_REACH + 2) * 4 * ((size_t)width + 2 * BLUR_REACH) * sizeof *r->lines);
  int status = PUPPET_E_MEMORY;
  if (r->room != NULL && r->frame != NULL && r->sum != NULL && r->rows != NULL && r->lines != NULL) {
    status = room_paint(r->room, room_width, room_height, seed);
  }
  if (status != PUPPET_OK) {
    puppet_renderer_destroy(r);
    return status;
  }
  *renderer = r;
  return PUPPET_OK;
}

void puppet_renderer_destroy(puppet_renderer *renderer) {
  if (renderer != NULL) {
    free(renderer->room);
    free(renderer->frame);
    free(renderer->sum);
    free(renderer->rows);
    free(renderer->lines);
    free(renderer);
  }
}

// MARK: One moment

static void light_rows(puppet_renderer *r, const puppet_light *light) {
  const float share = clamped(light->flicker, 0, 1);
  const float cycles = clamped(light->flicker_cycles, -1e4f, 1e4f);
  const float phase = clamped(light->flicker_phase, -1e4f, 1e4f);
  for (int32_t y = 0; y < r->height; y++) {
    const float cycle = cycles * (float)y / (float)r->height + phase;
    r->rows[y] = share > 0 ? 1 + share * sinf(6.2831853f * cycle) : 1;
  }
}

// More than four times white is no more than that.
static inline void store_lit(uint16_t *to, four light) {
  store_four(to, __builtin_elementwise_min(light, (four){0} + 65535.0f));
}

static void draw_room(puppet_renderer *r, const view *v, float shift_x, float shift_y) {
  const puppet_light *l = v->light;
  const float near = l->strength * (400 * 400) / (WALL_DISTANCE * WALL_DISTANCE);
  const four light = {v->lamps[0] + near * l->screen[0], v->lamps[1] + near * l->screen[1],
                      v->lamps[2] + near * l->screen[2], 0};
  const float left = (float)r->margin - shift_x, top = (float)r->margin - shift_y;
  const int32_t column = floor_int(left), row = floor_int(top);
  const float right = left - (float)column, down = top - (float)row;
  const size_t stride = 4 * (size_t)(r->width + 2 * r->margin);
  const int is_between = right != 0 || down != 0;
  for (int32_t y = 0; y < r->height; y++) {
    const uint16_t *from = r->room + (size_t)(row + y) * stride + 4 * (size_t)column;
    uint16_t *to = r->frame + 4 * (size_t)y * (size_t)r->width;
    const four gain = light * r->rows[y];
    if (!is_between) {
      for (int32_t x = 0; x < r->width; x++, from += 4, to += 4) {
        store_lit(to, load_four(from) * gain);
      }
      continue;
    }
    const float weights[4] = {(1 - right) * (1 - down), right * (1 - down), (1 - right) * down, right * down};
    for (int32_t x = 0; x < r->width; x++, from += 4, to += 4) {
      const four colour = load_four(from) * weights[0] + load_four(from + 4) * weights[1] +
                          load_four(from + stride) * weights[2] + load_four(from + stride + 4) * weights[3];
      store_lit(to, colour * gain);
    }
  }
}

// What is further away is drawn first: the furthest that is not nearer than what was drawn
// last, of equals in the scene's order, heads before sheets.
static int draw_things(puppet_renderer *r, const view *v, const puppet_scene *scene) {
  const size_t count = scene->head_count + scene->sheet_count;
  drawing_order *order = malloc((count + 1) * sizeof *order);
  if (order == NULL) {
    return PUPPET_E_MEMORY;
  }
  for (size_t i = 0; i < count; i++) {
    const float distance =
        i < scene->head_count ? scene->heads[i].distance : scene->sheets[i - scene->head_count].distance;
    order[i] = (drawing_order){clamped(distance, 0, 1e6f), (uint32_t)i};
  }
  sort_drawing(order, count);
  const surface to = {r->frame, r->width, r->height, r->rows};
  int status = PUPPET_OK;
  for (size_t i = 0; i < count && status == PUPPET_OK; i++) {
    const uint32_t index = order[i].index;
    status = index < scene->head_count ? draw_head(&to, v, &scene->heads[index])
                                       : draw_sheet(&to, v, &scene->sheets[index - scene->head_count]);
  }
  free(order);
  return status;
}

static int draw_moment(puppet_renderer *r, const puppet_scene *scene) {
  puppet_light light = scene->light;
  light.strength = clamped(light.strength, 0, 10);
  view v = {.focal = r->focal, .light = &light};
  for (int k = 0; k < 3; k++) {
    light.ambient[k] = v.lamps[k] = clamped(light.ambient[k], 0, 4);
    light.screen[k] = clamped(light.screen[k], 0, 1);
    light.direction[k] = clamped(light.direction[k], -1e6f, 1e6f);
  }
  const float most = (float)(r->margin - 1);
  const float shift_x = clamped(scene->shift_x, -most, most), shift_y = clamped(scene->shift_y, -most, most);
  v.middle_x = (float)r->width / 2 + shift_x;
  v.middle_y = (float)r->height / 2 + shift_y;
  light_rows(r, &light);
  draw_room(r, &v, shift_x, shift_y);
  return draw_things(r, &v, scene);
}

static void add_moment(puppet_renderer *r, float share, int is_first) {
  const size_t count = 4 * (size_t)r->width * (size_t)r->height;
  for (size_t i = 0; i < count; i += 4) {
    const four light = load_four(r->frame + i) * share;
    four sum = {0, 0, 0, 0};
    if (!is_first) {
      memcpy(&sum, r->sum + i, sizeof sum);
    }
    sum += light;
    memcpy(r->sum + i, &sum, sizeof sum);
  }
}

// MARK: Lens and sensor

#define NOISE_COUNT 65536
static float noise_values[NOISE_COUNT];
static pthread_once_t noise_made = PTHREAD_ONCE_INIT;

static void make_noise(void) {
  uint64_t state = 20;
  for (int i = 0; i < NOISE_COUNT; i++) {
    noise_values[i] = clamped(random_normal(&state), -4, 4);
  }
}

typedef struct development {
  const puppet_renderer *renderer;
  int is_sum; // of several moments
  int32_t reach;
  float weights[2 * BLUR_REACH + 1];
  float gain;
  float read_noise; // variances in linear light
  float shot_noise; // for each unit of light
  uint64_t random;
} development;

static void set_lens(development *d, const puppet_sensor *sensor) {
  const float deviation = clamped(sensor->blur, 0, 3);
  d->reach = deviation < 0.15f ? 0 : ceil_int(2.5f * deviation);
  float sum = 0;
  for (int32_t i = -d->reach; i <= d->reach; i++) {
    // The mean over the pixel, by three of its points.
    float weight = 0;
    for (int part = -1; part <= 1 && d->reach > 0; part++) {
      const float far = ((float)i + (float)part / 3) / deviation;
      weight += expf(-0.5f * far * far);
    }
    d->weights[i + d->reach] = d->reach > 0 ? weight : 1;
    sum += d->weights[i + d->reach];
  }
  for (int32_t i = 0; i <= 2 * d->reach; i++) {
    d->weights[i] /= sum;
  }
}

// sRGB has 305 levels for a unit of light around mid grey (0.18). Nearly all of a sensor's noise there
// is that of the light itself, whose variance grows with it.
static void set_noise(development *d, const puppet_sensor *sensor) {
  const float deviation = clamped(sensor->noise, 0, 60) / 305 * LIGHT_ONE;
  d->gain = clamped(sensor->exposure, 0, 16);
  d->read_noise = 0.08f * deviation * deviation;
  d->shot_noise = 0.92f * deviation * deviation / (0.18f * LIGHT_ONE);
  d->random = sensor->seed;
}

static inline four load_floats(const float *values) {
  four v;
  memcpy(&v, values, sizeof v);
  return v;
}

// `reach` is a constant where it is called, so that the inner loop is none. `line` goes on by it to both
// sides.
static inline void blur_line(const float *line, int32_t width, const float *weights, int32_t reach,
                             float *out) {
  for (int32_t x = 0; x < width; x++) {
    four sum = load_floats(line + 4 * x) * weights[reach];
    for (int32_t k = 1; k <= reach; k++) {
      sum += (load_floats(line + 4 * (x - k)) + load_floats(line + 4 * (x + k))) * weights[reach + k];
    }
    memcpy(out + 4 * x, &sum, sizeof sum);
  }
}

// A row of the frame, blurred along itself. `line` has room for its edges.
static void blur_row(const development *d, int32_t row, float *line, float *blurred) {
  const puppet_renderer *r = d->renderer;
  row = row < 0 ? 0 : row >= r->height ? r->height - 1 : row;
  const size_t first = 4 * (size_t)row * (size_t)r->width;
  float *start = line + 4 * d->reach;
  if (d->is_sum) {
    memcpy(start, r->sum + first, 4 * (size_t)r->width * sizeof *start);
  } else {
    for (int32_t i = 0; i < 4 * r->width; i++) {
      start[i] = (float)r->frame[first + (size_t)i];
    }
  }
  for (int32_t i = 0; i < d->reach; i++) {
    memcpy(line + 4 * i, start, 4 * sizeof *line);
    memcpy(start + 4 * (r->width + i), start + 4 * (r->width - 1), 4 * sizeof *line);
  }
  switch (d->reach) {
  case 0:
    blur_line(start, r->width, d->weights, 0, blurred);
    break;
  case 1:
    blur_line(start, r->width, d->weights, 1, blurred);
    break;
  case 2:
    blur_line(start, r->width, d->weights, 2, blurred);
    break;
  default:
    blur_line(start, r->width, d->weights, d->reach, blurred);
  }
}

// The same from row to row; `rows[reach]` is the one that is meant.
static inline void blur_rows(float *const *rows, int32_t width, const float *weights, int32_t reach,
                             float *out) {
  for (int32_t x = 0; x < width; x++) {
    four sum = load_floats(rows[reach] + 4 * x) * weights[reach];
    for (int32_t k = 1; k <= reach; k++) {
      sum +=
          (load_floats(rows[reach - k] + 4 * x) + load_floats(rows[reach + k] + 4 * x)) * weights[reach + k];
    }
    memcpy(out + 4 * x, &sum, sizeof sum);
  }
}

// The blurred rows around one become bytes.
static void develop_row(development *d, float *const *rows, float *line, uint8_t *rgb) {
  const int32_t width = d->renderer->width;
  switch (d->reach) {
  case 0:
    blur_rows(rows, width, d->weights, 0, line);
    break;
  case 1:
    blur_rows(rows, width, d->weights, 1, line);
    break;
  case 2:
    blur_rows(rows, width, d->weights, 2, line);
    break;
  default:
    blur_rows(rows, width, d->weights, d->reach, line);
  }
  const float *noise = noise_values + random_bits(&d->random) % (uint64_t)(NOISE_COUNT - 4 * width);
  const float read = d->read_noise, shot = d->shot_noise, gain = d->gain, most = LIGHT_ONE - 1;
  const uint8_t *srgb = srgb_of_light();
  for (int32_t x = 0; x < width; x++, rgb += 3) {
    four light = load_floats(line + 4 * x) * gain;
    light += load_floats(noise + 4 * x) * __builtin_elementwise_sqrt(read + shot * light);
    light = __builtin_elementwise_min(__builtin_elementwise_max(light, (four){0}), (four){0} + most);
    const four_int place = __builtin_convertvector(light, four_int);
    rgb[0] = srgb[place[0]];
    rgb[1] = srgb[place[1]];
    rgb[2] = srgb[place[2]];
  }
}

static void develop(development *d, uint8_t *rgb, size_t row_bytes) {
  const puppet_renderer *r = d->renderer;
  const size_t stride = 4 * (size_t)(r->width + 2 * BLUR_REACH);
  float *line = r->lines;
  const int32_t count = 2 * d->reach + 1;
  float *ring[2 * BLUR_REACH + 1];
  for (int32_t i = 0; i < count; i++) {
    ring[i] = r->lines + (size_t)(i + 1) * stride;
    blur_row(d, i - d->reach, line, ring[i]);
  }
  for (int32_t row = 0; row < r->height; row++) {
    develop_row(d, ring, line, rgb + (size_t)row * row_bytes);
    float *oldest = ring[0];
    memmove(ring, ring + 1, (size_t)(count - 1) * sizeof *ring);
    ring[count - 1] = oldest;
    if (row + 1 < r->height) {
      blur_row(d, row + 1 + d->reach, line, oldest);
    }
  }
}

int puppet_render(puppet_renderer *renderer, const puppet_scene *scenes, size_t count,
                  const puppet_sensor *sensor, uint8_t *rgb, size_t row_bytes) {
  if (count == 0) {
    return PUPPET_E_ARGUMENT;
  }
  for (size_t i = 0; i < count; i++) {
    const int status = draw_moment(renderer, &scenes[i]);
    if (status != PUPPET_OK) {
      return status;
    }
    if (count > 1) {
      add_moment(renderer, 1 / (float)count, i == 0);
    }
  }
  pthread_once(&noise_made, make_noise);
  development d = {.renderer = renderer, .is_sum = count > 1};
  set_lens(&d, sensor);
  set_noise(&d, sensor);
  develop(&d, rgb, row_bytes);
  return PUPPET_OK;
}
