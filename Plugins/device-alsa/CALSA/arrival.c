// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "calsa_watch.h"
#include "text.h"

// As long as a card is waited for; real ones take a few milliseconds.
static const uint64_t settling_ns = 500000000;

// As open would judge it: with the rights that count, not those of who started the program.
static int is_usable(const char *path) {
  return faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0;
}

int calsa_has_arrived(const char *root, int card, int device, uint64_t elapsed_ns) {
  if (elapsed_ns >= settling_ns) {
    return 1; // it is there, and this process may not use it, or it is made otherwise
  }
  char path[PATH_MAX], id[64];
  // The driver's order: devices that record, the control that no open does without, the card's last name, its
  // files in /proc.
  if (text_readf(id, sizeof id, "%s/proc/asound/card%d/id", root, card) <= 0) {
    return 0;
  }
  snprintf(path, sizeof path, "%s/dev/snd/controlC%d", root, card);
  if (!is_usable(path)) {
    return 0;
  }
  snprintf(path, sizeof path, "%s/dev/snd/pcmC%dD%dc", root, card, device);
  return is_usable(path);
}

int calsa_may_be_told(const char *root, const calsa_event *events, size_t count, uint64_t now_ns) {
  if (count == 0) {
    return 0;
  }
  const calsa_event *first = &events[0];
  if (first->change != CALSA_ADDED) {
    return 1;
  }
  for (size_t place = 1; place < count; place++) {
    if (events[place].card == first->card && events[place].device == first->device) {
      return 1; // gone again: it will not become usable
    }
  }
  return calsa_has_arrived(root, first->card, first->device, now_ns - first->timestamp_ns);
}
