// SPDX-License-Identifier: Apache-2.0
// A finger extractor: brightness in 64 cells. Correct, but for the fault it is built with.
#include "cells.h"

#define FORMATS 2
#define LARGE 150 // pixels; narrower prints get fewer cells, where lengths may differ

// One whose templates have one length, and one of a single resolution whose templates differ.
static const imp_finger_format made_formats[FORMATS] = {
    {
        .size = sizeof(imp_finger_format),
        .version = 1,
        .template_bytes_max = TEMPLATE_BYTES,
        .template_bytes_fixed = TEMPLATE_BYTES,
        .resolution_min = 15000,
        .resolution_max = FAULT == finger_format_out_of_range ? 1000001 : 25000,
        .name = "example.faulty-press",
    },
    {
        .size = sizeof(imp_finger_format),
        .version = 2,
        .template_bytes_max = FAULT == finger_format_differs ? TEMPLATE_BYTES + 8 : TEMPLATE_BYTES,
        .resolution_min = 19685,
        .resolution_max = 19685,
        .name = "example.faulty-roll",
    },
};

struct imp_finger_extractor {
  imp_plugin *plugin;
  const imp_finger_format *format;
  const imp_finger *kept; // this and what follows are there for faults alone
  unsigned calls;
};

// ---- Formats -----------------------------------------------------------------

static imp_status formats(imp_plugin *plugin, imp_finger_format *formats, size_t *count) {
  if (!count || (*count > 0 && !formats)) return missing(plugin, "the array or its length");
  for (size_t i = 0; i < *count; i++)
    if (formats[i].size != sizeof *formats)
      return wrong_size(plugin, "an entry", formats[i].size, sizeof *formats);
  size_t capacity = *count;
  *count = FORMATS;
  if (capacity < FORMATS) return fail(plugin, IMP_RETRY_SHORT_BUFFER, "there are %d formats", FORMATS);
  memcpy(formats, made_formats, sizeof made_formats);
  return IMP_OK;
}

static const imp_finger_format *find_format(imp_text name) {
  for (size_t i = 0; i < FORMATS; i++)
    if (is_text(name, made_formats[i].name) || FAULT == fingers_of_any_format) return &made_formats[i];
  return NULL;
}

// ---- Prints ------------------------------------------------------------------

static imp_status check_print(const imp_plugin *plugin, const imp_finger_format *format, const imp_image *image) {
  imp_image copy;
  if (FAULT == finger_ignores_image_size && image && image->size != sizeof *image) {
    copy = *image;
    copy.size = sizeof copy;
    image = &copy;
  }
  if (FAULT == finger_divides_by_zero && image && image->size == sizeof *image && image->width < GRID &&
      image->width > 0)
    __builtin_trap();
  imp_status status = check_image(plugin, image);
  if (status != IMP_OK) return status;
  if (image->format != IMP_PIXEL_GREY8 && FAULT != finger_takes_colours)
    return fail(plugin, IMP_E_SAMPLE, "prints are taken in grey (1), not in %u", image->format);
  bool is_high = image->resolution > format->resolution_max;
  if (FAULT == refuses_its_highest_resolution && format->resolution_max > format->resolution_min)
    is_high = image->resolution >= format->resolution_max;
  if ((image->resolution < format->resolution_min || is_high) && FAULT != finger_of_any_resolution)
    return fail(plugin, IMP_E_SAMPLE, "%u pixels a metre; %u to %u are taken", image->resolution,
                format->resolution_min, format->resolution_max);
  return IMP_OK;
}

static imp_status check_finger(imp_finger_extractor *extractor, const imp_finger *finger) {
  const imp_plugin *plugin = extractor->plugin;
  if (!finger) return missing(plugin, "the finger");
  if (finger->size != sizeof *finger && FAULT != finger_ignores_size)
    return wrong_size(plugin, "the finger", finger->size, sizeof *finger);
  uint32_t way = finger->impression;
  bool is_known = finger->position <= IMP_FINGER_LEFT_LITTLE &&
                  (way <= IMP_IMPRESSION_LIVE_SWIPE || way == IMP_IMPRESSION_LIVE_CONTACTLESS ||
                   way == IMP_IMPRESSION_OTHER || way == IMP_IMPRESSION_UNKNOWN);
  if (!is_known && FAULT != finger_of_any_position)
    return fail(plugin, IMP_E_ARGUMENT, "no finger of position %u and impression %u", finger->position, way);
  if (FAULT == wants_to_know_the_impression && way == IMP_IMPRESSION_UNKNOWN)
    return fail(plugin, IMP_E_QUALITY, "nobody says how it was taken");
  if (FAULT == keeps_finger) {
    if (extractor->kept) (void)*(const volatile uint32_t *)&extractor->kept->position;
    extractor->kept = finger;
  }
  return IMP_OK;
}

// Faults that are in the template itself.
static void change_cells(imp_finger_extractor *extractor, int8_t cells[CELLS]) {
  if (FAULT == fingers_all_alike) memset(cells, 1, CELLS);
  if (FAULT == counts_fingers) cells[0] = (int8_t)extractor->calls;
  // All of the number: two processes may well have the same remainder.
  for (int i = 0, rest = getpid(); FAULT == fingers_of_the_process && rest > 0; i++, rest /= 127)
    cells[i] = (int8_t)(rest % 127);
}

static imp_status extract(imp_finger_extractor *extractor, const imp_image *image, const imp_finger *finger,
                          imp_buffer *payload, imp_extraction *extraction) {
  const imp_plugin *plugin = extractor->plugin;
  const imp_finger_format *format = extractor->format;
  if (!payload || !extraction) return missing(plugin, "the room for the template");
  if (extraction->size != sizeof *extraction)
    return wrong_size(plugin, "the extraction", extraction->size, sizeof *extraction);
  if (FAULT == finger_touches_outputs) extraction->quality = 0;
  imp_status status = check_print(plugin, format, image);
  if (status == IMP_OK) status = check_finger(extractor, finger);
  if (status != IMP_OK) return status;

  int8_t cells[CELLS];
  float sharpness;
  if (!read_cells(image, cells, &sharpness)) {
    if (FAULT == finger_refuses_without_a_word) return IMP_E_NO_SUBJECT;
    return fail(plugin, IMP_E_NO_SUBJECT, "nothing lies on the sensor; put the finger down");
  }
  if (FAULT == presses_nobody) return fail(plugin, IMP_E_STATE, "there is nobody");
  change_cells(extractor, cells);
  bool is_large = image->width >= LARGE;
  uint8_t count = format->template_bytes_fixed || is_large ? CELLS : CELLS - 8;
  uint32_t length = AT_CELLS + count;
  if (FAULT == finger_template_shorter && !is_large) length -= 4;
  if (!payload->data || payload->capacity < length) {
    if (FAULT == finger_fills_short_buffer && payload->data) memset(payload->data, 0, payload->capacity);
    payload->length = length;
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the template needs %u bytes", length);
  }
  extractor->calls++;
  uint8_t made[TEMPLATE_BYTES];
  write_template(cells, count, (uint8_t)format->version, made);
  if (FAULT == finger_expects_zeroed_buffer)
    for (uint32_t i = 0; i < length; i++) payload->data[i] |= made[i];
  else
    memcpy(payload->data, made, length);
  if (FAULT == leaves_finger_template) leave_template(made, length);
  explicit_bzero(made, sizeof made);
  explicit_bzero(cells, sizeof cells);
  payload->length = length;
  extraction->version = format->version + (FAULT == finger_of_another_version ? 1 : 0);
  float quality = fminf(100, sharpness);
  if (FAULT == finger_quality_out_of_range) quality = 255;
  if (FAULT == finger_quality_rises_with_blur) quality = 100 - quality;
  extraction->quality = quality;
  extraction->reserved = 0;
  return IMP_OK;
}

// ---- Table -------------------------------------------------------------------

static imp_status create(imp_plugin *plugin, const imp_finger_extractor_options *options,
                         imp_finger_extractor **extractor) {
  if (!options || !extractor) return missing(plugin, "options or the place for the extractor");
  if (options->size != sizeof *options) return wrong_size(plugin, "options", options->size, sizeof *options);
  if (options->threads < 1) return fail(plugin, IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
  if (!options->format.data && options->format.length > 0) return missing(plugin, "the format's name");
  const imp_finger_format *format = find_format(options->format);
  if (!format) return fail(plugin, IMP_E_UNSUPPORTED, "it makes no templates of that format");
  imp_finger_extractor *made = calloc(1, sizeof *made);
  if (!made) return fail(plugin, IMP_E_MEMORY, "no memory for an extractor");
  made->plugin = plugin;
  made->format = format;
  *extractor = made;
  return IMP_OK;
}

static void destroy(imp_finger_extractor *extractor) { free(extractor); }

static const char *const plugin_abilities[] = {IMP_FINGER_EXTRACTOR_ID};

static const imp_finger_extractor_ability table = {
    sizeof(imp_finger_extractor_ability), 0, formats, create, extract, destroy};

static const void *plugin_table(const char *id) {
  (void)id;
  return &table;
}
