// SPDX-License-Identifier: Apache-2.0
// How ridges run: their orientation, their distance, and how clear they are.
#include "steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float pi = 3.14159265358979F;

void imp_finger_orient(work *w, int16_t *plane, int smoothing) {
  const int across = w->cells_across, n = across * w->cells_down;
  memset(w->xx, 0, (size_t)n * sizeof(float));
  memset(w->yy, 0, (size_t)n * sizeof(float));
  memset(w->xy, 0, (size_t)n * sizeof(float));
  const int s = w->stride;
  for (int cy = 0; cy < w->cells_down; cy++) {
    for (int cx = 0; cx < across; cx++) {
      if (!w->mask[cy * across + cx]) {
        continue;
      }
      const int x0 = cx * cell < 1 ? 1 : cx * cell, y0 = cy * cell < 1 ? 1 : cy * cell;
      const int x1 = (cx + 1) * cell < w->width - 1 ? (cx + 1) * cell : w->width - 1;
      const int y1 = (cy + 1) * cell < w->height - 1 ? (cy + 1) * cell : w->height - 1;
      float xx = 0, yy = 0, xy = 0;
      for (int y = y0; y < y1; y++) {
        const int16_t *p = imp_finger_row(w, plane, y);
        for (int x = x0; x < x1; x++) {
          const int16_t *q = p + x;
          const int dx = 2 * (q[1] - q[-1]) + q[1 - s] - q[-1 - s] + q[1 + s] - q[-1 + s];
          const int dy = 2 * (q[s] - q[-s]) + q[s + 1] - q[-s + 1] + q[s - 1] - q[-s - 1];
          const float fx = (float)dx, fy = (float)dy;
          xx += fx * fx;
          yy += fy * fy;
          xy += fx * fy;
        }
      }
      w->xx[cy * across + cx] = xx;
      w->yy[cy * across + cx] = yy;
      w->xy[cy * across + cx] = xy;
    }
  }
  for (int pass = 0; pass < smoothing; pass++) {
    imp_finger_box(w->xx, across, w->cells_down, 1, w->scratch);
    imp_finger_box(w->yy, across, w->cells_down, 1, w->scratch);
    imp_finger_box(w->xy, across, w->cells_down, 1, w->scratch);
  }
  for (int i = 0; i < n; i++) {
    const float vx = w->xx[i] - w->yy[i], vy = 2 * w->xy[i], energy = w->xx[i] + w->yy[i];
    w->coherence[i] = energy > 1e-3F ? sqrtf(vx * vx + vy * vy) / energy : 0;
    // The gradient points across the ridge.
    const float t = 0.5F * atan2f(vy, vx) + pi / 2;
    w->orientation[i] = t < 0 ? t + pi : t >= pi ? t - pi : t;
  }
}

// Beyond what fingers have, so that a resolution that is said wrong is seen.
enum { signature = 40, bins = 40 };
static const float shortest = 3, bin = 0.5F; // pixels

static int rising(const void *a, const void *b) {
  const float p = *(const float *)a, q = *(const float *)b;
  return p < q ? -1 : p > q;
}

// The grey levels across the ridges at a place, each the mean of 9 along them.
static void project(const work *w, int cx, int cy, float angle, float values[signature]) {
  const float c = cosf(angle), s = sinf(angle);
  float mean = 0;
  for (int i = 0; i < signature; i++) {
    const float a = (float)i - (signature - 1) / 2.0F;
    int sum = 0, n = 0;
    for (int j = -8; j <= 8; j += 2) {
      const int x = cx + (int)lrintf(-a * s + (float)j * c), y = cy + (int)lrintf(a * c + (float)j * s);
      if (x >= 0 && y >= 0 && x < w->width && y < w->height) {
        sum += w->plane[(size_t)(y + radius) * (size_t)w->stride + (size_t)(radius + x)];
        n++;
      }
    }
    values[i] = n > 0 ? (float)sum / (float)n : 0;
    mean += values[i] / signature;
  }
  for (int i = 0; i < signature; i++) {
    values[i] -= mean;
  }
}

float imp_finger_periods(work *w) {
  float cosines[bins][signature], sines[bins][signature];
  for (int k = 0; k < bins; k++) {
    for (int i = 0; i < signature; i++) {
      const float window = 0.5F - 0.5F * cosf(2 * pi * ((float)i + 0.5F) / signature);
      const float phase = 2 * pi * (float)i / (shortest + bin * (float)k);
      cosines[k][i] = window * cosf(phase);
      sines[k][i] = window * sinf(phase);
    }
  }
  const int n = w->blocks_across * w->blocks_down;
  memset(w->period, 0, (size_t)n * sizeof(float));
  memset(w->weight, 0, (size_t)n * sizeof(float));
  int found = 0;
  for (int by = 0; by < w->blocks_down; by++) {
    for (int bx = 0; bx < w->blocks_across; bx++) {
      const int cx = bx * block + block / 2, cy = by * block + block / 2;
      if (cx >= w->width || cy >= w->height) {
        continue;
      }
      const int at = cy / cell * w->cells_across + cx / cell;
      if (!w->mask[at]) {
        continue;
      }
      float values[signature], best = 0, sum = 0;
      project(w, cx, cy, w->orientation[at], values);
      int most = 0;
      for (int k = 0; k < bins; k++) {
        float re = 0, im = 0;
        for (int i = 0; i < signature; i++) {
          re += values[i] * cosines[k][i];
          im += values[i] * sines[k][i];
        }
        const float power = re * re + im * im;
        sum += power;
        if (power > best) {
          best = power;
          most = k;
        }
      }
      if (most > 0 && most < bins - 1) {
        const float weight = best / (sum + 1) * w->coherence[at];
        w->period[by * w->blocks_across + bx] = weight * (shortest + bin * (float)most);
        w->weight[by * w->blocks_across + bx] = weight;
        w->scratch[found++] = shortest + bin * (float)most;
      }
    }
  }
  if (found == 0) {
    return 0;
  }
  qsort(w->scratch, (size_t)found, sizeof(float), rising);
  const float median = w->scratch[found / 2];
  for (int i = 0; i < n; i++) {
    w->period[i] += 0.01F * median;
    w->weight[i] += 0.01F;
  }
  for (int pass = 0; pass < 2; pass++) {
    imp_finger_box(w->period, w->blocks_across, w->blocks_down, 1, w->scratch);
    imp_finger_box(w->weight, w->blocks_across, w->blocks_down, 1, w->scratch);
  }
  for (int i = 0; i < n; i++) {
    w->period[i] /= w->weight[i];
  }
  return median;
}

void imp_finger_clarify(work *w) {
  const int across = w->cells_across, down = w->cells_down, n = across * down;
  for (int cy = 0; cy < down; cy++) {
    for (int cx = 0; cx < across; cx++) {
      const int x1 = (cx + 1) * cell < w->width ? (cx + 1) * cell : w->width;
      const int y1 = (cy + 1) * cell < w->height ? (cy + 1) * cell : w->height;
      int sum = 0, count = 0;
      for (int y = cy * cell; y < y1; y++) {
        const int16_t *row = imp_finger_row(w, w->enhanced, y);
        for (int x = cx * cell; x < x1; x++) {
          sum += abs(row[x]);
          count++;
        }
      }
      w->clarity[cy * across + cx] = (float)sum / (float)count / unit;
    }
  }
  imp_finger_box(w->clarity, across, down, 2, w->scratch);
  for (int i = 0; i < n; i++) {
    const float strength = 2.2F * w->clarity[i];
    w->clarity[i] = (strength > 1 ? 1 : strength) * w->coherence[i];
  }
  // Only where all around is clear, the picture's own border too: lines that end there do so for all we know.
  for (int cy = 0; cy < down; cy++) {
    for (int cx = 0; cx < across; cx++) {
      int clear = cx >= 3 && cy >= 3 && (cx + 4) * cell <= w->width && (cy + 4) * cell <= w->height;
      for (int j = -1; clear && j <= 1; j++) {
        for (int i = -1; clear && i <= 1; i++) {
          const int at = (cy + j) * across + cx + i;
          clear = w->mask[at] && w->clarity[at] >= 0.28F;
        }
      }
      w->core[cy * across + cx] = (uint8_t)clear;
    }
  }
}
