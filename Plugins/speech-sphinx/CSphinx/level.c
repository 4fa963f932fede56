// SPDX-License-Identifier: Apache-2.0
// How loud the sound is, and whether half of it is missing: the model was trained with sound up to 6.8 kHz,
// and takes nothing above 4 kHz for something. White noise 30 dB below the speech is better than that; sound
// that has its upper half is left as it is (docs/proposals/0017-speech-by-pocketsphinx.md).
#include "decoder.h"

#include <math.h>
#include <string.h>

// Mean squares of samples.
#define FAINTEST 1700.0       // -58 dB below full scale: what is quieter is no speech
#define LOUDEST_NOISE 34000.0 // -45 dB: a floor above is none, so that early speech is found
#define ABOVE_FLOOR 10.0      // 10 dB
#define STRETCH 150           // blocks: the floor is the lowest of the last one and a half to three seconds

#define EMPTY 4e-6       // -54 dB: what the upper band has at most of an empty one
#define TELLING 20000.0  // below, that would be less than the rounding to 16 bits makes
// Blocks of speech without it count 1 each, those with it 2: decided at the one, held at the other at most,
// so that a click at the beginning decides nothing, and a quarter of a second of speech against it is enough.
#define DECIDED 12
#define SURE 16
#define CUT 5200.0       // Hz, above what a filter leaves of sound at 8 kHz
#define FILL 1e-3        // -30 dB of what is loud
#define FORGETTING 0.005 // of the mean of what is loud, a block

void begin_utterance_level(level *level) {
  struct level before = *level;
  memset(level, 0, sizeof *level);
  level->empty = before.empty;
  level->is_known = before.is_known;
  level->is_filled = before.is_filled;
  level->speech = before.speech;
  level->lowest = level->lowest_before = LOUDEST_NOISE;
  level->random = 1;
  // What passes above the cut: a sinc in a Hamming window.
  const double pi = 3.14159265358979, turn = 2 * pi * CUT / IMP_SPHINX_RATE;
  level->taps[0] = (float)(1 - turn / pi);
  for (int k = 1; k < TAPS; k++) {
    level->taps[k] = (float)(-sin(turn * k) / (pi * k) * (0.54 + 0.46 * cos(pi * k / TAPS)));
  }
}

void begin_level(level *level) {
  memset(level, 0, sizeof *level);
  begin_utterance_level(level);
}

// The mean of four numbers that are equally likely: near enough to a normal one. Its variance is 1.
static float noise(level *level) {
  int32_t sum = 0;
  for (int i = 0; i < 4; i++) {
    level->random = level->random * 1664525u + 1013904223u;
    sum += (int32_t)(level->random >> 16) - 32768;
  }
  return (float)sum * (1.7320508f / 65536.0f);
}

// The energy of what is above the cut.
static double upper_energy(level *level, const int16_t *block) {
  enum { BEFORE = 2 * (TAPS - 1) };
  float samples[BEFORE + BLOCK];
  memcpy(samples, level->before, sizeof level->before);
  for (int i = 0; i < BLOCK; i++) {
    samples[BEFORE + i] = block[i];
  }
  memcpy(level->before, samples + BLOCK, sizeof level->before);
  double energy = 0;
  for (int i = 0; i < BLOCK; i++) {
    const float *middle = samples + TAPS - 1 + i;
    float sum = level->taps[0] * middle[0];
    for (int k = 1; k < TAPS; k++) {
      sum += level->taps[k] * (middle[-k] + middle[k]);
    }
    energy += (double)sum * sum;
  }
  return energy / BLOCK;
}

bool knows_band(const level *level) {
  return level->is_known;
}

void fill_band(level *level, int16_t *block) {
  if (!level->is_filled) {
    return;
  }
  float size = (float)sqrt(FILL * level->speech);
  for (int i = 0; i < BLOCK; i++) {
    float sample = (float)block[i] + size * noise(level);
    block[i] = (int16_t)lrintf(fminf(32767, fmaxf(-32768, sample)));
  }
}

void look_at(level *level, const int16_t *block) {
  double energy = 0;
  for (int i = 0; i < BLOCK; i++) {
    energy += (double)block[i] * block[i];
  }
  energy /= BLOCK;
  level->recent[level->blocks++ % 5] = energy;
  double mean = 0;
  for (int i = 0; i < 5; i++) {
    mean += level->recent[i] / 5;
  }
  if (level->blocks >= 5 && mean < level->lowest) {
    level->lowest = mean;
  }
  if (++level->in_stretch == STRETCH) {
    level->lowest_before = level->lowest;
    level->lowest = LOUDEST_NOISE;
    level->in_stretch = 0;
  }
  double floor = fmin(level->lowest, level->lowest_before);
  bool is_loud = mean > fmax(FAINTEST, ABOVE_FLOOR * floor);
  level->loud = level->loud << 1 | is_loud;
  double upper = upper_energy(level, block);
  if (is_loud && energy > TELLING) {
    bool is_empty = upper < EMPTY * energy;
    if (is_empty) {
      // A click is loud, and has all of the band: it says nothing of how loud the speech is.
      level->speech += (level->speech == 0 ? 1 : FORGETTING) * (energy - level->speech);
    }
    int empty = level->empty + (is_empty ? 1 : -2);
    level->empty = empty < -SURE ? -SURE : empty > SURE ? SURE : empty;
  }
  if (level->empty >= DECIDED || level->empty <= -DECIDED) {
    level->is_known = true;
    level->is_filled = level->empty > 0;
  }
}
