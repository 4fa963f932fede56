// SPDX-License-Identifier: Apache-2.0
// Fingerprints: picture to minutiae, and how alike the minutiae of two pictures are.
//
// Positions are pixels at 500 dots an inch from the top left; angles are 256ths of a turn, counter-clockwise
// from the right, from the end of a line into the line. All functions are pure, and may run on any thread;
// results are the same on every processor, but for the last bit of a libm.
#ifndef IMPRINT_FINGER_EDGES_H
#define IMPRINT_FINGER_EDGES_H

#include <imprint/base.h>
#include <stddef.h>
#include <stdint.h>

IMP_BEGIN_DECLS

enum {
  IMP_FINGER_MINUTIAE = 128,    // the most of a print: those of best quality
  IMP_FINGER_BLOCK = 16,        // the side of a block of the orientation field, pixels
  IMP_FINGER_LEAST_SIDE = 60,   // of a picture, pixels
  IMP_FINGER_MOST_SIDE = 1200,  // of a picture, pixels: 61 mm
  IMP_FINGER_FIELD = 5628,      // 75 × 75, the most blocks, and a whole number of words
  IMP_FINGER_NO_RIDGE = 255,    // a block of the field without an orientation
  IMP_FINGER_COMPARED = 64,     // the most that are compared: a print that shows more is judged by its best
  IMP_FINGER_EDGES = 736,       // the most of a prepared print, a whole number of wide registers
  IMP_FINGER_ENTRY = 1488,      // bytes of a packed print
  IMP_FINGER_SHARES = 944,      // the most of a comparison: pairs, edges, what both prints miss, and spacing
};

typedef struct imp_finger_minutia {
  int16_t x, y;
  uint8_t angle;
  uint8_t kind;    // 0 not known, 1 ending, 2 bifurcation
  uint8_t quality; // 1...100; 0 not known
  uint8_t reserved;
} imp_finger_minutia;

typedef struct imp_finger_print {
  int32_t count; // of minutiae, by quality, the best first
  int32_t width, height;
  int32_t columns, rows; // of the field; 0 where there is none
  float area;            // of ridges, square pixels
  float clarity;         // mean over that area, 0...1
  float period;          // median distance of ridges, pixels
  imp_finger_minutia minutiae[IMP_FINGER_MINUTIAE];
  // The ridges' orientation in 255ths of half a turn, clockwise from the right.
  uint8_t field[IMP_FINGER_FIELD];
} imp_finger_print;

// The field of a print: Swift imports no array of more than 4096.
static inline uint8_t *IMP_NONNULL imp_finger_field(imp_finger_print *IMP_NONNULL print) {
  return print->field;
}

typedef enum imp_finger_status {
  IMP_FINGER_OK = 0,
  IMP_FINGER_MEMORY = 1,
  IMP_FINGER_SIZE = 2,       // a side is outside of its range, at 500 dots an inch
  IMP_FINGER_RESOLUTION = 3, // ridges are so near or far that the resolution said cannot be right
  IMP_FINGER_NOTHING = 4,    // no ridges
} imp_finger_status;

// Is shown the picture of each step, while the next waits: for whoever works on the steps.
typedef struct imp_finger_sink {
  void *IMP_NULLABLE context;
  void (*IMP_NONNULL show)(void *IMP_NULLABLE context, const char *IMP_NONNULL step,
                                  const uint8_t *IMP_NONNULL grey, int width, int height);
} imp_finger_sink;

// Finds the minutiae of a picture of one finger: 8-bit grey, ridges dark, `row_bytes` from row to row,
// `resolution` pixels a metre, above 0. Of IMP_FINGER_RESOLUTION `print` has the period that was measured; of
// other failures it is zero.
imp_finger_status imp_finger_extract(const uint8_t *IMP_NONNULL grey, int width, int height,
                                     size_t row_bytes, uint32_t resolution,
                                     const imp_finger_sink *IMP_NULLABLE sink,
                                     imp_finger_print *IMP_NONNULL print);

// 0...100, our own measure, higher is better for matching: clarity, area and number of minutiae.
float imp_finger_quality(const imp_finger_print *IMP_NONNULL print);

// A line from one minutia to another: as long as both prints see it the same, however they lie.
typedef struct imp_finger_edge {
  uint8_t length;    // pixels
  uint8_t at_from;   // its direction, seen from the direction of the minutia that it leaves
  uint8_t at_to;     // the same at the other end
  uint8_t from, to;  // places among the minutiae
} imp_finger_edge;

// A print as it is compared. Edges are sorted by length, each value of them in a row of its own, with room
// for a wide register behind the last.
typedef struct imp_finger_prepared {
  uint16_t count;
  uint16_t edges;
  uint16_t corners; // of the hull
  uint16_t reserved;
  int16_t x[IMP_FINGER_COMPARED], y[IMP_FINGER_COMPARED];
  uint8_t angle[IMP_FINGER_COMPARED], kind[IMP_FINGER_COMPARED], quality[IMP_FINGER_COMPARED];
  uint8_t hull[IMP_FINGER_COMPARED];
  uint8_t length[IMP_FINGER_EDGES + 32], at_from[IMP_FINGER_EDGES + 32], at_to[IMP_FINGER_EDGES + 32];
  uint8_t from[IMP_FINGER_EDGES + 32], to[IMP_FINGER_EDGES + 32];
} imp_finger_prepared;

// Prepares minutiae, the first IMP_FINGER_COMPARED of them, so that the best have to be first; positions are
// 0...IMP_FINGER_MOST_SIDE, kinds 0...2, qualities 0...100. As many
// edges are kept as a packed print has room for: of every minutia the one to its nearest, then to the second
// nearest, up to the twelfth.
void imp_finger_prepare(const imp_finger_minutia *IMP_NONNULL minutiae, int count,
                        imp_finger_prepared *IMP_NONNULL prepared);

// A prepared print as it is kept for a search: nothing is lost, and what follows from the rest is left out.
typedef struct imp_finger_entry {
  uint16_t count;
  uint16_t edges;
  uint32_t reserved;
  uint8_t bytes[IMP_FINGER_ENTRY - 8]; // minutiae, 6 each, and edges, 3 for two
} imp_finger_entry;

void imp_finger_pack(const imp_finger_prepared *IMP_NONNULL prepared, imp_finger_entry *IMP_NONNULL entry);

// Any bytes are taken. What no print has becomes one without minutiae: a position, kind or quality outside of
// its range, an edge that is too short or long, that leads back or to itself, or that is out of its order, as
// one that comes twice is.
void imp_finger_unpack(const imp_finger_entry *IMP_NONNULL entry, imp_finger_prepared *IMP_NONNULL prepared);

// What a comparison found, for whoever asks why.
typedef struct imp_finger_match {
  float score;    // all of it: pairs + support - missed
  float pairs;    // for pairs, by quality and kind
  float support;  // for edges that agree beyond those that tie the pairs
  float missed;   // against: what one print shows in the common area and the other does not
  int32_t count;  // of pairs
  int32_t edges;  // that agree
  // The motion: probe (x, y) lies at (nx + c * (x - mx) - s * (y - my), ny + s * (x - mx) + c * (y - my)).
  float mx, my, nx, ny, cosine, sine;
  uint8_t probe[IMP_FINGER_COMPARED], reference[IMP_FINGER_COMPARED]; // the pairs
} imp_finger_match;

// How alike two prints are: about 0 for two fingers, 10 and more for one. `match` is filled where it is
// given.
float imp_finger_compare(const imp_finger_prepared *IMP_NONNULL probe,
                         const imp_finger_prepared *IMP_NONNULL reference,
                         imp_finger_match *IMP_NULLABLE match);

typedef enum imp_finger_reason {
  IMP_FINGER_PAIR = 1,             // two minutiae that lie on each other, by quality and kind
  IMP_FINGER_AGREEING_EDGE = 2,    // an edge between two pairs that is the same in both prints; 0 of those
                                   // by which a pair was found
  IMP_FINGER_MISSED_PROBE = 3,     // against: of the probe, should be seen in the reference, and is not
  IMP_FINGER_MISSED_REFERENCE = 4, // against: the other way round
  IMP_FINGER_SPACING = 5,          // against: where nothing lies on each other, how far minutiae lie apart
} imp_finger_reason;

// What one thing counted. Of a pair `probe` and `reference`, of an edge those of its other end as well, of
// what is missed the one it is of; the rest is zero.
typedef struct imp_finger_share {
  float value; // below 0: against
  uint8_t reason;
  uint8_t probe, reference;
  uint8_t other_probe, other_reference;
  uint8_t reserved[3];
} imp_finger_share;

typedef struct imp_finger_reasons {
  imp_finger_match match;
  int32_t count;
  imp_finger_share shares[IMP_FINGER_SHARES];
} imp_finger_reasons;

// The shares: Swift imports an array as a tuple.
static inline imp_finger_share *IMP_NONNULL imp_finger_shares(imp_finger_reasons *IMP_NONNULL reasons) {
  return reasons->shares;
}

// The same comparison, and everything that counted in it: the score is that of imp_finger_compare, bit for
// bit, and the shares add up to it but for rounding. Where no two minutiae lie on each other, half of what
// each would count is missed.
float imp_finger_explain(const imp_finger_prepared *IMP_NONNULL probe,
                         const imp_finger_prepared *IMP_NONNULL reference,
                         imp_finger_reasons *IMP_NONNULL reasons);

// How well the orientation fields of two prints agree under a match's motion: -1...1, and in how many blocks.
float imp_finger_fields(const imp_finger_print *IMP_NONNULL probe,
                        const imp_finger_print *IMP_NONNULL reference,
                        const imp_finger_match *IMP_NONNULL match, int *IMP_NONNULL blocks);

IMP_END_DECLS

#endif
