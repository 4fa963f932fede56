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
  const imp_face_capture_options options;
  state current{};
};

namespace {

imp_status step(imp_face_capture *capture, uint32_t input, const imp_image *image, const imp_face_list *faces,
                uint64_t now, imp_capture_events *out) noexcept {
  return guarded(capture->host, [&] {
    const imp_face_list &list = sized(faces, "the list of faces");
    imp_capture_events &room = sized(out, "the list of events");
    if (!room.events || room.capacity < IMP_CAPTURE_EVENTS_MAXIMUM)
      throw Failure(IMP_E_ARGUMENT, "the list needs room for 32 events");
    imprint::all_sized(room.events, room.capacity, "an event of the list");
    if (list.face_count > 0 && !list.faces) throw Failure(IMP_E_ARGUMENT, "the array of faces is null");
    imprint::all_sized(list.faces, list.face_count, "a face of the list");
    if (capture->current.is_finished) throw Failure(IMP_E_STATE, "the capture has finished; create a new one");
    if (now < capture->current.last_ns)
      throw Failure(IMP_E_ARGUMENT, "the time is earlier than the last step's");
    if (input != IMP_INPUT_FRAME && input != IMP_INPUT_TICK && input != IMP_INPUT_END)
      throw Failure(IMP_E_ARGUMENT, "input " + std::to_string(input) + " is neither frame (1), tick (2) nor end (3)");
    if (input != IMP_INPUT_FRAME && (image || list.face_count > 0))
      throw Failure(IMP_E_ARGUMENT, "only a frame may have image and faces");
    if (input == IMP_INPUT_FRAME) imprint::Image{image}; // throws where it cannot be worked with
    state next = capture->current;
    events events{};
    take_step(&next, &capture->options, input, image, &list, now, &events);
    std::copy(events.list, events.list + events.count, room.events);
    room.count = events.count;
    capture->current = next;
  });
}

imp_status create(imp_plugin *plugin, const imp_face_capture_options *options, imp_face_capture **capture) noexcept {
  return guarded(plugin->host, [&] {
    const imp_face_capture_options &asked = sized(options, "the options");
    if (asked.liveness_mode != IMP_LIVENESS_MODE_NONE)
      throw Failure(IMP_E_UNSUPPORTED, "liveness mode " + std::to_string(asked.liveness_mode) + " is not supported");
    if (asked.images < 1 || asked.images > IMP_CAPTURE_SLOTS) throw Failure(IMP_E_ARGUMENT, "images must be 1...8");
    // Written so that NaN is refused too.
    if (!(asked.quality_threshold >= 0 && asked.quality_threshold <= 100))
      throw Failure(IMP_E_ARGUMENT, "the quality threshold must be 0...100");
    if (asked.timeout_ns < 1'000'000'000 || asked.timeout_ns > 600'000'000'000)
      throw Failure(IMP_E_ARGUMENT, "the time-out must be 1 s...600 s");
    if (asked.steady_ns > 10'000'000'000) throw Failure(IMP_E_ARGUMENT, "the steady time must be at most 10 s");
    imp_face_capture *&place = imprint::place(capture, "the capture");
    place = new imp_face_capture{plugin->host, asked};
  });
}

void destroy(imp_face_capture *capture) noexcept { delete capture; }

constexpr imp_face_capture_ability table = {sizeof(imp_face_capture_ability), 0, create, step, destroy};

} // namespace

const void *const plugin_tables[] = {&table};
