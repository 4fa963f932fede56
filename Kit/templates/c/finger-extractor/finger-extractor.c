// SPDX-License-Identifier: Apache-2.0
// A finger extractor: it describes a fingerprint by its ridge orientation.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: a finger placed differently on the sensor differs.
// To make it yours, replace `read_ridges` and `write_template`; what is checked
// before stays as it is.
#include "ridges.h"
#include "templates.h"

#include <stdlib.h>

#define RESOLUTION_MIN 10000 // pixels per metre: 254 dots per inch
#define RESOLUTION_MAX 40000 // 1016

_Static_assert(sizeof TEMPLATE_FORMAT <= sizeof(((imp_finger_format *)0)->name), "the format's name is too long");

// ---- Extracting -------------------------------------------------------------

struct imp_finger_extractor {
  const imp_plugin *plugin;
};

// Whether an image is what the format takes. Else the status to answer; its words are told.
static imp_status check_print(const imp_plugin *plugin, const imp_image *image) {
  imp_status status = check_image(plugin, image, 1);
  if (status != IMP_OK)
    return status;
  if (image->format != IMP_PIXEL_GREY8 || image->resolution < RESOLUTION_MIN || image->resolution > RESOLUTION_MAX)
    return fail(plugin, IMP_E_SAMPLE, "pixel format %u of %u pixels per metre; grey (1) of %d to %d is supported",
                image->format, image->resolution, RESOLUTION_MIN, RESOLUTION_MAX);
  return IMP_OK;
}

// The same of what is said of the finger. It tells nothing that the template needs.
static imp_status check_finger(const imp_plugin *plugin, const imp_finger *finger) {
  imp_status status = check_struct(plugin, finger, sizeof *finger, "the finger");
  if (status != IMP_OK)
    return status;
  uint32_t way = finger->impression;
  bool is_known = way <= IMP_IMPRESSION_LIVE_SWIPE || way == IMP_IMPRESSION_LIVE_CONTACTLESS ||
                  way == IMP_IMPRESSION_OTHER || way == IMP_IMPRESSION_UNKNOWN;
  if (finger->position > IMP_FINGER_LEFT_LITTLE || !is_known)
    return fail(plugin, IMP_E_ARGUMENT, "finger position %u or impression %u is unknown",
                finger->position, way);
  return IMP_OK;
}

// Whether there is a print, and enough of one. Else the status to answer; its words are told.
static imp_status check_quality(const imp_plugin *plugin, const ridges *ridges) {
  if (ridges->seen == 0)
    return fail(plugin, IMP_E_NO_SUBJECT, "the image is blank; place the finger on the sensor");
  if (ridges->ridged < RIDGED_CELLS)
    return fail(plugin, IMP_E_QUALITY, "ridges are visible in %d of %d places, %d are needed; clean the finger, "
                "and place it flat", ridges->ridged, CELLS, RIDGED_CELLS);
  return IMP_OK;
}

static imp_status extract(imp_finger_extractor *extractor, const imp_image *image, const imp_finger *finger,
                          imp_buffer *payload, imp_extraction *extraction) {
  const imp_plugin *plugin = extractor->plugin;
  imp_status status = check_print(plugin, image);
  if (status == IMP_OK)
    status = check_finger(plugin, finger);
  // Checked first: a call that is refused changes nothing.
  if (status == IMP_OK)
    status = check_outputs(plugin, payload, extraction);
  if (status != IMP_OK)
    return status;
  ridges ridges = {0};
  read_ridges(image, &ridges);
  status = check_quality(plugin, &ridges);
  if (status == IMP_OK) {
    write_template(&ridges, payload->data);
    tell(payload, extraction);
  }
  forget(&ridges, sizeof ridges);
  return status;
}

// ---- The table --------------------------------------------------------------

static imp_status list_formats(imp_plugin *plugin, imp_finger_format *formats, size_t *count) {
  static const imp_finger_format format = {
      .size = sizeof format,
      .version = TEMPLATE_VERSION,
      .template_bytes_max = TEMPLATE_BYTES,
      .template_bytes_fixed = TEMPLATE_BYTES,
      .resolution_min = RESOLUTION_MIN,
      .resolution_max = RESOLUTION_MAX,
      .name = TEMPLATE_FORMAT,
  };
  return list_all(plugin, &format, 1, sizeof format, formats, count);
}

static imp_status create(imp_plugin *plugin, const imp_finger_extractor_options *options,
                         imp_finger_extractor **extractor) {
  imp_status status = check_struct(plugin, options, sizeof *options, "the options");
  if (status == IMP_OK)
    status = check_format(plugin, options->threads, options->format);
  if (status != IMP_OK)
    return status;
  if (!extractor)
    return fail(plugin, IMP_E_ARGUMENT, "the pointer to the extractor is null");
  imp_finger_extractor *made = malloc(sizeof *made);
  if (!made)
    return fail(plugin, IMP_E_MEMORY, "no memory for an extractor");
  made->plugin = plugin;
  *extractor = made;
  return IMP_OK;
}

static void destroy(imp_finger_extractor *extractor) {
  free(extractor);
}

static const imp_finger_extractor_ability table = {
    .size = sizeof(imp_finger_extractor_ability),
    .formats = list_formats,
    .create = create,
    .extract = extract,
    .destroy = destroy,
};

const void *const plugin_tables[] = {&table};
