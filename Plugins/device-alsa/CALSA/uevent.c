// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <string.h>

#include "calsa_watch.h"

// The value of "KEY=value" among texts that end with a null each.
static const char *value_of(const char *message, size_t length, const char *key) {
  const size_t key_length = strlen(key);
  for (size_t place = 0; place < length;) {
    const char *text = message + place;
    const size_t text_length = strnlen(text, length - place);
    if (place + text_length == length) {
      return NULL; // cut: there is no null
    }
    if (text_length > key_length && strncmp(text, key, key_length) == 0) {
      return text + key_length;
    }
    place += text_length + 1;
  }
  return NULL;
}

calsa_change calsa_read_uevent(const char *message, size_t length, calsa_event *event) {
  const char *subsystem = value_of(message, length, "SUBSYSTEM=");
  const char *action = value_of(message, length, "ACTION=");
  const char *name = value_of(message, length, "DEVNAME=");
  if (subsystem == NULL || action == NULL || name == NULL || strcmp(subsystem, "sound") != 0) {
    return CALSA_NONE;
  }
  const calsa_change change = strcmp(action, "add") == 0      ? CALSA_ADDED
                              : strcmp(action, "remove") == 0 ? CALSA_REMOVED
                                                              : CALSA_NONE;
  int card = -1, device = -1, end = 0;
  if (change == CALSA_NONE || sscanf(name, "snd/pcmC%3dD%3dc%n", &card, &device, &end) != 2 || end == 0 ||
      name[end] != '\0' || card < 0 || device < 0) {
    return CALSA_NONE;
  }
  event->change = change;
  event->card = card;
  event->device = device;
  return change;
}
