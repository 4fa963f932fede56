// SPDX-License-Identifier: Apache-2.0
// A matcher: it compares faces by their coarse brightness, as comparing.c does. What is checked before stays
// as it is.
#include "comparing.h"
#include "templates.h"

#include <imprint/gallery.h>
#include <math.h>
#include <stdlib.h>

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

// Whether each template of a gallery lies within it. Else the status to answer; its words are told.
static imp_status check_gallery(const imp_plugin *plugin, const imp_gallery *gallery) {
  imp_status status = check_struct(plugin, gallery, sizeof *gallery, "the gallery");
  if (status != IMP_OK)
    return status;
  const char *wrong = imprint_check_gallery(gallery, TEMPLATE_BYTES);
  return wrong ? fail(plugin, IMP_E_ARGUMENT, "%s", wrong) : IMP_OK;
}

// Template i of a gallery that was checked.
static imp_bytes template_of(const imp_gallery *gallery, uint64_t i) {
  return imprint_template_of(gallery, TEMPLATE_BYTES, i);
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
  status = check_room(plugin, payload, TEMPLATE_BYTES);
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
