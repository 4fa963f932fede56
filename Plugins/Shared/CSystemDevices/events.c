// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CSystemDevices.h"
#include <errno.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// The kernel's own multicast group; udev's daemon sends to the second one.
#define KERNEL_GROUP 1
// A machine that starts reports thousands of devices at once. As much as is granted; less is no error.
#define RECEIVE_BYTES (1 << 20)

int system_open_events(int *descriptor) {
  int opened = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (opened < 0)
    return -errno;
  const int bytes = RECEIVE_BYTES;
  setsockopt(opened, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
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

int system_read_event(int descriptor, char *memory, size_t capacity, size_t *length) {
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
  // Any process may send to such a socket; port 0 is the kernel.
  int is_kernel =
      message.msg_namelen == sizeof sender && sender.nl_pid == 0 && sender.nl_groups == KERNEL_GROUP;
  if (is_kernel && !(message.msg_flags & MSG_TRUNC))
    *length = (size_t)got;
  return 0;
}
