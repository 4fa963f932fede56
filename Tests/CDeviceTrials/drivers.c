// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CDeviceTrials.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
// After time.h: it uses struct timespec without saying where that comes from.
#include <linux/videodev2.h>

int trial_feed_format(int node, uint32_t fourcc, uint32_t width, uint32_t height, uint32_t rate,
                      uint32_t *size) {
  struct v4l2_format format;
  memset(&format, 0, sizeof format);
  format.type = V4L2_BUF_TYPE_VIDEO_OUTPUT;
  format.fmt.pix.pixelformat = fourcc;
  format.fmt.pix.width = width;
  format.fmt.pix.height = height;
  format.fmt.pix.field = V4L2_FIELD_NONE;
  if (ioctl(node, VIDIOC_S_FMT, &format) < 0)
    return -errno;
  struct v4l2_streamparm parameters;
  memset(&parameters, 0, sizeof parameters);
  parameters.type = V4L2_BUF_TYPE_VIDEO_OUTPUT;
  parameters.parm.output.timeperframe.numerator = 1;
  parameters.parm.output.timeperframe.denominator = rate;
  if (ioctl(node, VIDIOC_S_PARM, &parameters) < 0)
    return -errno;
  *size = format.fmt.pix.sizeimage;
  return 0;
}

int trial_choose_input(int node, uint32_t index) {
  int input = (int)index;
  return ioctl(node, VIDIOC_S_INPUT, &input) < 0 ? -errno : 0;
}

int trial_load_driver(const char *path, const char *settings) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return -errno;
  int answer = syscall(SYS_finit_module, file, settings, 0) < 0 ? -errno : 0;
  close(file);
  return answer;
}

int trial_unload_driver(const char *name) {
  return syscall(SYS_delete_module, name, O_NONBLOCK) < 0 ? -errno : 0;
}

int trial_forge_event(uint32_t socket_number, const char *message, size_t length) {
  int sender = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_KOBJECT_UEVENT);
  if (sender < 0)
    return -errno;
  struct sockaddr_nl address;
  memset(&address, 0, sizeof address);
  address.nl_family = AF_NETLINK;
  address.nl_pid = socket_number;
  ssize_t sent = sendto(sender, message, length, 0, (struct sockaddr *)&address, sizeof address);
  int answer = sent < 0 ? -errno : 0;
  close(sender);
  return answer;
}

static double seconds(struct timeval time) {
  return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

double trial_processor_seconds(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) < 0)
    return 0;
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void trial_picture(uint64_t index, void *bytes, size_t length) {
  uint64_t state = index * UINT64_C(0x9E3779B97F4A7C15);
  for (size_t offset = 0; offset + sizeof state <= length; offset += sizeof state) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    memcpy((char *)bytes + offset, offset == 0 ? &index : &state, sizeof state);
  }
}
