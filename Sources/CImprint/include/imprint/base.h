// SPDX-License-Identifier: Apache-2.0
// Words every other header uses: macros, views, buffers.
//
// Structs passed by pointer have a field `size`, which is their sizeof. For what
// a callee reads or fills, each element of an array included, the caller sets
// it, and the callee leaves it; tables and what a callee gives carry the
// callee's. The other side refuses any other value, a callee with IMP_E_ABI,
// before it reads or writes anything else of that struct.
// Fields named `reserved` are written 0 by the side that writes the struct, and
// ignored by the one that reads it.
// Views passed by value (imp_bytes, imp_text, imp_point, ...) and imp_buffer
// have no size and never change. A released struct never changes: growth is a
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

// The one symbol a plugin exports carries IMP_EXPORT; build all else hidden.
#define IMP_EXPORT __attribute__((visibility("default")))

// Says in which cases a pointer may be null. Swift reads it; gcc has no such word.
#ifdef __swift__
#define IMP_NULLABLE _Nullable
#define IMP_NONNULL _Nonnull
#else
#define IMP_NULLABLE
#define IMP_NONNULL
#endif

// The contract's version, negotiated as a range (plugin.h). A plugin is told
// the version that was agreed and goes by that, never by this macro.
#define IMP_ABI_VERSION 1

#ifdef __cplusplus
#define IMP_STATIC_ASSERT(condition, words) static_assert(condition, words)
#else
#define IMP_STATIC_ASSERT(condition, words) _Static_assert(condition, words)
#endif

IMP_STATIC_ASSERT(sizeof(void *) == 8 && sizeof(size_t) == 8, "the contract is for 64-bit systems");
IMP_STATIC_ASSERT(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the contract is for little-endian systems");

IMP_BEGIN_DECLS

// Bytes. Each function or field says whose they are and how long they stay.
// `data` may be null only if length is 0.
typedef struct imp_bytes {
  const uint8_t *IMP_NULLABLE data;
  size_t length; // bytes
} imp_bytes;

// UTF-8 text; not null-terminated. Whose it is and how long it stays, and a null
// `data`: as for imp_bytes.
typedef struct imp_text {
  const char *IMP_NULLABLE data;
  size_t length; // bytes
} imp_text;

// Room the caller lends to be written to.
// The callee writes at most `capacity` bytes and sets `length` to what it
// wrote. Where the room is too short it writes nothing, sets `length` to what
// it needs and answers IMP_RETRY_SHORT_BUFFER; the same call with more room
// then gives the same answer as if the first had not been made.
typedef struct imp_buffer {
  uint8_t *IMP_NULLABLE data;
  size_t capacity; // bytes
  size_t length;   // bytes
} imp_buffer;

// A place in an image: pixels from the top left corner, x right, y down; the
// centre of the first pixel is (0.5, 0.5).
typedef struct imp_point {
  float x;
  float y;
} imp_point;

// A place in space: x and y as in imp_point; z in pixels too, smaller is
// nearer to the camera, 0 at the centre of the head.
typedef struct imp_point3 {
  float x;
  float y;
  float z;
} imp_point3;

// An upright rectangle in pixels. Width or height 0 means there is none.
typedef struct imp_rect {
  float x;
  float y;
  float width;
  float height;
} imp_rect;

IMP_END_DECLS

#endif
