// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "CImprintLinux.h"

static int write_file(const char *path, const char *text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -errno;
  const ssize_t written = write(file, text, strlen(text));
  const int number = errno;
  close(file);
  return written < 0 ? -number : 0;
}

// Maps the user and group to themselves: it keeps ownership of its files.
static int stay_oneself(uid_t user, gid_t group) {
  char text[64];
  snprintf(text, sizeof text, "%u %u 1", user, user);
  int result = write_file("/proc/self/uid_map", text);
  if (result != 0) return result;
  result = write_file("/proc/self/setgroups", "deny");
  if (result != 0) return result;
  snprintf(text, sizeof text, "%u %u 1", group, group);
  return write_file("/proc/self/gid_map", text);
}

static int has_own_users;

int imp_wall_has_own_users(void) { return has_own_users; }

int imp_wall_namespaces(int with_network) {
  const int spaces = CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | (with_network ? 0 : CLONE_NEWNET);
  const uid_t user = geteuid();
  const gid_t group = getegid();
  if (unshare(spaces) != 0) {
    if (errno != EPERM) return -errno;
    if (unshare(CLONE_NEWUSER | spaces) != 0) return -errno;
    has_own_users = 1;
    const int result = stay_oneself(user, group);
    if (result != 0) return result;
  }
  // Later mounts do not propagate between inside and outside.
  return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 ? 0 : -errno;
}
