// SPDX-License-Identifier: Apache-2.0
// A tracker: it takes each bright spot for a face, and follows it.
//
// No face detector, but it does what a host asks of one: boxes, eyes, tracks and
// qualities, the largest first. To make it yours, replace `track_faces`; what is
// checked before stays as it is.
#include "plugin.hpp"
#include "spots.h"

#include <optional>
#include <string>

using imprint::Failure;
using imprint::guarded;
using imprint::sized;

struct imp_face_tracker {
  const imprint::Host host;
  const imp_face_tracker_options options;
  std::optional<uint64_t> last_ns{};
  tracks last{1, 0, {}, {}}; // of the last frame
};

namespace {

imp_status track(imp_face_tracker *tracker, const imp_image *image, uint64_t timestamp_ns,
                 imp_face_list *faces) noexcept {
  return guarded(tracker->host, [&] {
    imp_face_list &list = sized(faces, "the list of faces");
    imprint::all_sized(list.faces, list.face_capacity, "a face of the list");
    imprint::Image{image}; // throws where it cannot be worked with
    if (tracker->last_ns && timestamp_ns < *tracker->last_ns)
      throw Failure(IMP_E_ARGUMENT, "the frame's time is earlier than the last one's");
    const uint32_t most = tracker->options.maximum_faces;
    // Checked first: a call that is refused changes nothing.
    if (!list.faces || list.face_capacity < most) {
      list.face_count = most;
      list.landmark_count = 0;
      throw Failure(IMP_RETRY_SHORT_BUFFER, "the list needs room for " + std::to_string(most) + " faces");
    }
    tracks next{};
    track_faces(image, most, tracker->options.detection_threshold, &tracker->last, &next, list.faces);
    list.face_count = next.count;
    list.landmark_count = 0;
    tracker->last = next;
    tracker->last_ns = timestamp_ns;
  });
}

void reset(imp_face_tracker *tracker) noexcept {
  tracker->last_ns.reset();
  tracker->last = {1, 0, {}, {}};
}

imp_status create(imp_plugin *plugin, const imp_face_tracker_options *options, imp_face_tracker **tracker) noexcept {
  return guarded(plugin->host, [&] {
    const imp_face_tracker_options &asked = sized(options, "the options");
    if (asked.maximum_faces < 1 || asked.maximum_faces > 64)
      throw Failure(IMP_E_ARGUMENT, "maximum_faces is " + std::to_string(asked.maximum_faces) + "; it must be 1...64");
    // Written so that NaN is refused too.
    if (!(asked.detection_threshold >= 0 && asked.detection_threshold <= 1))
      throw Failure(IMP_E_ARGUMENT, "the detection threshold must be 0...1");
    if (asked.threads < 1) throw Failure(IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
    imp_face_tracker *&place = imprint::place(tracker, "the tracker");
    place = new imp_face_tracker{plugin->host, asked};
  });
}

void destroy(imp_face_tracker *tracker) noexcept { delete tracker; }

constexpr imp_face_tracker_ability table = {sizeof(imp_face_tracker_ability), 0, create, track, reset, destroy};

} // namespace

const void *const plugin_tables[] = {&table};
