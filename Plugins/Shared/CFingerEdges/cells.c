// SPDX-License-Identifier: Apache-2.0
// From the picture to normalised ridges: scale, local light and contrast, and where there are ridges.
#include "steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int least(int a, int b) {
  return a < b ? a : b;
}

void imp_finger_scale(work *w, const uint8_t *grey, int width, int height, size_t row_bytes,
                      uint32_t resolution) {
  // Within 1.6 % of 500 dpi no pixel is touched: a ridge period varies more than that with pressure.
  if (w->width == width && w->height == height) {
    for (int y = 0; y < height; y++) {
      memcpy(w->grey + (size_t)y * (size_t)width, grey + (size_t)y * row_bytes, (size_t)width);
    }
    return;
  }
  const double step = resolution / 19685.0;
  // A finer picture is averaged over what a pixel covers, a coarser one interpolated.
  const int samples = step > 1.5 ? (int)ceil(step) : 1;
  for (int y = 0; y < w->height; y++) {
    for (int x = 0; x < w->width; x++) {
      float sum = 0;
      for (int j = 0; j < samples; j++) {
        for (int i = 0; i < samples; i++) {
          double fx = (x + (i + 0.5) / samples) * step - 0.5;
          double fy = (y + (j + 0.5) / samples) * step - 0.5;
          fx = fx < 0 ? 0 : fx > width - 1 ? width - 1 : fx;
          fy = fy < 0 ? 0 : fy > height - 1 ? height - 1 : fy;
          const int x0 = least((int)fx, width - 2), y0 = least((int)fy, height - 2);
          const float u = (float)(fx - x0), v = (float)(fy - y0);
          const uint8_t *p = grey + (size_t)y0 * row_bytes + x0, *q = p + row_bytes;
          sum += (1 - v) * ((1 - u) * p[0] + u * p[1]) + v * ((1 - u) * q[0] + u * q[1]);
        }
      }
      w->grey[(size_t)y * (size_t)w->width + (size_t)x] = (uint8_t)(sum / (float)(samples * samples) + 0.5F);
    }
  }
}

void imp_finger_box(float *values, int width, int height, int r, float *scratch) {
  for (int y = 0; y < height; y++) {
    const float *from = values + (size_t)y * (size_t)width;
    float *to = scratch + (size_t)y * (size_t)width;
    for (int x = 0; x < width; x++) {
      const int a = x < r ? 0 : x - r, b = x + r >= width ? width - 1 : x + r;
      float sum = 0;
      for (int k = a; k <= b; k++) {
        sum += from[k];
      }
      to[x] = sum / (float)(b - a + 1);
    }
  }
  for (int y = 0; y < height; y++) {
    const int a = y < r ? 0 : y - r, b = y + r >= height ? height - 1 : y + r;
    float *to = values + (size_t)y * (size_t)width;
    memset(to, 0, (size_t)width * sizeof *to);
    for (int k = a; k <= b; k++) {
      const float *from = scratch + (size_t)k * (size_t)width;
      for (int x = 0; x < width; x++) {
        to[x] += from[x];
      }
    }
    const float scale = 1.0F / (float)(b - a + 1);
    for (int x = 0; x < width; x++) {
      to[x] *= scale;
    }
  }
}

void imp_finger_statistics(work *w) {
  const int across = w->cells_across;
  for (int cy = 0; cy < w->cells_down; cy++) {
    for (int cx = 0; cx < across; cx++) {
      const int x1 = least((cx + 1) * cell, w->width), y1 = least((cy + 1) * cell, w->height);
      int sum = 0, squares = 0, n = 0;
      for (int y = cy * cell; y < y1; y++) {
        const uint8_t *row = w->grey + (size_t)y * (size_t)w->width;
        for (int x = cx * cell; x < x1; x++) {
          sum += row[x];
          squares += row[x] * row[x];
          n++;
        }
      }
      w->mean[cy * across + cx] = (float)sum / (float)n;
      w->deviation[cy * across + cx] = (float)squares / (float)n;
    }
  }
  // Three boxes of 12 pixels: near a Gaussian of 6, which is less than a ridge's distance.
  for (int pass = 0; pass < 3; pass++) {
    imp_finger_box(w->mean, across, w->cells_down, 1, w->scratch);
    imp_finger_box(w->deviation, across, w->cells_down, 1, w->scratch);
  }
  for (int i = 0; i < across * w->cells_down; i++) {
    const float v = w->deviation[i] - w->mean[i] * w->mean[i];
    w->deviation[i] = v > 0 ? sqrtf(v) : 0;
  }
}

static int rising(const void *a, const void *b) {
  const float p = *(const float *)a, q = *(const float *)b;
  return p < q ? -1 : p > q;
}

int imp_finger_segment(work *w) {
  const int n = w->cells_across * w->cells_down;
  memcpy(w->scratch, w->deviation, (size_t)n * sizeof(float));
  qsort(w->scratch, (size_t)n, sizeof(float), rising);
  // A share of the contrast that the clearest tenth has, and never less than a sensor's noise.
  const float share = 0.3F * w->scratch[(int)((float)(n - 1) * 0.9F)];
  const float threshold = share < 6 ? 6 : share;
  for (int i = 0; i < n; i++) {
    w->clarity[i] = w->deviation[i] > threshold;
  }
  for (int pass = 0; pass < 2; pass++) {
    imp_finger_box(w->clarity, w->cells_across, w->cells_down, 2, w->scratch);
    for (int i = 0; i < n; i++) {
      w->clarity[i] = w->clarity[i] > 0.5F;
    }
  }
  int count = 0;
  for (int i = 0; i < n; i++) {
    w->mask[i] = w->clarity[i] > 0.5F;
    count += w->mask[i];
  }
  return count;
}

void imp_finger_normalise(work *w) {
  const int across = w->cells_across, down = w->cells_down;
  for (int y = 0; y < w->height; y++) {
    const float fy = ((float)y + 0.5F) / cell - 0.5F;
    const int y0 = fy < 0 ? 0 : least((int)fy, down - 2 < 0 ? 0 : down - 2);
    const float v = fy < 0 ? 0 : fy - (float)y0 > 1 ? 1 : fy - (float)y0;
    const int y1 = least(y0 + 1, down - 1);
    int16_t *to = imp_finger_row(w, w->plane, y);
    const uint8_t *from = w->grey + (size_t)y * (size_t)w->width;
    for (int x = 0; x < w->width; x++) {
      const float fx = ((float)x + 0.5F) / cell - 0.5F;
      const int x0 = fx < 0 ? 0 : least((int)fx, across - 2 < 0 ? 0 : across - 2);
      const float u = fx < 0 ? 0 : fx - (float)x0 > 1 ? 1 : fx - (float)x0;
      const int x1 = least(x0 + 1, across - 1);
      const int a = y0 * across + x0, b = y0 * across + x1, c = y1 * across + x0, d = y1 * across + x1;
      const float mean =
          (1 - v) * ((1 - u) * w->mean[a] + u * w->mean[b]) + v * ((1 - u) * w->mean[c] + u * w->mean[d]);
      const float deviation = (1 - v) * ((1 - u) * w->deviation[a] + u * w->deviation[b]) +
                              v * ((1 - u) * w->deviation[c] + u * w->deviation[d]);
      const float t = ((float)from[x] - mean) / (deviation + 3) * 400;
      to[x] = (int16_t)(t > unit ? unit : t < -unit ? -unit : t);
    }
  }
}
