// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "calsa_stream.h"

size_t calsa_make_finite(float *samples, size_t count) {
  size_t replaced = 0;
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(samples[i])) {
      samples[i] = 0;
      replaced += 1;
    }
  }
  return replaced;
}

int16_t calsa_to_s16(float sample) {
  if (isnan(sample)) {
    return 0;
  }
  const float scaled = sample * 32768;
  return scaled >= 32767 ? 32767 : scaled <= -32768 ? -32768 : (int16_t)lrintf(scaled);
}

int32_t calsa_to_s32(float sample) {
  if (isnan(sample)) {
    return 0;
  }
  const double scaled = (double)sample * 2147483648.0;
  return scaled >= 2147483647.0 ? 2147483647 : scaled <= -2147483648.0 ? INT32_MIN : (int32_t)lrint(scaled);
}
