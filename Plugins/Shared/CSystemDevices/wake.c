// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CSystemDevices.h"
#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <time.h>

int system_open_wake(int *descriptor) {
  int opened = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (opened < 0)
    return -errno;
  *descriptor = opened;
  return 0;
}

void system_wake(int descriptor) {
  // It fails when it was raised 2^64 times; then it is raised.
  (void)eventfd_write(descriptor, 1);
}

int system_wait(int descriptor, int stop, uint64_t timeout_ns, uint32_t *seen) {
  struct pollfd waited[2] = {{.fd = descriptor, .events = POLLIN}, {.fd = stop, .events = POLLIN}};
  struct timespec time = {.tv_sec = (time_t)(timeout_ns / 1000000000u),
                          .tv_nsec = (long)(timeout_ns % 1000000000u)};
  *seen = 0;
  int ready = ppoll(waited, 2, &time, NULL);
  // A signal ends the wait early; the caller knows how long it still waits.
  if (ready < 0)
    return errno == EINTR ? 0 : -errno;
  if (waited[0].revents & (POLLIN | POLLPRI))
    *seen |= SYSTEM_READY;
  if (waited[0].revents & (POLLERR | POLLHUP | POLLNVAL))
    *seen |= SYSTEM_BROKEN;
  if (waited[1].revents)
    *seen |= SYSTEM_STOPPED;
  return 0;
}
