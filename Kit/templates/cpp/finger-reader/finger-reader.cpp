// SPDX-License-Identifier: Apache-2.0
// A fingerprint reader: a drawn finger is pressed on it again and again.
//
// To make it yours, replace `find_device` by what looks for your device, and
// `happens` and `draw` by what its driver tells. What is between them stays: one
// object that has the reader alone, events that come when they are due, a wait that
// ends in time, and a cancel that ends it at once.
#include "plugin.hpp"
#include "ridges.h"

#include <atomic>
#include <chrono>
#include <string_view>

using imprint::Failure;
using imprint::guarded;
using imprint::sized;
using Clock = imprint::Stop::Clock;
using std::chrono::nanoseconds;

namespace {

constexpr std::string_view locator = "drawn-finger:0";
constexpr std::string_view name = "Drawn finger";
constexpr uint32_t width = 160, height = 200;
constexpr uint32_t resolution = 19685;           // pixels per metre: 500 dpi
constexpr nanoseconds period{1'000'000'000 / 5}; // from one event to the next
constexpr uint64_t press = 4;                    // events: arrived, too light, image, lifted

// The reader, which one object has alone, whichever opened plugin it belongs to.
class Use {
  static inline std::atomic_flag is_used = ATOMIC_FLAG_INIT;

public:
  Use() {
    if (is_used.test_and_set()) throw Failure(IMP_RETRY_BUSY, "the reader is in use; close it first");
  }
  ~Use() { is_used.clear(); }
  Use(const Use &) = delete;
  Use &operator=(const Use &) = delete;
};

} // namespace

struct imp_finger_reader {
  const imprint::Host host;

  Use use{};
  Clock::time_point start = Clock::now();
  uint64_t next = 0; // number of the event to give
  imprint::Stop stop{};
};

namespace {

// ---- Opening ----------------------------------------------------------------

imp_status list(imp_plugin *plugin, imp_finger_reader_info *infos, size_t *count) noexcept {
  return guarded(plugin->host, [&] {
    imp_finger_reader_info info{};
    info.flags = IMP_FINGER_READER_IMAGES | IMP_FINGER_READER_PRESENCE;
    info.scan = IMP_FINGER_SCAN_TOUCH;
    info.resolution_x = info.resolution_y = resolution;
    info.width = width;
    info.height = height;
    imprint::copy_text(info.locator, locator);
    imprint::copy_text(info.name, name);
    // It stays the same for ever; a device of your own has its serial number, or its place on the bus.
    imprint::copy_text(info.id, locator);
    imprint::fill_list(infos, count, &info, 1);
  });
}

// Here the device would be looked for, and opened.
void find_device(std::string_view asked) {
  if (asked != locator)
    throw Failure(IMP_E_DEVICE_MISSING, "there is no such reader; there is only '" + std::string(locator) + "'");
}

imp_status open(imp_plugin *plugin, const imp_finger_reader_options *options, imp_finger_reader **reader) noexcept {
  return guarded(plugin->host, [&] {
    const imp_finger_reader_options &asked = sized(options, "the options");
    // A device has no other pace than its own; what is asked for must still be one.
    if (asked.pace != IMP_FINGER_PACE_REAL && asked.pace != IMP_FINGER_PACE_FULL)
      throw Failure(IMP_E_ARGUMENT, "pace " + std::to_string(asked.pace) + " is neither real (0) nor full (1)");
    if (!asked.locator.data || asked.locator.length == 0) throw Failure(IMP_E_ARGUMENT, "the locator is empty");
    imp_finger_reader *&place = imprint::place(reader, "the reader");
    find_device({asked.locator.data, asked.locator.length});
    place = new imp_finger_reader{plugin->host};
  });
}

void close(imp_finger_reader *reader) noexcept { delete reader; }

// ---- Events -----------------------------------------------------------------

// What happens on the sensor: arrived, pressed too lightly, an image, lifted; then again.
imp_finger_event happens(uint64_t number) {
  constexpr uint32_t kinds[press] = {IMP_FINGER_EVENT_ARRIVED, IMP_FINGER_EVENT_RETRY, IMP_FINGER_EVENT_IMAGE,
                                     IMP_FINGER_EVENT_LIFTED};
  imp_finger_event event{};
  event.size = sizeof event;
  event.kind = kinds[number % press];
  event.timestamp_ns = (number + 1) * uint64_t(period.count());
  event.sequence = number;
  if (event.kind == IMP_FINGER_EVENT_RETRY) event.reason = IMP_FINGER_RETRY_TOO_LIGHT;
  if (event.kind == IMP_FINGER_EVENT_IMAGE) {
    event.width = event.row_bytes = width;
    event.height = height;
    event.resolution_x = event.resolution_y = resolution;
    event.impression = IMP_IMPRESSION_LIVE_PLAIN;
    event.liveness = IMP_FINGER_LIVENESS_UNKNOWN;
  }
  return event;
}

imp_status next_event(imp_finger_reader *reader, uint64_t timeout, imp_buffer *pixels,
                      imp_finger_event *event) noexcept {
  return guarded(reader->host, [&] {
    imp_finger_event &out = sized(event, "the event");
    imp_buffer &buffer = imprint::place(pixels, "the pixels");
    reader->stop.check();
    reader->stop.wait(reader->start + period * int64_t(reader->next + 1), timeout, "no event is due yet");
    const imp_finger_event made = happens(reader->next);
    const size_t needed = size_t(made.row_bytes) * made.height;
    uint8_t *room = imprint::room(buffer, needed);
    if (needed > 0) draw(made.width, made.height, reader->next / press, room);
    buffer.length = needed;
    out = made;
    reader->next++;
  });
}

void cancel(imp_finger_reader *reader) noexcept { reader->stop.raise(); }

constexpr imp_finger_reader_ability table = {sizeof(imp_finger_reader_ability), 0, list, open, next_event, cancel,
                                             close};

} // namespace

const void *const plugin_tables[] = {&table};
