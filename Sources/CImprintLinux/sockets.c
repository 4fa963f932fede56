// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "CImprintLinux.h"

int imp_socket_events(void) {
  const int made = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_KOBJECT_UEVENT);
  return made < 0 ? -errno : made;
}

int imp_socket_service(const char *path) {
  struct sockaddr_un address;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address.sun_path) return -ENAMETOOLONG;
  strcpy(address.sun_path, path);
  const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made < 0) return -errno;
  // A connect to a busy service blocks for at most the send time-out.
  const struct timeval second = {1, 0};
  const struct timeval without_end = {0, 0};
  if (setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &second, sizeof second) == 0 &&
      connect(made, (const struct sockaddr *)&address, sizeof address) == 0 &&
      setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &without_end, sizeof without_end) == 0)
    return made;
  const int number = errno;
  close(made);
  return -number;
}
