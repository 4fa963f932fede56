// SPDX-License-Identifier: Apache-2.0
// Two prints compared: which edges of one look like edges of the other, and the largest set of minutiae that
// such edges tie together under one motion.
#include "CFingerEdges.h"
#include "erase.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum {
  most_hits = 4096,
  most_roots = 40,
  least_pairs = 2,   // a motion
  length_slack = 5,  // pixels, and a twentieth of the length
  angle_slack = 9,   // 256ths of a turn
  turn_slack = 24,   // of a pair from the root's, 256ths
};

static const float per_support = 0.35F, per_kind = 0.3F, per_missed = 0.25F, per_spacing = 0.001F;

static int apart(uint8_t a, uint8_t b) {
  return abs((int8_t)(uint8_t)(a - b));
}

// An edge of the probe that looks like one of the reference: its ends, and the pairs that follow from it.
typedef struct hit {
  uint8_t i, j; // a pair of minutiae: probe, reference
  uint8_t u, v; // the pair at the edge's other end
  uint8_t length;
  int16_t next; // the next hit that leaves (i, j)
} hit;

typedef struct comparison {
  const imp_finger_prepared *a, *b;
  int hits;
  hit hit[2 * most_hits];
  int16_t first[IMP_FINGER_COMPARED][IMP_FINGER_COMPARED]; // of the hits that leave a pair; -1: none
  uint8_t leaving[IMP_FINGER_COMPARED][IMP_FINGER_COMPARED];
  uint8_t done[IMP_FINGER_COMPARED][IMP_FINGER_COMPARED / 8];
} comparison;

static void add_one(comparison *c, uint8_t i, uint8_t j, uint8_t u, uint8_t v, uint8_t length) {
  c->hit[c->hits] = (hit){.i = i, .j = j, .u = u, .v = v, .length = length, .next = c->first[i][j]};
  c->first[i][j] = (int16_t)c->hits++;
  c->leaving[i][j]++;
}

static void add_hit(comparison *c, int e, int f, int crossed) {
  if (c->hits + 2 > 2 * most_hits) {
    return;
  }
  const uint8_t i = c->a->from[e], u = c->a->to[e];
  const uint8_t j = crossed ? c->b->to[f] : c->b->from[f], v = crossed ? c->b->from[f] : c->b->to[f];
  // A count of a byte.
  if (c->leaving[i][j] == 255 || c->leaving[u][v] == 255) {
    return;
  }
  add_one(c, i, j, u, v, c->a->length[e]);
  add_one(c, u, v, i, j, c->a->length[e]);
}

#if !defined(__SSE2__)

static int like(uint8_t a, uint8_t b) {
  return apart(a, b) <= angle_slack;
}

#endif

// Finds edges that are about as long, and lie to their ends' directions the same: in the same way round, or
// the other.
static void find_hits(comparison *c) {
  const imp_finger_prepared *a = c->a, *b = c->b;
  int low = 0, high = 0;
  for (int e = 0; e < a->edges; e++) {
    const int length = a->length[e], slack = length_slack + length / 20;
    while (low < b->edges && b->length[low] < length - slack) {
      low++;
    }
    while (high < b->edges && b->length[high] <= length + slack) {
      high++;
    }
#if defined(__SSE2__)
    const __m128i from = _mm_set1_epi8((char)(a->at_from[e] + angle_slack));
    const __m128i to = _mm_set1_epi8((char)(a->at_to[e] + angle_slack));
    const __m128i most = _mm_set1_epi8(2 * angle_slack);
    for (int f = low; f < high; f += 16) {
      const __m128i p = _mm_loadu_si128((const __m128i *)(b->at_from + f));
      const __m128i q = _mm_loadu_si128((const __m128i *)(b->at_to + f));
      // Differences wrap around as angles do: within the slack of 0 is 0...2 × slack, once it is added.
      const __m128i straight = _mm_max_epu8(_mm_sub_epi8(from, p), _mm_sub_epi8(to, q));
      const __m128i crossed = _mm_max_epu8(_mm_sub_epi8(from, q), _mm_sub_epi8(to, p));
      const int beyond = high - f < 16 ? (1 << (high - f)) - 1 : 0xFFFF;
      int same = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(straight, most), straight)) & beyond;
      int other = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(crossed, most), crossed)) & beyond;
      for (; same; same &= same - 1) {
        add_hit(c, e, f + __builtin_ctz((unsigned)same), 0);
      }
      for (; other; other &= other - 1) {
        add_hit(c, e, f + __builtin_ctz((unsigned)other), 1);
      }
    }
#else
    for (int f = low; f < high; f++) {
      if (like(a->at_from[e], b->at_from[f]) && like(a->at_to[e], b->at_to[f])) {
        add_hit(c, e, f, 0);
      }
      if (like(a->at_from[e], b->at_to[f]) && like(a->at_to[e], b->at_from[f])) {
        add_hit(c, e, f, 1);
      }
    }
#endif
  }
}

typedef struct root {
  uint16_t rank;
  uint8_t i, j;
} root;

static int higher(const void *one, const void *other) {
  const root *a = one, *b = other;
  if (a->rank != b->rank) {
    return b->rank - a->rank;
  }
  return a->i != b->i ? a->i - b->i : a->j - b->j;
}

// Pairs from which a tree is grown: those that most edges leave.
static int find_roots(comparison *c, root *roots) {
  static _Thread_local root all[2 * most_hits];
  int n = 0;
  for (int h = 0; h < c->hits; h++) {
    const int i = c->hit[h].i, j = c->hit[h].j;
    // Once for each pair: at its last hit.
    if (c->first[i][j] == h && c->leaving[i][j] >= 2) {
      all[n++] = (root){(uint16_t)(2 * c->leaving[i][j] + (c->a->kind[i] == c->b->kind[j])), (uint8_t)i, (uint8_t)j};
    }
  }
  qsort(all, (size_t)n, sizeof *all, higher);
  const int kept = n < most_roots ? n : most_roots;
  memcpy(roots, all, (size_t)kept * sizeof *roots);
  imp_finger_erase(all, (size_t)n * sizeof *all);
  return kept;
}

typedef struct tree {
  int count, edges;
  int8_t of_probe[IMP_FINGER_COMPARED], of_reference[IMP_FINGER_COMPARED];
  uint8_t probe[IMP_FINGER_COMPARED], reference[IMP_FINGER_COMPARED];
  // The probe's minutia of the pair that led to each; of the root its own.
  uint8_t found_from[IMP_FINGER_COMPARED];
} tree;

// Adds pair after pair, by the shortest edge that leads to one, as long as it lies where the root's motion
// has it.
static void grow(comparison *c, root r, tree *t) {
  const imp_finger_prepared *a = c->a, *b = c->b;
  int16_t open[2 * most_hits];
  int n = 0;
  memset(t->of_probe, -1, sizeof t->of_probe);
  memset(t->of_reference, -1, sizeof t->of_reference);
  t->count = t->edges = 0;
  const uint8_t turn = (uint8_t)(b->angle[r.j] - a->angle[r.i]);
  const float angle = (float)turn * (3.14159265F / 128), cosine = cosf(angle), sine = -sinf(angle);
  int i = r.i, j = r.j, from = r.i;
  for (;;) {
    t->of_probe[i] = (int8_t)j;
    t->of_reference[j] = (int8_t)i;
    t->probe[t->count] = (uint8_t)i;
    t->found_from[t->count] = (uint8_t)from;
    t->reference[t->count++] = (uint8_t)j;
    c->done[i][j / 8] |= (uint8_t)(1 << j % 8);
    for (int h = c->first[i][j]; h >= 0; h = c->hit[h].next) {
      const hit *to = &c->hit[h];
      if (t->of_probe[to->u] < 0 && t->of_reference[to->v] < 0) {
        open[n++] = (int16_t)h;
      } else if (t->of_probe[to->u] == to->v) {
        t->edges++;
      }
    }
    int found = 0;
    while (n > 0 && !found) {
      int best = 0;
      for (int k = 1; k < n; k++) {
        if (c->hit[open[k]].length < c->hit[open[best]].length) {
          best = k;
        }
      }
      const hit to = c->hit[open[best]];
      open[best] = open[--n];
      if (t->of_probe[to.u] >= 0 || t->of_reference[to.v] >= 0) {
        continue;
      }
      const float dx = (float)(a->x[to.u] - a->x[r.i]), dy = (float)(a->y[to.u] - a->y[r.i]);
      const float x = (float)b->x[r.j] + dx * cosine - dy * sine, y = (float)b->y[r.j] + dx * sine + dy * cosine;
      const float ex = (float)b->x[to.v] - x, ey = (float)b->y[to.v] - y;
      // Skin stretches: the farther from the root, the farther off.
      const float allowed = 8 + 0.18F * sqrtf(dx * dx + dy * dy);
      if (ex * ex + ey * ey > allowed * allowed ||
          apart((uint8_t)(b->angle[to.v] - a->angle[to.u]), turn) > turn_slack) {
        continue;
      }
      from = to.i;
      i = to.u;
      j = to.v;
      found = 1;
    }
    if (!found) {
      return;
    }
  }
}

// Whether a place lies in a print's hull, at least `margin` from its border.
static int inside(const imp_finger_prepared *p, float x, float y, float margin) {
  for (int k = 0; k < p->corners; k++) {
    const int i = p->hull[k], j = p->hull[k + 1 < p->corners ? k + 1 : 0];
    const float dx = (float)(p->x[j] - p->x[i]), dy = (float)(p->y[j] - p->y[i]);
    if (dx * (y - (float)p->y[i]) - dy * (x - (float)p->x[i]) < margin * sqrtf(dx * dx + dy * dy)) {
      return 0;
    }
  }
  return p->corners > 2;
}

// The motion that carries the pairs onto each other with the least squares.
static void fit(const comparison *c, const tree *t, imp_finger_match *m) {
  const imp_finger_prepared *a = c->a, *b = c->b;
  float mx = 0, my = 0, nx = 0, ny = 0, s = 0, k = 0;
  for (int p = 0; p < t->count; p++) {
    mx += a->x[t->probe[p]];
    my += a->y[t->probe[p]];
    nx += b->x[t->reference[p]];
    ny += b->y[t->reference[p]];
  }
  const float n = (float)t->count;
  m->mx = mx / n;
  m->my = my / n;
  m->nx = nx / n;
  m->ny = ny / n;
  for (int p = 0; p < t->count; p++) {
    const float ax = a->x[t->probe[p]] - m->mx, ay = a->y[t->probe[p]] - m->my;
    const float bx = b->x[t->reference[p]] - m->nx, by = b->y[t->reference[p]] - m->ny;
    k += ax * bx + ay * by;
    s += ax * by - ay * bx;
  }
  const float size = sqrtf(k * k + s * s);
  m->cosine = size > 0 ? k / size : 1;
  m->sine = size > 0 ? s / size : 0;
}

// Whether a minutia of the probe should be seen in the reference, and is not.
static int missed_of_probe(const comparison *c, const tree *t, const imp_finger_match *m, int i) {
  const float dx = c->a->x[i] - m->mx, dy = c->a->y[i] - m->my;
  return t->of_probe[i] < 0 &&
         inside(c->b, m->nx + dx * m->cosine - dy * m->sine, m->ny + dx * m->sine + dy * m->cosine, 6);
}

// The other way round.
static int missed_of_reference(const comparison *c, const tree *t, const imp_finger_match *m, int j) {
  const float dx = c->b->x[j] - m->nx, dy = c->b->y[j] - m->ny;
  return t->of_reference[j] < 0 &&
         inside(c->a, m->mx + dx * m->cosine + dy * m->sine, m->my - dx * m->sine + dy * m->cosine, 6);
}

// The quality of what should be seen in both and is seen in one.
static float missed(const comparison *c, const tree *t, const imp_finger_match *m) {
  int sum = 0;
  for (int i = 0; i < c->a->count; i++) {
    if (missed_of_probe(c, t, m, i)) {
      sum += c->a->quality[i];
    }
  }
  for (int j = 0; j < c->b->count; j++) {
    if (missed_of_reference(c, t, m, j)) {
      sum += c->b->quality[j];
    }
  }
  return (float)sum / 100;
}

static float quality_of(const imp_finger_prepared *p) {
  int sum = 0;
  for (int i = 0; i < p->count; i++) {
    sum += p->quality[i];
  }
  return (float)sum / 100;
}

// How long edges are, on average: pixels.
static float spacing(const imp_finger_prepared *p) {
  int sum = 0;
  for (int e = 0; e < p->edges; e++) {
    sum += p->length[e];
  }
  return p->edges > 0 ? (float)sum / (float)p->edges : 0;
}

static float worth(const comparison *c, int i, int j) {
  return 0.6F + 0.004F * sqrtf((float)(c->a->quality[i] * c->b->quality[j])) +
         (c->a->kind[i] == c->b->kind[j] ? per_kind : -0.5F * per_kind);
}

static float weigh(const comparison *c, const tree *t) {
  float sum = 0;
  for (int p = 0; p < t->count; p++) {
    sum += worth(c, t->probe[p], t->reference[p]);
  }
  return sum;
}

static float apart_by_spacing(const comparison *c) {
  return per_spacing * fabsf(spacing(c->a) - spacing(c->b));
}

static void add_share(imp_finger_reasons *to, imp_finger_share share) {
  if (to->count < IMP_FINGER_SHARES) {
    to->shares[to->count++] = share;
  }
}

// Every pair, and every agreeing edge once: at the pair that came later.
static void explain_tree(const comparison *c, const tree *t, imp_finger_reasons *to) {
  uint8_t place[IMP_FINGER_COMPARED] = {0};
  for (int p = 0; p < t->count; p++) {
    place[t->probe[p]] = (uint8_t)p;
    add_share(to, (imp_finger_share){.reason = IMP_FINGER_PAIR, .probe = t->probe[p], .reference = t->reference[p],
                                     .value = worth(c, t->probe[p], t->reference[p])});
  }
  for (int p = 0; p < t->count; p++) {
    const int i = t->probe[p], j = t->reference[p];
    for (int h = c->first[i][j]; h >= 0; h = c->hit[h].next) {
      const hit *edge = &c->hit[h];
      if (t->of_probe[edge->u] != edge->v || place[edge->u] >= p) {
        continue;
      }
      const float value = edge->u == t->found_from[p] ? 0 : 2 * per_support;
      add_share(to, (imp_finger_share){.reason = IMP_FINGER_AGREEING_EDGE, .probe = (uint8_t)i,
                                       .reference = (uint8_t)j, .other_probe = edge->u,
                                       .other_reference = edge->v, .value = value});
    }
  }
}

// What is missed: of a tree where its motion has it, else half of all.
static void explain_missed(const comparison *c, const tree *t, imp_finger_reasons *to) {
  const int all = t->count == 0;
  const float each = -per_missed * (all ? 0.5F : 1) / 100;
  for (int i = 0; i < c->a->count; i++) {
    if (all || missed_of_probe(c, t, &to->match, i)) {
      add_share(to, (imp_finger_share){.reason = IMP_FINGER_MISSED_PROBE, .probe = (uint8_t)i,
                                       .value = each * c->a->quality[i]});
    }
  }
  for (int j = 0; j < c->b->count; j++) {
    if (all || missed_of_reference(c, t, &to->match, j)) {
      add_share(to, (imp_finger_share){.reason = IMP_FINGER_MISSED_REFERENCE, .reference = (uint8_t)j,
                                       .value = each * c->b->quality[j]});
    }
  }
  if (all) {
    add_share(to, (imp_finger_share){.reason = IMP_FINGER_SPACING, .value = -apart_by_spacing(c)});
  }
}

static float judge(const imp_finger_prepared *probe, const imp_finger_prepared *reference, imp_finger_match *match,
                   imp_finger_reasons *reasons) {
  static _Thread_local comparison c;
  c.a = probe;
  c.b = reference;
  c.hits = 0;
  for (int i = 0; i < probe->count; i++) {
    memset(c.first[i], -1, reference->count * sizeof c.first[i][0]);
    memset(c.leaving[i], 0, reference->count);
    memset(c.done[i], 0, sizeof c.done[i]);
  }
  find_hits(&c);
  root roots[most_roots];
  const int n = find_roots(&c, roots);
  imp_finger_match best = {.score = 0};
  tree best_tree = {.count = 0};
  float highest = 0;
  for (int r = 0; r < n; r++) {
    if (c.done[roots[r].i][roots[r].j / 8] >> roots[r].j % 8 & 1) {
      continue;
    }
    tree t;
    grow(&c, roots[r], &t);
    if (t.count < least_pairs) {
      continue;
    }
    const float pairs = weigh(&c, &t), support = per_support * (float)(2 * (t.edges - t.count + 1));
    if (pairs + support > highest) {
      highest = pairs + support;
      best.pairs = pairs;
      best.support = support;
      best_tree = t;
    }
  }
  if (best_tree.count > 0) {
    fit(&c, &best_tree, &best);
    best.missed = per_missed * missed(&c, &best_tree, &best);
    best.score = highest - best.missed;
    best.count = best_tree.count;
    best.edges = best_tree.edges;
    memcpy(best.probe, best_tree.probe, sizeof best.probe);
    memcpy(best.reference, best_tree.reference, sizeof best.reference);
  } else {
    // As if half of all should have been seen in the other; and of those that are alike in that, prints whose
    // minutiae lie about as far apart are less unlike.
    best.missed = per_missed * 0.5F * (quality_of(probe) + quality_of(reference)) + apart_by_spacing(&c);
    best.score = -best.missed;
  }
  if (match != NULL) {
    *match = best;
  }
  if (reasons != NULL) {
    reasons->match = best;
    reasons->count = 0;
    explain_tree(&c, &best_tree, reasons);
    explain_missed(&c, &best_tree, reasons);
  }
  // Of rows and hits those that were used: all of them would cost more than the comparison.
  imp_finger_erase(c.hit, (size_t)c.hits * sizeof *c.hit);
  imp_finger_erase(c.first, probe->count * sizeof *c.first);
  imp_finger_erase(c.leaving, probe->count * sizeof *c.leaving);
  imp_finger_erase(c.done, probe->count * sizeof *c.done);
  c.a = c.b = NULL;
  return best.score;
}

float imp_finger_compare(const imp_finger_prepared *probe, const imp_finger_prepared *reference,
                         imp_finger_match *match) {
  return judge(probe, reference, match, NULL);
}

float imp_finger_explain(const imp_finger_prepared *probe, const imp_finger_prepared *reference,
                         imp_finger_reasons *reasons) {
  return judge(probe, reference, NULL, reasons);
}

float imp_finger_fields(const imp_finger_print *probe, const imp_finger_print *reference,
                        const imp_finger_match *m, int *blocks) {
  float sum = 0;
  int n = 0;
  const float turn = atan2f(m->sine, m->cosine);
  for (int y = 0; y < probe->rows; y++) {
    for (int x = 0; x < probe->columns; x++) {
      const int p = probe->field[y * probe->columns + x];
      if (p == IMP_FINGER_NO_RIDGE) {
        continue;
      }
      const float dx = (float)(x * IMP_FINGER_BLOCK + IMP_FINGER_BLOCK / 2) - m->mx;
      const float dy = (float)(y * IMP_FINGER_BLOCK + IMP_FINGER_BLOCK / 2) - m->my;
      const int u = (int)floorf((m->nx + dx * m->cosine - dy * m->sine) / IMP_FINGER_BLOCK);
      const int v = (int)floorf((m->ny + dx * m->sine + dy * m->cosine) / IMP_FINGER_BLOCK);
      if (u < 0 || v < 0 || u >= reference->columns || v >= reference->rows) {
        continue;
      }
      const int q = reference->field[v * reference->columns + u];
      if (q != IMP_FINGER_NO_RIDGE) {
        sum += cosf(2 * ((float)(p - q) * (3.14159265F / 255) + turn));
        n++;
      }
    }
  }
  *blocks = n;
  return n > 0 ? sum / (float)n : 0;
}
