// SPDX-License-Identifier: Apache-2.0
// A capture: it keeps the best frames of one face, until the face was steady for
// as long as was asked for.
//
// To make it yours, replace `advise`, which says what the person should do, and
// `offer`, which says what frames are worth keeping. What is checked before stays
// as it is.
#include "machine.h"
#include "plugin.hpp"

#include <algorithm>
#include <string>

using imprint::Failure;
using imprint::guarded;
using imprint::sized;

struct imp_face_capture {
  const imprint::Host host;
  const imp_face_capture_options_v2 options;
  state current{};
};

namespace {

imp_status step(imp_face_capture *capture, const imp_capture_input *given, const imp_image *image,
                const imp_face_list *faces, imp_capture_events_v2 *out) noexcept {
  return guarded(capture->host, [&] {
    const imp_capture_input &input = sized(given, "the input");
    const imp_face_list &list = sized(faces, "the list of faces");
    imp_capture_events_v2 &room = sized(out, "the list of events");
    if (!room.events || room.capacity < IMP_CAPTURE_EVENTS_MAXIMUM)
      throw Failure(IMP_E_ARGUMENT, "the list needs room for 64 events");
    imprint::all_sized(room.events, room.capacity, "an event of the list");
    if (list.face_count > 0 && !list.faces) throw Failure(IMP_E_ARGUMENT, "the array of faces is null");
    imprint::all_sized(list.faces, list.face_count, "a face of the list");
    if (capture->current.is_finished) throw Failure(IMP_E_STATE, "the capture has finished; create a new one");
    if (input.now_ns < capture->current.last_ns)
      throw Failure(IMP_E_ARGUMENT, "the time is earlier than the last step's");
    if (input.kind < IMP_INPUT_FRAME || input.kind > IMP_INPUT_MOTION)
      throw Failure(IMP_E_ARGUMENT, "the input is of kind " + std::to_string(input.kind) + "; it must be 1...6");
    if (input.kind != IMP_INPUT_FRAME && (image || list.face_count > 0))
      throw Failure(IMP_E_ARGUMENT, "only a frame may have image and faces");
    if (input.kind == IMP_INPUT_COMPARED) throw Failure(IMP_E_STATE, "no comparison was asked for");
    if (input.kind == IMP_INPUT_MOTION && !is_finite(&input.acceleration))
      throw Failure(IMP_E_ARGUMENT, "the acceleration is not finite");
    if (input.kind == IMP_INPUT_FRAME) imprint::Image{image}; // throws where it cannot be worked with
    state next = capture->current;
    events events{};
    take_step(&next, &capture->options, &input, image, &list, &events);
    std::copy(events.list, events.list + events.count, room.events);
    room.count = events.count;
    capture->current = next;
  });
}

imp_status create(imp_plugin *plugin, const imp_face_capture_options_v2 *options, imp_face_capture **capture) noexcept {
  return guarded(plugin->host, [&] {
    const imp_face_capture_options_v2 &asked = sized(options, "the options");
    if (asked.liveness_mode != IMP_LIVENESS_MODE_NONE)
      throw Failure(IMP_E_UNSUPPORTED, "liveness mode " + std::to_string(asked.liveness_mode) + " is not supported");
    if (asked.security < IMP_SECURITY_LOW || asked.security > IMP_SECURITY_HIGH)
      throw Failure(IMP_E_ARGUMENT, "the security must be 1...3");
    if (asked.images > IMP_CAPTURE_IMAGES) throw Failure(IMP_E_ARGUMENT, "images must be 0...8");
    // Written so that NaN is refused too.
    if (!(asked.quality_threshold >= 0 && asked.quality_threshold <= 100))
      throw Failure(IMP_E_ARGUMENT, "the quality threshold must be 0...100");
    if (!(asked.liveness_threshold >= 0 && asked.liveness_threshold <= 100))
      throw Failure(IMP_E_ARGUMENT, "the liveness threshold must be 0...100");
    if (asked.timeout_ns < 1'000'000'000 || asked.timeout_ns > 600'000'000'000)
      throw Failure(IMP_E_ARGUMENT, "the time-out must be 1 s...600 s");
    if (asked.steady_ns > 10'000'000'000) throw Failure(IMP_E_ARGUMENT, "the steady time must be at most 10 s");
    if (asked.blink_timeout_ns > 30'000'000'000)
      throw Failure(IMP_E_ARGUMENT, "the time-out for a blink must be at most 30 s");
    if (asked.interval_ns > 10'000'000'000)
      throw Failure(IMP_E_ARGUMENT, "the time between challenges must be at most 10 s");
    imp_face_capture *&place = imprint::place(capture, "the capture");
    place = new imp_face_capture{plugin->host, asked};
  });
}

void destroy(imp_face_capture *capture) noexcept { delete capture; }

constexpr imp_face_capture_ability_v2 table = {sizeof(imp_face_capture_ability_v2), 0, create, step, destroy};

} // namespace

const void *const plugin_tables[] = {&table};
