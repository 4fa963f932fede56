// SPDX-License-Identifier: Apache-2.0
#ifndef IMPRINT_CALSA_CLOCK_H
#define IMPRINT_CALSA_CLOCK_H

#include <stdint.h>
#include <time.h>

// The monotonic clock.
static inline uint64_t clock_now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

// Milliseconds until `deadline`, rounded up, at most `most`; 0 where it is past.
static inline int clock_milliseconds(uint64_t deadline, int most) {
  const uint64_t now = clock_now_ns();
  if (deadline <= now) {
    return 0;
  }
  const uint64_t left = (deadline - now) / 1000000 + 1;
  return left < (uint64_t)most ? (int)left : most;
}

#endif
