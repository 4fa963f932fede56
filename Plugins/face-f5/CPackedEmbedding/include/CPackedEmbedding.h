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

// The unit vector of a good payload, as CEmbedding compares them: IMP_EMBEDDING_BYTES. Of other bytes it is a
// unit vector too, which means nothing.
void imp_packed_unit(const uint8_t *IMP_NONNULL payload, uint8_t *IMP_NONNULL unit);

IMP_END_DECLS

#endif
