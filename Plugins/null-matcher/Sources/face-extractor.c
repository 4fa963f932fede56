// SPDX-License-Identifier: Apache-2.0
// A face extractor: it describes a face by its coarse brightness.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: two pictures of one person under different light differ.
// To make it yours, replace `read_grid` and `write_template`; what is checked
// before stays as it is.
#include "grid-template.h"
#include "templates.h"

#include <stdlib.h>

_Static_assert(sizeof TEMPLATE_FORMAT <= sizeof(((imp_face_format *)0)->name),
               "the format's name is too long");

// ---- Extracting -------------------------------------------------------------

struct imp_face_extractor {
  const imp_plugin *plugin;
};

// Whether a face's landmarks are among those that are lent beside it. Else the status to answer; its words
// are told.
static imp_status check_landmarks(const imp_plugin *plugin, const imp_face *face, const imp_point3 *landmarks,
                                  uint32_t count) {
  if (count > 0 && !landmarks)
    return fail(plugin, IMP_E_ARGUMENT, "there are %u landmarks but no array of them", count);
  if (!face)
    return IMP_OK;
  imp_status status = check_struct(plugin, face, sizeof *face, "the face");
  if (status != IMP_OK)
    return status;
  if (face->landmark_first > count || face->landmark_count > count - face->landmark_first)
    return fail(plugin, IMP_E_ARGUMENT, "%u landmarks from number %u on are not among the %u that there are",
                face->landmark_count, face->landmark_first, count);
  return IMP_OK;
}

static imp_status extract(imp_face_extractor *extractor, const imp_image *image, const imp_face *face,
                          const imp_point3 *landmarks, uint32_t landmark_count, imp_buffer *payload,
                          imp_extraction *extraction) {
  const imp_plugin *plugin = extractor->plugin;
  imp_status status = check_image(plugin, image, GRID);
  if (status != IMP_OK)
    return status;
  status = check_landmarks(plugin, face, landmarks, landmark_count);
  if (status != IMP_OK)
    return status;
  // Checked first: a call that is refused changes nothing.
  status = check_outputs(plugin, payload, extraction);
  if (status != IMP_OK)
    return status;
  int8_t cells[CELLS];
  status = read_grid(plugin, image, face, cells);
  if (status != IMP_OK)
    return status;
  write_template(cells, payload->data);
  forget(cells, sizeof cells);
  tell(payload, extraction);
  return IMP_OK;
}

// ---- The table --------------------------------------------------------------

static imp_status list_formats(imp_plugin *plugin, imp_face_format *formats, size_t *count) {
  static const imp_face_format format = {
      .size = sizeof format,
      .version = TEMPLATE_VERSION,
      .template_bytes_max = TEMPLATE_BYTES,
      .template_bytes_fixed = TEMPLATE_BYTES,
      .needs_face = NEEDS_FACE,
      .name = TEMPLATE_FORMAT,
  };
  return list_all(plugin, &format, 1, sizeof format, formats, count);
}

static imp_status create(imp_plugin *plugin, const imp_face_extractor_options *options,
                         imp_face_extractor **extractor) {
  imp_status status = check_struct(plugin, options, sizeof *options, "the options");
  if (status == IMP_OK)
    status = check_format(plugin, options->threads, options->format);
  if (status != IMP_OK)
    return status;
  if (!extractor)
    return fail(plugin, IMP_E_ARGUMENT, "there is no place for the extractor");
  imp_face_extractor *made = malloc(sizeof *made);
  if (!made)
    return fail(plugin, IMP_E_MEMORY, "no memory for an extractor");
  made->plugin = plugin;
  *extractor = made;
  return IMP_OK;
}

static void destroy(imp_face_extractor *extractor) {
  free(extractor);
}

const imp_face_extractor_ability face_extractor_table = {
    .size = sizeof(imp_face_extractor_ability),
    .formats = list_formats,
    .create = create,
    .extract = extract,
    .destroy = destroy,
};
