// SPDX-License-Identifier: Apache-2.0
#include "world.h"

#include <time.h>

static const uint64_t second = 1000000000;

// Frames in 1000000 seconds, of a clock that is off by ppm: rate × (1000000 + ppm).
static unsigned __int128 pace(const world *world) {
  return (unsigned __int128)world->rate * (uint64_t)(1000000 + (int64_t)world->ppm);
}

uint64_t world_now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * second + (uint64_t)time.tv_nsec;
}

// Without stalling. 128 bits: a year in nanoseconds times the pace is more than 64.
static uint64_t frames_in(const world *world, uint64_t ns) {
  return (uint64_t)(ns * pace(world) / ((unsigned __int128)second * 1000000));
}

static uint64_t ns_of(const world *world, uint64_t frames) {
  const unsigned __int128 per = pace(world);
  return (uint64_t)((frames * ((unsigned __int128)second * 1000000) + per - 1) / per);
}

uint64_t world_frames(const world *world, uint64_t now_ns) {
  if (world->began_ns == 0 || now_ns <= world->began_ns) {
    return 0;
  }
  uint64_t since = now_ns - world->began_ns;
  if (world->stall_after != 0) {
    const uint64_t stalled_at = ns_of(world, world->stall_after);
    if (since > stalled_at) {
      const uint64_t over = since - stalled_at;
      since = over > world->stall_ns ? since - world->stall_ns : stalled_at;
    }
  }
  return frames_in(world, since);
}

uint64_t world_time_ns(const world *world, uint64_t frames) {
  uint64_t time = world->began_ns + ns_of(world, frames);
  if (world->stall_after != 0 && frames > world->stall_after) {
    time = world->stall_ns > UINT64_MAX - time ? UINT64_MAX : time + world->stall_ns;
  }
  return time;
}
