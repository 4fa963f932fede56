// SPDX-License-Identifier: Apache-2.0
// Unit vectors of 128 floats: what the face embeddings are kept and compared as.
//
// A payload is 512 bytes, 128 IEEE 754 binary32, little-endian, at any address.
// All functions are pure and may run on any thread.
#ifndef IMPRINT_EMBEDDING_H
#define IMPRINT_EMBEDDING_H

// All of the contract, because that is the module Swift knows its types by.
#include <imprint/imprint.h>

IMP_BEGIN_DECLS

#define IMP_EMBEDDING_LENGTH 128
#define IMP_EMBEDDING_BYTES 512

// The payload of the direction of `first` plus `second`.
// 0 where the sum has no direction: all zeros, or a value that is no number.
int imp_embedding_make(const float *IMP_NONNULL first, const float *IMP_NONNULL second,
                       uint8_t *IMP_NONNULL payload);

// The cosine of two payloads, -1...1: the same bits in either order. NaN where
// one of them is no unit vector.
float imp_embedding_cosine(const uint8_t *IMP_NONNULL probe, const uint8_t *IMP_NONNULL reference);

// The same for `count` references that follow each other: bit by bit what
// imp_embedding_cosine says of each. `probe` must be a unit vector.
void imp_embedding_cosines(const uint8_t *IMP_NONNULL probe, const uint8_t *IMP_NONNULL references,
                           size_t count, float *IMP_NONNULL cosines);

// Whether a payload is a unit vector, which no damaged one is but by chance.
int imp_embedding_is_unit(const uint8_t *IMP_NONNULL payload);

IMP_END_DECLS

#endif
