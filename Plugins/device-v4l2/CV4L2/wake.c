// SPDX-License-Identifier: Apache-2.0
#include "CV4L2.h"
#include <errno.h>
#include <sys/eventfd.h>

int cv4l2_open_wake(int *descriptor) {
  int opened = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (opened < 0)
    return -errno;
  *descriptor = opened;
  return 0;
}

void cv4l2_wake(int descriptor) {
  // It fails when it was raised 2^64 times; then it is raised.
  (void)eventfd_write(descriptor, 1);
}
