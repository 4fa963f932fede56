// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "request.h"
#include <string.h>

static uint32_t abilities(uint32_t caps) {
  uint32_t found = 0;
  if (caps & V4L2_CAP_VIDEO_CAPTURE)
    found |= CV4L2_CAPTURES;
  if (caps & V4L2_CAP_VIDEO_CAPTURE_MPLANE)
    found |= CV4L2_CAPTURES_IN_PLANES;
  if (caps & V4L2_CAP_STREAMING)
    found |= CV4L2_STREAMS;
  if (caps & (V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_VIDEO_OUTPUT_MPLANE))
    found |= CV4L2_TAKES;
  // A memory-to-memory codec captures what it is fed: no camera.
  if (caps & (V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_M2M_MPLANE))
    found = 0;
  return found;
}

int cv4l2_identify(int node, cv4l2_identity *identity) {
  struct v4l2_capability capability;
  memset(&capability, 0, sizeof capability);
  int answer = cv4l2_request(node, VIDIOC_QUERYCAP, &capability);
  if (answer < 0)
    return answer;
  memset(identity, 0, sizeof *identity);
  memcpy(identity->driver, capability.driver, sizeof capability.driver);
  memcpy(identity->card, capability.card, sizeof capability.card);
  memcpy(identity->bus, capability.bus_info, sizeof capability.bus_info);
  // `capabilities` are those of all nodes of the device together.
  uint32_t caps =
      capability.capabilities & V4L2_CAP_DEVICE_CAPS ? capability.device_caps : capability.capabilities;
  identity->abilities = abilities(caps);
  return 0;
}

int cv4l2_format_at(int node, uint32_t index, uint32_t *fourcc) {
  struct v4l2_fmtdesc format;
  memset(&format, 0, sizeof format);
  format.index = index;
  format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  int answer = cv4l2_request(node, VIDIOC_ENUM_FMT, &format);
  if (answer < 0)
    return answer;
  *fourcc = format.pixelformat;
  return 0;
}

int cv4l2_sizes_at(int node, uint32_t fourcc, uint32_t index, cv4l2_sizes *sizes, int *ends) {
  struct v4l2_frmsizeenum size;
  memset(&size, 0, sizeof size);
  size.index = index;
  size.pixel_format = fourcc;
  int answer = cv4l2_request(node, VIDIOC_ENUM_FRAMESIZES, &size);
  if (answer < 0)
    return answer;
  memset(sizes, 0, sizeof *sizes);
  *ends = size.type != V4L2_FRMSIZE_TYPE_DISCRETE;
  if (size.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
    sizes->width_min = sizes->width_max = size.discrete.width;
    sizes->height_min = sizes->height_max = size.discrete.height;
    return 0;
  }
  sizes->width_min = size.stepwise.min_width;
  sizes->width_max = size.stepwise.max_width;
  sizes->width_step = size.stepwise.step_width;
  sizes->height_min = size.stepwise.min_height;
  sizes->height_max = size.stepwise.max_height;
  sizes->height_step = size.stepwise.step_height;
  return 0;
}

int cv4l2_intervals_at(int node, uint32_t fourcc, uint32_t width, uint32_t height, uint32_t index,
                       cv4l2_intervals *intervals, int *ends) {
  struct v4l2_frmivalenum interval;
  memset(&interval, 0, sizeof interval);
  interval.index = index;
  interval.pixel_format = fourcc;
  interval.width = width;
  interval.height = height;
  int answer = cv4l2_request(node, VIDIOC_ENUM_FRAMEINTERVALS, &interval);
  if (answer < 0)
    return answer;
  *ends = interval.type != V4L2_FRMIVAL_TYPE_DISCRETE;
  struct v4l2_fract shortest = *ends ? interval.stepwise.min : interval.discrete;
  struct v4l2_fract longest = *ends ? interval.stepwise.max : interval.discrete;
  *intervals =
      (cv4l2_intervals){shortest.numerator, shortest.denominator, longest.numerator, longest.denominator};
  return 0;
}
