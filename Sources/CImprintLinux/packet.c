// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

#include "CImprintLinux.h"

typedef union {
  char bytes[CMSG_SPACE(sizeof(int) * IMP_PACKET_DESCRIPTORS)];
  struct cmsghdr aligned;
} control_room;

// If a program closed its standard descriptors, new ones may get their numbers.
static int above_standard(int descriptor) {
  if (descriptor > STDERR_FILENO) return descriptor;
  const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int number = errno;
  close(descriptor);
  return moved < 0 ? -number : moved;
}

int imp_packet_pair(int ends[2]) {
  int made[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, made) != 0) return -errno;
  ends[0] = above_standard(made[0]);
  ends[1] = above_standard(made[1]);
  if (ends[0] >= 0 && ends[1] >= 0) return 0;
  const int number = ends[0] < 0 ? ends[0] : ends[1];
  if (ends[0] >= 0) close(ends[0]);
  if (ends[1] >= 0) close(ends[1]);
  return number;
}

int imp_packet_send(int end, const void *head, size_t head_length, const void *body, size_t body_length,
                    const int *descriptors, size_t descriptor_count) {
  if (descriptor_count > IMP_PACKET_DESCRIPTORS) return -EINVAL;
  struct iovec parts[2] = {{(void *)head, head_length}, {(void *)body, body_length}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = body_length > 0 ? 2 : 1};
  control_room room;
  if (descriptor_count > 0) {
    memset(&room, 0, sizeof room);
    message.msg_control = room.bytes;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptor_count);
    struct cmsghdr *control = CMSG_FIRSTHDR(&message);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(sizeof(int) * descriptor_count);
    memcpy(CMSG_DATA(control), descriptors, sizeof(int) * descriptor_count);
  }
  for (;;) {
    const ssize_t sent = sendmsg(end, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) return (size_t)sent == head_length + body_length ? 0 : -EMSGSIZE;
    if (errno != EINTR) return -errno;
  }
}

// Extracts the descriptors of a message, up to the capacity. Returns how many arrived.
static size_t take(struct msghdr *message, int *descriptors, size_t capacity) {
  size_t count = 0;
  for (struct cmsghdr *control = CMSG_FIRSTHDR(message); control != NULL;
       control = CMSG_NXTHDR(message, control)) {
    if (control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS) continue;
    const size_t came = (control->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < came; index++, count++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(control) + index * sizeof(int), sizeof descriptor);
      if (count < capacity) {
        descriptors[count] = descriptor;
      } else {
        close(descriptor);
      }
    }
  }
  return count;
}

ssize_t imp_packet_receive(int end, void *room, size_t capacity, int *descriptors, size_t *descriptor_count) {
  const size_t most = *descriptor_count;
  *descriptor_count = 0;
  struct iovec part = {room, capacity};
  control_room control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  ssize_t length;
  do {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    length = recvmsg(end, &message, MSG_CMSG_CLOEXEC);
  } while (length < 0 && errno == EINTR);
  if (length < 0) return errno == EWOULDBLOCK ? -EAGAIN : -errno;
  const size_t came = message.msg_controllen > 0 ? take(&message, descriptors, most) : 0;
  if (came > most || (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0) {
    for (size_t index = 0; index < (came < most ? came : most); index++) close(descriptors[index]);
    return -EMSGSIZE;
  }
  *descriptor_count = came;
  return length;
}

int imp_packet_patience(int end, uint64_t nanoseconds) {
  struct timeval time = {0, 0};
  if (nanoseconds != UINT64_MAX) {
    const uint64_t microseconds = nanoseconds < 1000 ? 1 : nanoseconds / 1000;
    time.tv_sec = (time_t)(microseconds / 1000000);
    time.tv_usec = (suseconds_t)(microseconds % 1000000);
  }
  return setsockopt(end, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time) == 0 ? 0 : -errno;
}
