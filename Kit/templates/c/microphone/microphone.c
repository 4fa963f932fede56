// SPDX-License-Identifier: Apache-2.0
// A microphone: it gives a tone, at the level of a quiet voice.
//
// To make it yours, replace `find_device` by what looks for your device, and
// `write_frame` by what takes samples from it. What is between them stays: sound that
// comes in pieces of 10 ms, frames that are lost for a reader that is late, a wait
// that ends in time, and a cancel that ends it at once.
#include "stop.h"
#include "tone.h"

#include <stdlib.h>

#define LOCATOR "tone:0"
#define NAME "Tone"

#define PIECES 100u // in a second

struct imp_microphone {
  const imp_plugin *plugin;
  imp_audio_format format;
  bool is_paced;     // sound comes when it is due, not at once
  uint64_t start_ns; // the monotonic clock when it was opened
  uint64_t next;     // number of the frame to give
  uint64_t lost, overruns;
  stop stop;
};

// ---- Opening ----------------------------------------------------------------

static imp_status list(imp_plugin *plugin, imp_microphone_info *infos, size_t *count) {
  // The id stays the same for ever; a device of your own has its serial number, or its place on the bus.
  static const imp_microphone_info info = {.size = sizeof info,
                                           .channels_max = 2,
                                           .rate_min = 8000,
                                           .rate_max = 48000,
                                           .locator = LOCATOR,
                                           .name = NAME,
                                           .id = LOCATOR};
  return list_all(plugin, &info, 1, sizeof info, infos, count);
}

static imp_status check_options(const imp_plugin *plugin, const imp_microphone_options *options) {
  imp_status status = check_struct(plugin, options, sizeof *options, "the options");
  if (status != IMP_OK)
    return status;
  if (options->pace != IMP_AUDIO_PACE_REAL && options->pace != IMP_AUDIO_PACE_FULL)
    return fail(plugin, IMP_E_ARGUMENT, "pace %u is neither real (0) nor full (1)", options->pace);
  if (options->format > IMP_AUDIO_FLOAT32)
    return fail(plugin, IMP_E_ARGUMENT, "format %u is unknown", options->format);
  if (options->channels > 2)
    return fail(plugin, IMP_E_UNSUPPORTED, "%u channels; 1 and 2 are supported", options->channels);
  uint32_t rate = options->rate;
  if (rate != 0 && (rate < 8000 || rate > 48000 || rate % PIECES != 0))
    return fail(plugin, IMP_E_UNSUPPORTED, "%u frames per second; multiples of 100 from 8000 to 48000 are supported",
                rate);
  if (!options->locator.data || options->locator.length == 0)
    return fail(plugin, IMP_E_ARGUMENT, "the locator is empty");
  return IMP_OK;
}

// Here the device would be looked for, and opened.
static imp_status find_device(const imp_plugin *plugin, imp_text locator) {
  if (locator.length != strlen(LOCATOR) || memcmp(locator.data, LOCATOR, locator.length) != 0)
    return fail(plugin, IMP_E_DEVICE_MISSING, "there is no such microphone; there is only '%s'", LOCATOR);
  return IMP_OK;
}

static imp_status open_microphone(imp_plugin *plugin, const imp_microphone_options *options,
                                  imp_audio_format *format, imp_microphone **microphone) {
  imp_status status = check_options(plugin, options);
  if (status == IMP_OK)
    status = check_struct(plugin, format, sizeof *format, "the format");
  if (status != IMP_OK)
    return status;
  if (!microphone)
    return fail(plugin, IMP_E_ARGUMENT, "the pointer to the microphone is null");
  status = find_device(plugin, options->locator);
  if (status != IMP_OK)
    return status;
  imp_microphone *made = calloc(1, sizeof *made);
  if (!made || !stop_make(&made->stop)) {
    free(made);
    return fail(plugin, IMP_E_MEMORY, "no memory for a microphone");
  }
  uint32_t rate = options->rate ? options->rate : 16000;
  uint32_t kept_ms = options->buffer_ms ? options->buffer_ms : 500;
  made->plugin = plugin;
  made->is_paced = options->pace == IMP_AUDIO_PACE_REAL;
  made->start_ns = now_ns();
  made->format = (imp_audio_format){
      .size = sizeof made->format,
      .rate = rate,
      .channels = options->channels ? options->channels : 1,
      .format = options->format ? options->format : IMP_AUDIO_S16,
      .device_rate = rate,
      // At least a piece; a minute at most.
      .buffer_frames = rate / 100 * ((kept_ms < 10 ? 10 : kept_ms > 60000 ? 60000 : kept_ms) / 10),
      .latency_ns = SECOND_NS / PIECES,
  };
  *format = made->format;
  *microphone = made;
  return IMP_OK;
}

static void close_microphone(imp_microphone *microphone) {
  stop_end(&microphone->stop);
  free(microphone);
}

// ---- Sound ------------------------------------------------------------------

// Waits until there is sound, and says how much. Frames that the host was too slow for are lost, as with any
// device.
static imp_status wait_for_sound(imp_microphone *microphone, uint64_t timeout_ns, uint64_t *frames) {
  uint64_t piece = microphone->format.rate / PIECES;
  uint64_t due = microphone->start_ns + (microphone->next / piece + 1) * (SECOND_NS / PIECES);
  imp_status status = stop_wait(microphone->plugin, &microphone->stop, due, later(now_ns(), timeout_ns),
                                "the next sound is not due yet");
  if (status != IMP_OK)
    return status;
  uint64_t waiting = (now_ns() - microphone->start_ns) / (SECOND_NS / PIECES) * piece - microphone->next;
  if (waiting > microphone->format.buffer_frames) {
    uint64_t lost = waiting - microphone->format.buffer_frames;
    microphone->next += lost;
    microphone->lost += lost;
    microphone->overruns++;
    waiting -= lost;
  }
  *frames = waiting;
  return IMP_OK;
}

static imp_status read_sound(imp_microphone *microphone, uint64_t timeout_ns, imp_buffer *samples,
                             imp_audio_chunk *chunk) {
  const imp_plugin *plugin = microphone->plugin;
  size_t frame = frame_bytes(&microphone->format);
  imp_status status = check_struct(plugin, chunk, sizeof *chunk, "the chunk");
  if (status != IMP_OK)
    return status;
  if (!samples || !samples->data || samples->capacity < frame)
    return fail(plugin, IMP_E_ARGUMENT, "the buffer is shorter than a frame of %zu bytes", frame);
  uint64_t room = samples->capacity / frame, there = room;
  status = microphone->is_paced ? wait_for_sound(microphone, timeout_ns, &there)
                                : stop_wait(plugin, &microphone->stop, 0, 0, "");
  if (status != IMP_OK)
    return status;
  uint64_t count = there < room ? there : room;
  for (uint64_t i = 0; i < count; i++)
    write_frame(&microphone->format, microphone->next + i, samples->data + i * frame);
  samples->length = count * frame;
  *chunk = (imp_audio_chunk){
      .size = sizeof *chunk,
      .timestamp_ns = time_of(&microphone->format, microphone->next),
      .position = microphone->next,
      .lost = microphone->lost,
      .overruns = microphone->overruns,
  };
  microphone->next += count;
  return IMP_OK;
}

static void cancel(imp_microphone *microphone) {
  stop_raise(&microphone->stop);
}

// ---- The table --------------------------------------------------------------

static const imp_microphone_ability table = {
    .size = sizeof(imp_microphone_ability),
    .list = list,
    .open = open_microphone,
    .read = read_sound,
    .cancel = cancel,
    .close = close_microphone,
};

const void *const plugin_tables[] = {&table};
