// SPDX-License-Identifier: Apache-2.0
// A sound from its samples to what is speech in it, in frames.
#include "steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The mean square that quiet sound is raised to: -30 dB of full scale, as the encoder was trained with.
#define RAISED 1e-3
#define LOUDEST 32767.0

// Of frames: a quarter of a second between windows, and how much of the last one must be sound.
#define STEP 25
#define LEAST_OF_LAST 120

static float decibels(double ratio) { return (float)fmax(-200, fmin(200, 10 * log10(ratio))); }

static imp_voice_facts facts_of(const voice_gate *gate, const float *samples, size_t count) {
  imp_voice_facts facts = {
      .size = sizeof facts,
      .known = IMP_VOICE_SPEECH | IMP_VOICE_CLIPPED,
      .speech_ms = gate->speech * (VOICE_BLOCK * 1000 / IMP_VOICE_RATE),
      .clipped = voice_clipped(samples, count),
  };
  if (gate->speech > 0) {
    facts.known |= IMP_VOICE_LEVEL | IMP_VOICE_SNR;
    facts.level_db = decibels(2 * gate->level);
    // The noise is in the speech too.
    facts.snr_db = decibels(fmax(1e-3 * gate->noise, gate->level - gate->noise) / gate->noise);
  }
  return facts;
}

// What is kept of a sound, one after another, and raised where it is quiet. The number of samples.
static size_t keep(const float *samples, const voice_gate *gate, float *kept) {
  size_t count = 0;
  double sum = 0;
  for (uint32_t block = 0; block < gate->blocks; block++) {
    if (gate->is_kept[block]) {
      memcpy(kept + count, samples + (size_t)block * VOICE_BLOCK, VOICE_BLOCK * sizeof *kept);
      count += VOICE_BLOCK;
    }
  }
  for (size_t i = 0; i < count; i++) {
    sum += (double)kept[i] * kept[i];
  }
  const double square = count > 0 ? sum / (double)count : 0;
  // Never lowered, as the encoder's training did not.
  if (square > 0 && square < RAISED) {
    const double factor = sqrt(RAISED / square);
    for (size_t i = 0; i < count; i++) {
      kept[i] = (float)(kept[i] * factor);
    }
  }
  return count;
}

static int are_finite(const float *samples, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(samples[i])) {
      return 0;
    }
  }
  return 1;
}

// 0: no memory.
static int compute(imp_voice_sound *sound, const float *samples, const voice_gate *gate) {
  size_t most = 0;
  for (uint32_t block = 0; block < gate->blocks; block++) {
    most += gate->is_kept[block] ? VOICE_BLOCK : 0;
  }
  if (most == 0) {
    return 1;
  }
  float *const kept = malloc(most * sizeof *kept);
  sound->frames = (uint32_t)(most / VOICE_BLOCK) + 1;
  sound->energies = malloc((size_t)sound->frames * IMP_VOICE_BANDS * sizeof(float));
  const int has_memory = kept != NULL && sound->energies != NULL;
  if (has_memory) {
    voice_energies(kept, keep(samples, gate, kept), sound->frames, sound->energies);
  }
  imp_voice_erase(kept, kept != NULL ? most * sizeof *kept : 0);
  free(kept);
  return has_memory;
}

imp_voice_sound *imp_voice_sound_create(const float *samples, size_t count) {
  if (count < 1 || count > IMP_VOICE_MOST_SAMPLES || !are_finite(samples, count)) {
    return NULL;
  }
  imp_voice_sound *sound = calloc(1, sizeof *sound);
  voice_gate gate;
  if (sound == NULL || !voice_gate_find(samples, count, &gate)) {
    free(sound);
    return NULL;
  }
  sound->facts = facts_of(&gate, samples, count);
  const int is_made = compute(sound, samples, &gate);
  imp_voice_erase(gate.is_kept, gate.blocks);
  free(gate.is_kept);
  if (!is_made) {
    imp_voice_sound_destroy(sound);
    return NULL;
  }
  return sound;
}

void imp_voice_sound_destroy(imp_voice_sound *sound) {
  if (sound == NULL) {
    return;
  }
  if (sound->energies != NULL) {
    imp_voice_erase(sound->energies, (size_t)sound->frames * IMP_VOICE_BANDS * sizeof(float));
    free(sound->energies);
  }
  imp_voice_erase(sound, sizeof *sound);
  free(sound);
}

void imp_voice_sound_facts(const imp_voice_sound *sound, imp_voice_facts *facts) { *facts = sound->facts; }

// The least step, of frames, with which there are not too many windows.
static uint32_t step_of(const imp_voice_sound *sound) {
  const uint32_t rest = sound->frames > IMP_VOICE_WINDOW_FRAMES ? sound->frames - IMP_VOICE_WINDOW_FRAMES : 0;
  const uint32_t least = (rest + IMP_VOICE_MOST_WINDOWS - 2) / (IMP_VOICE_MOST_WINDOWS - 1);
  return least > STEP ? least : STEP;
}

uint32_t imp_voice_sound_windows(const imp_voice_sound *sound) {
  if (sound->frames == 0) {
    return 0;
  }
  if (sound->frames <= IMP_VOICE_WINDOW_FRAMES) {
    return 1;
  }
  const uint32_t step = step_of(sound);
  const uint32_t rest = sound->frames - LEAST_OF_LAST;
  const uint32_t windows = rest / step + 1;
  return windows < IMP_VOICE_MOST_WINDOWS ? windows : IMP_VOICE_MOST_WINDOWS;
}

void imp_voice_sound_window(const imp_voice_sound *sound, uint32_t index, float *energies) {
  const uint32_t first = index * step_of(sound);
  const int is_short = sound->frames < IMP_VOICE_WINDOW_FRAMES;
  for (uint32_t frame = 0; frame < IMP_VOICE_WINDOW_FRAMES; frame++) {
    const uint32_t from = is_short ? frame % sound->frames : first + frame;
    float *const into = energies + (size_t)frame * IMP_VOICE_BANDS;
    if (from < sound->frames) {
      memcpy(into, sound->energies + (size_t)from * IMP_VOICE_BANDS, IMP_VOICE_BANDS * sizeof *into);
    } else {
      memset(into, 0, IMP_VOICE_BANDS * sizeof *into);
    }
  }
}
