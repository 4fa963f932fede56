// SPDX-License-Identifier: Apache-2.0
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

long text_read(const char *path, char *text, size_t room) {
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (descriptor < 0) {
    return -1;
  }
  size_t length = 0;
  while (length < room - 1) {
    const ssize_t n = read(descriptor, text + length, room - 1 - length);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      // What came before the failure is not all: a device that goes meanwhile answers so.
      close(descriptor);
      return -1;
    }
    if (n == 0) {
      break;
    }
    length += (size_t)n;
  }
  close(descriptor);
  // A null within would hide what follows from some, and not from others.
  length = strnlen(text, length);
  while (length > 0 && text[length - 1] == '\n') {
    length -= 1;
  }
  text[length] = '\0';
  return (long)length;
}

long text_readf(char *text, size_t room, const char *format, ...) {
  char path[PATH_MAX];
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(path, sizeof path, format, arguments);
  va_end(arguments);
  return length < 0 || (size_t)length >= sizeof path ? -1 : text_read(path, text, room);
}

void text_copy(char *to, size_t room, const char *from) {
  size_t length = strlen(from);
  if (length >= room) {
    length = room - 1;
    while (length > 0 && ((unsigned char)from[length] & 0xc0) == 0x80) {
      length -= 1;
    }
  }
  memmove(to, from, length);
  to[length] = '\0';
}

int text_line(const char *text, const char *key, char *value, size_t room) {
  const size_t key_length = strlen(key);
  for (const char *line = text; *line != '\0';) {
    const size_t length = strcspn(line, "\n");
    if (length >= key_length && strncmp(line, key, key_length) == 0) {
      const char *place = line + key_length;
      place += strspn(place, " \t:");
      const size_t left = place < line + length ? (size_t)(line + length - place) : 0;
      const size_t kept = left < room - 1 ? left : room - 1;
      memcpy(value, place, kept);
      value[kept] = '\0';
      return 1;
    }
    line += length + (line[length] == '\n');
  }
  return 0;
}
