// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CV4L2.h"
#include <errno.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// The kernel's own group; udev's daemon tells the second one.
#define KERNEL_GROUP 1

int cv4l2_open_events(int *descriptor) {
  int opened = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (opened < 0)
    return -errno;
  struct sockaddr_nl address;
  memset(&address, 0, sizeof address);
  address.nl_family = AF_NETLINK;
  address.nl_groups = KERNEL_GROUP;
  if (bind(opened, (struct sockaddr *)&address, sizeof address) < 0) {
    int code = errno;
    close(opened);
    return -code;
  }
  *descriptor = opened;
  return 0;
}

int cv4l2_read_event(int descriptor, char *memory, size_t capacity, size_t *length) {
  struct sockaddr_nl sender;
  memset(&sender, 0, sizeof sender);
  struct iovec part = {.iov_base = memory, .iov_len = capacity};
  struct msghdr message = {
      .msg_name = &sender, .msg_namelen = sizeof sender, .msg_iov = &part, .msg_iovlen = 1};
  ssize_t got;
  do
    got = recvmsg(descriptor, &message, 0);
  while (got < 0 && errno == EINTR);
  *length = 0;
  if (got < 0)
    return -errno;
  // Whoever may send to such a socket could tell of devices that are not there; the kernel alone is number 0.
  int is_kernel = message.msg_namelen == sizeof sender && sender.nl_pid == 0;
  if (is_kernel && !(message.msg_flags & MSG_TRUNC))
    *length = (size_t)got;
  return 0;
}
