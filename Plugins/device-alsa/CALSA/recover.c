// SPDX-License-Identifier: Apache-2.0
// A device that stopped, and is started again.
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "clock.h"
#include "stream.h"

// More in a row, without a frame in between, and it will not do.
static const unsigned restarts_max = 8;
// Nothing for so long, and it is gone, whatever its driver says. A device that is woken up for the first
// frame may take longer.
static const uint64_t silent_ns = 700000000;
static const uint64_t first_ns = 2500000000;
// The device was asked just now: a moment that is further off was not taken then, or not with the clock asked
// for.
static const uint64_t strange_ns = 50000000;

int stream_start(calsa_stream *stream) {
  const int error = snd_pcm_start(stream->pcm);
  if (error < 0) {
    return error;
  }
  const uint64_t now = clock_now_ns();
  calsa_account_begin(&stream->account, stream->hardware.rate, now);
  stream->heard_ns = now;
  return 0;
}

// `lost` frames at the least.
static int start_again(calsa_stream *stream, uint64_t lost) {
  if (stream->restarts >= restarts_max) {
    return -EIO;
  }
  stream->restarts += 1;
  calsa_account_gap(&stream->account, lost);
  stream->clipping = (calsa_clipping){0};
  if (stream->resampler != NULL) {
    calsa_resampler_reset(stream->resampler);
  }
  // Where an end of it goes on by itself, it would not be prepared. A card that has resumed runs, too: what
  // lies in its buffer is of before the sleep and of after it, and nothing says where the one ends, so all of
  // it counts as lost.
  const snd_pcm_state_t state = snd_pcm_state(stream->pcm);
  if (state == SND_PCM_STATE_DRAINING || state == SND_PCM_STATE_RUNNING) {
    snd_pcm_drop(stream->pcm);
  }
  const int error = snd_pcm_prepare(stream->pcm);
  return error < 0 ? error : snd_pcm_start(stream->pcm);
}

// Frames that were lost move everything after them, at the rate that is given out too.
static void go_on(calsa_stream *stream, uint64_t at_ns, uint64_t available) {
  const int had_gap = stream->account.has_gap;
  // Where nothing new has come, or more than a step of a conversion has room for, it does not say when the
  // last came.
  if (!had_gap &&
      (available >= stream->hardware.buffer || stream->account.position + available == stream->heard)) {
    return;
  }
  calsa_account_see(&stream->account, at_ns, available);
  if (!had_gap) {
    return;
  }
  const unsigned __int128 scaled = (unsigned __int128)stream->account.position * stream->grant.rate;
  const uint64_t origin = (uint64_t)((scaled + stream->hardware.rate - 1) / stream->hardware.rate);
  const uint64_t before = stream->origin + stream->taken;
  stream->lost += origin > before ? origin - before : 0;
  stream->origin = origin > before ? origin : before;
  stream->taken = 0;
}

static uint64_t moment(const snd_htimestamp_t *time) {
  const uint64_t now = clock_now_ns();
  const uint64_t told = (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec;
  return told > now || now - told > strange_ns ? now : told;
}

static calsa_outcome after(int error) {
  switch (-error) {
  case ENODEV:
  case ENOENT:
  case ENXIO:
  case EBADF:
    return CALSA_GONE;
  case ENOMEM:
    return CALSA_MEMORY;
  default:
    return CALSA_FAILED;
  }
}

calsa_outcome stream_look(calsa_stream *stream, uint64_t *available, int *error) {
  *available = 0;
  for (;;) {
    const snd_pcm_sframes_t frames = snd_pcm_avail(stream->pcm);
    const snd_pcm_state_t state = snd_pcm_state(stream->pcm);
    if (state == SND_PCM_STATE_DISCONNECTED || frames == -ENODEV) {
      *error = -ENODEV;
      return CALSA_GONE;
    }
    if (state == SND_PCM_STATE_SUSPENDED && snd_pcm_resume(stream->pcm) == -EAGAIN) {
      return CALSA_TIMEOUT;
    }
    if (state == SND_PCM_STATE_RUNNING && frames >= 0) {
      // The moment alone: the number that comes with it is of the device, without what lies in conversions.
      snd_pcm_uframes_t ignored = 0;
      snd_htimestamp_t time = {0};
      snd_pcm_htimestamp(stream->pcm, &ignored, &time);
      go_on(stream, moment(&time), (uint64_t)frames);
      if (frames > 0) {
        stream->restarts = 0;
      }
      *available = (uint64_t)frames;
      return CALSA_OK;
    }
    // An overrun is what a full buffer ends in.
    const int is_overrun = state == SND_PCM_STATE_XRUN || frames == -EPIPE;
    *error = start_again(stream, is_overrun ? stream->hardware.buffer : 0);
    if (*error < 0) {
      return after(*error);
    }
  }
}

static uint64_t usual_silence(const calsa_stream *stream) {
  const uint64_t period_ns = (uint64_t)stream->hardware.period * 1000000000 / stream->hardware.rate;
  return silent_ns > 3 * period_ns ? silent_ns : 3 * period_ns;
}

uint64_t stream_patience(const calsa_stream *stream) {
  return stream->heard_ns + (stream->heard == 0 ? first_ns : usual_silence(stream));
}

int stream_is_gone(const calsa_stream *stream, uint64_t now_ns) {
  if (now_ns >= stream_patience(stream)) {
    return 1;
  }
  if (stream->place.card < 0 || now_ns - stream->heard_ns <= usual_silence(stream) / 4) {
    return 0;
  }
  // A driver that wakes nobody when its device is pulled out.
  char path[64];
  snprintf(path, sizeof path, "/sys/class/sound/pcmC%dD%dc/dev", stream->place.card, stream->place.device);
  return access(path, F_OK) != 0;
}
