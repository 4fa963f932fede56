// SPDX-License-Identifier: Apache-2.0
#include "wake.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

uint64_t wake_now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

uint64_t wake_after(uint64_t now, uint64_t span) {
  return span > UINT64_MAX - now ? UINT64_MAX : now + span;
}

int wake_milliseconds(uint64_t deadline, int most) {
  const uint64_t now = wake_now_ns();
  if (deadline <= now) {
    return 0;
  }
  const uint64_t left = (deadline - now) / 1000000 + 1;
  return left < (uint64_t)most ? (int)left : most;
}

int wake_make(void) {
  return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void wake_raise(int descriptor) {
  const uint64_t one = 1;
  // The counter is never read, so it is raised once and full after 2^64: any other failure is a broken
  // descriptor.
  while (write(descriptor, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

int wake_is_raised(int descriptor) {
  struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
  return poll(&waiting, 1, 0) > 0;
}
