// SPDX-License-Identifier: Apache-2.0
// From one rate to another, by a windowed sinc: what is above half of the lower rate is 90 dB down, what is
// below 0.44 of it is left as it is. Positions are exact fractions, so nothing drifts.
#ifndef IMPRINT_CALSA_RESAMPLER_H
#define IMPRINT_CALSA_RESAMPLER_H

#include <stddef.h>
#include <stdint.h>

typedef struct calsa_resampler calsa_resampler;

// Null where there is no memory. `from` and `to` are frames a second, above 0.
calsa_resampler *calsa_resampler_make(uint32_t from, uint32_t to, uint32_t channels);
void calsa_resampler_free(calsa_resampler *resampler);

// Forgets what was put in: the next frame is the first.
void calsa_resampler_reset(calsa_resampler *resampler);

// How many frames before and after a moment its sample is made of, in frames of `from`.
uint32_t calsa_resampler_delay(const calsa_resampler *resampler);

// Frames that can be taken once `more` are put in.
uint64_t calsa_resampler_ready(const calsa_resampler *resampler, uint64_t more);

// Frames that have to be put in before `frames` can be taken.
uint64_t calsa_resampler_needs(const calsa_resampler *resampler, uint64_t frames);

// Frames of `from` between the moment of the next frame to take and that of the next to put in: above 0, as
// it lags.
double calsa_resampler_lag(const calsa_resampler *resampler);

// Puts frames of interleaved samples in. 0, or -1 without memory.
int calsa_resampler_put(calsa_resampler *resampler, const float *samples, size_t frames);

// Takes up to `frames`; how many it were.
size_t calsa_resampler_take(calsa_resampler *resampler, float *samples, size_t frames);

#endif
