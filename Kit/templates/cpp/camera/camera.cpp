// SPDX-License-Identifier: Apache-2.0
// A camera: it gives a test pattern, a bright oval that moves over a dark background.
//
// To make it yours, replace `find_device` by what looks for your device, and
// `draw` by what takes a frame from it. What is between them stays: frames that
// are due at a time, a wait that ends in time, and a cancel that ends it at once.
#include "pattern.h"
#include "plugin.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>

using imprint::Failure;
using imprint::guarded;
using imprint::sized;
using Clock = imprint::Stop::Clock;
using std::chrono::nanoseconds;

struct imp_camera {
  const imprint::Host host;
  const uint32_t width, height;
  const nanoseconds period; // from one frame to the next
  const bool is_paced;      // frames come when they are due, not at once

  bool has_started = false;
  bool is_promised = false; // a short buffer has refused the frame `next`: it may not be lost
  Clock::time_point start{};
  uint64_t next = 0; // number of the frame to give
  uint64_t dropped = 0;
  imprint::Stop stop{};
};

namespace {

constexpr std::string_view locator = "pattern:0";
constexpr std::string_view name = "Test pattern";

// ---- Opening ----------------------------------------------------------------

imp_status list(imp_plugin *plugin, imp_camera_info *infos, size_t *count) noexcept {
  return guarded(plugin->host, [&] {
    imp_camera_info info{};
    imprint::copy_text(info.locator, locator);
    imprint::copy_text(info.name, name);
    imprint::fill_list(infos, count, &info, 1);
  });
}

// Here the device would be looked for, and opened.
void find_device(std::string_view asked) {
  if (asked != locator)
    throw Failure(IMP_E_DEVICE_MISSING, "there is no such camera; there is only '" + std::string(locator) + "'");
}

// The nearest value there is; `usual` where the host leaves it to the camera.
uint32_t nearest(uint32_t asked, uint32_t usual, uint32_t least, uint32_t most) {
  return asked == 0 ? usual : std::clamp(asked, least, most);
}

imp_status open(imp_plugin *plugin, const imp_camera_options *options, imp_camera **camera) noexcept {
  return guarded(plugin->host, [&] {
    const imp_camera_options &asked = sized(options, "the options");
    if (asked.width > 65535 || asked.height > 65535) throw Failure(IMP_E_ARGUMENT, "a side has up to 65535 pixels");
    if (asked.pace != IMP_CAMERA_PACE_REAL && asked.pace != IMP_CAMERA_PACE_FULL)
      throw Failure(IMP_E_ARGUMENT, "pace " + std::to_string(asked.pace) + " is neither real (0) nor full (1)");
    if (!asked.locator.data || asked.locator.length == 0) throw Failure(IMP_E_ARGUMENT, "the locator is empty");
    imp_camera *&place = imprint::place(camera, "the camera");
    find_device({asked.locator.data, asked.locator.length});
    // Frames in 1000 seconds: from 1 per second to 240.
    const nanoseconds period{1'000'000'000'000 / nearest(asked.frames_per_second_milli, 30000, 1000, 240000)};
    place = new imp_camera{plugin->host, nearest(asked.width, 640, 64, 1920), nearest(asked.height, 480, 64, 1080),
                           period, asked.pace == IMP_CAMERA_PACE_REAL};
  });
}

void close(imp_camera *camera) noexcept { delete camera; }

// ---- Frames -----------------------------------------------------------------

// Waits until the next frame is due. Frames that the host was too slow for are lost, as with any live camera.
void wait_for_frame(imp_camera &camera, uint64_t timeout) {
  const Clock::time_point now = Clock::now();
  if (!camera.has_started) {
    camera.has_started = true;
    camera.start = now;
  }
  const uint64_t shown = uint64_t((now - camera.start) / camera.period);
  if (!camera.is_promised && shown > camera.next) {
    camera.dropped += shown - camera.next;
    camera.next = shown;
  }
  const Clock::time_point due = camera.start + camera.period * int64_t(camera.next);
  camera.stop.wait(due, timeout, "the next frame is not due yet");
}

imp_status next_frame(imp_camera *camera, uint64_t timeout, imp_buffer *pixels, imp_frame *frame) noexcept {
  return guarded(camera->host, [&] {
    imp_frame &out = sized(frame, "the frame");
    imp_buffer &buffer = imprint::place(pixels, "the pixels");
    camera->stop.check();
    const size_t needed = size_t(camera->width) * camera->height;
    if (buffer.capacity < needed) camera->is_promised = true;
    uint8_t *room = imprint::room(buffer, needed);
    if (camera->is_paced) wait_for_frame(*camera, timeout);
    draw(camera->width, camera->height, camera->next, room);
    buffer.length = needed;
    out = {sizeof out, IMP_PIXEL_GREY8, camera->width, camera->height, camera->width, 0,
           camera->next * uint64_t(camera->period.count()), camera->next, camera->dropped};
    camera->is_promised = false;
    camera->next++;
  });
}

void cancel(imp_camera *camera) noexcept { camera->stop.raise(); }

constexpr imp_camera_ability table = {sizeof(imp_camera_ability), 0, list, open, next_frame, cancel, close};

} // namespace

const void *const plugin_tables[] = {&table};
