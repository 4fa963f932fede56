// SPDX-License-Identifier: Apache-2.0
// Numbers that look random and follow from a seed: SplitMix64 (Steele, Lea, Flood 2014).
#ifndef PUPPET_RANDOM_H
#define PUPPET_RANDOM_H

#include <math.h>
#include <stdint.h>

static inline uint64_t random_bits(uint64_t *state) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// low...high, all equally likely.
static inline float random_between(uint64_t *state, float low, float high) {
  return low + (high - low) * (float)(random_bits(state) >> 40) / 16777216.0f;
}

// Normally distributed, mean 0, standard deviation 1 (Box and Muller 1958).
static inline float random_normal(uint64_t *state) {
  const float radius = sqrtf(-2 * logf(random_between(state, 1e-7f, 1)));
  return radius * cosf(6.2831853f * random_between(state, 0, 1));
}

#endif
