// SPDX-License-Identifier: Apache-2.0
// A matcher of numbers that searches prepared ones, which macros make misbehave; see README.md.
//
// A template is a float from 0 to 1 and four bytes of zero. Two are as alike as they lie near.
#include <imprint/imprint.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifndef FIX_ENTRY_BYTES
#define FIX_ENTRY_BYTES 16
#endif
#ifndef FIX_FORMS
#define FIX_FORMS
#endif
#ifndef FIX_CREATE
#define FIX_CREATE
#endif
#ifndef FIX_PREPARE
#define FIX_PREPARE
#endif
#ifndef FIX_SEARCH
#define FIX_SEARCH
#endif
#ifndef FIX_DESTROY
#define FIX_DESTROY
#endif

#define BYTES 8

struct imp_plugin {
  const imp_host *host;
};

static imp_status read(imp_bytes bytes, uint32_t version, float *value) {
  uint32_t zero;
  if (version != 1) return IMP_E_TEMPLATE_VERSION;
  if (bytes.length != BYTES) return IMP_E_TEMPLATE_DAMAGED;
  memcpy(value, bytes.data, sizeof *value);
  memcpy(&zero, bytes.data + sizeof *value, sizeof zero);
  return zero == 0 && *value >= 0 && *value <= 1 ? IMP_OK : IMP_E_TEMPLATE_DAMAGED;
}

static imp_bytes member(const imp_gallery *gallery, uint64_t i) {
  const uint64_t from = gallery->offsets ? gallery->offsets[i] : i * BYTES;
  const uint64_t to = gallery->offsets ? gallery->offsets[i + 1] : from + BYTES;
  return (imp_bytes){gallery->data.data + from, to - from};
}

static float alike(float a, float b) { return 1 - fabsf(a - b); }

// ---- Matcher ----

struct imp_matcher {
  int unused;
};

static imp_status matcher_formats(imp_plugin *plugin, imp_matcher_format *formats, size_t *count) {
  (void)plugin;
  if (!formats || *count < 1) {
    *count = 1;
    return IMP_RETRY_SHORT_BUFFER;
  }
  *count = 1;
  formats[0] = (imp_matcher_format){.size = sizeof *formats, .modality = IMP_MODALITY_FACE,
                                    .reads_version_min = 1, .reads_version_max = 1,
                                    .template_bytes_max = BYTES, .template_bytes_fixed = BYTES, .symmetric = 1,
                                    .similarity_min = 0, .similarity_max = 1, .name = "example.vectors"};
  return IMP_OK;
}

static imp_status matcher_create(imp_plugin *plugin, const imp_matcher_options *options, imp_matcher **made) {
  (void)plugin, (void)options;
  *made = calloc(1, sizeof **made);
  return IMP_OK;
}

static imp_status compare(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                          imp_bytes reference, uint32_t reference_version, float *similarity) {
  (void)matcher;
  float a, b;
  imp_status status = read(probe, probe_version, &a);
  if (status == IMP_OK) status = read(reference, reference_version, &b);
  if (status == IMP_OK) *similarity = alike(a, b);
  return status;
}

static imp_status compare_many(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                               const imp_gallery *gallery, float *similarities) {
  for (uint64_t i = 0; i < gallery->count; i++)
    if (compare(matcher, probe, probe_version, member(gallery, i), gallery->version, &similarities[i]) != IMP_OK)
      similarities[i] = NAN;
  return IMP_OK;
}

static imp_status fuse(const imp_matcher *matcher, const imp_gallery *gallery, imp_buffer *payload,
                       imp_fusion *fusion) {
  (void)matcher, (void)gallery, (void)payload, (void)fusion;
  return IMP_E_UNSUPPORTED;
}

static void matcher_destroy(imp_matcher *matcher) { free(matcher); }

static const imp_matcher_ability matcher_table = {
    sizeof matcher_table, 0, matcher_formats, matcher_create, compare, compare_many, fuse, matcher_destroy};

// ---- Search ----

struct imp_search {
  const imp_host *host;
  imp_search_block block;
};

static imp_status forms(imp_plugin *plugin, imp_search_form *forms, size_t *count) {
  (void)plugin;
  if (!forms || *count < 1) {
    *count = 1;
    return IMP_RETRY_SHORT_BUFFER;
  }
  *count = 1;
  forms[0] = (imp_search_form){.size = sizeof *forms, .entry_bytes = FIX_ENTRY_BYTES, .exact = 1,
                               .name = "example.vectors.numbers", .format = "example.vectors"};
  FIX_FORMS
  return IMP_OK;
}

static imp_status create(imp_plugin *plugin, const imp_search_options *options, const imp_search_block *block,
                         imp_search **made) {
  (void)options;
  uint8_t *memory = (uint8_t *)(uintptr_t)block->memory.data;
  (void)memory;
  FIX_CREATE
  *made = calloc(1, sizeof **made);
  **made = (struct imp_search){plugin->host, *block};
  return IMP_OK;
}

static imp_status prepare(const imp_search *search, const imp_gallery *gallery, imp_buffer *entries,
                          int32_t *statuses) {
  const size_t bytes = gallery->count * FIX_ENTRY_BYTES;
  if (entries->capacity < bytes) {
    entries->length = bytes;
    return IMP_RETRY_SHORT_BUFFER;
  }
  memset(entries->data, 0, bytes);
  for (uint64_t i = 0; i < gallery->count; i++) {
    float value;
    statuses[i] = read(member(gallery, i), gallery->version, &value);
    if (statuses[i] == IMP_OK) memcpy(entries->data + i * FIX_ENTRY_BYTES, &value, sizeof value);
  }
  entries->length = bytes;
  const imp_host_log *log = search->host->ability(search->host, IMP_HOST_LOG_ID);
  log->write(search->host, IMP_LOG_INFO, (imp_text){"prepared", 8});
  FIX_PREPARE
  return IMP_OK;
}

static void put(imp_search_result *result, imp_search_hit hit) {
  imp_search_hit *hits = result->hits;
  uint32_t at = 0;
  while (at < result->count && hits[at].group != hit.group) at++;
  if (at < result->count) {
    if (hits[at].similarity >= hit.similarity) return;
    memmove(hits + at, hits + at + 1, (--result->count - at) * sizeof hit);
  } else if (result->count == result->capacity) {
    if (hits[at - 1].similarity >= hit.similarity) return;
    result->count--;
  }
  at = result->count++;
  for (; at > 0 && hits[at - 1].similarity < hit.similarity; at--) hits[at] = hits[at - 1];
  hits[at] = hit;
}

static imp_status search(const imp_search *search, imp_bytes probe, const imp_search_query *query,
                         imp_search_result *result) {
  float value, other;
  imp_status status = read(probe, query->probe_version, &value);
  if (status != IMP_OK) return status;
  const uint8_t *memory = search->block.memory.data;
  const uint64_t *living = (const uint64_t *)(memory + search->block.living);
  const uint32_t *groups = (const uint32_t *)(memory + search->block.groups);
  result->count = 0;
  for (uint32_t i = 0; i < query->used; i++) {
    if (!(__atomic_load_n(living + i / 64, __ATOMIC_ACQUIRE) >> (i % 64) & 1)) continue;
    memcpy(&other, memory + search->block.entries + (size_t)i * FIX_ENTRY_BYTES, sizeof other);
    const float similarity = alike(value, other);
    if (similarity >= query->least) put(result, (imp_search_hit){i, groups[i], similarity, 0});
  }
  FIX_SEARCH
  return IMP_OK;
}

static void destroy(imp_search *search) {
  const volatile uint8_t *memory = search->block.memory.data;
  (void)memory;
  FIX_DESTROY
  free(search);
}

static const imp_matcher_search_ability search_table = {sizeof search_table, 0, forms, create, prepare, search,
                                                        destroy};

// ---- Entry ----

static const char *const abilities[] = {IMP_MATCHER_ID, IMP_MATCHER_SEARCH_ID};
static const imp_descriptor descriptor = {.size = sizeof descriptor, .ability_count = 2,
                                          .id = "org.example.fixture", .version = "1.0.0", .vendor = "Example",
                                          .abilities = abilities};

static const imp_descriptor *describe(const imp_entry *entry) {
  (void)entry;
  return &descriptor;
}

static imp_status plugin_open(const imp_entry *entry, const imp_host *host, imp_plugin **made) {
  (void)entry;
  *made = calloc(1, sizeof **made);
  (*made)->host = host;
  return IMP_OK;
}

static void plugin_close(imp_plugin *plugin) { free(plugin); }

static const void *ability(imp_plugin *plugin, const char *id) {
  (void)plugin;
  if (strcmp(id, IMP_MATCHER_ID) == 0) return &matcher_table;
  return strcmp(id, IMP_MATCHER_SEARCH_ID) == 0 ? (const void *)&search_table : NULL;
}

static const imp_entry entry = {1, 1, sizeof(imp_entry), 0, describe, plugin_open, plugin_close, ability};

__attribute__((visibility("default"))) const imp_entry *imp_plugin_entry(void) { return &entry; }
