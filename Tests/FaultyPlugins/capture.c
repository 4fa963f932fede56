// SPDX-License-Identifier: Apache-2.0
// A face capture: keeps the first frames with a face, then finishes. Correct, but for the fault it is built
// with.
#include "plugin.h"

struct imp_face_capture {
  imp_plugin *plugin;
  imp_face_capture_options options;
  bool has_begun, is_finished, is_scanning;
  uint64_t begin, last;
  uint32_t kept;
  float quality[IMP_CAPTURE_SLOTS];
};

static imp_capture_event *add(imp_capture_events *events, uint32_t kind) {
  imp_capture_event *event = &events->events[events->count++];
  *event = (imp_capture_event){.size = sizeof *event, .kind = kind};
  return event;
}

static void finish(imp_face_capture *capture, imp_capture_events *events, int32_t code) {
  if (FAULT == forgets_images) capture->kept = 0;
  for (uint32_t i = 0; i < capture->kept; i++) {
    imp_capture_event *result = add(events, IMP_CAPTURE_RESULT);
    result->slot = FAULT == result_not_kept ? (i + 1) % IMP_CAPTURE_SLOTS : i;
    result->rank = i;
    result->value = capture->quality[i];
    result->tracking = IMP_TRACKING_STEADY;
    result->liveness = IMP_LIVENESS_UNKNOWN;
  }
  for (int i = 0; i < (FAULT == finishes_twice ? 2 : 1); i++) {
    imp_capture_event *finished = add(events, IMP_CAPTURE_FINISHED);
    finished->code = code;
    finished->liveness = IMP_LIVENESS_UNKNOWN;
  }
  if (FAULT == event_after_finished) add(events, IMP_CAPTURE_PROGRESS)->value = 1;
  capture->is_finished = true;
}

static imp_status check_frame(const imp_plugin *plugin, const imp_image *image, const imp_face_list *faces) {
  if (!image) return missing(plugin, "the image");
  if (image->size != sizeof *image) return wrong_size(plugin, "the image", image->size, sizeof *image);
  uint64_t row = (uint64_t)image->width * (image->format == IMP_PIXEL_RGB24 ? 3 : 1);
  bool is_wrong = (image->format != IMP_PIXEL_GREY8 && image->format != IMP_PIXEL_RGB24) || image->width < 1 ||
      image->height < 1 || image->row_bytes < row ||
      image->pixels.length < (uint64_t)(image->height - 1) * image->row_bytes + row;
  if (is_wrong && FAULT != takes_any_image)
    return fail(plugin, IMP_E_SAMPLE, "the image's format or layout cannot be worked with");
  for (uint32_t i = 0; i < faces->face_count; i++)
    if (faces->faces[i].size != sizeof(imp_face))
      return wrong_size(plugin, "a face", faces->faces[i].size, sizeof(imp_face));
  return IMP_OK;
}

static void take_frame(imp_face_capture *capture, const imp_face_list *faces, uint64_t now,
                       imp_capture_events *events) {
  if (faces->face_count == 0) return;
  if (!capture->is_scanning) add(events, IMP_CAPTURE_STEP)->code = IMP_STEP_SCANNING;
  capture->is_scanning = true;
  add(events, IMP_CAPTURE_FACE)->face = 0;
  float quality = faces->faces[0].quality[IMP_QUALITY_UNIFIED];
  if (quality < capture->options.quality_threshold || now - capture->begin < capture->options.steady_ns) return;
  imp_capture_event *keep = add(events, IMP_CAPTURE_KEEP);
  keep->slot = FAULT == unknown_slot ? IMP_CAPTURE_SLOTS : capture->kept;
  capture->quality[capture->kept++] = quality;
  float progress = (float)capture->kept / (float)capture->options.images;
  if (FAULT == progress_falls) progress = 1 - progress;
  add(events, IMP_CAPTURE_PROGRESS)->value = progress;
  if (capture->kept == capture->options.images) finish(capture, events, IMP_FINISH_CAPTURED);
}

static imp_status check_call(const imp_face_capture *capture, uint32_t input, const imp_image *image,
                             const imp_face_list *faces, uint64_t now, const imp_capture_events *events) {
  const imp_plugin *plugin = capture->plugin;
  if (!faces || !events || !events->events) return missing(plugin, "the list of faces or the room for events");
  if (faces->size != sizeof *faces) return wrong_size(plugin, "the list", faces->size, sizeof *faces);
  if (events->size != sizeof *events) return wrong_size(plugin, "the events", events->size, sizeof *events);
  if (events->capacity < IMP_CAPTURE_EVENTS_MAXIMUM)
    return fail(plugin, IMP_E_ARGUMENT, "room for %u events is less than 32", events->capacity);
  for (uint32_t i = 0; i < events->capacity && FAULT != ignores_event_size; i++)
    if (events->events[i].size != sizeof(imp_capture_event))
      return wrong_size(plugin, "an event", events->events[i].size, sizeof(imp_capture_event));
  if (input < IMP_INPUT_FRAME || input > IMP_INPUT_END)
    return fail(plugin, IMP_E_ARGUMENT, "input %u is none of 1...3", input);
  if (capture->is_finished && FAULT != steps_after_end)
    return fail(plugin, IMP_E_STATE, "the capture is finished; make a new one");
  if (capture->has_begun && now < capture->last && FAULT != takes_earlier_time)
    return fail(plugin, IMP_E_ARGUMENT, "the time is before the last step's");
  return input == IMP_INPUT_FRAME ? check_frame(plugin, image, faces) : IMP_OK;
}

static imp_status step(imp_face_capture *capture, uint32_t input, const imp_image *image, const imp_face_list *faces,
                       uint64_t now, imp_capture_events *events) {
  imp_status status = check_call(capture, input, image, faces, now, events);
  if (status != IMP_OK) {
    if (FAULT == failed_step_counts) capture->last = now, capture->has_begun = true;
    return status;
  }
  if (FAULT == by_the_clock) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    now += (uint64_t)time.tv_nsec % 1000000000u * 4;
  }
  if (!capture->has_begun) capture->begin = now;
  capture->last = now;
  events->count = 0;
  if (!capture->has_begun) add(events, IMP_CAPTURE_STEP)->code = IMP_STEP_PREPARING;
  capture->has_begun = true;
  if (FAULT == too_many_events)
    while (events->count <= events->capacity) add(events, IMP_CAPTURE_FEEDBACK)->code = IMP_FEEDBACK_GOOD;
  if (FAULT == keeps_in_tick && input == IMP_INPUT_TICK) add(events, IMP_CAPTURE_KEEP)->slot = 0;
  if (now - capture->begin >= capture->options.timeout_ns && FAULT != ignores_timeout)
    finish(capture, events, IMP_FINISH_TIMEOUT);
  else if (input == IMP_INPUT_FRAME)
    take_frame(capture, faces, now, events);
  else if (input == IMP_INPUT_END && FAULT != ignores_end)
    finish(capture, events, IMP_FINISH_ENDED);
  return IMP_OK;
}

static imp_status create(imp_plugin *plugin, const imp_face_capture_options *options, imp_face_capture **capture) {
  if (!options || !capture) return missing(plugin, "options or the place for the capture");
  if (options->size != sizeof *options) return wrong_size(plugin, "options", options->size, sizeof *options);
  if (options->liveness_mode != IMP_LIVENESS_MODE_NONE && FAULT != accepts_liveness)
    return fail(plugin, IMP_E_UNSUPPORTED, "liveness mode %u is not offered", options->liveness_mode);
  if (options->images < 1 || options->images > IMP_CAPTURE_SLOTS || options->timeout_ns < 1000000000u ||
      options->timeout_ns > 600000000000u || options->steady_ns > 10000000000u ||
      !(options->quality_threshold >= 0 && options->quality_threshold <= 100))
    return fail(plugin, IMP_E_ARGUMENT, "images (1...8), threshold (0...100), timeout (1 s...600 s) or steady "
                                        "time (0...10 s) out of range");
  imp_face_capture *made = calloc(1, sizeof *made);
  if (!made) return fail(plugin, IMP_E_MEMORY, "no memory for a capture");
  made->plugin = plugin;
  made->options = *options;
  *capture = made;
  return IMP_OK;
}

static void destroy(imp_face_capture *capture) {
  free(capture);
}

static const char *const plugin_abilities[] = {IMP_FACE_CAPTURE_ID};

static const imp_face_capture_ability table = {sizeof(imp_face_capture_ability), 0, create, step, destroy};

static const void *plugin_table(const char *id) {
  (void)id;
  return &table;
}
