// SPDX-License-Identifier: Apache-2.0
// A microphone without a device: three seconds of a tone, in pieces of 20 ms. Correct, but for the fault it
// is built with.
#include "plugin.h"

#include <math.h>

#define LOCATOR "tone:0"
#define ID "tone-one"
#define SECONDS 3u
#define PIECES 50u // in a second

struct imp_microphone {
  imp_plugin *plugin;
  struct waiting waiting;
  imp_audio_format format;
  bool real_pace;
  uint64_t begin; // when frame 0 was taken
  uint64_t next;  // number of the next frame to give
  uint64_t count; // of all frames
  uint64_t lost, overruns;
};

static imp_status list(imp_plugin *plugin, imp_microphone_info *infos, size_t *count) {
  if (!count || (*count > 0 && !infos)) return missing(plugin, "the array or its length");
  for (size_t i = 0; i < *count; i++)
    if (infos[i].size != sizeof *infos) return wrong_size(plugin, "an entry", infos[i].size, sizeof *infos);
  size_t capacity = *count;
  *count = 2;
  imp_microphone_info made[2] = {
      {.size = sizeof *made, .channels_max = 2, .rate_min = 8000, .rate_max = 48000, .locator = LOCATOR, .name = "Tone", .id = ID},
      {.size = sizeof *made, .locator = LOCATOR "?b", .name = "The same"},
  };
  if (FAULT == microphone_ids_are_shared) memcpy(made[1].id, ID, sizeof ID);
  if (capacity < 2) {
    if (FAULT == microphones_fill_short_array && capacity > 0) infos[0] = made[0];
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "there are 2 devices");
  }
  memcpy(infos, made, sizeof made);
  return IMP_OK;
}

static size_t sample_bytes(uint32_t format) {
  return format == IMP_AUDIO_S16 ? 2 : 4;
}

static size_t frame_bytes(const imp_microphone *microphone) {
  return microphone->format.channels * sample_bytes(microphone->format.format);
}

static imp_status check_options(const imp_plugin *plugin, const imp_microphone_options *options) {
  if (options->pace > IMP_AUDIO_PACE_FULL) return fail(plugin, IMP_E_ARGUMENT, "pace %u is none", options->pace);
  if (options->channels > 2 || options->format > IMP_AUDIO_FLOAT32)
    return fail(plugin, IMP_E_UNSUPPORTED, "%u channels of format %u", options->channels, options->format);
  if (options->rate != 0 && (options->rate < 4000 || options->rate > 96000) && FAULT != takes_any_rate)
    return fail(plugin, IMP_E_UNSUPPORTED, "%u frames a second", options->rate);
  return IMP_OK;
}

static bool is_open; // only a fault looks at it

static imp_status microphone_open(imp_plugin *plugin, const imp_microphone_options *options, imp_audio_format *format,
                                  imp_microphone **microphone) {
  if (!options || !format || !microphone) return missing(plugin, "options or a place to be filled");
  if (options->size != sizeof *options) return wrong_size(plugin, "options", options->size, sizeof *options);
  if (format->size != sizeof *format && FAULT != microphone_ignores_format_size)
    return wrong_size(plugin, "the format", format->size, sizeof *format);
  imp_status status = check_options(plugin, options);
  if (status != IMP_OK) return status;
  bool is_known = is_text(options->locator, LOCATOR) || is_text(options->locator, LOCATOR "?b") ||
                  is_text(options->locator, ID);
  if (!is_known && FAULT != opens_any_microphone) return fail(plugin, IMP_E_DEVICE_MISSING, "there is only " LOCATOR);
  if (FAULT == microphone_breaks_when_busy && is_open) return fail(plugin, IMP_E_INTERNAL, "the device answers -16");
  imp_microphone *made = calloc(1, sizeof *made);
  if (!made) return fail(plugin, IMP_E_MEMORY, "no memory for a microphone");
  is_open = true;
  uint32_t rate = options->rate ? options->rate : 16000;
  if (FAULT == gives_another_rate && rate == 44100) rate = 48000;
  made->plugin = plugin;
  made->format = (imp_audio_format){
      .size = sizeof made->format,
      .rate = rate,
      .channels = options->channels ? options->channels : 1,
      .format = options->format ? options->format : IMP_AUDIO_S16,
      .device_rate = rate,
      .buffer_frames = rate / 1000 * (options->buffer_ms ? options->buffer_ms : 500),
  };
  made->real_pace = options->pace == IMP_AUDIO_PACE_REAL;
  made->begin = clock_now();
  made->count = (uint64_t)SECONDS * rate * (options->repeat ? options->repeat : 1);
  waiting_begin(&made->waiting);
  *format = made->format;
  *microphone = made;
  return IMP_OK;
}

// How many frames the device has taken by now, in whole pieces.
static uint64_t taken(const imp_microphone *microphone) {
  if (!microphone->real_pace) return microphone->count;
  uint64_t piece = microphone->format.rate / PIECES;
  uint64_t frames = (clock_now() - microphone->begin) / (1000000000u / PIECES) * piece;
  return frames < microphone->count ? frames : microphone->count;
}

// When that many frames have been taken.
static uint64_t time_of(const imp_microphone *microphone, uint64_t frames) {
  uint64_t piece = microphone->format.rate / PIECES;
  return microphone->begin + (frames + piece - 1) / piece * (1000000000u / PIECES);
}

// Faults that show where there is something to wait for: with them the device takes its next piece after it
// is asked for it, however late a busy machine asks.
static bool takes_when_asked(void) {
  return FAULT == fills_chunk_on_timeout || FAULT == microphone_waits_too_long ||
         FAULT == microphone_knows_no_unlimited_wait;
}

static void write_sample(uint8_t *place, uint32_t format, uint64_t frame) {
  int32_t level = (int32_t)(frame % 64) - 32; // a saw, at a sixteenth of full scale
  int16_t small = (int16_t)(level * 64);
  int32_t large = level * 64 * 65536;
  float real = (float)level / 512;
  if (FAULT == gives_no_number && frame % 4000 == 3999) real = NAN;
  if (format == IMP_AUDIO_S16) memcpy(place, &small, sizeof small);
  if (format == IMP_AUDIO_S32) memcpy(place, &large, sizeof large);
  if (format == IMP_AUDIO_FLOAT32) memcpy(place, &real, sizeof real);
}

// What was not fetched in time is lost.
static void lose(imp_microphone *microphone) {
  uint64_t waiting = taken(microphone) - microphone->next, room = microphone->format.buffer_frames;
  if (!microphone->real_pace || waiting <= room) return;
  microphone->next += waiting - room;
  microphone->overruns++;
  if (FAULT != loses_uncounted) microphone->lost += waiting - room;
}

static imp_status microphone_read(imp_microphone *microphone, uint64_t timeout, imp_buffer *samples,
                                  imp_audio_chunk *chunk) {
  const imp_plugin *plugin = microphone->plugin;
  if (!samples || !chunk) return missing(plugin, "the room for samples or chunk");
  if (chunk->size != sizeof *chunk) return wrong_size(plugin, "the chunk", chunk->size, sizeof *chunk);
  size_t frame = frame_bytes(microphone);
  if (!samples->data || samples->capacity < frame) return fail(plugin, IMP_E_ARGUMENT, "a frame has %zu bytes", frame);
  uint64_t room = samples->capacity / frame;
  uint64_t now = clock_now(), wanted = microphone->next + 1;
  if (takes_when_asked() && microphone->real_pace) microphone->begin += now - time_of(microphone, microphone->next);
  if (FAULT == fills_the_room) wanted = microphone->next + room;
  if (wanted > microphone->count) wanted = microphone->count;
  uint64_t due = microphone->real_pace ? time_of(microphone, wanted) : now;
  uint64_t until = FAULT == microphone_knows_no_unlimited_wait ? now + timeout : later(now, timeout);
  uint64_t end = due < until ? due : until;
  if (FAULT == microphone_waits_too_long && due > until) end = until + 1500000000u;
  bool is_cancelled = waiting_until(&microphone->waiting, end, true);
  if (is_cancelled && FAULT == microphone_cancel_forgotten) waiting_cancel(&microphone->waiting, false);
  if (is_cancelled && (FAULT != cancel_waits_for_the_end || microphone->next >= microphone->count))
    return IMP_OUTCOME_CANCELLED;
  if (microphone->next >= microphone->count) {
    if (FAULT == sound_after_the_end) microphone->next--;
    return IMP_OUTCOME_END;
  }
  lose(microphone);
  uint64_t there = taken(microphone) - microphone->next;
  if (there == 0) {
    if (FAULT == fills_chunk_on_timeout) chunk->position = microphone->next;
    return IMP_RETRY_TIMEOUT;
  }
  uint64_t count = there < room ? there : room;
  for (uint64_t i = 0; i < count; i++)
    for (uint32_t channel = 0; channel < microphone->format.channels; channel++)
      write_sample(samples->data + i * frame + channel * sample_bytes(microphone->format.format),
                   microphone->format.format, microphone->next + i);
  samples->length = count * frame;
  if (FAULT == splits_frames && samples->capacity % frame != 0 && there > room) samples->length = samples->capacity;
  *chunk = (imp_audio_chunk){
      .size = sizeof *chunk,
      .timestamp_ns = microphone->next * 1000000000u / microphone->format.rate,
      .position = FAULT == position_of_pieces ? microphone->next / 7 * 7 : microphone->next,
      .lost = microphone->lost,
      .overruns = microphone->overruns,
  };
  microphone->next += count;
  return IMP_OK;
}

static void cancel(imp_microphone *microphone) {
  waiting_cancel(&microphone->waiting, true);
}

static void microphone_close(imp_microphone *microphone) {
  is_open = false;
  waiting_end(&microphone->waiting);
  free(microphone);
}

static const imp_microphone_ability table = {sizeof(imp_microphone_ability), 0, list, microphone_open,
                                             microphone_read, cancel, microphone_close};

static const char *const plugin_abilities[] = {IMP_MICROPHONE_ID};

static const void *plugin_table(const char *id) {
  (void)id;
  return &table;
}
