// SPDX-License-Identifier: Apache-2.0
// Face templates of 116 bytes: an embedding of 128 numbers in 6 bits each, and what tells it from others.
//
//   offset bytes
//   0      4     "IMF5"
//   4      1     version of the format: 1
//   5      1     quality, 0...100, or 255 where it was not measured
//   6      10    0
//   16     4     CRC-32 (that of IEEE 802.3) of the bytes before and after it, little-endian
//   20     96    128 numbers of 6 bits, the first in the lowest bits of the first byte
//
// A number n, 0...63, stands for (2n - 63) / 64 * 0.35; the direction of all counts, not their length. So
// there is no number for zero, and each payload has a direction.
// All functions are pure and may run on any thread. Intermediate values are erased.
#ifndef IMPRINT_PACKED_EMBEDDING_H
#define IMPRINT_PACKED_EMBEDDING_H

#include <CEmbedding.h>

IMP_BEGIN_DECLS

#define IMP_PACKED_BYTES 116
#define IMP_PACKED_VERSION 1
#define IMP_PACKED_QUALITY_UNKNOWN 255

// What bytes are that are said to be a payload.
typedef enum imp_packed_kind {
  IMP_PACKED_GOOD = 0,
  IMP_PACKED_FOREIGN = 1, // another format
  IMP_PACKED_NEWER = 2,   // a version that is not read here
  IMP_PACKED_DAMAGED = 3, // its check, or a value that no payload has
} imp_packed_kind;

// Packs an embedding of 128 numbers. `quality` is 0...100, or IMP_PACKED_QUALITY_UNKNOWN.
// 0 where it has no direction: all zeros, or a value that is not finite.
int imp_packed_make(const float *IMP_NONNULL embedding, uint8_t quality, uint8_t *IMP_NONNULL payload);

// Judges 116 bytes.
imp_packed_kind imp_packed_judge(const uint8_t *IMP_NONNULL payload);

// A payload's numbers, as whole ones: 2n - 63, so odd and -63...63.
typedef struct imp_packed_vector {
  int8_t values[IMP_EMBEDDING_LENGTH];
  int32_t excess;  // 63 times their sum: what a sum over n instead of 2n - 63 is too large by
  int32_t squared; // their squared length, at least 128
} imp_packed_vector;

// The numbers of a good payload. Of other bytes there are some too, which mean nothing.
void imp_packed_unpack(const uint8_t *IMP_NONNULL payload, imp_packed_vector *IMP_NONNULL vector);

// How alike two payloads are, -1...1: their dot product by the root of both squared lengths' product. Sums
// are of whole numbers, and each of the three steps that follow is rounded once, as IEEE 754 says, so that
// every bit is the same on every processor, and in either order. 1 for one and the same, and no more for any.
float imp_packed_cosine(const imp_packed_vector *IMP_NONNULL probe, const imp_packed_vector *IMP_NONNULL reference);

// What a search compares with: the same 128 numbers of 6 bits, in an order that registers unpack. In the low
// six bits of byte i, 0...95, is number i; in the high two of the bytes i, 32 + i and 64 + i is number 96 +
// i, its lowest bits first.
#define IMP_PACKED_ENTRY_BYTES 96

void imp_packed_entry_make(const imp_packed_vector *IMP_NONNULL vector, uint8_t *IMP_NONNULL entry);

// imp_packed_cosine of a probe and each of `count` entries that follow each other, bit by bit. Any bytes
// are an entry: of all of them it is finite.
void imp_packed_cosines(const imp_packed_vector *IMP_NONNULL probe, const uint8_t *IMP_NONNULL entries, size_t count,
                        float *IMP_NONNULL cosines);

// The same with an instruction set of one's choice, which the processor must have.
void imp_packed_cosines_by(imp_embedding_kernel kernel, const imp_packed_vector *IMP_NONNULL probe,
                           const uint8_t *IMP_NONNULL entries, size_t count, float *IMP_NONNULL cosines);

IMP_END_DECLS

#endif
