// SPDX-License-Identifier: Apache-2.0
// A matcher: it compares faces by their coarse brightness.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: two pictures of one person under different light differ.
// To make it yours, replace `read_template`, `correlate` and `add_up`; what is
// checked before stays as it is.
#include "grid-template.h"
#include "templates.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// ---- The algorithm ----------------------------------------------------------

// Reads a payload, which is hostile. NULL where it is fine, otherwise what is wrong.
static const char *read_template(imp_bytes bytes, uint32_t version, int8_t cells[CELLS], imp_status *status) {
  *status = IMP_E_TEMPLATE_VERSION;
  if (version != TEMPLATE_VERSION)
    return "the template's version is not 1; update the plugin";
  *status = IMP_E_TEMPLATE_DAMAGED;
  if (!bytes.data || bytes.length != TEMPLATE_BYTES)
    return "the template has a wrong length; enrol again";
  *status = IMP_E_TEMPLATE_FORMAT;
  if (memcmp(bytes.data + AT_MAGIC, template_magic, sizeof template_magic) != 0)
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

// Normalised correlation, -1...1. In integers up to the last step, so that
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

// Makes one of several: their sum, scaled so that the largest magnitude is 127. In
// integers, so that the order does not matter. False where one is not like
// the sum of all: then they are not of one person.
static bool add_up(int8_t all[][CELLS], size_t count, int8_t fused[CELLS]) {
  int32_t sums[CELLS] = {0}, largest = 0;
  for (size_t i = 0; i < count; i++)
    for (int cell = 0; cell < CELLS; cell++)
      sums[cell] += all[i][cell];
  bool agree = true;
  for (size_t i = 0; i < count; i++) {
    int64_t likeness = 0;
    for (int cell = 0; cell < CELLS; cell++)
      likeness += all[i][cell] * sums[cell];
    agree = agree && likeness > 0;
  }
  for (int cell = 0; cell < CELLS; cell++)
    largest = abs(sums[cell]) > largest ? abs(sums[cell]) : largest;
  for (int cell = 0; agree && cell < CELLS; cell++)
    fused[cell] = (int8_t)(sums[cell] * 127 / largest);
  forget(sums, sizeof sums);
  return agree;
}

// ---- Comparing --------------------------------------------------------------

struct imp_matcher {
  const imp_plugin *plugin;
};

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

// Whether each template of a gallery lies within it. Else the status to answer; its words are told.
static imp_status check_gallery(const imp_plugin *plugin, const imp_gallery *gallery) {
  imp_status status = check_struct(plugin, gallery, sizeof *gallery, "the gallery");
  if (status != IMP_OK)
    return status;
  if (!shape_is_right(gallery))
    return fail(plugin, IMP_E_ARGUMENT, "the gallery's offsets or length do not fit its data");
  return IMP_OK;
}

// Template i of a gallery that was checked.
static imp_bytes template_of(const imp_gallery *gallery, uint64_t i) {
  uint64_t from = gallery->offsets ? gallery->offsets[i] : i * TEMPLATE_BYTES;
  uint64_t to = gallery->offsets ? gallery->offsets[i + 1] : from + TEMPLATE_BYTES;
  return (imp_bytes){gallery->data.data ? gallery->data.data + from : NULL, to - from};
}

static imp_status compare_many(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                               const imp_gallery *gallery, float *similarities) {
  imp_status status = check_gallery(matcher->plugin, gallery);
  if (status != IMP_OK)
    return status;
  if (gallery->count > 0 && !similarities)
    return fail(matcher->plugin, IMP_E_ARGUMENT, "there is no place for the similarities");
  int8_t a[CELLS], b[CELLS] = {0};
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

// ---- Fusing -----------------------------------------------------------------

#define MOST_FUSED 64 // templates at once, as the contract has it

// Makes one template of those of a gallery that was checked. Else the status to answer; its words are told.
static imp_status fuse_all(const imp_plugin *plugin, const imp_gallery *gallery, uint8_t *out) {
  int8_t all[MOST_FUSED][CELLS], fused[CELLS];
  size_t count = (size_t)gallery->count, read = 0;
  imp_status status = IMP_OK;
  const char *wrong = NULL;
  for (; read < count && !wrong; read++)
    wrong = read_template(template_of(gallery, read), gallery->version, all[read], &status);
  if (wrong)
    status = fail(plugin, status, "template %zu: %s", read, wrong);
  else if (add_up(all, count, fused))
    write_template(fused, out);
  else
    status = fail(plugin, IMP_E_TEMPLATES_DISAGREE, "the %zu templates are not of one person", count);
  forget(all, sizeof all);
  forget(fused, sizeof fused);
  return status;
}

static imp_status fuse(const imp_matcher *matcher, const imp_gallery *gallery, imp_buffer *payload,
                       imp_fusion *fusion) {
  const imp_plugin *plugin = matcher->plugin;
  imp_status status = check_struct(plugin, fusion, sizeof *fusion, "the fusion");
  if (status == IMP_OK)
    status = check_gallery(plugin, gallery);
  if (status != IMP_OK)
    return status;
  if (gallery->count < 1 || gallery->count > MOST_FUSED)
    return fail(plugin, IMP_E_ARGUMENT, "1 to %d templates are fused at once", MOST_FUSED);
  status = check_room(plugin, payload);
  if (status == IMP_OK)
    status = fuse_all(plugin, gallery, payload->data);
  if (status != IMP_OK)
    return status;
  payload->length = TEMPLATE_BYTES;
  fusion->version = MATCHER_FUSES;
  fusion->count = (uint32_t)gallery->count;
  fusion->quality = -1; // not measured
  return IMP_OK;
}

// ---- The table --------------------------------------------------------------

static imp_status list_formats(imp_plugin *plugin, imp_matcher_format *formats, size_t *count) {
  static const imp_matcher_format format = {
      .size = sizeof format,
      .modality = IMP_MODALITY_FACE,
      .reads_version_min = MATCHER_READS_MIN,
      .reads_version_max = MATCHER_READS_MAX,
      .template_bytes_max = TEMPLATE_BYTES,
      .template_bytes_fixed = TEMPLATE_BYTES,
      .symmetric = MATCHER_SYMMETRIC,
      .fuses_version = MATCHER_FUSES,
      .similarity_min = MATCHER_SIMILARITY_MIN,
      .similarity_max = MATCHER_SIMILARITY_MAX,
      .name = TEMPLATE_FORMAT,
  };
  return list_all(plugin, &format, 1, sizeof format, formats, count);
}

static imp_status create(imp_plugin *plugin, const imp_matcher_options *options, imp_matcher **matcher) {
  imp_status status = check_struct(plugin, options, sizeof *options, "the options");
  if (status == IMP_OK)
    status = check_format(plugin, options->threads, options->format);
  if (status != IMP_OK)
    return status;
  if (!matcher)
    return fail(plugin, IMP_E_ARGUMENT, "there is no place for the matcher");
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

const imp_matcher_ability matcher_table = {
    .size = sizeof(imp_matcher_ability),
    .formats = list_formats,
    .create = create,
    .compare = compare,
    .compare_many = compare_many,
    .fuse = fuse,
    .destroy = destroy,
};
