// SPDX-License-Identifier: Apache-2.0
// For plugins in C and C++ with imprint.matcher-search/1: what is checked of a call, the walk through the
// memory that is searched, and the best of each group. Header only; nothing of it is exported.
//
// A plugin says how a template becomes an entry, and how alike entries are to a probe. Its functions check
// size fields and the probe, and call
//
//   create    imprint_check_block
//   prepare   imprint_check_prepared, and imprint_template_of (gallery.h) for each template
//   search    imprint_check_query, and imprint_search
//
// Any number of threads may search one block at once. Nothing is allocated; a search takes 5 KiB of stack.
// Each living entry is compared once; one that is better than the k best so far costs O(log k) more.
#ifndef IMPRINT_SEARCH_H
#define IMPRINT_SEARCH_H

#include <imprint/gallery.h>

#include <float.h>
#include <math.h>
#include <string.h>

IMP_BEGIN_DECLS

// ---- What is asked: what is wrong with it, or NULL ---------------------------

static inline const char *imprint_check_block(const imp_search_block *block, uint32_t entry_bytes) {
  uint64_t capacity = block->capacity, length = block->memory.length;
  if (capacity < 64 || capacity > 1048576 || capacity % 64 != 0)
    return "the block's capacity is no multiple of 64 from 64 to 1,048,576";
  if (!block->memory.data || (uintptr_t)block->memory.data % 4096 != 0)
    return "the block's memory does not begin at a multiple of 4,096";
  const uint64_t starts[] = {block->entries, block->groups, block->living};
  const uint64_t sizes[] = {capacity * entry_bytes, capacity * sizeof(uint32_t), capacity / 8};
  for (int part = 0; part < 3; part++)
    if (starts[part] % 64 != 0 || sizes[part] > length || starts[part] > length - sizes[part])
      return "the block's entries, groups or living bits do not lie in its memory";
  return NULL;
}

// `fixed` is the format's template_bytes_fixed.
static inline const char *imprint_check_prepared(const imp_gallery *gallery, uint32_t fixed,
                                                 const int32_t *statuses) {
  // First, as it says how many offsets are read.
  if (gallery->count > IMP_SEARCH_PREPARED_MAXIMUM)
    return "more than 1,024 templates are to be prepared at once";
  if (gallery->count > 0 && !statuses)
    return "there is no place for the statuses";
  return imprint_check_gallery(gallery, fixed);
}

static inline const char *imprint_check_query(const imp_search_block *block, const imp_search_query *query,
                                              const imp_search_result *result) {
  if (result->capacity < 1 || result->capacity > IMP_SEARCH_HITS_MAXIMUM || !result->hits)
    return "there has to be room for 1 to 1,024 hits";
  if (query->used > block->capacity)
    return "more entries are used than the block has";
  return isnan(query->least) ? "the lowest similarity is no number" : NULL;
}

// ---- The best of each group --------------------------------------------------

// At most half of the places are taken, so that a free one is never far.
#define IMPRINT_PLACES (2 * IMP_SEARCH_HITS_MAXIMUM)

// The best hits so far, one of each group.
typedef struct imprint_best {
  imp_search_hit *hits; // a heap: none is worse than the first
  uint32_t room;        // in hits: 1...IMP_SEARCH_HITS_MAXIMUM
  uint32_t count;
  // Where the hit of a group is, hashed by the group: one more than its index, 0 for a free place. A group
  // whose own place is taken has the next one that is free.
  uint16_t places[IMPRINT_PLACES];
} imprint_best;

// More alike; of equals the lower entry.
static inline int imprint_is_better(imp_search_hit hit, imp_search_hit other) {
  return hit.similarity > other.similarity ||
         (hit.similarity == other.similarity && hit.entry < other.entry);
}

// A group's own place. The multiplier is 2^32 by the golden ratio: it parts numbers that follow each other.
static inline uint32_t imprint_own_place(uint32_t group) {
  return (uint32_t)((uint64_t)(uint32_t)(group * 2654435769u) * IMPRINT_PLACES >> 32);
}

// The place of a group, or the free one that it would have.
static inline uint16_t *imprint_place(imprint_best *best, uint32_t group) {
  uint32_t at = imprint_own_place(group);
  while (best->places[at] != 0 && best->hits[best->places[at] - 1].group != group)
    at = (at + 1) % IMPRINT_PLACES;
  return &best->places[at];
}

// Frees the place of a group, whose hit is still there.
static inline void imprint_free_place(imprint_best *best, uint32_t group) {
  uint32_t hole = (uint32_t)(imprint_place(best, group) - best->places);
  for (uint32_t at = (hole + 1) % IMPRINT_PLACES; best->places[at] != 0; at = (at + 1) % IMPRINT_PLACES) {
    uint32_t own = imprint_own_place(best->hits[best->places[at] - 1].group);
    // Whoever was looked for across the hole moves into it.
    if ((at - own) % IMPRINT_PLACES >= (at - hole) % IMPRINT_PLACES) {
      best->places[hole] = best->places[at];
      hole = at;
    }
  }
  best->places[hole] = 0;
}

static inline void imprint_swap(imprint_best *best, uint32_t one, uint32_t other) {
  imp_search_hit hit = best->hits[one];
  uint16_t *place = imprint_place(best, hit.group), *next = imprint_place(best, best->hits[other].group);
  best->hits[one] = best->hits[other];
  best->hits[other] = hit;
  *place = (uint16_t)(other + 1);
  *next = (uint16_t)(one + 1);
}

// Moves a hit away from the first one, to where none behind it is worse.
static inline void imprint_sink(imprint_best *best, uint32_t at) {
  const imp_search_hit *hits = best->hits;
  for (uint32_t next = 2 * at + 1; next < best->count; at = next, next = 2 * at + 1) {
    if (next + 1 < best->count && imprint_is_better(hits[next], hits[next + 1]))
      next++;
    if (!imprint_is_better(hits[at], hits[next]))
      return;
    imprint_swap(best, at, next);
  }
}

// Takes a hit, unless there are enough that are better, or one of its group is.
static inline void imprint_take(imprint_best *best, imp_search_hit hit) {
  if (best->count == best->room && !imprint_is_better(hit, best->hits[0]))
    return;
  uint16_t *place = imprint_place(best, hit.group);
  uint32_t at = 0;
  if (*place == 0 && best->count < best->room) {
    at = best->count++;
    best->hits[at] = hit;
    *place = (uint16_t)(at + 1);
    for (; at > 0 && imprint_is_better(best->hits[(at - 1) / 2], hit); at = (at - 1) / 2)
      imprint_swap(best, at, (at - 1) / 2);
    return;
  }
  if (*place != 0) {
    at = *place - 1u;
    if (!imprint_is_better(hit, best->hits[at]))
      return;
    best->hits[at] = hit;
  } else {
    imprint_free_place(best, best->hits[0].group);
    *imprint_place(best, hit.group) = 1;
    best->hits[0] = hit;
  }
  imprint_sink(best, at);
}

// Puts the hits in order, the best first.
static inline void imprint_sort(imprint_best *best) {
  uint32_t count = best->count;
  for (; best->count > 1; imprint_sink(best, 0)) {
    imprint_swap(best, 0, best->count - 1);
    best->count--;
  }
  best->count = count;
}

// ---- The search --------------------------------------------------------------

// Says how alike a probe is to each of 1 to 64 entries, which lie one after the other: higher is more alike.
// NaN, or anything else that is not finite, leaves an entry out: one that the plugin did not prepare, such as
// zeros.
typedef void (*imprint_comparison)(const void *probe, const uint8_t *entries, uint32_t count,
                                   float *similarities);

// Finds the groups with the entries that are most like a probe, as imp_matcher_search_ability has it, and
// fills the result. Block and query were checked. Only entries whose bit is set are read, and only after it.
static inline void imprint_search(const imp_search_block *block, uint32_t entry_bytes,
                                  const imp_search_query *query, imp_search_result *result,
                                  imprint_comparison compare, const void *probe) {
  const uint8_t *memory = block->memory.data;
  const uint32_t *groups = (const uint32_t *)(const void *)(memory + block->groups);
  const uint64_t *words = (const uint64_t *)(const void *)(memory + block->living);
  imprint_best best;
  best.hits = result->hits;
  best.room = result->capacity;
  best.count = 0;
  memset(best.places, 0, sizeof best.places);
  for (uint32_t first = 0; first < query->used; first += 64) {
    // The host sets and clears bits meanwhile: each word is loaded once.
    uint64_t living = __atomic_load_n(&words[first / 64], __ATOMIC_ACQUIRE);
    if (query->used - first < 64)
      living &= (UINT64_C(1) << (query->used - first)) - 1;
    while (living != 0) {
      // The carry takes the first run of ones away.
      uint64_t rest = living & (living + (living & (~living + 1)));
      uint32_t from = first + (uint32_t)__builtin_ctzll(living);
      uint32_t count = (uint32_t)__builtin_popcountll(living ^ rest);
      float similarities[64];
      compare(probe, memory + block->entries + (size_t)from * entry_bytes, count, similarities);
      for (uint32_t i = 0; i < count; i++) {
        float similarity = similarities[i];
        imp_search_hit hit = {from + i, groups[from + i], similarity, 0};
        // False of what is no number, too.
        if (similarity >= query->least && similarity >= -FLT_MAX && similarity <= FLT_MAX)
          imprint_take(&best, hit);
      }
      living = rest;
    }
  }
  imprint_sort(&best);
  result->count = best.count;
}

IMP_END_DECLS

#endif
