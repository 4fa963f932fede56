// SPDX-License-Identifier: Apache-2.0
// A microphone: it gives a tone, as loud as a quiet voice.
//
// To make it yours, replace `find_device` by what looks for your device, and
// `level` by what takes a sample from it. What is between them stays: sound that
// comes in pieces of 10 ms, frames that are lost for a reader that is late, a wait
// that ends in time, and a cancel that ends it at once.
#define _POSIX_C_SOURCE 200809L // clock_gettime, pthread_condattr_setclock
#include "plugin.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LOCATOR "tone:0"
#define NAME "Tone"

#define SECOND_NS UINT64_C(1000000000)
#define PIECES 100u // in a second

struct imp_microphone {
  const imp_plugin *plugin;
  imp_audio_format format;
  bool is_paced;     // sound comes when it is due, not at once
  uint64_t start_ns; // the monotonic clock when it was opened
  uint64_t next;     // number of the frame to give
  uint64_t lost, overruns;
  pthread_mutex_t lock; // guards is_cancelled, which another thread sets
  pthread_cond_t cancelled;
  bool is_cancelled;
};

// ---- Time -------------------------------------------------------------------

static uint64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * SECOND_NS + (uint64_t)time.tv_nsec;
}

static uint64_t later(uint64_t time, uint64_t by) {
  return by > UINT64_MAX - time ? UINT64_MAX : time + by;
}

// Waits until the clock shows `deadline`. True: cancelled before.
static bool wait_until(imp_microphone *microphone, uint64_t deadline) {
  struct timespec time = {.tv_sec = (time_t)(deadline / SECOND_NS), .tv_nsec = (long)(deadline % SECOND_NS)};
  pthread_mutex_lock(&microphone->lock);
  while (!microphone->is_cancelled &&
         pthread_cond_timedwait(&microphone->cancelled, &microphone->lock, &time) != ETIMEDOUT)
    ;
  bool is = microphone->is_cancelled;
  pthread_mutex_unlock(&microphone->lock);
  return is;
}

// ---- The tone ---------------------------------------------------------------

// A triangle of 500 Hz, of -2048 to 2048: a sixteenth of full scale. In whole numbers: a frame is the same
// everywhere.
static int32_t level(const imp_microphone *microphone, uint64_t frame) {
  int64_t period = microphone->format.rate / 500;
  int64_t at = (int64_t)(frame % (uint64_t)period);
  int64_t up = at * 2 < period ? at : period - at;
  return (int32_t)(up * 8192 / period - 2048);
}

static size_t sample_bytes(uint32_t format) {
  return format == IMP_AUDIO_S16 ? 2 : 4;
}

static size_t frame_bytes(const imp_microphone *microphone) {
  return microphone->format.channels * sample_bytes(microphone->format.format);
}

static void write_frame(const imp_microphone *microphone, uint64_t frame, uint8_t *place) {
  int32_t value = level(microphone, frame), large = value * 65536;
  int16_t small = (int16_t)value;
  float real = (float)value / 32768;
  const void *sample = microphone->format.format == IMP_AUDIO_S16   ? (const void *)&small
                       : microphone->format.format == IMP_AUDIO_S32 ? (const void *)&large
                                                                    : (const void *)&real;
  size_t bytes = sample_bytes(microphone->format.format);
  for (uint32_t channel = 0; channel < microphone->format.channels; channel++)
    memcpy(place + channel * bytes, sample, bytes);
}

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
  if (!options)
    return fail(plugin, IMP_E_ARGUMENT, "there are no options");
  if (options->size != sizeof *options)
    return fail(plugin, IMP_E_ABI, "the options' size field is %u, not %zu", options->size, sizeof *options);
  if (options->pace != IMP_AUDIO_PACE_REAL && options->pace != IMP_AUDIO_PACE_FULL)
    return fail(plugin, IMP_E_ARGUMENT, "pace %u is neither real (0) nor full (1)", options->pace);
  if (options->format > IMP_AUDIO_FLOAT32)
    return fail(plugin, IMP_E_ARGUMENT, "format %u is none", options->format);
  if (options->channels > 2)
    return fail(plugin, IMP_E_UNSUPPORTED, "%u channels; there are 1 and 2", options->channels);
  uint32_t rate = options->rate;
  if (rate != 0 && (rate < 8000 || rate > 48000 || rate % PIECES != 0))
    return fail(plugin, IMP_E_UNSUPPORTED, "%u frames a second; there are 8000 to 48000, in hundreds", rate);
  if (!options->locator.data || options->locator.length == 0)
    return fail(plugin, IMP_E_ARGUMENT, "the locator is empty");
  return IMP_OK;
}

// Here the device would be looked for, and opened.
static imp_status find_device(const imp_plugin *plugin, imp_text locator) {
  if (locator.length != strlen(LOCATOR) || memcmp(locator.data, LOCATOR, locator.length) != 0)
    return fail(plugin, IMP_E_DEVICE_MISSING, "there is no such microphone; the one there is is '%s'", LOCATOR);
  return IMP_OK;
}

static bool make_lock(imp_microphone *microphone) {
  pthread_condattr_t attributes;
  if (pthread_mutex_init(&microphone->lock, NULL) != 0)
    return false;
  pthread_condattr_init(&attributes);
  // The wall clock may be set while sound is waited for.
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  bool is_made = pthread_cond_init(&microphone->cancelled, &attributes) == 0;
  pthread_condattr_destroy(&attributes);
  if (!is_made)
    pthread_mutex_destroy(&microphone->lock);
  return is_made;
}

static imp_status open_microphone(imp_plugin *plugin, const imp_microphone_options *options,
                                  imp_audio_format *format, imp_microphone **microphone) {
  imp_status status = check_options(plugin, options);
  if (status != IMP_OK)
    return status;
  if (!format || !microphone)
    return fail(plugin, IMP_E_ARGUMENT, "there is no place for the format or the microphone");
  if (format->size != sizeof *format)
    return fail(plugin, IMP_E_ABI, "the format's size field is %u, not %zu", format->size, sizeof *format);
  status = find_device(plugin, options->locator);
  if (status != IMP_OK)
    return status;
  imp_microphone *made = calloc(1, sizeof *made);
  if (!made || !make_lock(made)) {
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
  pthread_cond_destroy(&microphone->cancelled);
  pthread_mutex_destroy(&microphone->lock);
  free(microphone);
}

// ---- Sound ------------------------------------------------------------------

// Waits until there is sound, and says how much. Frames that the host was too slow for are lost, as with any
// device.
static imp_status wait_for_sound(imp_microphone *microphone, uint64_t timeout_ns, uint64_t *frames) {
  uint64_t now = now_ns(), deadline = later(now, timeout_ns), piece = microphone->format.rate / PIECES;
  uint64_t due = microphone->start_ns + (microphone->next / piece + 1) * (SECOND_NS / PIECES);
  if (wait_until(microphone, due < deadline ? due : deadline))
    return fail(microphone->plugin, IMP_OUTCOME_CANCELLED, "the microphone was cancelled");
  if (due > deadline)
    return fail(microphone->plugin, IMP_RETRY_TIMEOUT, "the next sound is not due yet");
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
  size_t frame = frame_bytes(microphone);
  if (!samples || !chunk || !samples->data || samples->capacity < frame)
    return fail(plugin, IMP_E_ARGUMENT, "there is no room for a frame of %zu bytes", frame);
  if (chunk->size != sizeof *chunk)
    return fail(plugin, IMP_E_ABI, "the chunk's size field is %u, not %zu", chunk->size, sizeof *chunk);
  uint64_t room = samples->capacity / frame, there = room;
  imp_status status = microphone->is_paced             ? wait_for_sound(microphone, timeout_ns, &there)
                      : wait_until(microphone, now_ns()) ? fail(plugin, IMP_OUTCOME_CANCELLED, "it was cancelled")
                                                       : IMP_OK;
  if (status != IMP_OK)
    return status;
  uint64_t count = there < room ? there : room;
  for (uint64_t i = 0; i < count; i++)
    write_frame(microphone, microphone->next + i, samples->data + i * frame);
  samples->length = count * frame;
  *chunk = (imp_audio_chunk){
      .size = sizeof *chunk,
      // In two steps: a product of both would overflow after a while.
      .timestamp_ns = microphone->next / microphone->format.rate * SECOND_NS +
                      microphone->next % microphone->format.rate * SECOND_NS / microphone->format.rate,
      .position = microphone->next,
      .lost = microphone->lost,
      .overruns = microphone->overruns,
  };
  microphone->next += count;
  return IMP_OK;
}

static void cancel(imp_microphone *microphone) {
  pthread_mutex_lock(&microphone->lock);
  microphone->is_cancelled = true;
  pthread_cond_broadcast(&microphone->cancelled);
  pthread_mutex_unlock(&microphone->lock);
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
