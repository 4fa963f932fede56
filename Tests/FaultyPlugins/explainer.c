// SPDX-License-Identifier: Apache-2.0
// The matcher with its extractor, which also explains what it compares: each cell of one print lies on that
// of the other. What its templates are of makes no difference. Correct, but for the fault it is built with.
#define PLUGIN_ABILITY_COUNT 3
#define BESIDE_ID IMP_FINGER_EXPLAINER_ID
#define BESIDE_ABILITY imp_finger_explainer_ability
#include "matcher.c"

#define MINUTIAE (2 * CELLS)
#define SHARES CELLS
#define EXPLAINED_BYTES (MINUTIAE * sizeof(imp_explained_minutia) + SHARES * sizeof(imp_explained_share))

struct imp_finger_explainer {
  imp_plugin *plugin;
  const imp_matcher_format *format;
};

static unsigned explained; // only a fault looks at it

static imp_status create_explainer(imp_plugin *plugin, const imp_finger_explainer_options *options,
                                   imp_finger_explainer **explainer) {
  if (!options || !explainer) return missing(plugin, "options or the place for the explainer");
  if (options->size != sizeof *options) return wrong_size(plugin, "options", options->size, sizeof *options);
  if (options->threads < 1) return fail(plugin, IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
  if (!options->format.data && options->format.length > 0) return missing(plugin, "the format's name");
  const imp_matcher_format *format = find_matcher_format(options->format);
  if (!format && FAULT == explainers_of_any_format) format = &matcher_formats[0];
  if (!format) return fail(plugin, IMP_E_UNSUPPORTED, "it explains no templates of that format");
  imp_finger_explainer *made = calloc(1, sizeof *made);
  if (!made && FAULT != explainer_ignores_memory_failure)
    return fail(plugin, IMP_E_MEMORY, "no memory for an explainer");
  made->plugin = plugin;
  made->format = format;
  *explainer = made;
  return IMP_OK;
}

static void destroy_explainer(imp_finger_explainer *explainer) { free(explainer); }

static imp_explained_minutia minutia(uint32_t side, int cell, int8_t value) {
  return (imp_explained_minutia){
      .side = side, .kind = IMP_MINUTIA_OTHER, .x = (float)(cell % GRID) * 1000, .y = (float)(cell / GRID) * 1000,
      .direction = (float)(value + 128), .quality = -1};
}

// Minutiae, then shares, where the buffer has room for them.
static void write_explanation(const int8_t a[CELLS], const int8_t b[CELLS], uint8_t *out) {
  double aa = 0, bb = 0;
  for (int i = 0; i < CELLS; i++) {
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  for (int i = 0; i < MINUTIAE; i++, out += sizeof(imp_explained_minutia)) {
    uint32_t side = i < CELLS ? IMP_EXPLAINED_PROBE : IMP_EXPLAINED_REFERENCE;
    imp_explained_minutia one = minutia(side, i % CELLS, (i < CELLS ? a : b)[i % CELLS]);
    if (FAULT == explanations_are_counted) one.quality = (float)(explained % 100);
    if (FAULT == explanations_of_the_process) one.x = (float)(getpid() % 1000000);
    memcpy(out, &one, sizeof one);
  }
  for (int i = 0; i < SHARES; i++, out += sizeof(imp_explained_share)) {
    imp_explained_share one = {
        .kind = IMP_SHARE_PAIR, .value = (float)(a[i] * b[i] / (sqrt(aa) * sqrt(bb))), .probe = (uint32_t)i,
        .reference = (uint32_t)(CELLS + i), .other_probe = IMP_EXPLAINED_NONE, .other_reference = IMP_EXPLAINED_NONE};
    if (FAULT == shares_do_not_add_up) one.value += 0.01f;
    if (FAULT == explains_what_is_not_there) one.reference += CELLS;
    memcpy(out, &one, sizeof one);
  }
}

static imp_status explain(const imp_finger_explainer *explainer, imp_bytes probe, uint32_t probe_version,
                          imp_bytes reference, uint32_t reference_version, imp_buffer *buffer,
                          imp_finger_explanation *explanation) {
  const imp_plugin *plugin = explainer->plugin;
  if (!buffer || !explanation) return missing(plugin, "the room for the explanation");
  if (explanation->size != sizeof *explanation && FAULT != explainer_ignores_size)
    return wrong_size(plugin, "the explanation", explanation->size, sizeof *explanation);
  if (FAULT == explainer_touches_outputs) explanation->similarity = 0;
  if (FAULT == explainer_trusts_count && probe.length > AT_CELLS)
    for (unsigned i = 0; i < probe.data[AT_COUNT]; i++) (void)*(const volatile uint8_t *)(probe.data + AT_CELLS + i);
  int8_t cells[2][CELLS];
  const char *words;
  imp_status status = read_template(explainer->format, probe, probe_version, cells[0], &words);
  if (status != IMP_OK) return fail(plugin, status, "probe: %s", words);
  status = read_template(explainer->format, reference, reference_version, cells[1], &words);
  if (status != IMP_OK) return fail(plugin, status, "reference: %s", words);
  if (buffer->capacity < EXPLAINED_BYTES || !buffer->data) {
    if (FAULT == explainer_fills_short_buffer && buffer->data) memset(buffer->data, 0, buffer->capacity);
    buffer->length = EXPLAINED_BYTES;
    explicit_bzero(cells, sizeof cells);
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the explanation needs %zu bytes", (size_t)EXPLAINED_BYTES);
  }
  explained++;
  if (FAULT == leaves_explained_template) leave_template(probe.data, (uint32_t)probe.length);
  write_explanation(cells[0], cells[1], buffer->data);
  if (FAULT == writes_past_explanation) buffer->data[buffer->capacity] = 0;
  buffer->length = EXPLAINED_BYTES;
  explanation->minutiae = MINUTIAE;
  explanation->shares = SHARES;
  explanation->aligned = 1;
  explanation->similarity = correlate(cells[0], cells[1]);
  if (FAULT == explains_another_similarity) explanation->similarity += 0.00001f;
  explanation->turn = explanation->shift_x = explanation->shift_y = 0;
  explicit_bzero(cells, sizeof cells);
  return IMP_OK;
}

static const imp_finger_explainer_ability beside_table = {sizeof beside_table, 0, create_explainer, explain,
                                                         destroy_explainer};
