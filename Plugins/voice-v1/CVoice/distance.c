// SPDX-License-Identifier: Apache-2.0
// Dynamic time warping: the cheapest way through two sequences of frames.
#include "CVoice.h"

#include <math.h>

static int is_length(uint32_t frames) { return frames >= IMP_VOICE_LEAST_FRAMES && frames <= IMP_VOICE_MOST_FRAMES; }

// What the square of a difference is worth, in 256ths: a coefficient less the higher it is, as those tell
// more of who speaks; and a slope a quarter of that.
static const int16_t weights[IMP_VOICE_FEATURES] = {
    256, 128, 85, 64, 51, 43, 37, 32, 28, 26, 23, 21, 20, 18, 17, 16,
    64,  32,  21, 16, 13, 11, 9,  8,  7,  6,  6,  5,  5,  5,  4,  4,
};

// Of two frames. The square is a whole number below 2^27, of which every machine has the nearest root.
static float distance_of(const int8_t *one, const int8_t *other) {
  int32_t square = 0;
  for (int i = 0; i < IMP_VOICE_FEATURES; i++) {
    const int32_t difference = one[i] - other[i];
    square += difference * difference * weights[i];
  }
  return sqrtf((float)square);
}

float imp_voice_distance(const int8_t *one, uint32_t frames, const int8_t *other, uint32_t other_frames) {
  if (!is_length(frames) || !is_length(other_frames) || frames > 2 * other_frames || other_frames > 2 * frames) {
    return INFINITY;
  }
  // Costs up to the frame before, and up to this one. Diagonal steps count twice, so that each way has as
  // many.
  float before[IMP_VOICE_MOST_FRAMES + 1], now[IMP_VOICE_MOST_FRAMES + 1];
  for (uint32_t j = 0; j <= other_frames; j++) {
    before[j] = j == 0 ? 0 : INFINITY;
  }
  for (uint32_t i = 1; i <= frames; i++) {
    now[0] = INFINITY;
    for (uint32_t j = 1; j <= other_frames; j++) {
      const float own = distance_of(one + (size_t)(i - 1) * IMP_VOICE_FEATURES,
                                    other + (size_t)(j - 1) * IMP_VOICE_FEATURES);
      const float straight = fminf(before[j], now[j - 1]) + own;
      now[j] = fminf(straight, before[j - 1] + 2 * own);
    }
    for (uint32_t j = 0; j <= other_frames; j++) {
      before[j] = now[j];
    }
  }
  const float whole = before[other_frames];
  imp_voice_erase(before, sizeof before);
  imp_voice_erase(now, sizeof now);
  // In standard deviations of the first coefficient: 24 steps of a byte, and 16 is the root of 256.
  return whole / (float)(frames + other_frames) / (24 * 16);
}
