// SPDX-License-Identifier: Apache-2.0
// What an open microphone is made of.
#ifndef IMPRINT_CALSA_STREAM_PARTS_H
#define IMPRINT_CALSA_STREAM_PARTS_H

#include <alsa/asoundlib.h>

#include "calsa_account.h"
#include "calsa_clipping.h"
#include "calsa_resampler.h"
#include "calsa_stream.h"
#include "configuration.h"
#include "hardware.h"
#include "mute.h"

struct calsa_stream {
  snd_pcm_t *pcm;
  configuration configuration; // libasound may look at it as long as the device is open
  calsa_place place;
  hardware hardware;
  calsa_grant grant;
  mute mute;
  int stop;      // readable once cancelled
  void *samples; // one buffer of frames, as they are read
  float *resampled;
  calsa_resampler *resampler; // null where the device has the rate
  calsa_clipping clipping;
  int is_clipped;        // in what was read since the last chunk
  calsa_account account; // in frames of the device
  uint64_t origin;       // the first frame since the last gap, in frames of `grant.rate`
  uint64_t taken;        // frames since then
  uint64_t lost;         // in frames of `grant.rate`
  uint64_t told_ns;      // the last chunk's time
  uint64_t heard;        // frames of the device that have come, to see that more do
  uint64_t heard_ns;     // when the last came
  unsigned restarts;     // without a frame in between
};

// The outcome that an error of libasound's stands for.
calsa_outcome stream_outcome(int error);

// Starts a device that was prepared, and the account with it.
int stream_start(calsa_stream *stream);

// How many frames are available. Restarts a device that stopped: an overrun, a suspended machine.
// CALSA_TIMEOUT: it is still suspended.
calsa_outcome stream_look(calsa_stream *stream, uint64_t *available, int *error);

// Waits until enough frames may be available, at most until `deadline`. *tries counts the wake-ups with too
// few. CALSA_CANCELLED, or CALSA_OK.
calsa_outcome stream_wait(calsa_stream *stream, uint64_t available, uint64_t deadline, unsigned *tries);

// When a device that delivers nothing is taken to be gone.
uint64_t stream_patience(const calsa_stream *stream);

// Whether it is.
int stream_is_gone(const calsa_stream *stream, uint64_t now_ns);

#endif
