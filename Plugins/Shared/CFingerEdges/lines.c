// SPDX-License-Identifier: Apache-2.0
// Lines one pixel wide, and where they end: of ridges for endings, of valleys for bifurcations.
#include "steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

void imp_finger_lines(work *w) {
  const size_t n = (size_t)w->width * (size_t)w->height;
  memset(w->ridge, 0, n);
  memset(w->valley, 0, n);
  for (int y = 1; y < w->height - 1; y++) {
    const int16_t *row = imp_finger_row(w, w->enhanced, y);
    const uint8_t *mask = w->mask + (size_t)(y / cell) * (size_t)w->cells_across;
    for (int x = 1; x < w->width - 1; x++) {
      if (mask[x / cell]) {
        w->ridge[(size_t)y * (size_t)w->width + (size_t)x] = row[x] < 0;
        w->valley[(size_t)y * (size_t)w->width + (size_t)x] = row[x] > 0;
      }
    }
  }
}

// Which pixels the thinning of Guo and Hall (1989) takes in each half of a turn, by their eight neighbours.
static uint8_t thinning[2][256];
static once_flag thinning_made = ONCE_FLAG_INIT;

static void make_thinning(void) {
  for (int half = 0; half < 2; half++) {
    for (int v = 0; v < 256; v++) {
      int p[8]; // north, north-east and so on
      for (int k = 0; k < 8; k++) {
        p[k] = v >> k & 1;
      }
      const int parts = ((!p[0]) & (p[1] | p[2])) + ((!p[2]) & (p[3] | p[4])) + ((!p[4]) & (p[5] | p[6])) +
                        ((!p[6]) & (p[7] | p[0]));
      const int one = (p[7] | p[0]) + (p[1] | p[2]) + (p[3] | p[4]) + (p[5] | p[6]);
      const int two = (p[0] | p[1]) + (p[2] | p[3]) + (p[4] | p[5]) + (p[6] | p[7]);
      const int around = one < two ? one : two;
      const int side = half == 0 ? (p[4] | p[5] | !p[7]) & p[6] : (p[0] | p[1] | !p[3]) & p[2];
      thinning[half][v] = parts == 1 && around >= 2 && around <= 3 && !side;
    }
  }
}

static int around(const uint8_t *a, int w) {
  return a[-w] | a[-w + 1] << 1 | a[1] << 2 | a[w + 1] << 3 | a[w] << 4 | a[w - 1] << 5 | a[-1] << 6 |
         a[-w - 1] << 7;
}

void imp_finger_thin(work *w, uint8_t *lines) {
  call_once(&thinning_made, make_thinning);
  const int width = w->width;
  int n = 0;
  for (int y = 1; y < w->height - 1; y++) {
    for (int x = 1; x < width - 1; x++) {
      if (lines[y * width + x]) {
        w->list[n++] = y * width + x;
      }
    }
  }
  for (int changed = 1; changed;) {
    changed = 0;
    for (int half = 0; half < 2; half++) {
      int gone = 0, kept = 0;
      for (int k = 0; k < n; k++) {
        const int at = w->list[k];
        if (thinning[half][around(lines + at, width)]) {
          w->gone[gone++] = at;
        } else {
          w->list[kept++] = at;
        }
      }
      n = kept;
      for (int k = 0; k < gone; k++) {
        lines[w->gone[k]] = 0;
      }
      changed |= gone > 0;
    }
  }
}

static const int across[8] = {0, 1, 1, 1, 0, -1, -1, -1}, down[8] = {-1, -1, 0, 1, 1, 1, 0, -1};

// How many lines leave a pixel.
static int branches(const uint8_t *lines, int w, int at) {
  const int v = around(lines + at, w);
  return __builtin_popcount((unsigned)(~v & (v >> 1 | v << 7) & 0xFF));
}

enum { longest = 18 };

// Walks along a line from its end, at most `most` pixels; where it forks, `forked` is 1. Returns the pixels.
static int walk(const uint8_t *lines, int w, int start, int most, int path[longest], int *forked) {
  int before = -1, at = start, n = 0;
  *forked = 0;
  path[n++] = at;
  while (n < most) {
    if (at != start && branches(lines, w, at) > 2) {
      *forked = 1;
      break;
    }
    int next = -1;
    // Straight neighbours first: at a corner the other is the same line.
    for (int pass = 0; pass < 2 && next < 0; pass++) {
      for (int k = pass; k < 8 && next < 0; k += 2) {
        const int to = at + down[k] * w + across[k];
        int seen = !lines[to] || to == before;
        for (int z = n - 1; z >= 0 && z > n - 5; z--) {
          seen |= path[z] == to;
        }
        if (!seen) {
          next = to;
        }
      }
    }
    if (next < 0) {
      break;
    }
    before = at;
    at = next;
    path[n++] = at;
  }
  return n;
}

void imp_finger_ends(work *w, uint8_t *lines, uint8_t kind, imp_finger_minutia *found, int *count, int most) {
  const int width = w->width;
  int path[longest], forked;
  // What is shorter than a ridge's distance and a half is noise: spurs at a line, and lines by themselves.
  for (int round = 0; round < 2; round++) {
    for (int y = 1; y < w->height - 1; y++) {
      for (int x = 1; x < width - 1; x++) {
        const int at = y * width + x;
        if (!lines[at] || branches(lines, width, at) > 1 || __builtin_popcount((unsigned)around(lines + at, width)) > 2) {
          continue;
        }
        const int n = walk(lines, width, at, 14, path, &forked);
        const int wiped = forked ? (n < 10 ? n - 1 : 0) : (n < 14 ? n : 0);
        for (int k = 0; k < wiped; k++) {
          lines[path[k]] = 0;
        }
      }
    }
  }
  for (int y = 1; y < w->height - 1; y++) {
    for (int x = 1; x < width - 1 && *count < most; x++) {
      const int at = y * width + x, in = y / cell * w->cells_across + x / cell;
      if (!lines[at] || !w->core[in] || branches(lines, width, at) != 1) {
        continue;
      }
      const int n = walk(lines, width, at, longest, path, &forked);
      if (n < 12) {
        continue;
      }
      const int last = path[n - 1];
      const float angle = atan2f((float)(y - last / width), (float)(last % width - x));
      const int quality = (int)(w->clarity[in] * 100);
      found[(*count)++] = (imp_finger_minutia){
          .x = (int16_t)x,
          .y = (int16_t)y,
          .angle = (uint8_t)(int)lrintf(angle * (128 / 3.14159265F)),
          .kind = kind,
          .quality = (uint8_t)(quality < 1 ? 1 : quality > 100 ? 100 : quality),
      };
    }
  }
}

static int apart(uint8_t a, uint8_t b) {
  return abs((int8_t)(uint8_t)(a - b));
}

int imp_finger_clean(imp_finger_minutia *found, int count) {
  uint8_t drop[2048] = {0};
  for (int i = 0; i < count; i++) {
    for (int j = i + 1; j < count; j++) {
      const imp_finger_minutia *a = &found[i], *b = &found[j];
      const int dx = b->x - a->x, dy = b->y - a->y, square = dx * dx + dy * dy;
      // The two ends of a line that is broken, or a fork and an end that are one.
      if ((a->kind == b->kind && square < 100 && apart(a->angle, b->angle) > 102) ||
          (a->kind != b->kind && square < 49)) {
        drop[i] = drop[j] = 1;
      }
    }
  }
  for (int i = 0; i < count; i++) {
    int near = 0;
    for (int j = 0; j < count; j++) {
      const int dx = found[i].x - found[j].x, dy = found[i].y - found[j].y;
      near += j != i && !drop[j] && dx * dx + dy * dy < 400;
    }
    // A scar or dirt.
    if (near > 4) {
      drop[i] |= 2;
    }
  }
  int kept = 0;
  for (int i = 0; i < count; i++) {
    if (!drop[i]) {
      found[kept++] = found[i];
    }
  }
  return kept;
}
