// SPDX-License-Identifier: Apache-2.0
#include "matte.h"

#include <stdlib.h>

static vec3 cell_middle(int32_t column, int32_t row) {
  return vec3_of(CANVAS_LEFT + ((float)column + 0.5f) * MATTE_CELL,
                 CANVAS_TOP + ((float)row + 0.5f) * MATTE_CELL, 0);
}

// MARK: Anatomy

typedef struct anatomy {
  float head[MATTE_CELLS]; // log odds that a head is there
  float body[MATTE_CELLS]; // neck and shoulders
  uint8_t is_face[MATTE_CELLS];
} anatomy;

static int is_inside(const float oval[2 * OVAL_POINTS], float x, float y) {
  int inside = 0;
  for (int i = 0, k = OVAL_POINTS - 1; i < OVAL_POINTS; k = i++) {
    const float xi = oval[2 * i], yi = oval[2 * i + 1], xk = oval[2 * k], yk = oval[2 * k + 1];
    if ((yi > y) != (yk > y) && x < (xk - xi) * (y - yi) / (yk - yi) + xi) {
      inside = !inside;
    }
  }
  return inside;
}

// A skull is 150 mm wide and 200 high above the jaw, its middle 20 mm above the eyes and 80 behind
// them; hair may go up to half as far again.
static float head_odds(float x, float y) {
  const float radius = sqrtf(x * x / (76 * 76) + y * y / (102 * 102));
  return radius < 0.85f  ? 3
         : radius < 1    ? 3 - 3.3f * (radius - 0.85f) / 0.15f
         : radius < 1.6f ? -0.3f - 5 * (radius - 1) / 0.6f
                         : -6;
}

// A neck of 100 mm, shoulders that begin 150 mm below the eyes and slope.
static float body_odds(float x, float y) {
  const float side = fabsf(x);
  const float neck = y < 70 ? -6 : clamped(3 - 6 * (side - 48) / 37, -6, 3);
  const float line = 150 + 0.35f * fmaxf(side - 55, 0);
  const float shoulders = clamped((y - line) / 12, -6, 3) - fmaxf(side - 170, 0) / 20;
  return fmaxf(neck, shoulders);
}

static void place_anatomy(anatomy *a, const photo_frame *frame, const float oval[2 * OVAL_POINTS]) {
  const vec3 skull = rotated(&frame->turn, vec3_of(0, -20, 80));
  const rotation upright = rotation_of(0, 0, frame->roll);
  for (int32_t row = 0; row < MATTE_HEIGHT; row++) {
    for (int32_t column = 0; column < MATTE_WIDTH; column++) {
      const int32_t cell = row * MATTE_WIDTH + column;
      const vec3 place = cell_middle(column, row);
      const vec3 local = rotated_back(&upright, vec3_of(place.x - skull.x, place.y - skull.y, 0));
      a->is_face[cell] = (uint8_t)is_inside(oval, place.x, place.y);
      a->head[cell] = head_odds(local.x, local.y);
      a->body[cell] = body_odds(place.x - skull.x, place.y);
      // Long hair may be there, or not.
      if (fabsf(local.x) < 115 && place.y > 20 && place.y < 200) {
        a->head[cell] = fmaxf(a->head[cell], -1.5f);
      }
    }
  }
}

// MARK: Colours

#define BINS 16

typedef struct histogram {
  float share[BINS][BINS][BINS];
} histogram;

static int32_t bin_of(float value) {
  return (int32_t)clamped(value / (256 / BINS), 0, BINS - 1);
}

static void blur_axis(histogram *h, int axis) {
  const int stride = axis == 0 ? BINS * BINS : axis == 1 ? BINS : 1;
  float *share = &h->share[0][0][0];
  for (int i = 0; i < BINS * BINS * BINS; i++) {
    if (i / stride % BINS != 0) {
      continue;
    }
    float before = share[i];
    for (int k = 0; k < BINS; k++) {
      float *here = &share[i + k * stride];
      const float after = k + 1 < BINS ? here[stride] : *here;
      const float now = *here;
      *here = 0.25f * before + 0.5f * now + 0.25f * after;
      before = now;
    }
  }
}

// Cells weigh as `weight` says; a little of everything, so that no colour is impossible.
static void learn(histogram *h, const matte *m, const float *weight) {
  float sum = 0;
  memset(h, 0, sizeof *h);
  for (int32_t i = 0; i < MATTE_CELLS; i++) {
    if (m->is_seen[i] && weight[i] > 0) {
      h->share[bin_of(m->colour[i][0])][bin_of(m->colour[i][1])][bin_of(m->colour[i][2])] += weight[i];
      sum += weight[i];
    }
  }
  for (int axis = 0; axis < 3; axis++) {
    blur_axis(h, axis);
    blur_axis(h, axis);
  }
  float *share = &h->share[0][0][0];
  for (int i = 0; i < BINS * BINS * BINS; i++) {
    share[i] = share[i] / (sum + 1) + 2e-5f;
  }
}

static float share_of(const histogram *h, const float colour[3]) {
  return h->share[bin_of(colour[0])][bin_of(colour[1])][bin_of(colour[2])];
}

// MARK: The walk

typedef struct walk {
  anatomy anatomy;
  histogram head;
  histogram body;
  histogram behind;
  float weight[MATTE_CELLS];
  float wish[MATTE_CELLS];   // 0...1: what a cell would be by itself
  float belief[MATTE_CELLS]; // how strongly
  float right[MATTE_CELLS];  // how easily the walk goes on to the cell at the right
  float down[MATTE_CELLS];
  int32_t queue[MATTE_CELLS];
} walk;

static void learn_colours(walk *w, const matte *m, int is_first) {
  const anatomy *a = &w->anatomy;
  for (int32_t i = 0; i < MATTE_CELLS; i++) {
    w->weight[i] = is_first ? (a->is_face[i] || a->head[i] > 2.9f) : (a->head[i] > -3 ? m->person[i] : 0);
  }
  learn(&w->head, m, w->weight);
  for (int32_t i = 0; i < MATTE_CELLS; i++) {
    w->weight[i] = is_first ? a->body[i] > 2.9f : (a->body[i] > -2 ? m->person[i] : 0);
  }
  learn(&w->body, m, w->weight);
  for (int32_t i = 0; i < MATTE_CELLS; i++) {
    w->weight[i] = is_first ? fmaxf(a->head[i], a->body[i]) < -3 : 1 - m->person[i];
  }
  learn(&w->behind, m, w->weight);
}

static void form_wishes(walk *w, const matte *m) {
  const anatomy *a = &w->anatomy;
  for (int32_t i = 0; i < MATTE_CELLS; i++) {
    const float prior = fmaxf(a->head[i], a->body[i]);
    float odds = prior;
    if (m->is_seen[i]) {
      const float head = a->head[i] > -3 ? share_of(&w->head, m->colour[i]) : 0;
      const float body = a->body[i] > -2 ? share_of(&w->body, m->colour[i]) : 0;
      const float person = fmaxf(fmaxf(head, body), 2e-5f);
      odds += clamped(logf(person / share_of(&w->behind, m->colour[i])), -4, 4);
    }
    w->wish[i] = 1 / (1 + expf(-clamped(odds, -30, 30)));
    w->belief[i] = 0.02f + 0.1f * fabsf(2 * w->wish[i] - 1);
    if (a->is_face[i] || prior < -5.5f) {
      w->wish[i] = a->is_face[i] ? 1 : 0;
      w->belief[i] = 100;
    }
  }
}

static float ease(const matte *m, int32_t a, int32_t b) {
  if (!m->is_seen[a] || !m->is_seen[b]) {
    return 0.5f;
  }
  float square = 0;
  for (int k = 0; k < 3; k++) {
    square += (m->colour[a][k] - m->colour[b][k]) * (m->colour[a][k] - m->colour[b][k]);
  }
  return 0.004f + expf(-square / (2 * 14 * 14));
}

// Successive over-relaxation of the walk's linear equations.
static void relax(const walk *w, matte *m) {
  for (int turn = 0; turn < 45; turn++) {
    for (int32_t row = 0; row < MATTE_HEIGHT; row++) {
      for (int32_t column = 0; column < MATTE_WIDTH; column++) {
        const int32_t i = row * MATTE_WIDTH + column;
        float sum = w->belief[i] * w->wish[i], weight = w->belief[i];
        if (column > 0) {
          sum += w->right[i - 1] * m->person[i - 1];
          weight += w->right[i - 1];
        }
        if (column + 1 < MATTE_WIDTH) {
          sum += w->right[i] * m->person[i + 1];
          weight += w->right[i];
        }
        if (row > 0) {
          sum += w->down[i - MATTE_WIDTH] * m->person[i - MATTE_WIDTH];
          weight += w->down[i - MATTE_WIDTH];
        }
        if (row + 1 < MATTE_HEIGHT) {
          sum += w->down[i] * m->person[i + MATTE_WIDTH];
          weight += w->down[i];
        }
        m->person[i] = clamped(m->person[i] + 1.7f * (sum / weight - m->person[i]), 0, 1);
      }
    }
  }
}

// Marks what can be reached from the cells in the queue through cells whose `person` is on
// the same side of a half.
static void flood(walk *w, const matte *m, int32_t count, int is_person, uint8_t *mark) {
  for (int32_t first = 0; first < count; first++) {
    const int32_t cell = w->queue[first];
    const int32_t column = cell % MATTE_WIDTH, row = cell / MATTE_WIDTH;
    const int32_t next[4] = {column > 0 ? cell - 1 : -1, column + 1 < MATTE_WIDTH ? cell + 1 : -1,
                             row > 0 ? cell - MATTE_WIDTH : -1,
                             row + 1 < MATTE_HEIGHT ? cell + MATTE_WIDTH : -1};
    for (int k = 0; k < 4; k++) {
      if (next[k] >= 0 && !mark[next[k]] && (m->person[next[k]] > 0.5f) == is_person) {
        mark[next[k]] = 1;
        w->queue[count++] = next[k];
      }
    }
  }
}

// What is not joined to the face is no person; a hole in the person is none.
static void keep_whole(walk *w, matte *m) {
  uint8_t *mark = w->anatomy.is_face; // not needed any more, and marked where the flood starts
  int32_t count = 0;
  for (int32_t i = 0; i < MATTE_CELLS; i++) {
    if (mark[i]) {
      w->queue[count++] = i;
    }
  }
  flood(w, m, count, 1, mark);
  for (int32_t i = 0; i < MATTE_CELLS; i++) {
    if (m->person[i] > 0.5f && !mark[i]) {
      m->person[i] = 0;
    }
  }
  memset(mark, 0, MATTE_CELLS);
  count = 0;
  for (int32_t i = 0; i < MATTE_CELLS; i++) {
    const int32_t row = i / MATTE_WIDTH, column = i % MATTE_WIDTH;
    // From above and the sides; the lower edge may be all shoulders.
    if ((row == 0 || column == 0 || column == MATTE_WIDTH - 1) && m->person[i] <= 0.5f) {
      mark[i] = 1;
      w->queue[count++] = i;
    }
  }
  flood(w, m, count, 0, mark);
  for (int32_t i = 0; i < MATTE_CELLS; i++) {
    m->person[i] = m->person[i] <= 0.5f && !mark[i] ? 1 : smooth_step(0.3f, 0.7f, m->person[i]);
  }
}

// MARK: Spreading colours

// A level at the middle of a cell of the next finer one, between four of its own.
static four coarse_at(const float *level, int32_t width, int32_t height, int32_t x, int32_t y) {
  const float u = clamped((float)x / 2 - 0.25f, 0, (float)(width - 1));
  const float v = clamped((float)y / 2 - 0.25f, 0, (float)(height - 1));
  const int32_t column = (int32_t)u, row = (int32_t)v;
  const int32_t right = column + 1 < width ? column + 1 : column, below = row + 1 < height ? row + 1 : row;
  const float across = u - (float)column, down = v - (float)row;
  four corners[4];
  memcpy(&corners[0], level + 4 * (row * width + column), sizeof(four));
  memcpy(&corners[1], level + 4 * (row * width + right), sizeof(four));
  memcpy(&corners[2], level + 4 * (below * width + column), sizeof(four));
  memcpy(&corners[3], level + 4 * (below * width + right), sizeof(four));
  const four top = corners[0] + (corners[1] - corners[0]) * across;
  const four bottom = corners[2] + (corners[3] - corners[2]) * across;
  return top + (bottom - top) * down;
}

// Fills what weighs nothing from what does, by halves and back.
static int spread(const matte *m, const float *weight, float filled[MATTE_CELLS][3]) {
  enum { levels = 9 };
  float *level[levels];
  int32_t width[levels], height[levels];
  width[0] = MATTE_WIDTH;
  height[0] = MATTE_HEIGHT;
  int made = 0;
  for (; made < levels; made++) {
    if (made > 0) {
      width[made] = (width[made - 1] + 1) / 2;
      height[made] = (height[made - 1] + 1) / 2;
    }
    level[made] = calloc((size_t)width[made] * (size_t)height[made], 4 * sizeof(float));
    if (level[made] == NULL) {
      break;
    }
  }
  if (made == levels) {
    for (int32_t i = 0; i < MATTE_CELLS; i++) {
      for (int k = 0; k < 3; k++) {
        level[0][4 * i + k] = m->colour[i][k] * weight[i];
      }
      level[0][4 * i + 3] = weight[i];
    }
    for (int l = 1; l < levels; l++) {
      for (int32_t y = 0; y < height[l - 1]; y++) {
        for (int32_t x = 0; x < width[l - 1]; x++) {
          for (int k = 0; k < 4; k++) {
            level[l][4 * (y / 2 * width[l] + x / 2) + k] +=
                0.25f * level[l - 1][4 * (y * width[l - 1] + x) + k];
          }
        }
      }
    }
    for (int l = levels - 2; l >= 0; l--) {
      for (int32_t y = 0; y < height[l]; y++) {
        for (int32_t x = 0; x < width[l]; x++) {
          float *here = level[l] + 4 * (y * width[l] + x);
          const four coarse = coarse_at(level[l + 1], width[l + 1], height[l + 1], x, y);
          const float missing = clamped(1 - here[3], 0, 1) / fmaxf(coarse[3], 1e-6f);
          for (int k = 0; k < 4; k++) {
            here[k] += missing * coarse[k];
          }
        }
      }
    }
    for (int32_t i = 0; i < MATTE_CELLS; i++) {
      for (int k = 0; k < 3; k++) {
        filled[i][k] = level[0][4 * i + k] / fmaxf(level[0][4 * i + 3], 1e-6f);
      }
    }
  }
  const int status = made == levels ? PUPPET_OK : PUPPET_E_MEMORY;
  while (made > 0) {
    free(level[--made]);
  }
  return status;
}

// Cells this far down are neck or shoulders.
#define BODY_ROW ((int32_t)((110 - CANVAS_TOP) / MATTE_CELL))

static int spread_colours(walk *w, matte *m) {
  for (int32_t i = 0; i < MATTE_CELLS; i++) {
    w->weight[i] = m->is_seen[i] && m->person[i] < 0.05f;
  }
  int status = spread(m, w->weight, m->behind);
  // What the photograph cuts off below is clothes, and no skin.
  for (int32_t i = 0; i < MATTE_CELLS && status == PUPPET_OK; i++) {
    w->weight[i] = m->is_seen[i] && m->person[i] > 0.95f && i / MATTE_WIDTH > BODY_ROW;
  }
  if (status == PUPPET_OK) {
    status = spread(m, w->weight, m->front);
  }
  if (status == PUPPET_OK) {
    for (int32_t i = 0; i < MATTE_CELLS; i++) {
      const int is_clothes = !m->is_seen[i] && i / MATTE_WIDTH > BODY_ROW;
      if (is_clothes) {
        memcpy(m->colour[i], m->front[i], sizeof m->colour[i]);
      }
      w->weight[i] = is_clothes || (m->is_seen[i] && m->person[i] > 0.95f);
    }
    status = spread(m, w->weight, m->front);
  }
  return status;
}

int matte_solve(matte *m, const photo_frame *frame, const float oval[2 * OVAL_POINTS]) {
  walk *w = calloc(1, sizeof *w);
  if (w == NULL) {
    return PUPPET_E_MEMORY;
  }
  place_anatomy(&w->anatomy, frame, oval);
  for (int32_t i = 0; i < MATTE_CELLS; i++) {
    w->right[i] = i % MATTE_WIDTH + 1 < MATTE_WIDTH ? ease(m, i, i + 1) : 0;
    w->down[i] = i + MATTE_WIDTH < MATTE_CELLS ? ease(m, i, i + MATTE_WIDTH) : 0;
  }
  for (int round = 0; round < 3; round++) {
    learn_colours(w, m, round == 0);
    form_wishes(w, m);
    if (round == 0) {
      memcpy(m->person, w->wish, sizeof m->person);
    }
    relax(w, m);
  }
  keep_whole(w, m);
  const int status = spread_colours(w, m);
  free(w);
  return status;
}
