// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "quiet.h"
#include "stream.h"

enum { descriptors_max = 16, slice_ms = 200, pause_ns = 100000000 };

// When what is missing will have come, as the rate says; each round in vain makes it later.
static int expected_ms(const calsa_stream *stream, uint64_t available, unsigned tries) {
  const uint64_t missing = stream->hardware.least > available ? stream->hardware.least - available : 0;
  const uint64_t wait = missing * 1000 / stream->hardware.rate + 1 + (uint64_t)tries * 5;
  return wait < slice_ms ? (int)wait : slice_ms;
}

// A step of a conversion takes frames from the device before it has enough, and the device then waits for as
// many again: so not only the device is waited for. And it may say that it is ready when there is too little:
// then only the time is, or this would never sleep.
calsa_outcome stream_wait(calsa_stream *stream, uint64_t available, uint64_t deadline, unsigned *tries) {
  struct pollfd waiting[1 + descriptors_max] = {{.fd = stream->stop, .events = POLLIN}};
  const uint64_t patience = stream_patience(stream);
  const int most = expected_ms(stream, available, *tries);
  int count = 0;
  if (*tries % 2 == 0) {
    const int needed = snd_pcm_poll_descriptors_count(stream->pcm);
    if (needed > 0 && needed <= descriptors_max) {
      count = snd_pcm_poll_descriptors(stream->pcm, waiting + 1, (unsigned)needed);
      count = count < 0 ? 0 : count;
    }
  }
  *tries += 1;
  const int found =
      poll(waiting, 1 + (nfds_t)count, clock_milliseconds(deadline < patience ? deadline : patience, most));
  if (found > 0 && waiting[0].revents != 0) {
    return CALSA_CANCELLED;
  }
  if (found > 0 && count > 0) {
    // Modules of libasound's take their events here.
    unsigned short events = 0;
    snd_pcm_poll_descriptors_revents(stream->pcm, waiting + 1, (unsigned)count, &events);
  }
  return CALSA_OK;
}

static size_t sample_bytes(uint32_t format) {
  return format == calsa_s16 ? 2 : 4;
}

// Reads up to `count` frames as the device gives them; those that are no numbers become silence.
static snd_pcm_sframes_t read_device(calsa_stream *stream, uint64_t count) {
  if (count > stream->hardware.buffer) {
    count = stream->hardware.buffer;
  }
  const snd_pcm_sframes_t frames = snd_pcm_readi(stream->pcm, stream->samples, count);
  if (frames > 0) {
    calsa_account_take(&stream->account, (uint64_t)frames);
    if (stream->hardware.format == calsa_float32) {
      calsa_make_finite(stream->samples, (size_t)frames * stream->hardware.channels);
    }
    stream->is_clipped |= calsa_clipping_look(&stream->clipping, stream->samples, stream->hardware.format,
                                              stream->hardware.channels, (size_t)frames);
  }
  return frames;
}

static void write_samples(const calsa_stream *stream, const float *from, size_t count, void *to) {
  uint8_t *place = to;
  for (size_t i = 0; i < count; i++) {
    if (stream->grant.format == calsa_s16) {
      const int16_t sample = calsa_to_s16(from[i]);
      memcpy(place, &sample, sizeof sample);
    } else if (stream->grant.format == calsa_s32) {
      const int32_t sample = calsa_to_s32(from[i]);
      memcpy(place, &sample, sizeof sample);
    } else {
      memcpy(place, from + i, sizeof *from);
    }
    place += sample_bytes(stream->grant.format);
  }
}

// How many frames were written to `bytes`; negative: errno; 0: more has to come first.
static long deliver(calsa_stream *stream, uint64_t available, void *bytes, size_t room) {
  const unsigned channels = stream->hardware.channels;
  if (stream->resampler == NULL) {
    const snd_pcm_sframes_t frames = read_device(stream, available < room ? available : room);
    if (frames > 0) {
      memcpy(bytes, stream->samples, (size_t)frames * channels * sample_bytes(stream->grant.format));
    }
    return frames;
  }
  const uint64_t ready = calsa_resampler_ready(stream->resampler, available);
  uint64_t wanted = ready < room ? ready : room;
  wanted = wanted < stream->grant.buffer_frames ? wanted : stream->grant.buffer_frames;
  // Where there is room for all of it, all goes in, be it too little for a frame: a filter may reach further
  // than the device's whole buffer, and would never have enough.
  const uint64_t needed = wanted < ready ? calsa_resampler_needs(stream->resampler, wanted) : available;
  if (needed > 0) {
    const snd_pcm_sframes_t frames = read_device(stream, needed);
    if (frames < 0) {
      return frames;
    }
    if (calsa_resampler_put(stream->resampler, stream->samples, (size_t)frames) < 0) {
      return -ENOMEM;
    }
  }
  const size_t made = calsa_resampler_take(stream->resampler, stream->resampled, (size_t)wanted);
  write_samples(stream, stream->resampled, made * channels, bytes);
  return (long)made;
}

// When the frame was taken that will be delivered next.
static uint64_t next_moment(const calsa_stream *stream) {
  uint64_t time = stream->account.due_ns;
  if (stream->resampler != NULL) {
    const double behind = calsa_resampler_lag(stream->resampler) * 1e9 / stream->hardware.rate;
    time -= (uint64_t)(int64_t)behind;
  }
  return time > stream->told_ns ? time : stream->told_ns;
}

static calsa_outcome read_stream(calsa_stream *stream, uint64_t deadline, void *bytes, size_t room,
                                 calsa_chunk *chunk, int *error) {
  unsigned tries = 0;
  for (;;) {
    uint64_t available = 0;
    calsa_outcome outcome = stream_look(stream, &available, error);
    if (outcome != CALSA_OK && outcome != CALSA_TIMEOUT) {
      return outcome;
    }
    const uint64_t now = clock_now_ns();
    const int is_asleep = outcome == CALSA_TIMEOUT;
    if (is_asleep || stream->account.position + available != stream->heard) {
      stream->heard = stream->account.position + available;
      stream->heard_ns = now;
    }
    // Also the last before a device stands still.
    const int is_time =
        available >= stream->hardware.least || now >= deadline || now - stream->heard_ns > pause_ns;
    if (!is_asleep && is_time) {
      const uint64_t moment = next_moment(stream);
      const long frames = available > 0 ? deliver(stream, available, bytes, room) : 0;
      if (frames > 0) {
        *chunk = (calsa_chunk){.frames = (uint64_t)frames,
                               .timestamp_ns = moment,
                               .position = stream->origin + stream->taken,
                               .lost = stream->lost,
                               .overruns = stream->account.overruns,
                               .is_muted = mute_look(&stream->mute, now),
                               .is_clipped = stream->is_clipped};
        stream->is_clipped = 0;
        stream->taken += (uint64_t)frames;
        stream->told_ns = moment;
        return CALSA_OK;
      }
      if (frames == -ENOMEM) {
        return CALSA_MEMORY;
      }
      if (frames == 0 && available > 0) {
        // It lies in the resampler now, and the device is waited for as at the beginning: it may be full
        // soon.
        available = 0;
        tries = 0;
      }
      // Any other error is seen again, and dealt with, when the device is looked at.
    }
    if (now >= deadline) {
      return CALSA_TIMEOUT;
    }
    if (stream_is_gone(stream, now)) {
      *error = -ETIMEDOUT;
      return CALSA_GONE;
    }
    outcome = stream_wait(stream, available, deadline, &tries);
    if (outcome != CALSA_OK) {
      return outcome;
    }
  }
}

calsa_outcome calsa_read(calsa_stream *stream, uint64_t deadline_ns, void *bytes, size_t room,
                         calsa_chunk *chunk, calsa_problem *problem) {
  quiet quiet;
  int error = 0;
  quiet_begin(&quiet);
  const calsa_outcome outcome = read_stream(stream, deadline_ns, bytes, room, chunk, &error);
  *problem = (calsa_problem){.error = -error};
  snprintf(problem->words, sizeof problem->words, "%s", quiet.words);
  quiet_end(&quiet);
  return outcome;
}
