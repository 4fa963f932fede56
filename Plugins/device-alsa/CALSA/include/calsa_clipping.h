// SPDX-License-Identifier: Apache-2.0
// Finds what a converter cut off, in the sound as the device gives it: a resampler makes ringing of flat
// tops, and then nothing shows that they were flat.
#ifndef IMPRINT_CALSA_CLIPPING_H
#define IMPRINT_CALSA_CLIPPING_H

#include <stddef.h>
#include <stdint.h>

typedef struct calsa_clipping {
  unsigned
      lengths[2]; // of each channel: samples in a row at full scale, up to the last frame that was looked at
} calsa_clipping;

// Looks at frames of interleaved samples, of one or two channels; a run may go on from one call to the next.
// Whether some of them lie in a run of three samples or more at full scale: 32767/32768 or more, to either
// side.
int calsa_clipping_look(calsa_clipping *clipping, const void *samples, uint32_t format, unsigned channels,
                        size_t frames);

#endif
