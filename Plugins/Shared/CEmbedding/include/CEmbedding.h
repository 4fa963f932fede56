// SPDX-License-Identifier: Apache-2.0
// Normalised embeddings (L2) of 128 floats, as face templates are kept and compared.
//
// A payload is 512 bytes, 128 IEEE 754 binary32, little-endian, at any address.
// All functions are pure and may run on any thread. Intermediate
// values are erased.
#ifndef IMPRINT_EMBEDDING_H
#define IMPRINT_EMBEDDING_H

// All of the contract, because that is the module Swift knows its types by.
#include <imprint/imprint.h>

IMP_BEGIN_DECLS

#define IMP_EMBEDDING_LENGTH 128
#define IMP_EMBEDDING_BYTES 512

// The payload of the normalised sum of `first` and `second`.
// 0 where the sum cannot be normalised: all zeros, or a value that is not finite.
int imp_embedding_make(const float *IMP_NONNULL first, const float *IMP_NONNULL second,
                       uint8_t *IMP_NONNULL payload);

// The cosine similarity of two payloads, -1...1: the same bits in either order.
// NaN where one of them is no unit vector.
float imp_embedding_cosine(const uint8_t *IMP_NONNULL probe, const uint8_t *IMP_NONNULL reference);

// The same for `count` references that follow each other: bit by bit what
// imp_embedding_cosine says of each. `probe` must be a unit vector.
void imp_embedding_cosines(const uint8_t *IMP_NONNULL probe, const uint8_t *IMP_NONNULL references,
                           size_t count, float *IMP_NONNULL cosines);

// The payload of the mean direction of `count` payloads, at least one. Their
// order does not matter: `payloads` is put in order, by their bytes. A single one
// stays as it is.
// 0 where one's cosine with the mean of the others lies below `least`. Each must
// be a unit vector.
int imp_embedding_fuse(const uint8_t *IMP_NONNULL *IMP_NONNULL payloads, size_t count, float least,
                       uint8_t *IMP_NONNULL fused);

// Whether a payload is a unit vector, which no damaged one is but by chance.
int imp_embedding_is_unit(const uint8_t *IMP_NONNULL payload);

IMP_END_DECLS

#endif
