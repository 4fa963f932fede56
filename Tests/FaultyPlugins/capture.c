// SPDX-License-Identifier: Apache-2.0
// A face capture: keeps the first frames with a face, then finishes. In the modes of liveness it asks for
// something at the first face, and compares what it kept, where the host does; it judges nothing. Correct,
// but for the fault it is built with.
#include "plugin.h"

struct imp_face_capture {
  imp_plugin *plugin;
  imp_face_capture_options_v2 options;
  bool has_begun, is_finished, is_scanning, is_comparing;
  uint64_t begin, last;
  uint32_t kept, other; // what is compared with slot 0
  float quality[IMP_CAPTURE_IMAGES];
};

static imp_capture_event_v2 *add(imp_capture_events_v2 *events, uint32_t kind) {
  imp_capture_event_v2 *event = &events->events[events->count++];
  *event = (imp_capture_event_v2){.size = sizeof *event, .kind = kind};
  return event;
}

static uint32_t verdict(const imp_face_capture *capture) {
  uint32_t mode = capture->options.liveness_mode;
  if (mode == IMP_LIVENESS_MODE_NONE) return IMP_LIVENESS_UNKNOWN;
  if (FAULT == unknown_verdict && mode == IMP_LIVENESS_MODE_BLINK) return IMP_LIVENESS_UNKNOWN;
  if (FAULT == live_without_a_frame && !capture->is_scanning) return IMP_LIVENESS_LIVE;
  if (FAULT == live_in_training && capture->options.cr2d == IMP_CR2D_TRAINING && capture->is_scanning)
    return IMP_LIVENESS_LIVE;
  return IMP_LIVENESS_NO_DECISION;
}

static void finish(imp_face_capture *capture, imp_capture_events_v2 *events, int32_t code) {
  if (FAULT == forgets_images || (FAULT == stop_forgets_images && code == IMP_FINISH_STOPPED)) capture->kept = 0;
  for (uint32_t i = 0; i < capture->kept; i++) {
    imp_capture_event_v2 *result = add(events, IMP_CAPTURE_RESULT);
    result->slot = FAULT == result_not_kept ? (i + 1) % IMP_CAPTURE_SLOTS : i;
    result->rank = i;
    result->value = capture->quality[i];
    result->tracking = IMP_TRACKING_STEADY;
    result->liveness = verdict(capture);
  }
  for (int i = 0; i < (FAULT == finishes_twice ? 2 : 1); i++) {
    imp_capture_event_v2 *finished = add(events, IMP_CAPTURE_FINISHED);
    finished->code = code;
    finished->liveness = verdict(capture);
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

static bool helps(const imp_face_capture *capture, uint32_t help) { return (capture->options.helps & help) != 0; }

// What a mode of liveness asks for at the first face.
static void ask(const imp_face_capture *capture, imp_capture_events_v2 *events) {
  const imp_face_capture_options_v2 *options = &capture->options;
  switch (options->liveness_mode) {
    case IMP_LIVENESS_MODE_NONE: return;
    case IMP_LIVENESS_MODE_PASSIVE:
      add(events, IMP_CAPTURE_ACTION)->flags = IMP_ACTION_TURN_LEFT | IMP_ACTION_TURN_RIGHT;
      break;
    case IMP_LIVENESS_MODE_ACTIVE: {
      add(events, IMP_CAPTURE_CHALLENGE)->count = 1;
      imp_capture_event_v2 *target = add(events, IMP_CAPTURE_TARGET);
      uint64_t chosen = FAULT == draws_anew ? clock_now() : options->seed[0];
      target->count = 1;
      target->flags = IMP_SHOWN_VISIBLE | IMP_SHOWN_CURRENT;
      target->x = FAULT == target_off_screen ? 2 : (float)(chosen % 10007) / 10007;
      target->width = 0.1f;
      add(events, IMP_CAPTURE_POINTER)->flags = IMP_SHOWN_VISIBLE;
      break;
    }
    case IMP_LIVENESS_MODE_PASSIVE_VIDEO: {
      add(events, IMP_CAPTURE_PREPARATION)->code = IMP_PREPARATION_STARTED;
      imp_capture_event_v2 *oval = add(events, IMP_CAPTURE_OVAL);
      oval->width = 0.6f;
      oval->height = 0.8f;
      break;
    }
    default: add(events, IMP_CAPTURE_ACTION)->flags = IMP_ACTION_BLINK;
  }
  if (helps(capture, IMP_HELP_LIGHTS) || FAULT == lights_unasked) add(events, IMP_CAPTURE_LIGHT)->color = 0xFF0000;
}

// All images are there: compares two, where it can.
static void take_last(imp_face_capture *capture, imp_capture_events_v2 *events) {
  bool is_asked = helps(capture, IMP_HELP_COMPARES) || FAULT == compares_unasked;
  if (capture->options.liveness_mode == IMP_LIVENESS_MODE_NONE || capture->kept < 2 || !is_asked) {
    finish(capture, events, IMP_FINISH_CAPTURED);
    return;
  }
  add(events, IMP_CAPTURE_STEP)->code = IMP_STEP_JUDGING;
  imp_capture_event_v2 *compare = add(events, IMP_CAPTURE_COMPARE);
  compare->other = capture->other = FAULT == compares_what_it_lacks ? IMP_CAPTURE_SLOTS - 1 : 1;
  capture->is_comparing = true;
}

static void take_answer(imp_face_capture *capture, const imp_capture_input *input, imp_capture_events_v2 *events) {
  if (!capture->is_comparing) return;
  capture->is_comparing = false;
  imp_capture_event_v2 *finding = add(events, IMP_CAPTURE_FINDING);
  finding->code = IMP_METHOD_PERSON;
  finding->liveness = input->compared == IMP_COMPARED_DONE ? IMP_LIVENESS_LIVE : IMP_LIVENESS_NO_DECISION;
  finding->value = (float)input->score;
  finish(capture, events, IMP_FINISH_CAPTURED);
}

static void take_frame(imp_face_capture *capture, const imp_face_list *faces, uint64_t now,
                       imp_capture_events_v2 *events) {
  if (faces->face_count == 0) return;
  bool is_first = !capture->is_scanning;
  if (is_first) add(events, IMP_CAPTURE_STEP)->code = IMP_STEP_SCANNING;
  capture->is_scanning = true;
  add(events, IMP_CAPTURE_FACE)->face = 0;
  if (is_first) ask(capture, events);
  if (capture->options.images == 0) {
    if (FAULT == finishes_without_images) finish(capture, events, IMP_FINISH_CAPTURED);
    return;
  }
  float quality = faces->faces[0].quality[IMP_QUALITY_UNIFIED];
  if (quality < capture->options.quality_threshold || now - capture->begin < capture->options.steady_ns) return;
  imp_capture_event_v2 *keep = add(events, IMP_CAPTURE_KEEP);
  keep->slot = FAULT == unknown_slot ? IMP_CAPTURE_SLOTS : capture->kept;
  capture->quality[capture->kept++] = quality;
  float progress = (float)capture->kept / (float)capture->options.images;
  if (FAULT == progress_falls) progress = 1 - progress;
  add(events, IMP_CAPTURE_PROGRESS)->value = progress;
  if (capture->kept == capture->options.images) take_last(capture, events);
}

static imp_status check_call(const imp_face_capture *capture, const imp_capture_input *input, const imp_image *image,
                             const imp_face_list *faces, const imp_capture_events_v2 *events) {
  const imp_plugin *plugin = capture->plugin;
  if (!input || !faces || !events || !events->events)
    return missing(plugin, "the input, the list of faces or the room for events");
  if (input->size != sizeof *input && FAULT != ignores_input_size)
    return wrong_size(plugin, "the input", input->size, sizeof *input);
  if (faces->size != sizeof *faces) return wrong_size(plugin, "the list", faces->size, sizeof *faces);
  if (events->size != sizeof *events) return wrong_size(plugin, "the events", events->size, sizeof *events);
  if (events->capacity < IMP_CAPTURE_EVENTS_MAXIMUM)
    return fail(plugin, IMP_E_ARGUMENT, "room for %u events is less than 64", events->capacity);
  for (uint32_t i = 0; i < events->capacity && FAULT != ignores_event_size; i++)
    if (events->events[i].size != sizeof(imp_capture_event_v2))
      return wrong_size(plugin, "an event", events->events[i].size, sizeof(imp_capture_event_v2));
  if (input->kind < IMP_INPUT_FRAME || input->kind > IMP_INPUT_MOTION)
    return fail(plugin, IMP_E_ARGUMENT, "input %u is none of 1...6", input->kind);
  if (capture->is_finished && FAULT != steps_after_end)
    return fail(plugin, IMP_E_STATE, "the capture is finished; make a new one");
  if (capture->has_begun && input->now_ns < capture->last && FAULT != takes_earlier_time)
    return fail(plugin, IMP_E_ARGUMENT, "the time is before the last step's");
  if (input->kind == IMP_INPUT_COMPARED && FAULT != takes_any_answer &&
      (!capture->is_comparing || input->slot != 0 || input->other != capture->other))
    return fail(plugin, IMP_E_STATE, "that comparison was not asked for");
  if (input->kind == IMP_INPUT_FRAME && capture->is_comparing)
    return fail(plugin, IMP_E_STATE, "a comparison is not answered yet");
  return input->kind == IMP_INPUT_FRAME ? check_frame(plugin, image, faces) : IMP_OK;
}

static bool is_timed_out(const imp_face_capture *capture, uint64_t now) {
  if (FAULT == ignores_timeout) return false;
  if (FAULT == video_never_ends && capture->options.liveness_mode == IMP_LIVENESS_MODE_PASSIVE_VIDEO) return false;
  return now - capture->begin >= capture->options.timeout_ns;
}

static imp_status step(imp_face_capture *capture, const imp_capture_input *input, const imp_image *image,
                       const imp_face_list *faces, imp_capture_events_v2 *events) {
  imp_status status = check_call(capture, input, image, faces, events);
  uint64_t now = input ? input->now_ns : 0;
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
  if (FAULT == keeps_in_tick && input->kind == IMP_INPUT_TICK) add(events, IMP_CAPTURE_KEEP)->slot = 0;
  if (is_timed_out(capture, now))
    finish(capture, events, IMP_FINISH_TIMEOUT);
  else if (input->kind == IMP_INPUT_FRAME)
    take_frame(capture, faces, now, events);
  else if (input->kind == IMP_INPUT_END && FAULT != ignores_end)
    finish(capture, events, IMP_FINISH_ENDED);
  else if (input->kind == IMP_INPUT_STOP && FAULT != ignores_stop)
    finish(capture, events, IMP_FINISH_STOPPED);
  else if (input->kind == IMP_INPUT_COMPARED)
    take_answer(capture, input, events);
  return IMP_OK;
}

static bool is_wrong_target(const imp_face_capture_options_v2 *options) {
  bool has_start = options->cr2d == IMP_CR2D_TRAINING, has_target = has_start || options->cr2d == IMP_CR2D_FIXED;
  imp_point start = options->start, target = options->target;
  if (options->liveness_mode != IMP_LIVENESS_MODE_ACTIVE) return false;
  return options->cr2d < IMP_CR2D_RANDOM || options->cr2d > IMP_CR2D_TRAINING ||
      (options->cr2d == IMP_CR2D_PATH && (options->targets < 1 || options->targets > IMP_CAPTURE_TARGETS)) ||
      (has_start && !(start.x >= -1 && start.x <= 1 && start.y >= -1 && start.y <= 1)) ||
      (has_target && !(target.x >= -1 && target.x <= 1 && target.y >= -1 && target.y <= 1));
}

static imp_status create(imp_plugin *plugin, const imp_face_capture_options_v2 *options, imp_face_capture **capture) {
  if (!options || !capture) return missing(plugin, "options or the place for the capture");
  if (options->size != sizeof *options) return wrong_size(plugin, "options", options->size, sizeof *options);
  if (options->liveness_mode > IMP_LIVENESS_MODE_BLINK && FAULT != accepts_liveness)
    return fail(plugin, IMP_E_UNSUPPORTED, "liveness mode %u is not offered", options->liveness_mode);
  if (options->images > IMP_CAPTURE_IMAGES || options->timeout_ns < 1000000000u ||
      options->timeout_ns > 600000000000u || options->steady_ns > 10000000000u ||
      options->blink_timeout_ns > 30000000000u || options->interval_ns > 10000000000u ||
      ((options->security < IMP_SECURITY_LOW || options->security > IMP_SECURITY_HIGH) &&
       FAULT != takes_any_security) ||
      !(options->quality_threshold >= 0 && options->quality_threshold <= 100) ||
      !(options->liveness_threshold >= 0 && options->liveness_threshold <= 100))
    return fail(plugin, IMP_E_ARGUMENT, "images (0...8), security (1...3), thresholds (0...100), timeout "
                                        "(1 s...600 s), of a blink (0...30 s), steady time or interval (0...10 s) "
                                        "out of range");
  if (is_wrong_target(options) && FAULT != takes_any_target)
    return fail(plugin, IMP_E_ARGUMENT, "cr2d (1...4), targets (1...8), start or target (-1...1) out of range");
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

static const imp_face_capture_ability_v2 table = {sizeof(imp_face_capture_ability_v2), 0, create, step, destroy};

static const void *plugin_table(const char *id) {
  (void)id;
  return &table;
}
