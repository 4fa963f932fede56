// SPDX-License-Identifier: Apache-2.0
// How a device is set up.
#ifndef IMPRINT_CALSA_HARDWARE_H
#define IMPRINT_CALSA_HARDWARE_H

#include <alsa/asoundlib.h>

#include "calsa_stream.h"

typedef struct hardware {
  unsigned rate; // the device's own
  unsigned channels;
  uint32_t format; // calsa_..., of what is read from it
  snd_pcm_uframes_t buffer;
  snd_pcm_uframes_t period;
  snd_pcm_uframes_t least; // what is waited for: a fiftieth of a second
} hardware;

// Sets formats, rates and buffers as asked, or as near as the device has them: `hardware` says what they are.
// *unsupported is set where the device can do neither what was asked nor anything that it can be made from.
int hardware_set(snd_pcm_t *pcm, const calsa_request *request, hardware *hardware, int *unsupported);

#endif
