// SPDX-License-Identifier: Apache-2.0
// The matcher with its extractor, which also searches what it prepares. Correct, but for the fault it is
// built with.
#define PLUGIN_ABILITY_COUNT 3
#define BESIDE_ID IMP_MATCHER_SEARCH_ID
#define BESIDE_ABILITY imp_matcher_search_ability
#include "matcher.c"

#define FORMS 2
// The cells, and zeros.
#define ENTRY_BYTES (CELLS + 16)

// One that is exact, and one that rounds.
static const imp_search_form search_forms[FORMS] = {
    {
        .size = sizeof(imp_search_form),
        .entry_bytes = ENTRY_BYTES,
        .exact = 1,
        .reserved = FAULT == form_out_of_range ? 7 : 0,
        .name = "example.faulty-image.cells",
        .format = "example.faulty-image",
    },
    {
        .size = sizeof(imp_search_form),
        .entry_bytes = ENTRY_BYTES,
        .name = "example.faulty-face.near",
        .format = "example.faulty-face",
    },
};

struct imp_search {
  imp_plugin *plugin;
  const imp_search_form *form;
  const imp_matcher_format *format;
  imp_search_block block;
  const uint8_t *probe; // this and what follows are there for faults alone
  int8_t kept[CELLS];
  unsigned calls;
  pthread_t maker;
};

static unsigned search_calls; // only faults look at these
static const volatile uint8_t *last_block, *last_entries;

// ---- Forms and blocks --------------------------------------------------------

static imp_status list_forms(imp_plugin *plugin, imp_search_form *forms, size_t *count) {
  static unsigned fills; // only a fault looks at it
  if (!count || (*count > 0 && !forms)) return missing(plugin, "the array or its length");
  for (size_t i = 0; i < *count; i++)
    if (forms[i].size != sizeof *forms) return wrong_size(plugin, "an entry", forms[i].size, sizeof *forms);
  size_t capacity = *count;
  *count = FORMS;
  if (capacity < FORMS) {
    if (FAULT == forms_fill_short_array && capacity > 0) forms[0] = search_forms[0];
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "there are %d forms", FORMS);
  }
  memcpy(forms, search_forms, sizeof search_forms);
  if (FAULT == forms_change && ++fills % 2 == 0) forms[0].exact = 0;
  return IMP_OK;
}

static bool part_is_right(const imp_search_block *block, uint64_t start, uint64_t bytes) {
  if (FAULT == takes_any_block) return true;
  return start % 64 == 0 && bytes <= block->memory.length && start <= block->memory.length - bytes;
}

static bool block_is_right(const imp_search_block *block) {
  uint64_t capacity = block->capacity;
  bool count_is_right = capacity % 64 == 0 && capacity >= 64 && capacity <= 1048576;
  return (count_is_right || FAULT == takes_odd_capacity) && block->memory.data &&
         (uintptr_t)block->memory.data % 4096 == 0 && part_is_right(block, block->entries, capacity * ENTRY_BYTES) &&
         part_is_right(block, block->groups, capacity * 4) && part_is_right(block, block->living, capacity / 8);
}

static imp_status create_search(imp_plugin *plugin, const imp_search_options *options, const imp_search_block *block,
                                imp_search **search) {
  if (!options || !block || !search) return missing(plugin, "options, block or the place for the search");
  if (options->size != sizeof *options) return wrong_size(plugin, "options", options->size, sizeof *options);
  if (block->size != sizeof *block && FAULT != ignores_block_size)
    return wrong_size(plugin, "the block", block->size, sizeof *block);
  if (options->threads < 1 && FAULT != searches_of_no_threads)
    return fail(plugin, IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
  if (!options->form.data && options->form.length > 0) return missing(plugin, "the form's name");
  size_t number = 0;
  while (number < FORMS && !is_text(options->form, search_forms[number].name)) number++;
  if (number == FORMS && FAULT == searches_any_form) number = 0;
  if (number == FORMS) return fail(plugin, IMP_E_UNSUPPORTED, "it has no such form");
  if (!block_is_right(block)) return fail(plugin, IMP_E_ARGUMENT, "the block's parts do not lie in its memory");
  if (FAULT == keeps_block && last_block) (void)*last_block;
  imp_search *made = calloc(1, sizeof *made);
  bool is_trusting = FAULT == search_ignores_memory_failure;
  if (FAULT == second_form_ignores_memory_failure && number == 1) is_trusting = true;
  if (!made && !is_trusting) return fail(plugin, IMP_E_MEMORY, "no memory for a search");
  made->plugin = plugin;
  made->form = &search_forms[number];
  made->format = &matcher_formats[number];
  made->block = *block;
  made->maker = pthread_self();
  *search = made;
  return IMP_OK;
}

static void destroy_search(imp_search *search) {
  last_block = search->block.memory.data;
  if (FAULT == keeps_block_until_close) block_at_close = last_block;
  explicit_bzero(search, sizeof *search);
  free(search);
}

// ---- Preparing ---------------------------------------------------------------

static imp_status prepare_one(const imp_search *search, imp_bytes template, uint32_t version, uint64_t place,
                              uint8_t entry[ENTRY_BYTES]) {
  int8_t cells[CELLS];
  const char *words;
  if (FAULT == prepare_trusts_count && template.length > AT_CELLS)
    for (unsigned i = 0; i < template.data[AT_COUNT]; i++)
      (void)*(const volatile uint8_t *)(template.data + AT_CELLS + i);
  imp_status status = read_template(search->format, template, version, cells, &words);
  memset(entry, 0, status == IMP_OK && FAULT == entries_keep_the_room ? CELLS : ENTRY_BYTES);
  if (FAULT == leaves_half_an_entry) entry[0] = 1;
  if (status != IMP_OK) return status;
  memcpy(entry, cells, CELLS);
  explicit_bzero(cells, sizeof cells);
  if (FAULT == leaves_prepared_entry) leave_template(entry, ENTRY_BYTES);
  if (FAULT == entries_know_their_place) entry[CELLS] = (uint8_t)place;
  // All of the number: two processes may well have the same remainder.
  for (int i = 0, rest = getpid(); FAULT == entries_of_the_process && i < 4; i++, rest >>= 8)
    entry[CELLS + i] = (uint8_t)rest;
  return IMP_OK;
}

static imp_status prepare(const imp_search *search, const imp_gallery *gallery, imp_buffer *entries,
                          int32_t *statuses) {
  const imp_plugin *plugin = search->plugin;
  if (!gallery || !entries) return missing(plugin, "the gallery, or the room for entries");
  if (gallery->size != sizeof *gallery) return wrong_size(plugin, "the gallery", gallery->size, sizeof *gallery);
  bool count_is_right = gallery->count <= IMP_SEARCH_PREPARED_MAXIMUM || FAULT == prepares_too_many;
  if (FAULT == prepare_fails_when_empty && gallery->count == 0) count_is_right = false;
  bool trusts_offsets = FAULT == prepare_reads_past_offsets && gallery->offsets;
  if (!count_is_right || (!trusts_offsets && !shape_is_right(search->format, gallery)) ||
      (gallery->count > 0 && !statuses))
    return fail(plugin, IMP_E_ARGUMENT, "up to %d templates are prepared, and their offsets fit their data",
                IMP_SEARCH_PREPARED_MAXIMUM);
  size_t needed = gallery->count * ENTRY_BYTES;
  if (entries->capacity < needed || (needed > 0 && !entries->data)) {
    if (FAULT == prepare_fills_short_buffer && entries->data) memset(entries->data, 0, entries->capacity);
    if (FAULT != prepare_hides_needed_length) entries->length = needed;
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the entries need %zu bytes", needed);
  }
  if (FAULT == prepare_stops_at_damage)
    for (uint64_t i = 0; i < gallery->count; i++) {
      uint8_t entry[ENTRY_BYTES];
      imp_bytes template = template_at(search->format, gallery, i);
      imp_status status = prepare_one(search, template, gallery->version, i, entry);
      if (status != IMP_OK) return fail(plugin, status, "template %llu", (unsigned long long)i);
    }
  for (uint64_t i = 0; i < gallery->count; i++)
    statuses[i] = prepare_one(search, template_at(search->format, gallery, i), gallery->version, i,
                              entries->data + i * ENTRY_BYTES);
  if (FAULT == writes_past_entries) entries->data[entries->capacity] = 0;
  if (FAULT == keeps_entries) {
    // A cache that looks for entries where they were made, in memory of the host's.
    if (last_entries) (void)*last_entries;
    last_entries = entries->data;
  }
  entries->length = needed;
  return IMP_OK;
}

// ---- Searching ---------------------------------------------------------------

static bool is_better(float similarity, float than) {
  return similarity > than || (FAULT == higher_entry_first && similarity == than);
}

// Takes a hit where it is worth it. Hits come in the order of their entries.
static void take_hit(imp_search_result *result, imp_search_hit hit) {
  imp_search_hit *hits = result->hits;
  uint32_t at = 0;
  while (at < result->count && (hits[at].group != hit.group || FAULT == finds_a_group_twice)) at++;
  if (at < result->count) {
    if (!is_better(hit.similarity, hits[at].similarity) || FAULT == keeps_the_first_of_a_group) return;
    memmove(hits + at, hits + at + 1, (--result->count - at) * sizeof hit);
  } else if (result->count == result->capacity) {
    if (!is_better(hit.similarity, hits[at - 1].similarity)) return;
    result->count--;
  }
  at = result->count++;
  for (; at > 0 && is_better(hit.similarity, hits[at - 1].similarity); at--) hits[at] = hits[at - 1];
  hits[at] = hit;
}

// Less exactly where there is more to look at.
static float roughly(float similarity, uint32_t capacity) {
  float steps = capacity > 64 ? 200 : 1000;
  return roundf(similarity * steps) / steps;
}

static float likeness(const imp_search *search, const int8_t cells[CELLS], uint32_t entry) {
  const uint8_t *bytes = search->block.memory.data + search->block.entries + (size_t)entry * ENTRY_BYTES;
  float similarity = correlate(cells, (const int8_t *)bytes);
  if (FAULT == search_rounds) similarity = roundf(similarity * 100) / 100;
  if (!search->form->exact) similarity = roughly(similarity, search->block.capacity);
  if (FAULT == near_form_finds_anybody && !search->form->exact) similarity = -similarity;
  if (FAULT == searches_share_a_count) similarity *= 1 / (1 + 0.001f * (float)(search_calls - search->calls));
  return similarity;
}

static void look(const imp_search *search, const int8_t cells[CELLS], const imp_search_query *query,
                 imp_search_result *result) {
  const uint8_t *memory = search->block.memory.data;
  const uint64_t *living = (const uint64_t *)(const void *)(memory + search->block.living);
  const uint32_t *groups = (const uint32_t *)(const void *)(memory + search->block.groups);
  uint32_t used = FAULT == finds_the_unused ? search->block.capacity : query->used;
  float before[IMP_SEARCH_HITS_MAXIMUM];
  if (FAULT == looks_after_reading) {
    for (uint32_t i = 0; i < used && i < IMP_SEARCH_HITS_MAXIMUM; i++) before[i] = likeness(search, cells, i);
    sleep_for(200000u);
  }
  if (FAULT == reads_ahead) (void)*(const volatile uint64_t *)&living[used / 64];
  if (FAULT == writes_into_block && used > 0) *(uint32_t *)(uintptr_t)groups |= 1u << 31;
  uint64_t word = 0;
  for (uint32_t i = 0; i < used; i++) {
    if (i % 64 == 0) word = __atomic_load_n(living + i / 64, __ATOMIC_ACQUIRE);
    if (!(word >> (i % 64) & 1) && FAULT != finds_the_dead) continue;
    bool was_read = FAULT == looks_after_reading && i < IMP_SEARCH_HITS_MAXIMUM;
    float similarity = was_read ? before[i] : likeness(search, cells, i);
    if (similarity < query->least && FAULT != ignores_least) continue;
    if (similarity == query->least && FAULT == leaves_out_the_least) continue;
    take_hit(result, (imp_search_hit){i, groups[i], similarity, 0});
  }
}

static void misuse_search(imp_search *search, imp_bytes probe, int8_t cells[CELLS]) {
  search->calls++;
  search_calls++;
  if (FAULT == leaves_searched_template || (FAULT == second_form_leaves_template && !search->form->exact))
    leave_template(probe.data, (uint32_t)probe.length);
  if (FAULT == search_keeps_probe) {
    // A cache that takes an address for a template.
    if (search->probe != probe.data) memcpy(search->kept, cells, CELLS);
    search->probe = probe.data;
    memcpy(cells, search->kept, CELLS);
  }
  // What it does with the cells takes its time.
  if (FAULT == searches_in_one_place) sleep_for(100000u);
}

static imp_status search(const imp_search *search, imp_bytes probe, const imp_search_query *query,
                         imp_search_result *result) {
  const imp_plugin *plugin = search->plugin;
  if (!query || !result || !result->hits) return missing(plugin, "the query, or the room for hits");
  if (query->size != sizeof *query && FAULT != ignores_query_size)
    return wrong_size(plugin, "the query", query->size, sizeof *query);
  if (result->size != sizeof *result) return wrong_size(plugin, "the result", result->size, sizeof *result);
  bool room_is_right = result->capacity >= 1 && result->capacity <= IMP_SEARCH_HITS_MAXIMUM;
  if (!room_is_right && (FAULT != takes_any_room || result->capacity == 0))
    return fail(plugin, IMP_E_ARGUMENT, "there is room for %u hits; 1 to %d are allowed", result->capacity,
                IMP_SEARCH_HITS_MAXIMUM);
  if ((query->used > search->block.capacity || isnan(query->least)) && FAULT != takes_any_query)
    return fail(plugin, IMP_E_ARGUMENT, "%u entries of %u are used", query->used, search->block.capacity);
  if (FAULT == search_bound_to_thread && !pthread_equal(search->maker, pthread_self()))
    return fail(plugin, IMP_E_STATE, "this is not the thread that made the search");
  if (FAULT == search_touches_result) result->count = 0;
  uint32_t version = query->probe_version;
  if (FAULT == search_ignores_version && probe.length > AT_VERSION) version = probe.data[AT_VERSION];
  imp_search *own = (imp_search *)(uintptr_t)search;
  int8_t mine[CELLS], *cells = FAULT == searches_in_one_place ? own->kept : mine;
  const char *words;
  imp_status status = read_template(search->format, probe, version, cells, &words);
  if (status != IMP_OK) return fail(plugin, status, "probe: %s", words);
  if (FAULT != none) misuse_search(own, probe, cells);
  result->count = 0;
  look(search, cells, query, result);
  if (FAULT != searches_in_one_place) explicit_bzero(mine, sizeof mine);
  return IMP_OK;
}

static const imp_matcher_search_ability beside_table = {
    sizeof beside_table, 0, list_forms, create_search, prepare, search, destroy_search};
