// SPDX-License-Identifier: Apache-2.0
// A face extractor: brightness in 64 cells. Correct, but for the fault it is built with. Also what the
// matcher's templates are made with.
#ifndef FAULTY_FACE_H
#define FAULTY_FACE_H

#include "cells.h"

#define FACE_FORMATS 2

static unsigned face_calls; // only a fault looks at it

// One that is made of any image, and one that needs a face and whose templates differ in length.
static const imp_face_format face_formats[FACE_FORMATS] = {
    {
        .size = sizeof(imp_face_format),
        .version = 1,
        .template_bytes_max = TEMPLATE_BYTES,
        .template_bytes_fixed = TEMPLATE_BYTES,
        .needs_face = FAULT == face_format_out_of_range ? 2 : 0,
        .name = "example.faulty-image",
    },
    {
        .size = sizeof(imp_face_format),
        .version = 2,
        .template_bytes_max = FAULT == face_format_differs ? TEMPLATE_BYTES + 8 : TEMPLATE_BYTES,
        .needs_face = 1,
        .name = "example.faulty-face",
    },
};

struct imp_face_extractor {
  imp_plugin *plugin;
  const imp_face_format *format;
  const uint8_t *kept; // this and what follows are there for faults alone
  const imp_point3 *kept_landmarks;
  unsigned calls, short_calls;
  pthread_t maker;
};

// ---- Formats -----------------------------------------------------------------

static imp_status list_face_formats(imp_plugin *plugin, imp_face_format *formats, size_t *count) {
  if (!count || (*count > 0 && !formats)) return missing(plugin, "the array or its length");
  for (size_t i = 0; i < *count; i++)
    if (formats[i].size != sizeof *formats)
      return wrong_size(plugin, "an entry", formats[i].size, sizeof *formats);
  size_t capacity = *count;
  *count = FACE_FORMATS;
  if (capacity < FACE_FORMATS) return fail(plugin, IMP_RETRY_SHORT_BUFFER, "there are %d formats", FACE_FORMATS);
  memcpy(formats, face_formats, sizeof face_formats);
  return IMP_OK;
}

static const imp_face_format *find_face_format(imp_text name) {
  for (size_t i = 0; i < FACE_FORMATS; i++)
    if (is_text(name, face_formats[i].name) || FAULT == faces_of_any_format) return &face_formats[i];
  return NULL;
}

// ---- Images ------------------------------------------------------------------

static void misuse_image(imp_face_extractor *extractor, const imp_image *image, const imp_point3 *landmarks) {
  volatile uint8_t *pixels = (volatile uint8_t *)(uintptr_t)image->pixels.data;
  if (FAULT == writes_into_image) pixels[0] = (uint8_t)(pixels[0] ^ 1);
  if (FAULT == reads_past_image) (void)pixels[(size_t)image->height * image->row_bytes];
  if (FAULT == keeps_face_image) {
    if (extractor->kept) (void)*(const volatile uint8_t *)extractor->kept;
    extractor->kept = image->pixels.data;
  }
  if (FAULT == keeps_landmarks) {
    if (extractor->kept_landmarks) (void)*(const volatile float *)&extractor->kept_landmarks->x;
    extractor->kept_landmarks = landmarks;
  }
#if defined __x86_64__
  // A load that needs 16-byte alignment, as a careless vector loop makes it.
  if (FAULT == expects_aligned_pixels) __asm__ volatile("movdqa (%0), %%xmm0" : : "r"(pixels) : "xmm0");
#endif
}

// ---- Templates ---------------------------------------------------------------

// Faults that are in the template itself.
static void change_cells(imp_face_extractor *extractor, int8_t cells[CELLS]) {
  if (FAULT == faces_all_alike) memset(cells, 1, CELLS);
  if (FAULT == counts_faces) cells[0] = (int8_t)extractor->calls;
  if (FAULT == faces_share_a_count) cells[1] = (int8_t)(face_calls - extractor->calls);
  // All of the number: two processes may well have the same remainder.
  for (int i = 0, rest = getpid(); FAULT == faces_of_the_process && rest > 0; i++, rest /= 127)
    cells[i] = (int8_t)(rest % 127);
}

static imp_status check_face(const imp_face_extractor *extractor, const imp_face *face,
                             const imp_point3 *landmarks, uint32_t landmark_count) {
  const imp_plugin *plugin = extractor->plugin;
  if (landmark_count > 0 && !landmarks) return missing(plugin, "the landmarks");
  if (face && face->size != sizeof *face) return wrong_size(plugin, "the face", face->size, sizeof *face);
  if (FAULT == face_always_needed && !face) __builtin_trap();
  // Every landmark that the face says it has, wherever that is.
  for (uint32_t i = 0; FAULT == trusts_landmarks && face && landmarks && i < face->landmark_count; i++)
    (void)*(const volatile float *)&landmarks[(size_t)face->landmark_first + i].x;
  if (!face && extractor->format->needs_face && FAULT != takes_no_face)
    return fail(plugin, IMP_E_NO_SUBJECT, "its format needs a face");
  return IMP_OK;
}

static imp_status extract_face(imp_face_extractor *extractor, const imp_image *image, const imp_face *face,
                               const imp_point3 *landmarks, uint32_t landmark_count, imp_buffer *payload,
                               imp_extraction *extraction) {
  const imp_plugin *plugin = extractor->plugin;
  const imp_face_format *format = extractor->format;
  if (!payload || !extraction) return missing(plugin, "the room for the template");
  if (extraction->size != sizeof *extraction)
    return wrong_size(plugin, "the extraction", extraction->size, sizeof *extraction);
  if (FAULT == face_touches_outputs) extraction->quality = 0;
  if (FAULT == hangs_in_extract) hang();
  imp_status status = check_image(plugin, image);
  if (status == IMP_OK) status = check_face(extractor, face, landmarks, landmark_count);
  if (status != IMP_OK) return status;
  if (FAULT == face_bound_to_thread && !pthread_equal(extractor->maker, pthread_self()))
    return fail(plugin, IMP_E_STATE, "this is not the thread that made the extractor");
  misuse_image(extractor, image, landmarks);

  static int8_t one_place[CELLS];
  int8_t own[CELLS], *cells = FAULT == sees_in_one_place ? one_place : own;
  float sharpness;
  bool has_contrast = read_cells(image, cells, &sharpness);
  if (FAULT == sees_in_one_place) sleep_for(1000000u); // what it does with the cells takes its time
  if (!has_contrast) {
    if (FAULT == face_refuses_without_a_word) return IMP_E_QUALITY;
    if (FAULT == untyped_failure) return -1;
    return fail(plugin, IMP_E_QUALITY, "the picture has no contrast; take another one");
  }
  if (FAULT == sees_nobody) return fail(plugin, IMP_E_STATE, "there is nobody");
  if (FAULT == sees_on_three_threads) compute_on_three_threads();
  change_cells(extractor, cells);

  bool is_grey = image->format == IMP_PIXEL_GREY8;
  uint8_t count = format->template_bytes_fixed || !is_grey ? CELLS : CELLS - 8;
  uint32_t length = AT_CELLS + count;
  if (FAULT == face_template_shorter && is_grey) length -= 4;
  if (!payload->data || payload->capacity < length) {
    if (FAULT == face_fills_short_buffer && payload->data) memset(payload->data, 0, payload->capacity);
    extractor->short_calls++;
    payload->length = length;
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the template needs %u bytes", length);
  }
  extractor->calls++;
  face_calls++;
  if (FAULT == writes_past_face_template) payload->data[payload->capacity] = 0;
  uint8_t made[TEMPLATE_BYTES];
  write_template(cells, count, (uint8_t)format->version, made);
  if (FAULT == face_expects_zeroed_buffer)
    for (uint32_t i = 0; i < length; i++) payload->data[i] |= made[i];
  else
    memcpy(payload->data, made, length);
  if (FAULT == leaves_face_template || (FAULT == second_face_format_leaves_template && format->needs_face))
    leave_template(made, length);
  explicit_bzero(made, sizeof made);
  explicit_bzero(cells, CELLS);
  payload->length = length;
  extraction->version = format->version + (FAULT == face_of_another_version ? 1 : 0);
  float quality = fminf(100, sharpness * 4);
  if (FAULT == face_quality_out_of_range) quality = 255;
  if (FAULT == face_quality_rises_with_blur) quality = 100 - quality;
  extraction->quality = quality;
  extraction->reserved = 0;
  return IMP_OK;
}

// ---- Table -------------------------------------------------------------------

static imp_status create_face_extractor(imp_plugin *plugin, const imp_face_extractor_options *options,
                                        imp_face_extractor **extractor) {
  if (!options || !extractor) return missing(plugin, "options or the place for the extractor");
  if (options->size != sizeof *options) return wrong_size(plugin, "options", options->size, sizeof *options);
  if (options->threads < 1) return fail(plugin, IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
  if (!options->format.data && options->format.length > 0) return missing(plugin, "the format's name");
  const imp_face_format *format = find_face_format(options->format);
  if (!format) return fail(plugin, IMP_E_UNSUPPORTED, "it makes no templates of that format");
  imp_face_extractor *made = calloc(1, sizeof *made);
  if (!made && FAULT != face_ignores_memory_failure)
    return fail(plugin, IMP_E_MEMORY, "no memory for an extractor");
  made->plugin = plugin;
  made->format = format;
  made->maker = pthread_self();
  *extractor = made;
  return IMP_OK;
}

static void destroy_face_extractor(imp_face_extractor *extractor) { free(extractor); }

static const imp_face_extractor_ability face_table = {
    sizeof(imp_face_extractor_ability), 0, list_face_formats, create_face_extractor, extract_face,
    destroy_face_extractor};

#endif
