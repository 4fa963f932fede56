// SPDX-License-Identifier: Apache-2.0
// One request to a driver, for the files of this target.
#ifndef IMPRINT_CV4L2_REQUEST_H
#define IMPRINT_CV4L2_REQUEST_H

#include "CV4L2.h"
#include <errno.h>
#include <sys/ioctl.h>
#include <time.h>
// After time.h: it uses struct timespec without saying where that comes from.
#include <linux/videodev2.h>

static inline int cv4l2_request(int node, unsigned long request, void *argument) {
  int answer;
  do
    answer = ioctl(node, request, argument);
  while (answer < 0 && errno == EINTR);
  return answer < 0 ? -errno : 0;
}

#endif
