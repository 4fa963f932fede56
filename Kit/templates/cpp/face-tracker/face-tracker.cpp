// SPDX-License-Identifier: Apache-2.0
// A tracker: it takes each bright spot for a face, and follows it.
//
// No face detector, but it does what a host asks of one: boxes, eyes, tracks and
// qualities, the largest first. To make it yours, replace `find_spots` and
// `describe`; numbering, room and order stay as they are.
#include "plugin.hpp"

#include <algorithm>
#include <optional>
#include <vector>

using imprint::Failure;
using imprint::guarded;
using imprint::sized;

namespace {

// A face in cells, and how bright it is.
struct Spot {
  uint32_t first; // cell of the image, row by row
  uint32_t left, top, right, bottom; // the last two are one past the end
  uint32_t cells;
  uint32_t brightness; // mean of its cells, 0...255

  bool overlaps(const Spot &other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

struct Track {
  uint32_t id;
  Spot spot;
};

} // namespace

struct imp_face_tracker {
  const imprint::Host host;
  const imp_face_tracker_options options;
  std::optional<uint64_t> last_ns{};
  uint32_t next_id = 1;
  std::vector<Track> tracks{}; // of the last frame
};

namespace {

// ---- Finding ----------------------------------------------------------------

// The image's mean brightness, cell by cell.
struct Cells {
  uint32_t columns, rows;
  std::vector<uint8_t> brightness;
  uint32_t darkest, brightest;

  explicit Cells(const imprint::Image &image)
      : columns(std::min(image.width(), most)), rows(std::min(image.height(), most)) {
    brightness.reserve(size_t(columns) * rows);
    for (uint32_t row = 0; row < rows; row++)
      for (uint32_t column = 0; column < columns; column++) brightness.push_back(mean(image, column, row));
    const auto [low, high] = std::minmax_element(brightness.begin(), brightness.end());
    darkest = *low;
    brightest = *high;
  }

private:
  static constexpr uint32_t most = 48; // a side

  uint8_t mean(const imprint::Image &image, uint32_t column, uint32_t row) const {
    const uint32_t left = column * image.width() / columns, right = (column + 1) * image.width() / columns;
    const uint32_t top = row * image.height() / rows, bottom = (row + 1) * image.height() / rows;
    uint64_t sum = 0;
    for (uint32_t y = top; y < bottom; y++)
      for (uint32_t x = left; x < right; x++) sum += image.brightness(x, y);
    return uint8_t(sum / (uint64_t(right - left) * (bottom - top)));
  }
};

// All cells that hang together with `start` and are brighter than `limit`; they are marked as seen.
Spot gather(const Cells &cells, uint32_t start, uint32_t limit, std::vector<bool> &seen) {
  std::vector<uint32_t> open = {start};
  seen[start] = true;
  Spot found = {start, cells.columns, cells.rows, 0, 0, 0, 0};
  uint32_t sum = 0;
  while (!open.empty()) {
    const uint32_t at = open.back(), x = at % cells.columns, y = at / cells.columns;
    open.pop_back();
    found.left = std::min(found.left, x);
    found.top = std::min(found.top, y);
    found.right = std::max(found.right, x + 1);
    found.bottom = std::max(found.bottom, y + 1);
    found.cells++;
    sum += cells.brightness[at];
    auto visit = [&](bool is_there, uint32_t next) {
      if (!is_there || seen[next] || cells.brightness[next] <= limit) return;
      seen[next] = true;
      open.push_back(next);
    };
    visit(x > 0, at - 1);
    visit(x + 1 < cells.columns, at + 1);
    visit(y > 0, at - cells.columns);
    visit(y + 1 < cells.rows, at + cells.columns);
  }
  found.brightness = sum / found.cells;
  return found;
}

// The largest spots, largest first; of equals the one further up and left.
std::vector<Spot> find_spots(const Cells &cells, size_t most) {
  std::vector<Spot> spots;
  // Less contrast than this (of 255) is an even ground, not a face before one.
  if (cells.brightest - cells.darkest < 64) return spots;
  const uint32_t limit = (cells.darkest + cells.brightest) / 2;
  std::vector<bool> seen(cells.brightness.size());
  for (uint32_t at = 0; at < cells.brightness.size(); at++) {
    if (seen[at] || cells.brightness[at] <= limit) continue;
    const Spot found = gather(cells, at, limit, seen);
    if (found.cells >= 9) spots.push_back(found); // smaller than 3 by 3 cells: a reflection
  }
  std::sort(spots.begin(), spots.end(), [](const Spot &a, const Spot &b) {
    return a.cells != b.cells ? a.cells > b.cells : a.first < b.first;
  });
  if (spots.size() > most) spots.resize(most);
  return spots;
}

// ---- Describing -------------------------------------------------------------

float contrast(const Spot &spot, const Cells &cells) { return float(spot.brightness - cells.darkest) / 255; }

imp_face describe(const imprint::Image &image, const Cells &cells, const Spot &spot, uint32_t id, bool is_alone) {
  const float cell_width = float(image.width()) / float(cells.columns);
  const float cell_height = float(image.height()) / float(cells.rows);
  const bool is_whole = spot.left > 0 && spot.top > 0 && spot.right < cells.columns && spot.bottom < cells.rows;
  imp_face face{};
  face.size = sizeof face;
  face.track_id = id;
  face.box = {float(spot.left) * cell_width, float(spot.top) * cell_height,
              float(spot.right - spot.left) * cell_width, float(spot.bottom - spot.top) * cell_height};
  // Left is the subject's own: the image's right.
  face.left_eye = {face.box.x + 0.7f * face.box.width, face.box.y + 0.4f * face.box.height};
  face.right_eye = {face.box.x + 0.3f * face.box.width, face.box.y + 0.4f * face.box.height};
  face.detection = contrast(spot, cells);
  face.left_eye_openness = face.right_eye_openness = -1;
  std::fill(std::begin(face.quality), std::end(face.quality), -1.0f); // not measured
  face.quality[IMP_QUALITY_DYNAMIC_RANGE] = 100 * face.detection;
  face.quality[IMP_QUALITY_MARGIN] = is_whole ? 100 : 0;
  face.quality[IMP_QUALITY_SINGLE_FACE] = is_alone ? 100 : 0;
  face.quality[IMP_QUALITY_UNIFIED] = is_whole ? 100 * face.detection : 0;
  return face;
}

// ---- Following --------------------------------------------------------------

// Gives each spot the number of the track it goes on, or a new one. Changes no tracker.
std::vector<Track> follow(const std::vector<Spot> &spots, const std::vector<Track> &before, uint32_t &next_id) {
  std::vector<Track> tracks;
  std::vector<bool> is_taken(before.size());
  for (const Spot &spot : spots) {
    size_t i = 0;
    while (i < before.size() && (is_taken[i] || !before[i].spot.overlaps(spot))) i++;
    if (i < before.size()) {
      is_taken[i] = true;
      tracks.push_back({before[i].id, spot});
    } else {
      tracks.push_back({next_id, spot});
      next_id = next_id == UINT32_MAX ? 1 : next_id + 1; // 0 is never one
    }
  }
  return tracks;
}

imp_status track(imp_face_tracker *tracker, const imp_image *image, uint64_t timestamp_ns,
                 imp_face_list *faces) noexcept {
  return guarded(tracker->host, [&] {
    imp_face_list &list = sized(faces, "the list of faces");
    imprint::all_sized(list.faces, list.face_capacity, "a face of the list");
    const imprint::Image picture(image);
    if (tracker->last_ns && timestamp_ns < *tracker->last_ns)
      throw Failure(IMP_E_ARGUMENT, "the frame's time lies before the last one's");
    const uint32_t most = tracker->options.maximum_faces;
    // Asked for before the frame is looked at, so that nothing has to be undone.
    if (!list.faces || list.face_capacity < most) {
      list.face_count = most;
      list.landmark_count = 0;
      throw Failure(IMP_RETRY_SHORT_BUFFER, "the list needs room for " + std::to_string(most) + " faces");
    }
    const Cells cells(picture);
    std::vector<Spot> spots = find_spots(cells, most);
    const bool is_alone = spots.size() == 1;
    spots.erase(std::remove_if(spots.begin(), spots.end(), [&](const Spot &spot) {
      return contrast(spot, cells) < tracker->options.detection_threshold;
    }), spots.end());
    uint32_t next_id = tracker->next_id;
    std::vector<Track> tracks = follow(spots, tracker->tracks, next_id);
    // From here on nothing fails: a frame that does not count changes nothing.
    for (size_t i = 0; i < tracks.size(); i++)
      list.faces[i] = describe(picture, cells, tracks[i].spot, tracks[i].id, is_alone);
    list.face_count = uint32_t(tracks.size());
    list.landmark_count = 0;
    tracker->tracks = std::move(tracks);
    tracker->next_id = next_id;
    tracker->last_ns = timestamp_ns;
  });
}

void reset(imp_face_tracker *tracker) noexcept {
  tracker->last_ns.reset();
  tracker->tracks.clear();
  tracker->next_id = 1;
}

imp_status create(imp_plugin *plugin, const imp_face_tracker_options *options, imp_face_tracker **tracker) noexcept {
  return guarded(plugin->host, [&] {
    const imp_face_tracker_options &asked = sized(options, "the options");
    if (asked.maximum_faces < 1 || asked.maximum_faces > 64)
      throw Failure(IMP_E_ARGUMENT, "maximum_faces is " + std::to_string(asked.maximum_faces) + "; it must be 1...64");
    // Written so that no number (NaN) is refused too.
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
