// SPDX-License-Identifier: Apache-2.0
// What gallery.h and search.h promise, tried without a host: scripts/checks/headers builds and runs it, once
// to look for wrong accesses and once for races.
#define _POSIX_C_SOURCE 200809L
#include <imprint/search.h>

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition) expect(condition, #condition, __LINE__)

static int failures;

static void expect(bool holds, const char *what, int line) {
  if (holds)
    return;
  fprintf(stderr, "search_h.c:%d: %s\n", line, what);
  failures++;
}

static uint32_t drawn = 1;

// The same numbers each time, below a limit.
static uint32_t draw(uint32_t limit) {
  drawn = drawn * 1664525 + 1013904223;
  return (uint32_t)((uint64_t)drawn * limit >> 32);
}

// ---- A block, and what a search of it should find ----------------------------

#define ENTRY_BYTES 16
#define DEAD 0xA5 // all bytes of an entry that nobody may read

typedef struct block {
  imp_search_block lent;
  uint8_t *memory;
} block;

static block make_block(uint32_t capacity) {
  // The entries end with the memory.
  size_t groups = (capacity / 8 + 63) / 64 * 64, entries = groups + (size_t)capacity * 4;
  size_t length = entries + (size_t)capacity * ENTRY_BYTES;
  void *memory = NULL;
  if (posix_memalign(&memory, 4096, length) != 0)
    exit(2);
  memset(memory, DEAD, length);
  memset(memory, 0, entries);
  return (block){.memory = memory,
                 .lent = {.size = sizeof(imp_search_block),
                          .capacity = capacity,
                          .groups = groups,
                          .entries = entries,
                          .memory = {memory, length}}};
}

static uint64_t *word_of(const block *block, uint32_t entry) {
  return (uint64_t *)(void *)(block->memory + block->lent.living) + entry / 64;
}

static uint32_t *group_of(const block *block, uint32_t entry) {
  return (uint32_t *)(void *)(block->memory + block->lent.groups) + entry;
}

static float *value_of(const block *block, uint32_t entry) {
  return (float *)(void *)(block->memory + block->lent.entries + (size_t)entry * ENTRY_BYTES);
}

// As a host does: first the entry and its group, then its bit.
static void add(const block *block, uint32_t entry, uint32_t group, float value) {
  *value_of(block, entry) = value;
  *group_of(block, entry) = group;
  __atomic_fetch_or(word_of(block, entry), UINT64_C(1) << entry % 64, __ATOMIC_RELEASE);
}

static void take_out(const block *block, uint32_t entry) {
  __atomic_fetch_and(word_of(block, entry), ~(UINT64_C(1) << entry % 64), __ATOMIC_RELEASE);
}

// An entry is as alike as it says.
static void compare(const void *probe, const uint8_t *entries, uint32_t count, float *similarities) {
  static const uint8_t dead[ENTRY_BYTES] = {DEAD, DEAD, DEAD, DEAD};
  (void)probe;
  EXPECT(count >= 1 && count <= 64);
  for (uint32_t i = 0; i < count; i++) {
    const uint8_t *entry = entries + i * ENTRY_BYTES;
    EXPECT(memcmp(entry, dead, sizeof(float)) != 0);
    memcpy(&similarities[i], entry, sizeof(float));
  }
}

typedef struct found {
  imp_search_hit hits[IMP_SEARCH_HITS_MAXIMUM + 1];
  uint32_t count;
} found;

static const imp_search_hit untouched = {7, 7, 7, 7};

static found search(const block *block, uint32_t used, float least, uint32_t room) {
  found found;
  for (uint32_t i = 0; i <= IMP_SEARCH_HITS_MAXIMUM; i++)
    found.hits[i] = untouched;
  imp_search_query query = {.size = sizeof query, .probe_version = 1, .used = used, .least = least};
  imp_search_result result = {.size = sizeof result, .capacity = room, .count = 9, .hits = found.hits};
  EXPECT(!imprint_check_query(&block->lent, &query, &result));
  imprint_search(&block->lent, ENTRY_BYTES, &query, &result, compare, NULL);
  EXPECT(result.count <= room && result.capacity == room);
  EXPECT(memcmp(&found.hits[room], &untouched, sizeof untouched) == 0);
  found.count = result.count;
  return found;
}

static int by_rank(const void *one, const void *other) {
  const imp_search_hit *a = one, *b = other;
  if (a->similarity != b->similarity)
    return a->similarity > b->similarity ? -1 : 1;
  return a->entry < b->entry ? -1 : 1;
}

// The plain way: all that count in order, and of each group the first.
static uint32_t expected(const block *block, uint32_t used, float least, uint32_t room,
                         imp_search_hit *best) {
  imp_search_hit *all = calloc(used + 1, sizeof *all);
  uint32_t count = 0, kept = 0;
  for (uint32_t entry = 0; entry < used; entry++) {
    if (!(*word_of(block, entry) >> entry % 64 & 1))
      continue;
    float value = *value_of(block, entry);
    if (isfinite(value) && value >= least)
      all[count++] = (imp_search_hit){entry, *group_of(block, entry), value, 0};
  }
  qsort(all, count, sizeof *all, by_rank);
  for (uint32_t i = 0; i < count && kept < room; i++) {
    bool is_new = true;
    for (uint32_t j = 0; j < kept; j++)
      is_new = is_new && best[j].group != all[i].group;
    if (is_new)
      best[kept++] = all[i];
  }
  free(all);
  return kept;
}

static bool finds(const block *block, uint32_t used, float least, uint32_t room) {
  static imp_search_hit best[IMP_SEARCH_HITS_MAXIMUM];
  found found = search(block, used, least, room);
  uint32_t count = expected(block, used, least, room, best);
  return found.count == count && memcmp(found.hits, best, count * sizeof *best) == 0;
}

// ---- What is found -----------------------------------------------------------

static void of_equals_the_lower_entry_comes_first(void) {
  block block = make_block(128);
  for (uint32_t entry = 0; entry < 128; entry++)
    add(&block, entry, 1000 - entry, 0.5f);
  found found = search(&block, 128, -INFINITY, 3);
  EXPECT(found.count == 3 && found.hits[0].entry == 0 && found.hits[1].entry == 1);
  EXPECT(found.hits[2].entry == 2);
  EXPECT(found.hits[2].group == 998 && found.hits[2].similarity == 0.5f && found.hits[2].reserved == 0);
  free(block.memory);
}

static void of_a_group_the_best_entry_is_found(void) {
  block block = make_block(64);
  const float values[] = {90, 95, 96, 97, 98, 99, 97}; // groups that are pushed out, and come back
  for (uint32_t entry = 0; entry < 7; entry++)
    add(&block, entry, entry % 3, values[entry]);
  found found = search(&block, 64, -INFINITY, 2);
  EXPECT(found.count == 2 && found.hits[0].entry == 5 && found.hits[1].entry == 4);
  found = search(&block, 64, -INFINITY, 3);
  EXPECT(found.count == 3 && found.hits[2].entry == 3 && found.hits[2].group == 0);
  free(block.memory);
}

static void nobody_is_found_where_nobody_lives(void) {
  block block = make_block(64);
  EXPECT(search(&block, 0, -INFINITY, 10).count == 0 && search(&block, 64, -INFINITY, 10).count == 0);
  add(&block, 63, 1, 0.5f);
  EXPECT(search(&block, 63, -INFINITY, 10).count == 0);
  EXPECT(search(&block, 64, -INFINITY, 1024).count == 1); // more room than entries
  take_out(&block, 63);
  memset(value_of(&block, 63), DEAD, ENTRY_BYTES);
  EXPECT(search(&block, 64, -INFINITY, 10).count == 0);
  free(block.memory);
}

static void what_is_no_number_is_left_out(void) {
  block block = make_block(64);
  const float values[] = {NAN, 0.25f, INFINITY, -NAN, 0.5f, -INFINITY, -FLT_MAX, FLT_MAX, -0.0f};
  for (uint32_t entry = 0; entry < 9; entry++)
    add(&block, entry, entry, values[entry]);
  const uint32_t order[] = {7, 4, 1, 8, 6};
  found found = search(&block, 64, -INFINITY, 10);
  EXPECT(found.count == 5);
  for (uint32_t i = 0; i < 5; i++)
    EXPECT(found.hits[i].entry == order[i]);
  // Where there is room for one, they do not stand in its way either.
  EXPECT(search(&block, 64, -INFINITY, 1).hits[0].entry == 7);
  EXPECT(search(&block, 64, INFINITY, 10).count == 0 && search(&block, 64, FLT_MAX, 10).count == 1);
  EXPECT(search(&block, 64, 0.5f, 10).count == 2 && search(&block, 64, nextafterf(0.5f, 1), 10).count == 1);
  free(block.memory);
}

// All the numbers that have this own place.
static uint32_t group_at_place(uint32_t place, uint32_t number) {
  for (uint32_t group = number * 1000003u;; group++)
    if (imprint_own_place(group) == place)
      return group;
}

static uint32_t drawn_group(uint32_t kind, uint32_t entry) {
  switch (kind) {
  case 0: return 7;
  case 1: return entry;
  case 2: return draw(5) * 0x33333333u;
  case 3: return entry << 21;
  case 4: return UINT32_MAX - draw(500);
  // Many and few of the same places, over the last of them too.
  case 5: return group_at_place((IMPRINT_PLACES - 2 + draw(4)) % IMPRINT_PLACES, draw(80));
  default: return group_at_place((IMPRINT_PLACES - 2 + draw(4)) % IMPRINT_PLACES, draw(3));
  }
}

static float drawn_value(uint32_t kind, uint32_t entry) {
  switch (kind) {
  case 0: return (float)entry;
  case 1: return -(float)entry;
  case 2: return (float)draw(4);
  case 3: return draw(9) ? (float)draw(1 << 20) / 1024 : NAN;
  default: return 0.75f;
  }
}

static void it_finds_what_sorting_all_finds(void) {
  static const uint32_t rooms[] = {1, 2, 3, 5, 64, 700, 1023, 1024};
  static const uint32_t chances[] = {1, 2, 50, 100};
  for (uint32_t round = 0; round < 140; round++) {
    block block = make_block(64 * (1 + draw(40)));
    uint32_t capacity = block.lent.capacity, chance = chances[draw(4)];
    for (uint32_t entry = 0; entry < capacity; entry++)
      if (draw(100) < chance)
        add(&block, entry, drawn_group(round % 7, entry), drawn_value(round / 7 % 5, entry));
    for (uint32_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
      EXPECT(finds(&block, capacity, -INFINITY, rooms[i]));
      EXPECT(finds(&block, draw(capacity + 1), (float)draw(4), rooms[i]));
    }
    free(block.memory);
  }
}

// ---- While the host changes the block ----------------------------------------

#define CHANGED 4096
#define LIVING 64

static block shared;
static uint32_t added, leaving, gone; // entries below have been added; are about to go; are gone
static uint32_t looks;                // searches that have ended

static void *change(void *unused) {
  for (uint32_t entry = 0; entry < CHANGED; entry++) {
    add(&shared, entry, 5 * entry, (float)entry);
    __atomic_store_n(&added, entry + 1, __ATOMIC_RELEASE);
    if (entry < LIVING)
      continue;
    __atomic_store_n(&leaving, entry - LIVING + 1, __ATOMIC_RELEASE);
    take_out(&shared, entry - LIVING);
    __atomic_store_n(&gone, entry - LIVING + 1, __ATOMIC_RELEASE);
    for (uint32_t before = __atomic_load_n(&looks, __ATOMIC_ACQUIRE);
         entry % 64 == 0 && __atomic_load_n(&looks, __ATOMIC_ACQUIRE) == before;)
      sched_yield();
  }
  return unused;
}

// What lived throughout is found as it is, and nothing that was gone before.
static void *look(void *faults) {
  uint32_t there;
  do {
    uint32_t dead = __atomic_load_n(&gone, __ATOMIC_ACQUIRE);
    there = __atomic_load_n(&added, __ATOMIC_ACQUIRE);
    found found = search(&shared, CHANGED, -INFINITY, 1024);
    uint32_t left = __atomic_load_n(&leaving, __ATOMIC_ACQUIRE), seen = 0;
    for (uint32_t i = 0; i < found.count; i++) {
      imp_search_hit hit = found.hits[i];
      if (hit.entry < dead || hit.group != 5 * hit.entry || hit.similarity != (float)hit.entry)
        ++*(int *)faults;
      seen += hit.entry >= left && hit.entry < there;
    }
    if (seen != (there > left ? there - left : 0))
      ++*(int *)faults;
    __atomic_fetch_add(&looks, 1, __ATOMIC_RELEASE);
  } while (there < CHANGED);
  return NULL;
}

static void entries_come_and_go_meanwhile(void) {
  shared = make_block(CHANGED);
  pthread_t threads[3];
  int faults[3] = {0};
  for (int i = 0; i < 3; i++)
    if (pthread_create(&threads[i], NULL, i == 0 ? change : look, &faults[i]) != 0)
      exit(2);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  EXPECT(faults[1] == 0 && faults[2] == 0);
  free(shared.memory);
}

// ---- What is refused ---------------------------------------------------------

static bool takes_block(imp_search_block block) {
  return !imprint_check_block(&block, ENTRY_BYTES);
}

static void blocks_lie_in_their_memory(void) {
  block block = make_block(512);
  imp_search_block right = block.lent, wrong = right;
  EXPECT(takes_block(right));
  uint64_t *starts[] = {&wrong.entries, &wrong.groups, &wrong.living};
  const uint64_t places[] = {right.memory.length, 1ull << 40, UINT64_MAX - 63, 32};
  for (int part = 0; part < 3; part++)
    for (int i = 0; i < 4; i++, wrong = right) {
      *starts[part] = places[i];
      EXPECT(!takes_block(wrong));
    }
  const uint32_t capacities[] = {0, 1, 65, 500, 576, 1u << 20, (1u << 20) + 64, UINT32_MAX - 63, UINT32_MAX};
  for (int i = 0; i < 9; i++, wrong = right) {
    wrong.capacity = capacities[i];
    EXPECT(!takes_block(wrong));
  }
  wrong.memory.length--;
  EXPECT(!takes_block(wrong));
  // Nothing of it is read here.
  wrong = (imp_search_block){.capacity = 1u << 20, .memory = {right.memory.data, 1ull << 40}};
  EXPECT(takes_block(wrong));
  wrong.capacity += 64;
  EXPECT(!takes_block(wrong));
  wrong.memory = (imp_bytes){NULL, 0};
  EXPECT(!takes_block(wrong));
  wrong.memory = (imp_bytes){right.memory.data + 64, right.memory.length};
  EXPECT(!takes_block(wrong));
  free(block.memory);
}

static void queries_are_within_their_ranges(void) {
  block block = make_block(64);
  imp_search_hit hit;
  const imp_search_query right = {.size = sizeof right, .used = 64, .least = -INFINITY};
  const imp_search_result room = {.size = sizeof room, .capacity = 1024, .hits = &hit};
  EXPECT(!imprint_check_query(&block.lent, &right, &room));
  imp_search_query query = right;
  query.used = 65;
  EXPECT(imprint_check_query(&block.lent, &query, &room));
  query = right;
  query.least = NAN;
  EXPECT(imprint_check_query(&block.lent, &query, &room));
  imp_search_result result = room;
  result.capacity = 0;
  EXPECT(imprint_check_query(&block.lent, &right, &result));
  result.capacity = 1025;
  EXPECT(imprint_check_query(&block.lent, &right, &result));
  result = room;
  result.hits = NULL;
  EXPECT(imprint_check_query(&block.lent, &right, &result));
  free(block.memory);
}

static void templates_lie_in_their_gallery(void) {
  const uint8_t data[12] = {0};
  imp_gallery gallery = {.size = sizeof gallery, .count = 3, .data = {data, 12}};
  EXPECT(!imprint_check_gallery(&gallery, 4) && imprint_check_gallery(&gallery, 5));
  EXPECT(imprint_check_gallery(&gallery, 0) && imprint_check_gallery(&gallery, 6));
  imp_bytes last = imprint_template_of(&gallery, 4, 2);
  EXPECT(last.data == data + 8 && last.length == 4);
  uint64_t offsets[] = {0, 5, 5, 12};
  gallery.offsets = offsets;
  EXPECT(!imprint_check_gallery(&gallery, 4) && !imprint_check_gallery(&gallery, 0));
  EXPECT(imprint_template_of(&gallery, 4, 1).length == 0 && imprint_template_of(&gallery, 4, 2).length == 7);
  int32_t statuses[3] = {0};
  EXPECT(!imprint_check_prepared(&gallery, 4, statuses) && imprint_check_prepared(&gallery, 4, NULL));
  offsets[3] = 13;
  EXPECT(imprint_check_gallery(&gallery, 4) && imprint_check_prepared(&gallery, 4, statuses));
  offsets[3] = 4;
  EXPECT(imprint_check_gallery(&gallery, 4));
  const uint8_t many[1025] = {0};
  imp_gallery most = {.size = sizeof most, .count = 1024, .data = {many, 1024}};
  EXPECT(!imprint_check_prepared(&most, 1, statuses));
  most.count = most.data.length = 1025;
  EXPECT(imprint_check_prepared(&most, 1, statuses) && !imprint_check_gallery(&most, 1));
  gallery.data.data = NULL;
  gallery.count = 0;
  EXPECT(imprint_check_gallery(&gallery, 4));
  gallery.data.length = 0;
  gallery.offsets = NULL;
  EXPECT(!imprint_check_gallery(&gallery, 4) && !imprint_check_prepared(&gallery, 4, NULL));
  EXPECT(!imprint_check_gallery(&gallery, 0));
}

int main(void) {
  of_equals_the_lower_entry_comes_first();
  of_a_group_the_best_entry_is_found();
  nobody_is_found_where_nobody_lives();
  what_is_no_number_is_left_out();
  it_finds_what_sorting_all_finds();
  entries_come_and_go_meanwhile();
  blocks_lie_in_their_memory();
  queries_are_within_their_ranges();
  templates_lie_in_their_gallery();
  return failures == 0 ? 0 : 1;
}
