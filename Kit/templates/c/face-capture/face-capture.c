// SPDX-License-Identifier: Apache-2.0
// A capture: it keeps the best frames of one face, until the face was steady for
// as long as was asked for.
//
// To make it yours, replace `advise`, which says what the person should do, and
// `offer`, which says what frames are worth keeping. What is checked before stays
// as it is.
#include "machine.h"
#include "plugin.h"

#include <stdlib.h>

struct imp_face_capture {
  const imp_plugin *plugin;
  imp_face_capture_options_v2 options;
  state state;
};

static imp_status check_structs(const imp_plugin *plugin, const imp_capture_input *input, const imp_face_list *faces,
                                const imp_capture_events_v2 *out) {
  imp_status status = check_struct(plugin, input, sizeof *input, "the input");
  if (status == IMP_OK)
    status = check_struct(plugin, faces, sizeof *faces, "the list of faces");
  if (status == IMP_OK)
    status = check_struct(plugin, out, sizeof *out, "the list of events");
  if (status != IMP_OK)
    return status;
  if (!out->events || out->capacity < IMP_CAPTURE_EVENTS_MAXIMUM)
    return fail(plugin, IMP_E_ARGUMENT, "the list needs room for %d events", IMP_CAPTURE_EVENTS_MAXIMUM);
  if (faces->face_count > 0 && !faces->faces)
    return fail(plugin, IMP_E_ARGUMENT, "the array of %u faces is null", faces->face_count);
  for (uint32_t i = 0; status == IMP_OK && i < out->capacity; i++)
    status = check_struct(plugin, &out->events[i], sizeof *out->events, "an event of the list");
  for (uint32_t i = 0; status == IMP_OK && i < faces->face_count; i++)
    status = check_struct(plugin, &faces->faces[i], sizeof *faces->faces, "a face of the list");
  return status;
}

static imp_status check_input(const imp_face_capture *capture, const imp_capture_input *input, const imp_image *image,
                              const imp_face_list *faces) {
  if (capture->state.is_finished)
    return fail(capture->plugin, IMP_E_STATE, "the capture has finished; create a new one");
  if (capture->state.has_begun && input->now_ns < capture->state.last_ns)
    return fail(capture->plugin, IMP_E_ARGUMENT, "the time is earlier than the last step's");
  if (input->kind == IMP_INPUT_FRAME)
    return check_image(capture->plugin, image, 1);
  if (input->kind < IMP_INPUT_FRAME || input->kind > IMP_INPUT_MOTION)
    return fail(capture->plugin, IMP_E_ARGUMENT, "the input is of kind %u; it must be 1...6", input->kind);
  if (image || faces->face_count > 0)
    return fail(capture->plugin, IMP_E_ARGUMENT, "an input of kind %u must have neither image nor faces", input->kind);
  if (input->kind == IMP_INPUT_COMPARED)
    return fail(capture->plugin, IMP_E_STATE, "no comparison was asked for");
  if (input->kind == IMP_INPUT_MOTION && !is_finite(&input->acceleration))
    return fail(capture->plugin, IMP_E_ARGUMENT, "the acceleration is not finite");
  return IMP_OK;
}

static imp_status step(imp_face_capture *capture, const imp_capture_input *input, const imp_image *image,
                       const imp_face_list *faces, imp_capture_events_v2 *out) {
  imp_status status = check_structs(capture->plugin, input, faces, out);
  if (status == IMP_OK)
    status = check_input(capture, input, image, faces);
  if (status != IMP_OK)
    return status;
  state next = capture->state;
  events events = {.count = 0};
  take_step(&next, &capture->options, input, image, faces, &events);
  capture->state = next;
  memcpy(out->events, events.list, events.count * sizeof *events.list);
  out->count = events.count;
  return IMP_OK;
}

// ---- The table --------------------------------------------------------------

static imp_status check_options(const imp_plugin *plugin, const imp_face_capture_options_v2 *options) {
  imp_status status = check_struct(plugin, options, sizeof *options, "the options");
  if (status != IMP_OK)
    return status;
  if (options->liveness_mode != IMP_LIVENESS_MODE_NONE)
    return fail(plugin, IMP_E_UNSUPPORTED, "liveness mode %u is not supported", options->liveness_mode);
  if (options->security < IMP_SECURITY_LOW || options->security > IMP_SECURITY_HIGH)
    return fail(plugin, IMP_E_ARGUMENT, "the security is %u; it must be 1...3", options->security);
  if (options->images > IMP_CAPTURE_IMAGES)
    return fail(plugin, IMP_E_ARGUMENT, "images is %u; it must be 0...%d", options->images, IMP_CAPTURE_IMAGES);
  // Written so that NaN is refused too.
  if (!(options->quality_threshold >= 0 && options->quality_threshold <= 100))
    return fail(plugin, IMP_E_ARGUMENT, "the quality threshold must be 0...100");
  if (!(options->liveness_threshold >= 0 && options->liveness_threshold <= 100))
    return fail(plugin, IMP_E_ARGUMENT, "the liveness threshold must be 0...100");
  if (options->timeout_ns < UINT64_C(1000000000) || options->timeout_ns > UINT64_C(600000000000))
    return fail(plugin, IMP_E_ARGUMENT, "the time-out must be 1 s...600 s");
  if (options->steady_ns > UINT64_C(10000000000))
    return fail(plugin, IMP_E_ARGUMENT, "the steady time must be at most 10 s");
  if (options->blink_timeout_ns > UINT64_C(30000000000))
    return fail(plugin, IMP_E_ARGUMENT, "the time-out for a blink must be at most 30 s");
  if (options->interval_ns > UINT64_C(10000000000))
    return fail(plugin, IMP_E_ARGUMENT, "the time between challenges must be at most 10 s");
  return IMP_OK;
}

static imp_status create(imp_plugin *plugin, const imp_face_capture_options_v2 *options, imp_face_capture **capture) {
  imp_status status = check_options(plugin, options);
  if (status != IMP_OK)
    return status;
  if (!capture)
    return fail(plugin, IMP_E_ARGUMENT, "the pointer to the capture is null");
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

static const imp_face_capture_ability_v2 table = {
    .size = sizeof(imp_face_capture_ability_v2),
    .create = create,
    .step = step,
    .destroy = destroy,
};

const void *const plugin_tables[] = {&table};
