// SPDX-License-Identifier: Apache-2.0
#include "switch.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int switch_is_off(const char *path) {
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    return 0;
  }
  char word[4] = {0};
  const ssize_t length = read(descriptor, word, 3);
  close(descriptor);
  return length == 3 && strncmp(word, "off", 3) == 0;
}

int switch_set(const char *path, int is_on) {
  const int descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0644);
  if (descriptor < 0) {
    return -errno;
  }
  // Three letters at once, never cut in between: who reads meanwhile sees the one or the other.
  const ssize_t length = write(descriptor, is_on ? "on\n" : "off", 3);
  const int error = length == 3 ? 0 : length < 0 ? -errno : -EIO;
  close(descriptor);
  return error;
}
