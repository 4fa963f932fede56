// SPDX-License-Identifier: Apache-2.0
// What a capture decides. A state machine without clock, thread or file: all timing is by `now`, so the same
// steps give the same events, and a recording replays exactly. For C and C++.
#ifndef MACHINE_H
#define MACHINE_H

#include <imprint/imprint.h>

#include <math.h>
#include <stdbool.h>
#include <string.h>

// One kept frame; the host has its pixels, in the slot of the same number.
typedef struct kept_frame {
  float quality;     // 0...100
  uint32_t tracking; // IMP_TRACKING_...
} kept_frame;

// All that changes from step to step. A step works on a copy, which takes its
// place at the end: a step that fails has changed nothing.
typedef struct state {
  bool has_begun, is_finished, is_good, was_lost;
  uint64_t begin_ns, last_ns, good_since_ns;
  uint32_t track; // of the face followed; 0 before the first
  int32_t step, feedback;
  float progress;
  uint32_t count;
  kept_frame kept[IMP_CAPTURE_IMAGES];
} state;

static inline bool is_finite(const imp_point3 *point) {
  return isfinite(point->x) && isfinite(point->y) && isfinite(point->z);
}

// The events of a step, gathered before the host's list is touched.
typedef struct events {
  uint32_t count;
  imp_capture_event_v2 list[IMP_CAPTURE_EVENTS_MAXIMUM];
} events;

static inline imp_capture_event_v2 *add(events *events, uint32_t kind) {
  // A step makes 6 at most, and a result for each image.
  imp_capture_event_v2 *event = &events->list[events->count++];
  memset(event, 0, sizeof *event);
  event->size = sizeof *event;
  event->kind = kind;
  return event;
}

static inline void enter(state *state, int32_t step, events *events) {
  if (state->step == step)
    return;
  state->step = step;
  add(events, IMP_CAPTURE_STEP)->code = step;
}

static inline void tell(state *state, int32_t feedback, events *events) {
  if (state->feedback == feedback)
    return;
  state->feedback = feedback;
  add(events, IMP_CAPTURE_FEEDBACK)->code = feedback;
}

// Ends the capture: the kept images, best first, and of equals the earlier slot.
static inline void finish(state *state, int32_t how, events *events) {
  bool is_named[IMP_CAPTURE_IMAGES] = {false};
  for (uint32_t rank = 0; rank < state->count; rank++) {
    uint32_t best = IMP_CAPTURE_IMAGES;
    for (uint32_t slot = 0; slot < state->count; slot++)
      if (!is_named[slot] && (best == IMP_CAPTURE_IMAGES || state->kept[slot].quality > state->kept[best].quality))
        best = slot;
    is_named[best] = true;
    imp_capture_event_v2 *event = add(events, IMP_CAPTURE_RESULT);
    event->slot = best;
    event->rank = rank;
    event->value = state->kept[best].quality;
    event->tracking = state->kept[best].tracking;
    event->liveness = IMP_LIVENESS_UNKNOWN;
  }
  imp_capture_event_v2 *event = add(events, IMP_CAPTURE_FINISHED);
  event->code = how;
  event->liveness = IMP_LIVENESS_UNKNOWN;
  state->is_finished = true;
}

static inline float quality_of(const imp_face *face) {
  float quality = face->quality[IMP_QUALITY_UNIFIED];
  // A tracker that measures nothing says a negative number.
  return quality >= 0 && quality <= 100 ? quality : 0;
}

// The face to follow: the one followed so far, or else the first, which is the largest.
static inline uint32_t choose(const state *state, const imp_face_list *faces) {
  for (uint32_t i = 0; i < faces->face_count; i++)
    if (faces->faces[i].track_id == state->track)
      return i;
  return 0;
}

// What the person should do.
static inline int32_t advise(const imp_face *face, const imp_face_list *faces, const imp_image *image, float threshold) {
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
static inline void offer(state *state, uint32_t images, float quality, uint32_t face, events *events) {
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
  state->kept[slot].quality = quality;
  state->kept[slot].tracking = state->was_lost ? IMP_TRACKING_LOST : IMP_TRACKING_STEADY;
  imp_capture_event_v2 *event = add(events, IMP_CAPTURE_KEEP);
  event->slot = slot;
  event->face = face;
}

static inline void advance(state *state, const imp_face_capture_options_v2 *options, uint64_t now, events *events) {
  float steady = options->steady_ns == 0 ? 1 : (float)(now - state->good_since_ns) / (float)options->steady_ns;
  float images = (float)state->count / (float)options->images;
  float reached = 0.5f * fminf(steady, 1) + 0.5f * images;
  if (reached <= state->progress)
    return;
  state->progress = reached;
  add(events, IMP_CAPTURE_PROGRESS)->value = reached;
}

static inline void take_frame(state *state, const imp_face_capture_options_v2 *options, const imp_image *image,
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
  // No images are asked for: it guides only, until it is stopped.
  if (!is_good || options->images == 0)
    return;
  offer(state, options->images, quality_of(face), index, events);
  advance(state, options, now, events);
  if (state->count == options->images && now - state->good_since_ns >= options->steady_ns)
    finish(state, IMP_FINISH_CAPTURED, events);
}

// Takes one step, of an input that was checked.
static inline void take_step(state *state, const imp_face_capture_options_v2 *options, const imp_capture_input *input,
                             const imp_image *image, const imp_face_list *faces, events *events) {
  uint64_t now = input->now_ns;
  if (!state->has_begun) {
    state->has_begun = true;
    state->begin_ns = now;
  }
  state->last_ns = now;
  if (now - state->begin_ns >= options->timeout_ns)
    finish(state, IMP_FINISH_TIMEOUT, events);
  else if (input->kind == IMP_INPUT_END)
    finish(state, IMP_FINISH_ENDED, events);
  else if (input->kind == IMP_INPUT_STOP)
    finish(state, IMP_FINISH_STOPPED, events);
  else if (input->kind == IMP_INPUT_FRAME)
    take_frame(state, options, image, faces, now, events);
  else if (state->step == 0)
    enter(state, IMP_STEP_PREPARING, events);
}

#endif
