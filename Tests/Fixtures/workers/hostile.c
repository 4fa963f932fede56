// SPDX-License-Identifier: Apache-2.0
// A program in the place of imprint-worker that says what no worker says: macros choose what. It behaves
// until HOSTILE_READY or HOSTILE_REPLY, which are statements in the place of the greeting and of an answer.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "imp_worker.h"

static int descriptors[8];

static ssize_t receive(int socket, void *room, size_t capacity) {
  char control[CMSG_SPACE(sizeof descriptors)];
  struct iovec part = {room, capacity};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  const ssize_t length = recvmsg(socket, &message, 0);
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header != NULL) memcpy(descriptors, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
  return length;
}

__attribute__((unused)) static void send_with_descriptor(int socket, const void *bytes, size_t length) {
  char control[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec part = {(void *)bytes, length};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  const int null = open("/dev/null", O_RDONLY);
  memcpy(CMSG_DATA(header), &null, sizeof null);
  sendmsg(socket, &message, 0);
}

int main(void) {
  static char room[1 << 17];
  receive(3, room, sizeof room);
  const int services = descriptors[0];
  imp_worker_ready ready = {.kind = IMP_WORKER_READY, .protocol = IMP_WORKER_PROTOCOL,
                            .stage = IMP_WORKER_STAGE_LOADED, .walls = 31};
  (void)services;
#ifdef HOSTILE_READY
  HOSTILE_READY
#else
  send(3, &ready, sizeof ready, 0);
#endif
  while (receive(3, room, sizeof room) > 0) {
    const int lane = descriptors[0];
    imp_worker_request request;
    if (recv(lane, &request, sizeof request, 0) != (ssize_t)sizeof request) return 1;
    imp_worker_reply reply = {.mark = IMP_WORKER_REPLY, .sequence = request.sequence};
#ifdef HOSTILE_REPLY
    HOSTILE_REPLY
#else
    send(lane, &reply, sizeof reply, 0);
#endif
  }
  pause();
  return 0;
}
