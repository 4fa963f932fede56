// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CCheckWatch.h"

#define ROOM ((size_t)1 << 20)

// Counts in one piece that was copied, which holds bytes beyond the next piece's start.
static int count_in(const uint8_t *room, size_t filled, const uint8_t *inverted, size_t length, int most) {
  int count = 0;
  const uint8_t *place = room;
  const uint8_t *end = room + filled;
  while ((size_t)(end - place) >= length && count < most) {
    place = memchr(place, inverted[0] ^ 0xFF, (size_t)(end - place) - length + 1);
    if (place == NULL) break;
    size_t same = 1;
    while (same < length && place[same] == (inverted[same] ^ 0xFF)) same++;
    if (same == length) count++;
    place++;
  }
  return count;
}

int imp_memory_count(const uint8_t *inverted, size_t length, int most) {
  if (length == 0 || length > ROOM / 2) return -EINVAL;
  int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  FILE *maps = fopen("/proc/self/maps", "re");
  uint8_t *room = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int count = 0;
  if (memory < 0 || maps == NULL || room == MAP_FAILED) count = -EIO;
  char line[512];
  while (count >= 0 && count < most && fgets(line, sizeof line, maps) != NULL) {
    unsigned long low, high;
    char rights[5];
    if (sscanf(line, "%lx-%lx %4s", &low, &high, rights) != 3 || rights[1] != 'w') continue;
    if (strstr(line, "[stack]") != NULL) continue;
    // The room itself may have been joined with its neighbours.
    for (unsigned long at = low; at < high && count < most;) {
      unsigned long own = (unsigned long)room;
      if (at >= own && at < own + ROOM) {
        at = own + ROOM;
        continue;
      }
      size_t wanted = high - at < ROOM ? high - at : ROOM;
      if (at < own && at + wanted > own) wanted = own - at;
      ssize_t got = pread(memory, room, wanted, (off_t)at);
      if (got <= 0) break;
      count += count_in(room, (size_t)got, inverted, length, most - count);
      // The next piece begins where a find could not have fitted into this one.
      size_t step = (size_t)got;
      if (at + step < high && step > length) step -= length - 1;
      at += step;
    }
  }
  // Pieces that cannot be read are a device's, and hold nothing of ours; a list of them that cannot be read
  // hides all that follow.
  if (maps != NULL && ferror(maps)) count = -EIO;
  if (room != MAP_FAILED) munmap(room, ROOM);
  if (maps != NULL) fclose(maps);
  if (memory >= 0) close(memory);
  return count;
}
