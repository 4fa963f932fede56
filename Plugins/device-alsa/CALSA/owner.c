// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "calsa_devices.h"
#include "text.h"

enum { cards_max = 32, devices_max = 32, subdevices_max = 32 };

static int owner_of(const char *root, int card, int device, char *owner, size_t room) {
  char text[4096], process[32], name[64];
  for (int subdevice = 0; subdevice < subdevices_max; subdevice++) {
    if (text_readf(text, sizeof text, "%s/proc/asound/card%d/pcm%dc/sub%d/status", root, card, device,
                   subdevice) < 0) {
      return 0;
    }
    if (!text_line(text, "owner_pid", process, sizeof process)) {
      continue;
    }
    long id = strtol(process, NULL, 10);
    if (id <= 0) {
      continue;
    }
    // It is the thread that opened the device: its process has the name that people know.
    if (text_readf(text, sizeof text, "%s/proc/%ld/status", root, id) > 0 &&
        text_line(text, "Tgid", process, sizeof process) && strtol(process, NULL, 10) > 0) {
      id = strtol(process, NULL, 10);
    }
    if (text_readf(name, sizeof name, "%s/proc/%ld/comm", root, id) > 0) {
      snprintf(owner, room, "%s (process %ld)", name, id);
    } else {
      snprintf(owner, room, "process %ld", id);
    }
    return 1;
  }
  return 0;
}

int calsa_owner(const char *root, int card, int device, char *owner, size_t room) {
  owner[0] = '\0';
  if (card >= 0) {
    return owner_of(root, card, device, owner, room);
  }
  for (int any = 0; any < cards_max; any++) {
    for (int pcm = 0; pcm < devices_max; pcm++) {
      if (owner_of(root, any, pcm, owner, room)) {
        return 1;
      }
    }
  }
  return 0;
}

int calsa_may_open(const char *root, int card, int device, char *group, size_t room) {
  char path[PATH_MAX], memory[4096];
  group[0] = '\0';
  snprintf(path, sizeof path, "%s/dev/snd/pcmC%dD%dc", root, card, device);
  struct stat status;
  if (stat(path, &status) == 0 && status.st_gid != 0) {
    struct group entry, *found = NULL;
    if (getgrgid_r(status.st_gid, &entry, memory, sizeof memory, &found) == 0 && found != NULL) {
      text_copy(group, room, found->gr_name);
    }
  }
  // With the rights that count for open, not those of who started the program.
  return faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0 || (errno != EACCES && errno != EPERM);
}
