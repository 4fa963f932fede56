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

// Instruction sets that many are compared with. All give the same bits.
typedef enum imp_embedding_kernel {
  IMP_EMBEDDING_PORTABLE = 0, // what each processor of the architecture has
  IMP_EMBEDDING_AVX2 = 1,
  IMP_EMBEDDING_AVX_VNNI = 2,    // dot products of bytes, 256 bits wide
  IMP_EMBEDDING_AVX512_VNNI = 3, // the same, 512 bits wide
} imp_embedding_kernel;

// Whether this processor has an instruction set.
int imp_embedding_has(imp_embedding_kernel kernel);

// The last one that it has.
imp_embedding_kernel imp_embedding_best(void);

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

// The same with an instruction set of one's choice, which the processor must have.
void imp_embedding_cosines_by(imp_embedding_kernel kernel, const uint8_t *IMP_NONNULL probe,
                              const uint8_t *IMP_NONNULL references, size_t count, float *IMP_NONNULL cosines);

// The payload of the mean direction of `count` payloads, at least one. Their
// order does not matter: `payloads` is put in order, by their bytes. A single one
// stays as it is.
// 0 where one's cosine with the mean of the others lies below `least`. Each must
// be a unit vector.
int imp_embedding_fuse(const uint8_t *IMP_NONNULL *IMP_NONNULL payloads, size_t count, float least,
                       uint8_t *IMP_NONNULL fused);

// Whether a payload is a unit vector, which no damaged one is but by chance.
int imp_embedding_is_unit(const uint8_t *IMP_NONNULL payload);

// CRC-32 (that of IEEE 802.3, as in zlib) of what `check` is of and of what follows it; `check` is 0 for
// nothing. It finds damage, and no forgery.
uint32_t imp_embedding_check(uint32_t check, const uint8_t *IMP_NONNULL bytes, size_t count);

// Payloads rounded to whole numbers, a byte each: what candidates are found with.
//
// All of faces have the same length, so that dot products of whole numbers order
// them as cosines would, without a scale for each; and of different ones the
// probe's own is the most alike. Of vectors with nearly all in a few components
// lengths may differ by a thousandth.
#define IMP_COMPACT_BYTES 128

typedef struct imp_compact_probe {
  int8_t values[IMP_COMPACT_BYTES];
  // What the sum is too large by, since entries are stored with 128 added.
  int32_t excess;
} imp_compact_probe;

// Rounds a payload, which must be a unit vector. The same payload gives the same
// bytes. One component must not be larger than 0.377, as that of no face is; else
// the entry is further from the payload than rounding makes it.
void imp_compact_make(const uint8_t *IMP_NONNULL payload, uint8_t *IMP_NONNULL entry);

// Rounds a probe.
void imp_compact_probe_make(const uint8_t *IMP_NONNULL payload, imp_compact_probe *IMP_NONNULL probe);

// The cosine similarity of a rounded probe with each of `count` entries, which
// follow each other. Of any bytes it is finite.
void imp_compact_cosines(const imp_compact_probe *IMP_NONNULL probe, const uint8_t *IMP_NONNULL entries,
                         size_t count, float *IMP_NONNULL cosines);

// The same with an instruction set of one's choice, which the processor must have.
void imp_compact_cosines_by(imp_embedding_kernel kernel, const imp_compact_probe *IMP_NONNULL probe,
                            const uint8_t *IMP_NONNULL entries, size_t count, float *IMP_NONNULL cosines);

IMP_END_DECLS

#endif
