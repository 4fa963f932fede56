// SPDX-License-Identifier: Apache-2.0
// A print made ready: which edges it is compared by, and how it is packed to be searched.
#include "CFingerEdges.h"
#include "erase.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  neighbours = 12,   // the nearest that a minutia has edges to
  most_length = 250, // pixels: a byte, and far beyond what skin keeps in shape
  least_length = 3,
  minutia_bytes = 6,
  two_edges = 3,     // bytes: six bits for each end
  most_kind = 2,
  most_quality = 100,
};

_Static_assert(IMP_FINGER_COMPARED <= 64, "an end of an edge is packed into six bits");

// How many edges a packed print has room for.
static int room(int minutiae) {
  const int left = ((int)sizeof((imp_finger_entry *)0)->bytes - minutiae * minutia_bytes) / two_edges * 2;
  return left < IMP_FINGER_EDGES ? left : IMP_FINGER_EDGES;
}

// The direction from a minutia to another, in 256ths of a turn. A polynomial and no libm: it is computed
// again of every edge that is unpacked, and has to be the same then.
static uint8_t direction(int dx, int dy) {
  const float across = (float)abs(dx), down = (float)abs(dy);
  const float longer = across > down ? across : down, shorter = across > down ? down : across;
  const float z = longer > 0 ? shorter / longer : 0, q = z * z;
  const float eighth =
      z * (0.9998660F + q * (-0.3302995F + q * (0.1801410F + q * (-0.0851330F + q * 0.0208351F))));
  float turn = eighth * (128 / 3.14159265F);
  turn = across > down ? turn : 64 - turn;
  turn = dx < 0 ? 128 - turn : turn;
  // Rows count downwards, and angles upwards.
  turn = dy > 0 ? 256 - turn : turn;
  return (uint8_t)(int)(turn + 0.5F);
}

typedef struct candidate {
  uint8_t from, to;
  uint8_t rank; // among the neighbours of the end that it is nearest to
  int square;
} candidate;

static int by_ends(const candidate *a, const candidate *b) {
  return a->from != b->from ? a->from - b->from : a->to - b->to;
}

static int nearer(const void *one, const void *other) {
  const candidate *a = one, *b = other;
  if (a->rank != b->rank) {
    return a->rank - b->rank;
  }
  return a->square != b->square ? a->square - b->square : by_ends(a, b);
}

static int shorter(const void *one, const void *other) {
  const candidate *a = one, *b = other;
  return a->square != b->square ? a->square - b->square : by_ends(a, b);
}

// Whether a line is long enough to be an edge, and no longer than one is.
static int is_edge(int square) {
  return square >= least_length * least_length && square <= most_length * most_length;
}

// The square of the distance of two minutiae.
static int distance(const imp_finger_prepared *p, int i, int j) {
  const int dx = p->x[j] - p->x[i], dy = p->y[j] - p->y[i];
  return dx * dx + dy * dy;
}

// The corners of the hull, one after the other. What lies between two of them, or where one is already, is
// none.
static void add_hull(imp_finger_prepared *p) {
  p->corners = 0;
  if (p->count < 3) {
    return;
  }
  int start = 0;
  for (int i = 1; i < p->count; i++) {
    if (p->x[i] < p->x[start] || (p->x[i] == p->x[start] && p->y[i] < p->y[start])) {
      start = i;
    }
  }
  int at = start;
  do {
    p->hull[p->corners++] = (uint8_t)at;
    int next = at;
    for (int i = 0; i < p->count; i++) {
      const int turn = (p->x[next] - p->x[at]) * (p->y[i] - p->y[at]) - (p->y[next] - p->y[at]) * (p->x[i] - p->x[at]);
      // Of those in one direction the farthest: so the walk neither stays at a place nor turns back on a
      // line.
      if (turn < 0 || (turn == 0 && distance(p, at, i) > distance(p, at, next))) {
        next = i;
      }
    }
    at = next;
  } while (at != start && p->corners < p->count);
}

// The nearest neighbours of a minutia, the nearest first.
static int find_near(const imp_finger_prepared *p, int i, candidate near[neighbours]) {
  int k = 0;
  for (int j = 0; j < p->count; j++) {
    const int square = distance(p, i, j);
    if (j == i || !is_edge(square) || (k == neighbours && square >= near[k - 1].square)) {
      continue;
    }
    int z = k < neighbours ? k++ : k - 1;
    for (; z > 0 && near[z - 1].square > square; z--) {
      near[z] = near[z - 1];
    }
    near[z] = (candidate){.square = square, .from = (uint8_t)i, .to = (uint8_t)j};
  }
  return k;
}

// Every edge from a minutia to a neighbour. One that is of both ends is there once, with the lower rank.
static int find_edges(const imp_finger_prepared *p, candidate *all) {
  static _Thread_local int16_t place[IMP_FINGER_COMPARED][IMP_FINGER_COMPARED];
  int edges = 0;
  for (int i = 0; i < p->count; i++) {
    memset(place[i], -1, p->count * sizeof place[i][0]);
  }
  for (int i = 0; i < p->count; i++) {
    candidate near[neighbours];
    const int k = find_near(p, i, near);
    for (int z = 0; z < k; z++) {
      const int j = near[z].to, a = i < j ? i : j, b = i < j ? j : i;
      if (place[a][b] < 0) {
        place[a][b] = (int16_t)edges;
        all[edges++] = (candidate){
            .square = near[z].square, .from = (uint8_t)a, .to = (uint8_t)b, .rank = (uint8_t)z};
      } else if (z < all[place[a][b]].rank) {
        all[place[a][b]].rank = (uint8_t)z;
      }
    }
  }
  imp_finger_erase(place, p->count * sizeof *place);
  return edges;
}

// What of an edge follows from its ends.
static void measure_edge(imp_finger_prepared *p, int e, uint8_t a, uint8_t b) {
  const int dx = p->x[b] - p->x[a], dy = p->y[b] - p->y[a];
  const uint8_t way = direction(dx, dy);
  p->from[e] = a;
  p->to[e] = b;
  p->length[e] = (uint8_t)(int)(sqrtf((float)(dx * dx + dy * dy)) + 0.5F);
  p->at_from[e] = (uint8_t)(way - p->angle[a]);
  p->at_to[e] = (uint8_t)(way + 128 - p->angle[b]);
}

void imp_finger_prepare(const imp_finger_minutia *minutiae, int count, imp_finger_prepared *p) {
  memset(p, 0, sizeof *p);
  const int n = count < IMP_FINGER_COMPARED ? count : IMP_FINGER_COMPARED;
  p->count = (uint16_t)n;
  for (int i = 0; i < n; i++) {
    p->x[i] = minutiae[i].x;
    p->y[i] = minutiae[i].y;
    p->angle[i] = minutiae[i].angle;
    p->kind[i] = minutiae[i].kind;
    p->quality[i] = minutiae[i].quality == 0 ? 50 : minutiae[i].quality;
  }
  static _Thread_local candidate all[IMP_FINGER_COMPARED * neighbours];
  const int found = find_edges(p, all), most = room(n);
  int edges = found;
  if (edges > most) {
    // Not the shortest of all: those are where minutiae crowd, and the rest of the print would have none.
    qsort(all, (size_t)edges, sizeof *all, nearer);
    edges = most;
  }
  qsort(all, (size_t)edges, sizeof *all, shorter);
  p->edges = (uint16_t)edges;
  for (int e = 0; e < edges; e++) {
    measure_edge(p, e, all[e].from, all[e].to);
  }
  imp_finger_erase(all, (size_t)found * sizeof *all);
  add_hull(p);
}

void imp_finger_pack(const imp_finger_prepared *p, imp_finger_entry *entry) {
  memset(entry, 0, sizeof *entry);
  entry->count = p->count;
  entry->edges = p->edges;
  uint8_t *to = entry->bytes;
  for (int i = 0; i < p->count; i++, to += minutia_bytes) {
    to[0] = (uint8_t)p->x[i];
    to[1] = (uint8_t)(p->x[i] >> 8 | p->kind[i] << 6);
    to[2] = (uint8_t)p->y[i];
    to[3] = (uint8_t)(p->y[i] >> 8);
    to[4] = p->angle[i];
    to[5] = p->quality[i];
  }
  // An odd edge is packed with one from the first minutia to itself, which is not counted.
  for (int e = 0; e < p->edges; e += 2, to += two_edges) {
    const int second = e + 1 < p->edges ? p->from[e + 1] << 6 | p->to[e + 1] : 0;
    const int both = (p->from[e] << 6 | p->to[e]) << 12 | second;
    to[0] = (uint8_t)(both >> 16);
    to[1] = (uint8_t)(both >> 8);
    to[2] = (uint8_t)both;
  }
}

// Takes the minutiae of an entry; 0: some value is none that a minutia has.
static int take_minutiae(const uint8_t *from, int n, imp_finger_prepared *p) {
  for (int i = 0; i < n; i++, from += minutia_bytes) {
    const int x = (from[0] | from[1] << 8) & 0x3FFF, y = from[2] | from[3] << 8, kind = from[1] >> 6;
    if (x > IMP_FINGER_MOST_SIDE || y > IMP_FINGER_MOST_SIDE || kind > most_kind || from[5] == 0 ||
        from[5] > most_quality) {
      return 0;
    }
    p->x[i] = (int16_t)x;
    p->kind[i] = (uint8_t)kind;
    p->y[i] = (int16_t)y;
    p->angle[i] = from[4];
    p->quality[i] = from[5];
  }
  return 1;
}

// Takes the edges; 0: one is none, or does not come behind the one before. Each that came twice would count
// twice, and two minutiae that repeat one edge would be like almost every print.
static int take_edges(const uint8_t *from, int edges, int n, imp_finger_prepared *p) {
  candidate before = {.square = 0};
  for (int e = 0; e < edges; e++) {
    const int both = from[0] << 16 | from[1] << 8 | from[2], ends = e % 2 == 0 ? both >> 12 : both & 0xFFF;
    candidate edge = {.from = (uint8_t)(ends >> 6), .to = ends & 63};
    if (edge.from >= edge.to || edge.to >= n) {
      return 0;
    }
    edge.square = distance(p, edge.from, edge.to);
    if (!is_edge(edge.square) || shorter(&before, &edge) >= 0) {
      return 0;
    }
    measure_edge(p, e, edge.from, edge.to);
    before = edge;
    if (e % 2 == 1) {
      from += two_edges;
    } else if (e + 1 == edges && (both & 0xFFF) != 0) {
      return 0;
    }
  }
  return 1;
}

void imp_finger_unpack(const imp_finger_entry *entry, imp_finger_prepared *p) {
  const int n = entry->count, edges = entry->edges;
  p->count = p->edges = p->corners = p->reserved = 0;
  if (n > IMP_FINGER_COMPARED || edges > room(n)) {
    return;
  }
  if (!take_minutiae(entry->bytes, n, p) || !take_edges(entry->bytes + n * minutia_bytes, edges, n, p)) {
    return;
  }
  p->count = (uint16_t)n;
  p->edges = (uint16_t)edges;
  add_hull(p);
}
