// SPDX-License-Identifier: Apache-2.0
// A microphone: it gives a tone, at the level of a quiet voice.
//
// To make it yours, replace `find_device` by what looks for your device, and
// `write_frame` by what takes samples from it. What is between them stays: sound that
// comes in pieces of 10 ms, frames that are lost for a reader that is late, a wait
// that ends in time, and a cancel that ends it at once.
#include "plugin.hpp"
#include "tone.h"

#include <algorithm>
#include <chrono>
#include <string_view>

using imprint::Failure;
using imprint::guarded;
using imprint::sized;
using Clock = imprint::Stop::Clock;
using std::chrono::nanoseconds;

struct imp_microphone {
  const imprint::Host host;
  const imp_audio_format format;
  const bool is_paced; // sound comes when it is due, not at once

  Clock::time_point start = Clock::now();
  uint64_t next = 0; // number of the frame to give
  uint64_t lost = 0, overruns = 0;
  imprint::Stop stop{};
};

namespace {

constexpr std::string_view locator = "tone:0";
constexpr std::string_view name = "Tone";
constexpr uint32_t pieces = 100; // in a second
constexpr nanoseconds piece_time{1'000'000'000 / pieces};

// ---- Opening ----------------------------------------------------------------

imp_status list(imp_plugin *plugin, imp_microphone_info *infos, size_t *count) noexcept {
  return guarded(plugin->host, [&] {
    imp_microphone_info info{};
    info.channels_max = 2;
    info.rate_min = 8000;
    info.rate_max = 48000;
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
    throw Failure(IMP_E_DEVICE_MISSING,
                  "there is no such microphone; there is only '" + std::string(locator) + "'");
}

void check_options(const imp_microphone_options &asked) {
  if (asked.pace != IMP_AUDIO_PACE_REAL && asked.pace != IMP_AUDIO_PACE_FULL)
    throw Failure(IMP_E_ARGUMENT, "pace " + std::to_string(asked.pace) + " is neither real (0) nor full (1)");
  if (asked.format > IMP_AUDIO_FLOAT32) throw Failure(IMP_E_ARGUMENT, "format " + std::to_string(asked.format) + " is unknown");
  if (asked.channels > 2) throw Failure(IMP_E_UNSUPPORTED, "1 and 2 channels are supported");
  if (asked.rate != 0 && (asked.rate < 8000 || asked.rate > 48000 || asked.rate % pieces != 0))
    throw Failure(IMP_E_UNSUPPORTED, std::to_string(asked.rate) +
                                         " frames per second; multiples of 100 from 8000 to 48000 are supported");
  if (!asked.locator.data || asked.locator.length == 0) throw Failure(IMP_E_ARGUMENT, "the locator is empty");
}

imp_status open(imp_plugin *plugin, const imp_microphone_options *options, imp_audio_format *format,
                imp_microphone **microphone) noexcept {
  return guarded(plugin->host, [&] {
    const imp_microphone_options &asked = sized(options, "the options");
    check_options(asked);
    imp_audio_format &given = sized(format, "the format");
    imp_microphone *&place = imprint::place(microphone, "the microphone");
    find_device({asked.locator.data, asked.locator.length});
    imp_audio_format made{};
    made.size = sizeof made;
    made.rate = asked.rate ? asked.rate : 16000;
    made.channels = asked.channels ? asked.channels : 1;
    made.format = asked.format ? asked.format : IMP_AUDIO_S16;
    made.device_rate = made.rate;
    // At least a piece; a minute at most.
    made.buffer_frames = made.rate / 100 * (std::clamp(asked.buffer_ms ? asked.buffer_ms : 500, 10u, 60000u) / 10);
    made.latency_ns = uint64_t(piece_time.count());
    place = new imp_microphone{plugin->host, made, asked.pace == IMP_AUDIO_PACE_REAL};
    given = made;
  });
}

void close(imp_microphone *microphone) noexcept { delete microphone; }

// ---- Sound ------------------------------------------------------------------

// Waits until there is sound, and says how much. Frames that the host was too slow for are lost, as with any
// device.
uint64_t wait_for_sound(imp_microphone &microphone, uint64_t timeout) {
  const uint64_t piece = microphone.format.rate / pieces;
  const Clock::time_point due = microphone.start + piece_time * int64_t(microphone.next / piece + 1);
  microphone.stop.wait(due, timeout, "the next sound is not due yet");
  uint64_t waiting = uint64_t((Clock::now() - microphone.start) / piece_time) * piece - microphone.next;
  if (waiting > microphone.format.buffer_frames) {
    const uint64_t lost = waiting - microphone.format.buffer_frames;
    microphone.next += lost;
    microphone.lost += lost;
    microphone.overruns++;
    waiting -= lost;
  }
  return waiting;
}

imp_status read(imp_microphone *microphone, uint64_t timeout, imp_buffer *samples, imp_audio_chunk *chunk) noexcept {
  return guarded(microphone->host, [&] {
    imp_audio_chunk &out = sized(chunk, "the chunk");
    imp_buffer &buffer = imprint::place(samples, "the samples");
    const size_t frame = frame_bytes(&microphone->format);
    if (!buffer.data || buffer.capacity < frame)
      throw Failure(IMP_E_ARGUMENT, "the buffer is shorter than a frame of " + std::to_string(frame) + " bytes");
    microphone->stop.check();
    const uint64_t room = buffer.capacity / frame;
    const uint64_t count = std::min(room, microphone->is_paced ? wait_for_sound(*microphone, timeout) : room);
    for (uint64_t i = 0; i < count; i++) write_frame(&microphone->format, microphone->next + i, buffer.data + i * frame);
    buffer.length = count * frame;
    out = imp_audio_chunk{};
    out.size = sizeof out;
    out.timestamp_ns = time_of(&microphone->format, microphone->next);
    out.position = microphone->next;
    out.lost = microphone->lost;
    out.overruns = microphone->overruns;
    microphone->next += count;
  });
}

void cancel(imp_microphone *microphone) noexcept { microphone->stop.raise(); }

constexpr imp_microphone_ability table = {sizeof(imp_microphone_ability), 0, list, open, read, cancel, close};

} // namespace

const void *const plugin_tables[] = {&table};
