// SPDX-License-Identifier: Apache-2.0
// Definitions shared by all headers: macros, views, buffers.
//
// Structs passed by pointer have a field `size`, which is their sizeof. In structs
// that a callee reads or fills, each element of an array included, the caller sets
// it and the callee leaves it unchanged; tables and structs that a callee returns
// carry the callee's. The other side rejects any other value, a callee with
// IMP_E_ABI, before it accesses any other field.
// Fields named `reserved` are set to 0 by the side that writes the struct, and
// ignored by the side that reads it.
// Views passed by value (imp_bytes, imp_text, imp_point, ...) and imp_buffer have
// no size and never change. A released struct never changes: an extension gets a
// new name and a new ability.
//
// The contract is for 64-bit little-endian systems.
#ifndef IMPRINT_BASE_H
#define IMPRINT_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define IMP_BEGIN_DECLS extern "C" {
#define IMP_END_DECLS }
#else
#define IMP_BEGIN_DECLS
#define IMP_END_DECLS
#endif

// Marks the one symbol that a plugin exports; give all others hidden visibility.
#define IMP_EXPORT __attribute__((visibility("default")))

// Nullability of a pointer. For Swift; gcc has no such annotation.
#ifdef __swift__
#define IMP_NULLABLE _Nullable
#define IMP_NONNULL _Nonnull
#else
#define IMP_NULLABLE
#define IMP_NONNULL
#endif

// The contract's version, negotiated as a range (plugin.h). A plugin is given the
// negotiated version and follows that, never this macro.
#define IMP_ABI_VERSION 1

#ifdef __cplusplus
#define IMP_STATIC_ASSERT(condition, words) static_assert(condition, words)
#else
#define IMP_STATIC_ASSERT(condition, words) _Static_assert(condition, words)
#endif

IMP_STATIC_ASSERT(sizeof(void *) == 8 && sizeof(size_t) == 8, "the contract is for 64-bit systems");
IMP_STATIC_ASSERT(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the contract is for little-endian systems");

IMP_BEGIN_DECLS

// Bytes. Each function or field states their owner and lifetime. `data` may be null
// only if length is 0.
typedef struct imp_bytes {
  const uint8_t *IMP_NULLABLE data;
  size_t length; // bytes
} imp_bytes;

// UTF-8 text; not null-terminated. Owner, lifetime and a null `data`: as for
// imp_bytes.
typedef struct imp_text {
  const char *IMP_NULLABLE data;
  size_t length; // bytes
} imp_text;

// A caller-owned output buffer.
// The callee writes at most `capacity` bytes and sets `length` to the number
// written. If the buffer is too short it writes nothing, sets `length` to the
// length needed and returns IMP_RETRY_SHORT_BUFFER; the same call with a larger
// buffer then has the same result as if the first had not been made.
typedef struct imp_buffer {
  uint8_t *IMP_NULLABLE data;
  size_t capacity; // bytes
  size_t length;   // bytes
} imp_buffer;

// A point in an image: pixels from the top left corner, x right, y down; the centre
// of the first pixel is (0.5, 0.5).
typedef struct imp_point {
  float x;
  float y;
} imp_point;

// A point in space: x and y as in imp_point; z in pixels too, smaller is nearer to
// the camera, 0 at the centre of the head.
typedef struct imp_point3 {
  float x;
  float y;
  float z;
} imp_point3;

// An upright rectangle in pixels. Width or height 0: none.
typedef struct imp_rect {
  float x;
  float y;
  float width;
  float height;
} imp_rect;

IMP_END_DECLS

#endif
