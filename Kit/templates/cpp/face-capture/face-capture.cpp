// SPDX-License-Identifier: Apache-2.0
// A capture: it keeps the best frames of one face, until the face was steady for
// as long as was asked for.
//
// A state machine without clock, thread or file: all timing is by `now_ns`, so
// the same steps give the same events, and a recording replays exactly. To make
// it yours, replace `advise`, which says what the person should do, and `offer`,
// which says what frames are worth keeping.
#include "plugin.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

using imprint::Failure;
using imprint::guarded;
using imprint::sized;

namespace {

// One kept frame; the host has its pixels, in the slot of the same number.
struct Kept {
  float quality;     // 0...100
  uint32_t tracking; // IMP_TRACKING_...
};

float quality_of(const imp_face &face) {
  const float quality = face.quality[IMP_QUALITY_UNIFIED];
  // A tracker that measures nothing says a negative number.
  return quality >= 0 && quality <= 100 ? quality : 0;
}

// All that changes from step to step. A step works on a copy, which takes its
// place at the end: a step that fails has changed nothing.
class Machine {
public:
  explicit Machine(const imp_face_capture_options &options) : options_(options) {}

  bool is_finished() const { return is_finished_; }
  std::optional<uint64_t> last() const { return last_; }

  std::vector<imp_capture_event> step(uint32_t input, const imprint::Image *image, const imp_face_list &faces,
                                      uint64_t now) {
    events_.clear();
    begin_ = begin_.value_or(now);
    last_ = now;
    if (now - *begin_ >= options_.timeout_ns) finish(IMP_FINISH_TIMEOUT);
    else if (input == IMP_INPUT_END) finish(IMP_FINISH_ENDED);
    else if (image) take_frame(*image, faces, now);
    else if (step_ == 0) enter(IMP_STEP_PREPARING);
    return events_;
  }

private:
  imp_capture_event &add(uint32_t kind) {
    imp_capture_event event{};
    event.size = sizeof event;
    event.kind = kind;
    events_.push_back(event);
    return events_.back();
  }

  void enter(int32_t step) {
    if (step_ != step) add(IMP_CAPTURE_STEP).code = step_ = step;
  }

  void tell(int32_t feedback) {
    if (feedback_ != feedback) add(IMP_CAPTURE_FEEDBACK).code = feedback_ = feedback;
  }

  // Ends the capture: the kept images, best first, and of equals the earlier slot.
  void finish(int32_t how) {
    std::vector<uint32_t> slots(kept_.size());
    std::iota(slots.begin(), slots.end(), 0u);
    std::sort(slots.begin(), slots.end(), [&](uint32_t a, uint32_t b) {
      return kept_[a].quality != kept_[b].quality ? kept_[a].quality > kept_[b].quality : a < b;
    });
    for (size_t rank = 0; rank < slots.size(); rank++) {
      imp_capture_event &event = add(IMP_CAPTURE_RESULT);
      event.slot = slots[rank];
      event.rank = uint32_t(rank);
      event.value = kept_[slots[rank]].quality;
      event.tracking = kept_[slots[rank]].tracking;
      event.liveness = IMP_LIVENESS_UNKNOWN;
    }
    imp_capture_event &event = add(IMP_CAPTURE_FINISHED);
    event.code = how;
    event.liveness = IMP_LIVENESS_UNKNOWN;
    is_finished_ = true;
  }

  // What the person should do.
  int32_t advise(const imp_face &face, const imp_face_list &faces, const imprint::Image &image) const {
    const float right = (face.box.x + face.box.width / 2) / float(image.width()) - 0.5f;
    const float down = (face.box.y + face.box.height / 2) / float(image.height()) - 0.5f;
    if (faces.face_count > 1) return IMP_FEEDBACK_ONE_FACE;
    // Of the image's sides; written so that no number (NaN) is off too.
    if (!(std::fabs(right) <= 0.2f) || !(std::fabs(down) <= 0.2f)) return IMP_FEEDBACK_CENTER;
    if (face.box.height < 0.2f * float(image.height())) return IMP_FEEDBACK_MOVE_FORWARDS;
    if (face.box.height > 0.9f * float(image.height())) return IMP_FEEDBACK_MOVE_BACKWARDS;
    return quality_of(face) >= options_.quality_threshold ? IMP_FEEDBACK_GOOD : IMP_FEEDBACK_DO_NOT_MOVE;
  }

  // Keeps the frame where a slot is free, or one holds a worse one.
  void offer(float quality, uint32_t face) {
    const Kept offered = {quality, was_lost_ ? uint32_t(IMP_TRACKING_LOST) : uint32_t(IMP_TRACKING_STEADY)};
    auto slot = std::min_element(kept_.begin(), kept_.end(),
                                 [](const Kept &a, const Kept &b) { return a.quality < b.quality; });
    if (kept_.size() < options_.images) {
      slot = kept_.insert(kept_.end(), offered);
    } else if (slot->quality < quality) {
      *slot = offered;
    } else {
      return;
    }
    imp_capture_event &event = add(IMP_CAPTURE_KEEP);
    event.slot = uint32_t(slot - kept_.begin());
    event.face = face;
  }

  void advance(uint64_t now) {
    const float steady = options_.steady_ns == 0 ? 1 : float(now - *good_since_) / float(options_.steady_ns);
    const float images = float(kept_.size()) / float(options_.images);
    const float reached = 0.5f * std::fmin(steady, 1.0f) + 0.5f * images;
    if (reached > progress_) add(IMP_CAPTURE_PROGRESS).value = progress_ = reached;
  }

  void take_frame(const imprint::Image &image, const imp_face_list &faces, uint64_t now) {
    if (faces.face_count == 0) {
      good_since_.reset();
      enter(IMP_STEP_PREPARING);
      tell(IMP_FEEDBACK_COME_BACK);
      return;
    }
    // The face followed so far, or else the first, which is the largest.
    const imp_face *first = faces.faces, *end = first + faces.face_count;
    const imp_face *face = std::find_if(first, end, [&](const imp_face &each) { return each.track_id == track_; });
    if (face == end) face = first;
    if (track_ && *track_ != face->track_id) {
      // What was kept may show another person than what comes.
      was_lost_ = true;
      good_since_.reset();
      kept_.clear();
    }
    track_ = face->track_id;
    const uint32_t index = uint32_t(face - first);
    const int32_t feedback = advise(*face, faces, image);
    const bool is_good = feedback == IMP_FEEDBACK_GOOD;
    good_since_ = is_good ? std::optional<uint64_t>(good_since_.value_or(now)) : std::nullopt;
    enter(is_good ? IMP_STEP_CAPTURING : IMP_STEP_SCANNING);
    tell(feedback);
    add(IMP_CAPTURE_FACE).face = index;
    if (!is_good) return;
    offer(quality_of(*face), index);
    advance(now);
    if (kept_.size() == options_.images && now - *good_since_ >= options_.steady_ns) finish(IMP_FINISH_CAPTURED);
  }

  imp_face_capture_options options_;
  std::optional<uint64_t> begin_, last_, good_since_;
  std::optional<uint32_t> track_; // of the face followed
  bool was_lost_ = false, is_finished_ = false;
  int32_t step_ = 0, feedback_ = 0;
  float progress_ = 0;
  std::vector<Kept> kept_;                // by slot
  std::vector<imp_capture_event> events_; // of this step: 6 at most, and a result for each slot
};

} // namespace

struct imp_face_capture {
  const imprint::Host host;
  Machine machine;
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
    if (list.face_count > 0 && !list.faces) throw Failure(IMP_E_ARGUMENT, "there are no faces where some are counted");
    imprint::all_sized(list.faces, list.face_count, "a face of the list");
    if (capture->machine.is_finished()) throw Failure(IMP_E_STATE, "the capture has finished; make another one");
    if (now < capture->machine.last().value_or(0))
      throw Failure(IMP_E_ARGUMENT, "the time lies before the last step's");
    if (input != IMP_INPUT_FRAME && input != IMP_INPUT_TICK && input != IMP_INPUT_END)
      throw Failure(IMP_E_ARGUMENT, "input " + std::to_string(input) + " is neither frame (1), tick (2) nor end (3)");
    if (input != IMP_INPUT_FRAME && (image || list.face_count > 0))
      throw Failure(IMP_E_ARGUMENT, "only a frame has image and faces");
    std::optional<imprint::Image> picture;
    if (input == IMP_INPUT_FRAME) picture.emplace(image);
    Machine next = capture->machine;
    const std::vector<imp_capture_event> events = next.step(input, picture ? &*picture : nullptr, list, now);
    std::copy(events.begin(), events.end(), room.events);
    room.count = uint32_t(events.size());
    capture->machine = std::move(next);
  });
}

imp_status create(imp_plugin *plugin, const imp_face_capture_options *options, imp_face_capture **capture) noexcept {
  return guarded(plugin->host, [&] {
    const imp_face_capture_options &asked = sized(options, "the options");
    if (asked.liveness_mode != IMP_LIVENESS_MODE_NONE)
      throw Failure(IMP_E_UNSUPPORTED, "liveness mode " + std::to_string(asked.liveness_mode) + " is not examined here");
    if (asked.images < 1 || asked.images > IMP_CAPTURE_SLOTS) throw Failure(IMP_E_ARGUMENT, "images must be 1...8");
    // Written so that no number (NaN) is refused too.
    if (!(asked.quality_threshold >= 0 && asked.quality_threshold <= 100))
      throw Failure(IMP_E_ARGUMENT, "the quality threshold must be 0...100");
    if (asked.timeout_ns < 1'000'000'000 || asked.timeout_ns > 600'000'000'000)
      throw Failure(IMP_E_ARGUMENT, "the time-out must be 1 s...600 s");
    if (asked.steady_ns > 10'000'000'000) throw Failure(IMP_E_ARGUMENT, "the steady time must be at most 10 s");
    imp_face_capture *&place = imprint::place(capture, "the capture");
    place = new imp_face_capture{plugin->host, Machine(asked)};
  });
}

void destroy(imp_face_capture *capture) noexcept { delete capture; }

constexpr imp_face_capture_ability table = {sizeof(imp_face_capture_ability), 0, create, step, destroy};

} // namespace

const void *const plugin_tables[] = {&table};
