// SPDX-License-Identifier: Apache-2.0
// What was said, as far as it is not who said it: cepstral coefficients of the loud frames, and their slopes.
#include "steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The range of energies that are told apart: 50 dB below the loudest of all.
#define FAINTEST 1e-5
// Frames that are 25 dB below the loudest are pauses, whose length is not the same twice.
#define PAUSE 3.1623e-3
// A standard deviation is so many of a byte's steps.
#define STEPS 24.0
#define SLOPE 2 // frames on both sides
#define HALF_TURN 3.141592653589793

static int by_size(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b;
  return x < y ? -1 : x > y;
}

// Cepstral coefficients of a frame, without that of its level.
static void coefficients_of(const float *energies, double faintest, const double *cosines, double *coefficients) {
  double logarithms[IMP_VOICE_BANDS];
  for (int band = 0; band < IMP_VOICE_BANDS; band++) {
    logarithms[band] = log(fmax(energies[band], faintest));
  }
  for (int i = 0; i < IMP_VOICE_COEFFICIENTS; i++) {
    double sum = 0;
    for (int band = 0; band < IMP_VOICE_BANDS; band++) {
      sum += logarithms[band] * cosines[i * IMP_VOICE_BANDS + band];
    }
    coefficients[i] = sum;
  }
  imp_voice_erase(logarithms, sizeof logarithms);
}

static void find_coefficients(const imp_voice_sound *sound, uint32_t frames, double *values) {
  double cosines[IMP_VOICE_COEFFICIENTS * IMP_VOICE_BANDS];
  for (int i = 0; i < IMP_VOICE_COEFFICIENTS; i++) {
    for (int band = 0; band < IMP_VOICE_BANDS; band++) {
      cosines[i * IMP_VOICE_BANDS + band] = cos(HALF_TURN * (i + 1) * (band + 0.5) / IMP_VOICE_BANDS);
    }
  }
  double loudest = 0;
  for (size_t i = 0; i < (size_t)frames * IMP_VOICE_BANDS; i++) {
    loudest = fmax(loudest, sound->energies[i]);
  }
  for (uint32_t at = 0; at < frames; at++) {
    coefficients_of(sound->energies + (size_t)at * IMP_VOICE_BANDS, fmax(loudest * FAINTEST, 1e-30), cosines,
                    values + (size_t)at * IMP_VOICE_FEATURES);
  }
}

// Slopes behind each frame's coefficients.
static void add_slopes(double *values, uint32_t frames) {
  for (uint32_t at = 0; at < frames; at++) {
    for (int i = 0; i < IMP_VOICE_COEFFICIENTS; i++) {
      double sum = 0;
      for (uint32_t away = 1; away <= SLOPE; away++) {
        const size_t after = at + away < frames ? at + away : frames - 1, before = at > away ? at - away : 0;
        sum += away * (values[after * IMP_VOICE_FEATURES + (size_t)i] - values[before * IMP_VOICE_FEATURES + (size_t)i]);
      }
      values[(size_t)at * IMP_VOICE_FEATURES + IMP_VOICE_COEFFICIENTS + (size_t)i] = sum / 10;
    }
  }
}

// Leaves out frames that are pauses. `levels` is room for two numbers a frame. How many are left.
static uint32_t leave_pauses(const imp_voice_sound *sound, uint32_t frames, float *levels, double *values) {
  float *const sorted = levels + frames;
  for (uint32_t at = 0; at < frames; at++) {
    float sum = 0;
    for (int band = 0; band < IMP_VOICE_BANDS; band++) {
      sum += sound->energies[(size_t)at * IMP_VOICE_BANDS + (size_t)band];
    }
    levels[at] = sorted[at] = sum;
  }
  qsort(sorted, frames, sizeof *sorted, by_size);
  const double least = sorted[frames - 1 - frames / 20] * PAUSE;
  uint32_t left = 0;
  for (uint32_t at = 0; at < frames; at++) {
    if (levels[at] > least) {
      memmove(values + (size_t)left * IMP_VOICE_FEATURES, values + (size_t)at * IMP_VOICE_FEATURES,
              IMP_VOICE_FEATURES * sizeof *values);
      left++;
    }
  }
  return left;
}

// Each feature with mean 0 and one deviation, in bytes. 0: one of them never changes.
static int write_features(const double *values, uint32_t frames, int8_t *features) {
  for (size_t i = 0; i < IMP_VOICE_FEATURES; i++) {
    double mean = 0, square = 0;
    for (size_t at = 0; at < frames; at++) {
      mean += values[at * IMP_VOICE_FEATURES + i] / frames;
    }
    for (size_t at = 0; at < frames; at++) {
      const double value = values[at * IMP_VOICE_FEATURES + i] - mean;
      square += value * value / frames;
    }
    if (!(square > 1e-9 && square < 1e9)) {
      return 0;
    }
    const double scale = STEPS / sqrt(square);
    for (size_t at = 0; at < frames; at++) {
      const double value = (values[at * IMP_VOICE_FEATURES + i] - mean) * scale;
      features[at * IMP_VOICE_FEATURES + i] = (int8_t)lrint(fmax(-127, fmin(127, value)));
    }
  }
  return 1;
}

uint32_t imp_voice_sound_features(const imp_voice_sound *sound, int8_t *features) {
  // The last frame is beyond the sound by half.
  const uint32_t frames = sound->frames > 0 ? sound->frames - 1 : 0;
  if (frames < IMP_VOICE_LEAST_FRAMES || frames > IMP_VOICE_MOST_HEARD) {
    return 0;
  }
  const size_t bytes = (size_t)frames * (IMP_VOICE_FEATURES * sizeof(double) + 2 * sizeof(float));
  double *const values = malloc(bytes);
  if (values == NULL) {
    return 0;
  }
  find_coefficients(sound, frames, values);
  add_slopes(values, frames);
  const uint32_t left = leave_pauses(sound, frames, (float *)(values + (size_t)frames * IMP_VOICE_FEATURES), values);
  const int is_length = left >= IMP_VOICE_LEAST_FRAMES && left <= IMP_VOICE_MOST_FRAMES;
  const int is_made = is_length && write_features(values, left, features);
  imp_voice_erase(values, bytes);
  free(values);
  return is_made ? left : 0;
}

// A sound's features have mean 0 and one deviation, but for rounding and for the few that a byte does not
// hold.
int imp_voice_are_features(const int8_t *features, uint32_t frames) {
  if (frames < IMP_VOICE_LEAST_FRAMES || frames > IMP_VOICE_MOST_FRAMES) {
    return 0;
  }
  for (size_t i = 0; i < IMP_VOICE_FEATURES; i++) {
    int32_t sum = 0, square = 0;
    for (size_t at = 0; at < frames; at++) {
      const int32_t value = features[at * IMP_VOICE_FEATURES + i];
      sum += value;
      square += value * value;
    }
    const double mean = (double)sum / frames, deviation = sqrt((double)square / frames);
    if (!(fabs(mean) <= STEPS / 8 && deviation >= STEPS / 2 && deviation <= STEPS * 1.1)) {
      return 0;
    }
  }
  return 1;
}
