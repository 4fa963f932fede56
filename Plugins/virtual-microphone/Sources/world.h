// SPDX-License-Identifier: Apache-2.0
// The simulated clock of the microphone: how many frames it has captured by now, whether somebody records or
// not. Injected faults happen at frames, not at times.
#ifndef IMPRINT_VIRTUAL_MICROPHONE_WORLD_H
#define IMPRINT_VIRTUAL_MICROPHONE_WORLD_H

#include <stdint.h>

typedef struct world {
  unsigned rate;         // frames a second, as the microphone says
  int32_t ppm;           // its clock is off by so many millionths
  uint64_t unplug_after; // frames; 0 never
  uint64_t suspend_after;
  uint64_t stall_after; // frames; 0 never
  uint64_t stall_ns;
  uint64_t began_ns; // the monotonic clock at frame 0; 0: not begun
} world;

uint64_t world_now_ns(void);

// Frames that came until `now_ns`.
uint64_t world_frames(const world *world, uint64_t now_ns);

// When `frames` will have come; never is UINT64_MAX.
uint64_t world_time_ns(const world *world, uint64_t frames);

#endif
