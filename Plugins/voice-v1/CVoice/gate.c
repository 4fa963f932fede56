// SPDX-License-Identifier: Apache-2.0
// Speech by its energy: louder than the pauses, and not far below the loudest.
#include "steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Powers of 10 of ratios of energies.
#define BELOW_LOUD 1e-3     // -30 dB: quieter than that beside the loudest is no speech
#define ABOVE_NOISE 8.0     // 9 dB over the pauses
#define LEAST_CONTRAST 4.0  // 6 dB: a sound without pauses that are so much quieter is no speech
#define QUIETEST 1e-10      // what 16 bits cannot say

// Of blocks.
#define LONGEST_GAP 15  // a pause within a word, as before a plosive
#define SHORTEST_RUN 6  // what is shorter is a click
#define MARGIN 10       // kept on both sides of speech

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

// Mean squares of blocks, without the mean of all, which is the microphone's.
static void find_energies(const float *samples, uint32_t blocks, double *energies) {
  double mean = 0;
  for (size_t i = 0; i < (size_t)blocks * VOICE_BLOCK; i++) {
    mean += samples[i];
  }
  mean /= (double)blocks * VOICE_BLOCK;
  for (uint32_t block = 0; block < blocks; block++) {
    double sum = 0;
    for (int i = 0; i < VOICE_BLOCK; i++) {
      const double value = samples[(size_t)block * VOICE_BLOCK + (size_t)i] - mean;
      sum += value * value;
    }
    energies[block] = sum / VOICE_BLOCK;
  }
}

// Sets blocks to `value` that lie in runs of other values, shorter than `length`; at the ends too if asked
// for.
static void fill_runs(uint8_t *flags, uint32_t blocks, uint8_t value, uint32_t length, int at_ends) {
  uint32_t start = 0;
  while (start < blocks) {
    uint32_t end = start;
    while (end < blocks && flags[end] == flags[start]) {
      end++;
    }
    const int inner = start > 0 && end < blocks;
    if (flags[start] != value && end - start < length && (inner || at_ends)) {
      memset(flags + start, value, end - start);
    }
    start = end;
  }
}

static void widen(const uint8_t *flags, uint32_t blocks, uint8_t *kept) {
  memset(kept, 0, blocks);
  for (uint32_t block = 0; block < blocks; block++) {
    if (flags[block]) {
      const uint32_t from = block > MARGIN ? block - MARGIN : 0;
      const uint32_t to = blocks - block > MARGIN ? block + MARGIN + 1 : blocks;
      memset(kept + from, 1, to - from);
    }
  }
}

int voice_gate_find(const float *samples, size_t count, voice_gate *gate) {
  const uint32_t blocks = (uint32_t)(count / VOICE_BLOCK);
  *gate = (voice_gate){.blocks = blocks};
  const size_t bytes = (size_t)blocks * (3 * sizeof(double) + 1) + 1;
  double *const energies = malloc(bytes);
  gate->is_kept = malloc((size_t)blocks + 1);
  if (energies == NULL || gate->is_kept == NULL) {
    free(energies);
    free(gate->is_kept);
    gate->is_kept = NULL;
    return 0;
  }
  memset(gate->is_kept, 0, (size_t)blocks + 1);
  if (blocks > 0) {
    double *const smooth = energies + blocks, *const sorted = smooth + blocks;
    uint8_t *const flags = (uint8_t *)(sorted + blocks);
    find_energies(samples, blocks, energies);
    for (uint32_t block = 0; block < blocks; block++) {
      const uint32_t before = block > 0 ? block - 1 : block, after = block + 1 < blocks ? block + 1 : block;
      smooth[block] = fmax(QUIETEST, (energies[before] + energies[block] + energies[after]) / 3);
    }
    memcpy(sorted, smooth, blocks * sizeof *sorted);
    qsort(sorted, blocks, sizeof *sorted, by_size);
    const double floor = sorted[blocks / 10], loud = sorted[blocks - 1 - blocks / 20];
    const double between = sqrt(floor) * sqrt(loud);
    const double above = fmin(floor * ABOVE_NOISE, between);
    const double least = fmax(loud * BELOW_LOUD, above);
    for (uint32_t block = 0; block < blocks; block++) {
      flags[block] = loud > floor * LEAST_CONTRAST && smooth[block] > least;
    }
    fill_runs(flags, blocks, 1, LONGEST_GAP, 0);
    fill_runs(flags, blocks, 0, SHORTEST_RUN, 1);
    for (uint32_t block = 0; block < blocks; block++) {
      if (flags[block]) {
        gate->speech++;
        gate->level += energies[block];
      }
    }
    gate->level = gate->speech > 0 ? gate->level / gate->speech : 0;
    const uint32_t quiet = blocks / 10 + 1;
    for (uint32_t block = 0; block < quiet; block++) {
      gate->noise += sorted[block] / quiet;
    }
    widen(flags, blocks, gate->is_kept);
  }
  imp_voice_erase(energies, bytes);
  free(energies);
  return 1;
}

float voice_clipped(const float *samples, size_t count) {
  const float full = 32767.0f / 32768;
  size_t clipped = 0, run = 0;
  for (size_t i = 0; i < count; i++) {
    const int is_full = fabsf(samples[i]) >= full;
    const int goes_on = is_full && run > 0 && (samples[i] > 0) == (samples[i - 1] > 0);
    run = is_full ? (goes_on ? run + 1 : 1) : 0;
    // The third tells that those before it were cut off too.
    clipped += run == 3 ? 3 : run > 3;
  }
  return count > 0 ? (float)((double)clipped / (double)count) : 0;
}
