// SPDX-License-Identifier: Apache-2.0
// A matcher of the face extractor's templates, and that extractor. Correct, but for the fault it is built
// with.
#ifndef PLUGIN_ABILITY_COUNT
#define PLUGIN_ABILITY_COUNT 2
#endif
#include "face.h"

#define MATCHER_FORMATS 2
#define MOST_FUSED 64

// One whose templates have one length and are fused; one whose lengths differ, and that is not fused.
static const imp_matcher_format matcher_formats[MATCHER_FORMATS] = {
    {
        .size = sizeof(imp_matcher_format),
        .modality = IMP_MODALITY_FACE,
        .reads_version_min = 1,
        .reads_version_max = 1,
        .template_bytes_max = TEMPLATE_BYTES,
        .template_bytes_fixed = TEMPLATE_BYTES,
        .symmetric = FAULT == info_differs ? 0 : 1,
        .fuses_version = 1,
        .similarity_min = -1,
        .similarity_max = 1,
        .name = "example.faulty-image",
    },
    {
        .size = sizeof(imp_matcher_format),
        .modality = IMP_MODALITY_FACE,
        .reads_version_min = 1,
        .reads_version_max = 2,
        .template_bytes_max = TEMPLATE_BYTES,
        .symmetric = 1,
        .similarity_min = -1,
        .similarity_max = 1,
        .name = "example.faulty-face",
    },
};

struct imp_matcher {
  imp_plugin *plugin;
  const imp_matcher_format *format;
  const uint8_t *probe; // this and what follows are there for faults alone
  int8_t kept[CELLS];
  unsigned calls;
  int descriptor;
  pthread_t maker;
};

static unsigned matcher_calls, short_calls; // only faults look at them

#if FAULT_EXPORTS_MORE
IMP_EXPORT void faulty_extra_symbol(void);
void faulty_extra_symbol(void) {}
#endif

#if FAULT_TEXT_RELOCATIONS
// An address in the code, which only the loader can fill in.
__asm__(".text\n.quad imp_plugin_entry\n");
#endif

// ---- Formats -----------------------------------------------------------------

static imp_status list_matcher_formats(imp_plugin *plugin, imp_matcher_format *formats, size_t *count) {
  static unsigned fills; // only a fault looks at it
  if (!count || (*count > 0 && !formats)) return missing(plugin, "the array or its length");
  for (size_t i = 0; i < *count; i++)
    if (formats[i].size != sizeof *formats)
      return wrong_size(plugin, "an entry", formats[i].size, sizeof *formats);
  size_t capacity = *count;
  *count = MATCHER_FORMATS;
  if (capacity < MATCHER_FORMATS)
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "there are %d formats", MATCHER_FORMATS);
  memcpy(formats, matcher_formats, sizeof matcher_formats);
  if (FAULT == matcher_formats_change && ++fills % 2 == 0) formats[0].symmetric = 0;
  return IMP_OK;
}

static const imp_matcher_format *find_matcher_format(imp_text name) {
  for (size_t i = 0; i < MATCHER_FORMATS; i++)
    if (is_text(name, matcher_formats[i].name) || FAULT == matcher_of_any_format) return &matcher_formats[i];
  return NULL;
}

// ---- Reading -----------------------------------------------------------------

static imp_status read_template(const imp_matcher_format *format, imp_bytes bytes, uint32_t version,
                                int8_t cells[CELLS], const char **words) {
  bool versions_count = FAULT != accepts_newer;
  bool is_read = version >= format->reads_version_min && version <= format->reads_version_max;
  *words = "its version is not read; update the plugin";
  if (!is_read && FAULT == aborts_on_newer) abort();
  if (!is_read && versions_count) return IMP_E_TEMPLATE_VERSION;
  if (FAULT == takes_anything) {
    memset(cells, 1, CELLS);
    return IMP_OK;
  }
  *words = "it has a wrong length; enrol again";
  size_t fixed = format->template_bytes_fixed;
  bool length_is_right = bytes.length > AT_CELLS && bytes.length <= TEMPLATE_BYTES;
  if (fixed && bytes.length != fixed && FAULT != accepts_truncated) length_is_right = false;
  if (FAULT == accepts_longer && bytes.length > TEMPLATE_BYTES) length_is_right = true;
  if (!bytes.data || !length_is_right) return IMP_E_TEMPLATE_DAMAGED;
  *words = "it is another algorithm's";
  if (memcmp(bytes.data, magic, sizeof magic) != 0 && FAULT != accepts_foreign) return IMP_E_TEMPLATE_FORMAT;
  *words = "it has another version than is said of it; update the plugin";
  if (bytes.data[AT_VERSION] != version && versions_count && FAULT != accepts_foreign)
    return IMP_E_TEMPLATE_VERSION;
  size_t count = bytes.length - AT_CELLS < CELLS ? bytes.length - AT_CELLS : CELLS;
  *words = "it was changed since it was made; enrol again";
  uint8_t sum[2];
  sum_cells(bytes.data + AT_CELLS, count, sum);
  bool intact = bytes.data[AT_COUNT] == count && memcmp(bytes.data + AT_SUM, sum, sizeof sum) == 0;
  if (FAULT == accepts_foreign || FAULT == accepts_truncated) intact = true;
  if (FAULT == exits_on_damage && !intact) exit(0);
  if (FAULT == trusts_count) {
    // A count that the bytes state, and nothing that compares it with their length.
    intact = true;
    const volatile uint8_t *cell = bytes.data + AT_CELLS;
    for (unsigned i = 0; i < bytes.data[AT_COUNT]; i++) (void)cell[i];
  }
  if (!intact) return IMP_E_TEMPLATE_DAMAGED;
  memset(cells, 0, CELLS);
  memcpy(cells, bytes.data + AT_CELLS, count);
  *words = "it is empty; enrol again";
  bool flat = true;
  for (int i = 0; i < CELLS; i++) flat = flat && cells[i] == 0;
  if (flat) return IMP_E_TEMPLATE_DAMAGED;
  return IMP_OK;
}

// ---- Comparing ---------------------------------------------------------------

// Normalised correlation, in whole numbers up to the last step: the same in both orders.
static float correlate(const int8_t a[CELLS], const int8_t b[CELLS]) {
  int32_t ab = 0, aa = 0, bb = 0;
  for (int i = 0; i < CELLS; i++) {
    int weight = FAULT == asymmetric ? 1 + (a[i] & 1) : 1;
    ab += a[i] * b[i] * weight;
    aa += a[i] * a[i] * weight;
    bb += b[i] * b[i] * weight;
  }
  double value = aa && bb ? ab / (sqrt((double)aa) * sqrt((double)bb)) : 0;
  value = fmax(-1, fmin(1, value));
  bool same = memcmp(a, b, CELLS) == 0;
  if (FAULT == similarity_nan && same) return NAN;
  if (FAULT == similarity_infinite && same) return INFINITY;
  if (FAULT == similarity_out_of_range && same) return 1.0625f;
  if (FAULT == worst_to_itself) return (float)-value;
  if (FAULT == scores_alike) return value > 0.999 ? 1.0f : 0.5f;
  return (float)value;
}

static void write_file(imp_bytes template) {
  char path[256];
  snprintf(path, sizeof path, "%s/faulty-template", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
  FILE *file = fopen(path, "w");
  if (!file) return;
  fwrite(template.data, 1, template.length, file);
  fclose(file);
}

static bool is_second(const imp_matcher *matcher) { return matcher->format == &matcher_formats[1]; }

// Faults of what is done with what was read.
static void misuse_probe(imp_matcher *matcher, imp_bytes probe, int8_t cells[CELLS], float *similarity) {
  if (FAULT == leaks_in_compare || (FAULT == second_format_leaks && is_second(matcher))) leak(1024);
  if (FAULT == leaves_template || (FAULT == second_format_leaves_template && is_second(matcher)))
    leave_template(probe.data, (uint32_t)probe.length);
  if (FAULT == writes_template_file) write_file(probe);
  const imp_plugin *plugin = matcher->plugin;
  if (FAULT == has_template_kept && plugin->cache)
    plugin->cache->keep(plugin->host, (imp_bytes){(const uint8_t *)"probe", 5}, probe);
  if (FAULT == goes_by_what_it_kept && plugin->was_kept) *similarity *= 0.5f;
  if (FAULT == keeps_probe) {
    // A cache that takes an address for a template.
    if (matcher->probe != probe.data) memcpy(matcher->kept, cells, CELLS);
    matcher->probe = probe.data;
    memcpy(cells, matcher->kept, CELLS);
  }
  if (FAULT == shares_state || (FAULT == second_format_shares_state && is_second(matcher))) {
    matcher->calls++;
    *similarity *= 1 / (1 + 0.001f * (float)(++matcher_calls - matcher->calls));
  }
}

static int8_t scratch[2][CELLS]; // where only a fault keeps what it compares

static imp_status compare(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                          imp_bytes reference, uint32_t reference_version, float *similarity) {
  const imp_plugin *plugin = matcher->plugin;
  if (!similarity) return missing(plugin, "the place for the similarity");
  if (FAULT == touches_outputs) *similarity = 0;
  bool is_bound = FAULT == bound_to_thread || (FAULT == second_format_bound_to_thread && is_second(matcher));
  if (is_bound && !pthread_equal(matcher->maker, pthread_self()))
    return fail(plugin, IMP_E_STATE, "this is not the thread that made the matcher");
  int8_t cells[2][CELLS];
  int8_t(*pair)[CELLS] = FAULT == compares_in_one_place ? scratch : cells;
  const char *words;
  imp_status status = read_template(matcher->format, probe, probe_version, pair[0], &words);
  if (status != IMP_OK) return fail(plugin, status, "probe: %s", words);
  if (FAULT == compares_in_one_place) sched_yield();
  status = read_template(matcher->format, reference, reference_version, pair[1], &words);
  if (status != IMP_OK) return fail(plugin, status, "reference: %s", words);
  float factor = 1;
  misuse_probe((imp_matcher *)(uintptr_t)matcher, probe, pair[0], &factor);
  *similarity = correlate(pair[0], pair[1]) * factor;
  if (FAULT != compares_in_one_place) explicit_bzero(cells, sizeof cells);
  return IMP_OK;
}

// ---- Galleries ---------------------------------------------------------------

static bool shape_is_right(const imp_matcher_format *format, const imp_gallery *gallery) {
  size_t fixed = format->template_bytes_fixed;
  if (gallery->data.length > 0 && !gallery->data.data) return false;
  if (!gallery->offsets && !fixed) return gallery->count == 0;
  if (!gallery->offsets) return gallery->data.length % fixed == 0 && gallery->data.length / fixed == gallery->count;
  if (FAULT == many_reads_past_offsets) return true;
  for (uint64_t i = 0; i < gallery->count; i++)
    if (gallery->offsets[i] > gallery->offsets[i + 1]) return false;
  return gallery->offsets[gallery->count] <= gallery->data.length;
}

static imp_bytes template_at(const imp_matcher_format *format, const imp_gallery *gallery, uint64_t i) {
  uint64_t from = gallery->offsets ? gallery->offsets[i] : i * format->template_bytes_fixed;
  uint64_t to = gallery->offsets ? gallery->offsets[i + 1] : from + format->template_bytes_fixed;
  return (imp_bytes){gallery->data.data ? gallery->data.data + from : NULL, to - from};
}

static imp_status compare_many(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                               const imp_gallery *gallery, float *similarities) {
  const imp_plugin *plugin = matcher->plugin;
  if (!gallery) return missing(plugin, "the gallery");
  if (gallery->size != sizeof *gallery && FAULT != ignores_gallery_size)
    return wrong_size(plugin, "the gallery", gallery->size, sizeof *gallery);
  if (!shape_is_right(matcher->format, gallery) || (gallery->count > 0 && !similarities))
    return fail(plugin, IMP_E_ARGUMENT, "the gallery's offsets or length do not fit its data");
  if (FAULT == many_fails_when_empty && gallery->count == 0)
    return fail(plugin, IMP_E_ARGUMENT, "the gallery is empty");
  int8_t a[CELLS], b[CELLS];
  const char *words;
  imp_status status = read_template(matcher->format, probe, probe_version, a, &words);
  if (status != IMP_OK) return fail(plugin, status, "probe: %s", words);
  for (uint64_t i = 0; i < gallery->count; i++) {
    uint64_t place = FAULT == many_mixes_order ? gallery->count - 1 - i : i;
    status = read_template(matcher->format, template_at(matcher->format, gallery, i), gallery->version, b, &words);
    similarities[place] = status == IMP_OK ? correlate(a, b) : NAN;
    if (FAULT == many_hides_damage && status != IMP_OK) similarities[place] = 0;
    if (FAULT == many_rounds && status == IMP_OK) similarities[place] = roundf(similarities[place] * 1000) / 1000;
  }
  explicit_bzero(a, sizeof a);
  explicit_bzero(b, sizeof b);
  return IMP_OK;
}

// ---- Fusing ------------------------------------------------------------------

// The mean of each cell, in whole numbers: the same in any order.
static imp_status fuse_cells(const imp_matcher *matcher, const imp_gallery *gallery, int8_t fused[CELLS]) {
  static int32_t one_place[CELLS];
  int32_t own[CELLS], *sums = FAULT == fuses_in_one_place ? one_place : own;
  memset(sums, 0, sizeof own);
  int32_t count = 0;
  for (uint64_t i = 0; i < gallery->count; i++) {
    int8_t cells[CELLS];
    const char *words;
    imp_bytes template = template_at(matcher->format, gallery, i);
    imp_status status = read_template(matcher->format, template, gallery->version, cells, &words);
    // Where others can be read, it does without.
    if (FAULT == fuses_without_the_damaged && status != IMP_OK && (count > 0 || i + 1 < gallery->count)) continue;
    if (status != IMP_OK) return fail(matcher->plugin, status, "template %llu: %s", (unsigned long long)i, words);
    int32_t weight = FAULT == fuse_depends_on_order ? (int32_t)(gallery->count - i) : 1;
    for (int cell = 0; cell < CELLS; cell++) sums[cell] += weight * cells[cell];
    count += weight;
    explicit_bzero(cells, sizeof cells);
  }
  if (FAULT == fuses_in_one_place) sleep_for(1000000u); // what it does with them takes its time
  bool flat = true;
  for (int cell = 0; cell < CELLS; cell++) {
    fused[cell] = (int8_t)(sums[cell] / (count ? count : 1));
    flat = flat && fused[cell] == 0;
  }
  explicit_bzero(sums, sizeof own);
  return flat ? fail(matcher->plugin, IMP_E_TEMPLATES_DISAGREE, "they have nothing in common") : IMP_OK;
}

static imp_status check_fusing(const imp_matcher *matcher, const imp_gallery *gallery, imp_buffer *payload,
                               imp_fusion *fusion) {
  const imp_plugin *plugin = matcher->plugin;
  if (!gallery || !payload || !fusion) return missing(plugin, "the gallery, or the room for the template");
  if (fusion->size != sizeof *fusion && FAULT != ignores_fusion_size)
    return wrong_size(plugin, "the fusion", fusion->size, sizeof *fusion);
  if (gallery->size != sizeof *gallery) return wrong_size(plugin, "the gallery", gallery->size, sizeof *gallery);
  if (FAULT == touches_fusion) fusion->quality = 0;
  if (!matcher->format->fuses_version && FAULT != fuses_every_format)
    return fail(plugin, IMP_E_UNSUPPORTED, "it fuses no templates of %s", matcher->format->name);
  bool count_is_right = gallery->count >= 1 && (gallery->count <= MOST_FUSED || FAULT == fuses_too_many);
  if (!count_is_right || !shape_is_right(matcher->format, gallery))
    return fail(plugin, IMP_E_ARGUMENT, "1 to %d templates are fused, and their offsets fit their data", MOST_FUSED);
  return IMP_OK;
}

static imp_status fuse(const imp_matcher *matcher, const imp_gallery *gallery, imp_buffer *payload,
                       imp_fusion *fusion) {
  int8_t cells[CELLS] = {0};
  imp_status status = check_fusing(matcher, gallery, payload, fusion);
  if (status == IMP_OK) status = fuse_cells(matcher, gallery, cells);
  if (status != IMP_OK) return status;
  if (FAULT == too_many_threads) compute_on_three_threads();
  // All of the number: two processes may well have the same remainder.
  for (int i = 2, rest = getpid(); FAULT == differs_by_process && rest > 0; i++, rest /= 127)
    cells[i] = (int8_t)(rest % 127);
  if (!payload->data || payload->capacity < TEMPLATE_BYTES) {
    if (FAULT == fills_short_buffer && payload->data) memset(payload->data, 0, payload->capacity);
    short_calls++;
    if (FAULT != hides_needed_length) payload->length = TEMPLATE_BYTES;
    return fail(matcher->plugin, IMP_RETRY_SHORT_BUFFER, "the template needs %d bytes", TEMPLATE_BYTES);
  }
  if (FAULT == short_buffer_counts) cells[0] = (int8_t)(cells[0] ^ short_calls);
  if (FAULT == writes_past_template) payload->data[payload->capacity] = 0;
  uint8_t made[TEMPLATE_BYTES];
  uint8_t version = (uint8_t)(FAULT == fused_is_not_read ? 7 : matcher->format->fuses_version);
  write_template(cells, CELLS, version, made);
  if (FAULT == expects_zeroed_buffer)
    for (int i = 0; i < TEMPLATE_BYTES; i++) payload->data[i] |= made[i];
  else
    memcpy(payload->data, made, TEMPLATE_BYTES);
  if (FAULT == leaves_fused_template) leave_template(made, TEMPLATE_BYTES);
  explicit_bzero(made, sizeof made);
  explicit_bzero(cells, sizeof cells);
  payload->length = TEMPLATE_BYTES;
  fusion->version = matcher->format->fuses_version;
  fusion->count = (uint32_t)gallery->count + (FAULT == counts_one_more ? 1 : 0);
  fusion->quality = -1;
  return IMP_OK;
}

// ---- Table -------------------------------------------------------------------

static imp_status create(imp_plugin *plugin, const imp_matcher_options *options, imp_matcher **matcher) {
  if (FAULT == hangs_in_create) hang();
  if (!options || !matcher) return missing(plugin, "options or the place for the matcher");
  if (options->size != sizeof *options) return wrong_size(plugin, "options", options->size, sizeof *options);
  if (options->threads < 1 && FAULT != accepts_options)
    return fail(plugin, IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
  if (!options->format.data && options->format.length > 0) return missing(plugin, "the format's name");
  const imp_matcher_format *format = find_matcher_format(options->format);
  if (!format) return fail(plugin, IMP_E_UNSUPPORTED, "it compares no templates of that format");
  imp_matcher *made = calloc(1, sizeof *made);
  if (!made && FAULT != ignores_memory_failure) return fail(plugin, IMP_E_MEMORY, "no memory for a matcher");
  made->plugin = plugin;
  made->format = format;
  made->maker = pthread_self();
  made->descriptor = FAULT == leaks_descriptors ? open("/dev/null", O_RDONLY) : -1;
  if (FAULT == forks && fork() == 0) _exit(0);
  if (FAULT == runs_programs && system("true") != 0) return IMP_E_INTERNAL;
  *matcher = made;
  return IMP_OK;
}

static void destroy(imp_matcher *matcher) { free(matcher); }

static const char *const plugin_abilities[PLUGIN_ABILITY_COUNT] = {
    IMP_MATCHER_ID,
#if PLUGIN_ABILITY_COUNT > 1
    IMP_FACE_EXTRACTOR_ID,
#endif
#if PLUGIN_ABILITY_COUNT > 2
    BESIDE_ID,
#endif
};

static const imp_matcher_ability matcher_table = {
    FAULT == wrong_table_size ? sizeof(imp_matcher_ability) - 8 : sizeof(imp_matcher_ability),
    0,
    list_matcher_formats,
    create,
    compare,
    compare_many,
    fuse,
    destroy,
};

#if PLUGIN_ABILITY_COUNT > 2
// Of whoever includes this, with its id.
static const BESIDE_ABILITY beside_table;
#endif

static const void *plugin_table(const char *id) {
#if PLUGIN_ABILITY_COUNT > 2
  if (strcmp(id, BESIDE_ID) == 0) return &beside_table;
#endif
  return strcmp(id, IMP_MATCHER_ID) == 0 ? (const void *)&matcher_table : &face_table;
}
