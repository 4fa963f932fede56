// SPDX-License-Identifier: Apache-2.0
// A matcher: it compares pictures by their coarse brightness.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: two pictures of one person under other light differ.
// To make it yours, replace `read_grid` and `correlate`.
#include "grid.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// ---- The template -----------------------------------------------------------

#define TEMPLATE_VERSION ((uint32_t)MATCHER_WRITES)

// Offsets into the payload: magic, format version (little-endian), zero, CRC-32
// of the cells (little-endian), then the cells.
#define AT_MAGIC 0
#define AT_VERSION 4
#define AT_ZERO 6
#define AT_CRC 8
#define AT_CELLS 12
#define TEMPLATE_BYTES (AT_CELLS + CELLS)
_Static_assert(TEMPLATE_BYTES == MATCHER_TEMPLATE_BYTES, "identity.h and plugin.yaml say another length");

static const uint8_t magic[4] = MATCHER_MAGIC;

// CRC-32 as in IEEE 802.3 (polynomial 0xEDB88320, reflected), bit by bit.
static uint32_t crc32_of(const uint8_t *bytes, size_t count) {
  uint32_t crc = 0xFFFFFFFFu;
  for (size_t i = 0; i < count; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++)
      crc = (crc >> 1) ^ (0xEDB88320u & (0u - (crc & 1u)));
  }
  return ~crc;
}

static void write_template(const int8_t cells[CELLS], uint8_t *out) {
  memcpy(out + AT_MAGIC, magic, sizeof magic);
  out[AT_VERSION] = TEMPLATE_VERSION;
  out[AT_VERSION + 1] = 0;
  out[AT_ZERO] = 0;
  out[AT_ZERO + 1] = 0;
  memcpy(out + AT_CELLS, cells, CELLS);
  uint32_t crc = crc32_of(out + AT_CELLS, CELLS);
  for (int i = 0; i < 4; i++)
    out[AT_CRC + i] = (uint8_t)(crc >> (8 * i));
}

// Reads a payload, which is hostile. NULL where it is fine, otherwise what is wrong.
static const char *read_template(imp_bytes bytes, uint32_t version, int8_t cells[CELLS], imp_status *status) {
  *status = IMP_E_TEMPLATE_VERSION;
  if (version != TEMPLATE_VERSION)
    return "the template's version is not 1; update the plugin";
  *status = IMP_E_TEMPLATE_DAMAGED;
  if (!bytes.data || bytes.length != TEMPLATE_BYTES)
    return "the template has a wrong length; enrol again";
  *status = IMP_E_TEMPLATE_FORMAT;
  if (memcmp(bytes.data + AT_MAGIC, magic, sizeof magic) != 0)
    return "the template is another algorithm's";
  *status = IMP_E_TEMPLATE_VERSION;
  if (bytes.data[AT_VERSION] != TEMPLATE_VERSION || bytes.data[AT_VERSION + 1] != 0)
    return "the payload's version is not 1; update the plugin";
  *status = IMP_E_TEMPLATE_DAMAGED;
  uint32_t crc = crc32_of(bytes.data + AT_CELLS, CELLS);
  bool same = bytes.data[AT_ZERO] == 0 && bytes.data[AT_ZERO + 1] == 0;
  for (int i = 0; i < 4; i++)
    same = same && bytes.data[AT_CRC + i] == (uint8_t)(crc >> (8 * i));
  if (!same)
    return "the template was changed since it was made; enrol again";
  memcpy(cells, bytes.data + AT_CELLS, CELLS);
  bool flat = true;
  for (int i = 0; i < CELLS; i++)
    flat = flat && cells[i] == 0;
  // A valid CRC proves nothing: whoever wrote the bytes could compute it.
  if (flat) // and so nothing of it is left
    return "the template is empty; enrol again";
  *status = IMP_OK;
  return NULL;
}

// Normalised correlation, -1...1. In whole numbers up to the last step, so that
// it is the same on every machine and in both orders.
static float correlate(const int8_t a[CELLS], const int8_t b[CELLS]) {
  int64_t ab = 0, aa = 0, bb = 0;
  for (int i = 0; i < CELLS; i++) {
    ab += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  // At most (256 * 128 * 128)^2 < 2^53: exact as a double. Neither is 0: see read_template.
  double value = (double)ab / sqrt((double)(aa * bb));
  return (float)fmax(-1.0, fmin(1.0, value));
}

struct imp_matcher {
  const imp_plugin *plugin;
};

// ---- Extracting -------------------------------------------------------------

static imp_status extract(imp_matcher *matcher, const imp_image *image, const imp_face *face,
                          const imp_point3 *landmarks, uint32_t landmark_count, imp_buffer *payload,
                          imp_extraction *extraction) {
  (void)landmarks, (void)landmark_count;
  const imp_plugin *plugin = matcher->plugin;
  imp_status status = check_image(plugin, image, GRID);
  if (status != IMP_OK)
    return status;
  if (!payload || !extraction)
    return fail(plugin, IMP_E_ARGUMENT, "there is no buffer for the template");
  if (extraction->size != sizeof *extraction)
    return fail(plugin, IMP_E_ABI, "the extraction's size field is %u, not %zu", extraction->size,
                sizeof *extraction);
  int8_t cells[CELLS];
  status = read_grid(plugin, image, face, cells);
  if (status != IMP_OK)
    return status;
  if (!payload->data || payload->capacity < TEMPLATE_BYTES) {
    forget(cells, sizeof cells);
    payload->length = TEMPLATE_BYTES;
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the template needs %d bytes", TEMPLATE_BYTES);
  }
  write_template(cells, payload->data);
  forget(cells, sizeof cells);
  payload->length = TEMPLATE_BYTES;
  extraction->version = TEMPLATE_VERSION;
  extraction->quality = -1; // not measured
  extraction->reserved = 0;
  return IMP_OK;
}

// ---- Comparing --------------------------------------------------------------

static imp_status compare(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                          imp_bytes reference, uint32_t reference_version, float *similarity) {
  if (!similarity)
    return fail(matcher->plugin, IMP_E_ARGUMENT, "there is no place for the similarity");
  int8_t a[CELLS], b[CELLS];
  imp_status status;
  const char *wrong = read_template(probe, probe_version, a, &status);
  if (wrong)
    return fail(matcher->plugin, status, "probe: %s", wrong);
  wrong = read_template(reference, reference_version, b, &status);
  if (!wrong)
    *similarity = correlate(a, b);
  forget(a, sizeof a);
  forget(b, sizeof b);
  return wrong ? fail(matcher->plugin, status, "reference: %s", wrong) : IMP_OK;
}

// Template i of a gallery whose shape was checked.
static imp_bytes template_of(const imp_gallery *gallery, uint64_t i) {
  uint64_t from = gallery->offsets ? gallery->offsets[i] : i * TEMPLATE_BYTES;
  uint64_t to = gallery->offsets ? gallery->offsets[i + 1] : from + TEMPLATE_BYTES;
  return (imp_bytes){gallery->data.data ? gallery->data.data + from : NULL, to - from};
}

static bool shape_is_right(const imp_gallery *gallery) {
  if (gallery->data.length > 0 && !gallery->data.data)
    return false;
  if (!gallery->offsets)
    return gallery->data.length % TEMPLATE_BYTES == 0 &&
           gallery->data.length / TEMPLATE_BYTES == gallery->count;
  for (uint64_t i = 0; i < gallery->count; i++)
    if (gallery->offsets[i] > gallery->offsets[i + 1])
      return false;
  return gallery->offsets[gallery->count] <= gallery->data.length;
}

static imp_status compare_many(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                               const imp_gallery *gallery, float *similarities) {
  if (!gallery)
    return fail(matcher->plugin, IMP_E_ARGUMENT, "there is no gallery");
  if (gallery->size != sizeof *gallery)
    return fail(matcher->plugin, IMP_E_ABI, "the gallery's size field is %u, not %zu", gallery->size,
                sizeof *gallery);
  if (!shape_is_right(gallery) || (gallery->count > 0 && !similarities))
    return fail(matcher->plugin, IMP_E_ARGUMENT, "the gallery's offsets or length do not fit its data");
  int8_t a[CELLS], b[CELLS] = {0};
  imp_status status;
  const char *wrong = read_template(probe, probe_version, a, &status);
  if (wrong)
    return fail(matcher->plugin, status, "probe: %s", wrong);
  for (uint64_t i = 0; i < gallery->count; i++)
    similarities[i] =
        read_template(template_of(gallery, i), gallery->version, b, &status) ? NAN : correlate(a, b);
  forget(a, sizeof a);
  forget(b, sizeof b);
  return IMP_OK;
}

// ---- The table --------------------------------------------------------------

static const imp_matcher_info *describe_matcher(imp_plugin *plugin) {
  (void)plugin;
  static const imp_matcher_info info = {
      .size = sizeof(imp_matcher_info),
      .modality = IMP_MODALITY_FACE,
      .algorithm = MATCHER_ALGORITHM,
      .writes_version = MATCHER_WRITES,
      .reads_version_min = MATCHER_READS_MIN,
      .reads_version_max = MATCHER_READS_MAX,
      .template_bytes_max = MATCHER_TEMPLATE_BYTES,
      .template_bytes_fixed = MATCHER_TEMPLATE_BYTES,
      .needs_face = MATCHER_NEEDS_FACE,
      .symmetric = MATCHER_SYMMETRIC,
      .similarity_min = MATCHER_SIMILARITY_MIN,
      .similarity_max = MATCHER_SIMILARITY_MAX,
  };
  return &info;
}

static imp_status create(imp_plugin *plugin, const imp_matcher_options *options, imp_matcher **matcher) {
  if (!options || !matcher)
    return fail(plugin, IMP_E_ARGUMENT, "options or the place for the matcher are missing");
  if (options->size != sizeof *options)
    return fail(plugin, IMP_E_ABI, "the options' size field is %u, not %zu", options->size, sizeof *options);
  if (options->threads < 1)
    return fail(plugin, IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
  imp_matcher *made = malloc(sizeof *made);
  if (!made)
    return fail(plugin, IMP_E_MEMORY, "no memory for a matcher");
  made->plugin = plugin;
  *matcher = made;
  return IMP_OK;
}

static void destroy(imp_matcher *matcher) {
  free(matcher);
}

static const imp_matcher_ability table = {
    .size = sizeof(imp_matcher_ability),
    .describe = describe_matcher,
    .create = create,
    .extract = extract,
    .compare = compare,
    .compare_many = compare_many,
    .destroy = destroy,
};

const char plugin_ability_id[] = PLUGIN_ABILITY;
const void *const plugin_ability = &table;
