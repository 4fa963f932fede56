// SPDX-License-Identifier: Apache-2.0
// A capture: it keeps the best frames of one face, until the face was steady for
// as long as was asked for.
//
// A state machine without clock, thread or file: all timing is by `now_ns`, so
// the same steps give the same events, and a recording replays exactly. To make
// it yours, replace `advise`, which says what the person should do, and `offer`,
// which says what frames are worth keeping.
#include "plugin.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// One kept frame; the host has its pixels, in the slot of the same number.
typedef struct kept {
  float quality;     // 0...100
  uint32_t tracking; // IMP_TRACKING_...
} kept;

// All that changes from step to step. A step works on a copy, which takes its
// place at the end: a step that fails has changed nothing.
typedef struct state {
  bool has_begun, is_finished, is_good, was_lost;
  uint64_t begin_ns, last_ns, good_since_ns;
  uint32_t track; // of the face followed; 0 before the first
  int32_t step, feedback;
  float progress;
  uint32_t count;
  kept kept[IMP_CAPTURE_SLOTS];
} state;

struct imp_face_capture {
  const imp_plugin *plugin;
  imp_face_capture_options options;
  state state;
};

// ---- Events -----------------------------------------------------------------

// The events of a step, gathered before the host's list is touched.
typedef struct events {
  uint32_t count;
  imp_capture_event list[IMP_CAPTURE_EVENTS_MAXIMUM];
} events;

static imp_capture_event *add(events *events, uint32_t kind) {
  // A step makes 6 at most, and a result for each slot.
  imp_capture_event *event = &events->list[events->count++];
  *event = (imp_capture_event){.size = sizeof *event, .kind = kind};
  return event;
}

static void enter(state *state, int32_t step, events *events) {
  if (state->step == step)
    return;
  state->step = step;
  add(events, IMP_CAPTURE_STEP)->code = step;
}

static void tell(state *state, int32_t feedback, events *events) {
  if (state->feedback == feedback)
    return;
  state->feedback = feedback;
  add(events, IMP_CAPTURE_FEEDBACK)->code = feedback;
}

// Ends the capture: the kept images, best first, and of equals the earlier slot.
static void finish(state *state, int32_t how, events *events) {
  bool is_named[IMP_CAPTURE_SLOTS] = {false};
  for (uint32_t rank = 0; rank < state->count; rank++) {
    uint32_t best = IMP_CAPTURE_SLOTS;
    for (uint32_t slot = 0; slot < state->count; slot++)
      if (!is_named[slot] && (best == IMP_CAPTURE_SLOTS || state->kept[slot].quality > state->kept[best].quality))
        best = slot;
    is_named[best] = true;
    imp_capture_event *event = add(events, IMP_CAPTURE_RESULT);
    event->slot = best;
    event->rank = rank;
    event->value = state->kept[best].quality;
    event->tracking = state->kept[best].tracking;
    event->liveness = IMP_LIVENESS_UNKNOWN;
  }
  imp_capture_event *event = add(events, IMP_CAPTURE_FINISHED);
  event->code = how;
  event->liveness = IMP_LIVENESS_UNKNOWN;
  state->is_finished = true;
}

// ---- Deciding ---------------------------------------------------------------

static float quality_of(const imp_face *face) {
  float quality = face->quality[IMP_QUALITY_UNIFIED];
  // A tracker that measures nothing says a negative number.
  return quality >= 0 && quality <= 100 ? quality : 0;
}

// The face to follow: the one followed so far, or else the first, which is the largest.
static uint32_t choose(const state *state, const imp_face_list *faces) {
  for (uint32_t i = 0; i < faces->face_count; i++)
    if (faces->faces[i].track_id == state->track)
      return i;
  return 0;
}

// What the person should do.
static int32_t advise(const imp_face *face, const imp_face_list *faces, const imp_image *image, float threshold) {
  float right = (face->box.x + face->box.width / 2) / (float)image->width - 0.5f;
  float down = (face->box.y + face->box.height / 2) / (float)image->height - 0.5f;
  if (faces->face_count > 1)
    return IMP_FEEDBACK_ONE_FACE;
  if (!(fabsf(right) <= 0.2f) || !(fabsf(down) <= 0.2f)) // of the image's sides
    return IMP_FEEDBACK_CENTER;
  if (face->box.height < 0.2f * (float)image->height)
    return IMP_FEEDBACK_MOVE_FORWARDS;
  if (face->box.height > 0.9f * (float)image->height)
    return IMP_FEEDBACK_MOVE_BACKWARDS;
  return quality_of(face) >= threshold ? IMP_FEEDBACK_GOOD : IMP_FEEDBACK_DO_NOT_MOVE;
}

// Keeps the frame where a slot is free, or one holds a worse one.
static void offer(state *state, uint32_t images, float quality, uint32_t face, events *events) {
  uint32_t slot = state->count;
  if (slot == images) {
    slot = 0;
    for (uint32_t i = 1; i < images; i++)
      if (state->kept[i].quality < state->kept[slot].quality)
        slot = i;
    if (state->kept[slot].quality >= quality)
      return;
  } else {
    state->count++;
  }
  state->kept[slot] = (kept){quality, state->was_lost ? IMP_TRACKING_LOST : IMP_TRACKING_STEADY};
  imp_capture_event *event = add(events, IMP_CAPTURE_KEEP);
  event->slot = slot;
  event->face = face;
}

static void advance(state *state, const imp_face_capture_options *options, uint64_t now, events *events) {
  float steady = options->steady_ns == 0 ? 1 : (float)(now - state->good_since_ns) / (float)options->steady_ns;
  float images = (float)state->count / (float)options->images;
  float reached = 0.5f * fminf(steady, 1) + 0.5f * images;
  if (reached <= state->progress)
    return;
  state->progress = reached;
  add(events, IMP_CAPTURE_PROGRESS)->value = reached;
}

static void take_frame(state *state, const imp_face_capture_options *options, const imp_image *image,
                       const imp_face_list *faces, uint64_t now, events *events) {
  if (faces->face_count == 0) {
    state->is_good = false;
    enter(state, IMP_STEP_PREPARING, events);
    tell(state, IMP_FEEDBACK_COME_BACK, events);
    return;
  }
  uint32_t index = choose(state, faces);
  const imp_face *face = &faces->faces[index];
  if (state->track != 0 && state->track != face->track_id) {
    // What was kept may show another person than what comes.
    state->was_lost = true;
    state->is_good = false;
    state->count = 0;
  }
  state->track = face->track_id;
  int32_t feedback = advise(face, faces, image, options->quality_threshold);
  bool is_good = feedback == IMP_FEEDBACK_GOOD;
  if (is_good && !state->is_good)
    state->good_since_ns = now;
  state->is_good = is_good;
  enter(state, is_good ? IMP_STEP_CAPTURING : IMP_STEP_SCANNING, events);
  tell(state, feedback, events);
  add(events, IMP_CAPTURE_FACE)->face = index;
  if (!is_good)
    return;
  offer(state, options->images, quality_of(face), index, events);
  advance(state, options, now, events);
  if (state->count == options->images && now - state->good_since_ns >= options->steady_ns)
    finish(state, IMP_FINISH_CAPTURED, events);
}

// ---- A step -----------------------------------------------------------------

static imp_status check_lists(const imp_plugin *plugin, const imp_face_list *faces, const imp_capture_events *out) {
  if (!faces || !out)
    return fail(plugin, IMP_E_ARGUMENT, "faces or the place for events are missing");
  if (faces->size != sizeof *faces || out->size != sizeof *out)
    return fail(plugin, IMP_E_ABI, "the size field of the faces or of the events is wrong");
  if (!out->events || out->capacity < IMP_CAPTURE_EVENTS_MAXIMUM)
    return fail(plugin, IMP_E_ARGUMENT, "the list needs room for %d events", IMP_CAPTURE_EVENTS_MAXIMUM);
  for (uint32_t i = 0; i < out->capacity; i++)
    if (out->events[i].size != sizeof *out->events)
      return fail(plugin, IMP_E_ABI, "event %u of the list has a wrong size field", i);
  if (faces->face_count > 0 && !faces->faces)
    return fail(plugin, IMP_E_ARGUMENT, "there are no faces where %u are counted", faces->face_count);
  for (uint32_t i = 0; i < faces->face_count; i++)
    if (faces->faces[i].size != sizeof *faces->faces)
      return fail(plugin, IMP_E_ABI, "face %u of the list has a wrong size field", i);
  return IMP_OK;
}

static imp_status check_input(const imp_face_capture *capture, uint32_t input, const imp_image *image,
                              const imp_face_list *faces, uint64_t now) {
  if (capture->state.is_finished)
    return fail(capture->plugin, IMP_E_STATE, "the capture has finished; make another one");
  if (capture->state.has_begun && now < capture->state.last_ns)
    return fail(capture->plugin, IMP_E_ARGUMENT, "the time lies before the last step's");
  if (input == IMP_INPUT_FRAME)
    return check_image(capture->plugin, image, 1);
  if (input != IMP_INPUT_TICK && input != IMP_INPUT_END)
    return fail(capture->plugin, IMP_E_ARGUMENT, "input %u is neither frame (1), tick (2) nor end (3)", input);
  if (image || faces->face_count > 0)
    return fail(capture->plugin, IMP_E_ARGUMENT, "an input of kind %u has neither image nor faces", input);
  return IMP_OK;
}

static imp_status step(imp_face_capture *capture, uint32_t input, const imp_image *image, const imp_face_list *faces,
                       uint64_t now, imp_capture_events *out) {
  imp_status status = check_lists(capture->plugin, faces, out);
  if (status == IMP_OK)
    status = check_input(capture, input, image, faces, now);
  if (status != IMP_OK)
    return status;
  state next = capture->state;
  events events = {.count = 0};
  if (!next.has_begun) {
    next.has_begun = true;
    next.begin_ns = now;
  }
  next.last_ns = now;
  if (now - next.begin_ns >= capture->options.timeout_ns)
    finish(&next, IMP_FINISH_TIMEOUT, &events);
  else if (input == IMP_INPUT_END)
    finish(&next, IMP_FINISH_ENDED, &events);
  else if (input == IMP_INPUT_FRAME)
    take_frame(&next, &capture->options, image, faces, now, &events);
  else if (next.step == 0)
    enter(&next, IMP_STEP_PREPARING, &events);
  capture->state = next;
  memcpy(out->events, events.list, events.count * sizeof *events.list);
  out->count = events.count;
  return IMP_OK;
}

// ---- The table --------------------------------------------------------------

static imp_status check_options(const imp_plugin *plugin, const imp_face_capture_options *options) {
  if (!options)
    return fail(plugin, IMP_E_ARGUMENT, "there are no options");
  if (options->size != sizeof *options)
    return fail(plugin, IMP_E_ABI, "the options' size field is %u, not %zu", options->size, sizeof *options);
  if (options->liveness_mode != IMP_LIVENESS_MODE_NONE)
    return fail(plugin, IMP_E_UNSUPPORTED, "liveness mode %u is not examined here", options->liveness_mode);
  if (options->images < 1 || options->images > IMP_CAPTURE_SLOTS)
    return fail(plugin, IMP_E_ARGUMENT, "images is %u; it must be 1...%d", options->images, IMP_CAPTURE_SLOTS);
  // Written so that no number (NaN) is refused too.
  if (!(options->quality_threshold >= 0 && options->quality_threshold <= 100))
    return fail(plugin, IMP_E_ARGUMENT, "the quality threshold must be 0...100");
  if (options->timeout_ns < UINT64_C(1000000000) || options->timeout_ns > UINT64_C(600000000000))
    return fail(plugin, IMP_E_ARGUMENT, "the time-out must be 1 s...600 s");
  if (options->steady_ns > UINT64_C(10000000000))
    return fail(plugin, IMP_E_ARGUMENT, "the steady time must be at most 10 s");
  return IMP_OK;
}

static imp_status create(imp_plugin *plugin, const imp_face_capture_options *options, imp_face_capture **capture) {
  imp_status status = check_options(plugin, options);
  if (status != IMP_OK)
    return status;
  if (!capture)
    return fail(plugin, IMP_E_ARGUMENT, "there is no place for the capture");
  imp_face_capture *made = calloc(1, sizeof *made);
  if (!made)
    return fail(plugin, IMP_E_MEMORY, "no memory for a capture");
  made->plugin = plugin;
  made->options = *options;
  *capture = made;
  return IMP_OK;
}

static void destroy(imp_face_capture *capture) {
  free(capture);
}

static const imp_face_capture_ability table = {
    .size = sizeof(imp_face_capture_ability),
    .create = create,
    .step = step,
    .destroy = destroy,
};

const void *const plugin_tables[] = {&table};
