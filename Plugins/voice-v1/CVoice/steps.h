// SPDX-License-Identifier: Apache-2.0
// The steps from a sound to its frames.
#ifndef IMPRINT_VOICE_STEPS_H
#define IMPRINT_VOICE_STEPS_H

#include "CVoice.h"

// 10 ms: the step of frames, and what is speech or not as a whole.
#define VOICE_BLOCK 160
#define VOICE_MOST_BLOCKS (IMP_VOICE_MOST_SAMPLES / VOICE_BLOCK)

// What the gate found.
typedef struct voice_gate {
  uint32_t blocks;  // whole ones; what follows the last one is no speech
  uint32_t speech;  // how many of them are speech
  double level;     // mean square of those
  double noise;     // mean square of the quietest tenth of all
  uint8_t *is_kept; // each block: whether it is speech or close to it
} voice_gate;

struct imp_voice_sound {
  imp_voice_facts facts;
  uint32_t frames; // of what is kept
  float *energies; // IMP_VOICE_BANDS for each
};

// Judges each block by its energy. 0: no memory.
int voice_gate_find(const float *samples, size_t count, voice_gate *gate);

// The proportion of samples in runs of 3 and more at full scale.
float voice_clipped(const float *samples, size_t count);

// Energies of `frames` frames, a frame each block and one more, of IMP_VOICE_BANDS bands.
// `samples` has 0 around it, as far as frames reach.
void voice_energies(const float *samples, size_t count, uint32_t frames, float *energies);

#endif
