// SPDX-License-Identifier: Apache-2.0
#include "calsa_clipping.h"

#include "calsa_stream.h"

// As peak meters count: one sample at full scale may be an unclipped peak.
static const unsigned run = 3;

// The largest positive sample of 16 bits is one step nearer to 0 than the negative one, so both sides end
// there.
static int is_full(const void *samples, uint32_t format, size_t place) {
  switch (format) {
  case calsa_s16: {
    const int16_t sample = ((const int16_t *)samples)[place];
    return sample == INT16_MAX || sample <= -INT16_MAX;
  }
  case calsa_s32: {
    const int32_t least = (int32_t)INT16_MAX << 16;
    const int32_t sample = ((const int32_t *)samples)[place];
    return sample >= least || sample <= -least;
  }
  default: {
    const float least = 32767.0f / 32768.0f;
    const float sample = ((const float *)samples)[place];
    return sample >= least || sample <= -least;
  }
  }
}

int calsa_clipping_look(calsa_clipping *clipping, const void *samples, uint32_t format, unsigned channels,
                        size_t frames) {
  int is_clipped = 0;
  for (unsigned channel = 0; channel < channels && channel < 2; channel++) {
    unsigned length = clipping->lengths[channel];
    for (size_t frame = 0; frame < frames; frame++) {
      if (!is_full(samples, format, frame * channels + channel)) {
        length = 0;
        continue;
      }
      // Saturates: a device that clips for days would wrap around to 0.
      length += length < run;
      is_clipped |= length == run;
    }
    clipping->lengths[channel] = length;
  }
  return is_clipped;
}
