// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "calsa_devices.h"
#include "quiet.h"
#include "text.h"

// What libasound's own configuration lists beside devices: nothing, and steps of a conversion.
static const char *const no_devices[] = {"null",      "lavrate", "samplerate", "speexrate",
                                         "speex",     "upmix",   "vdownmix",   "jack",
                                         "usbstream", "oss",     "dmix",       "rawjack"};

static int is_device(const char *name) {
  for (size_t i = 0; i < sizeof no_devices / sizeof *no_devices; i++) {
    if (strcmp(name, no_devices[i]) == 0) {
      return 0;
    }
  }
  // Those of a card are found where the kernel tells of them, each once.
  return strstr(name, "CARD=") == NULL;
}

int calsa_hint(const char *name, const char *description, const char *direction, calsa_device *device) {
  if (name == NULL || *name == '\0' || strlen(name) >= sizeof device->locator || !is_device(name) ||
      (direction != NULL && strcmp(direction, "Input") != 0)) {
    return 0;
  }
  *device = (calsa_device){.card = -1};
  text_copy(device->locator, sizeof device->locator, name);
  text_copy(device->name, sizeof device->name,
            description == NULL || *description == '\0' ? name : description);
  // What it is on the first line, what it is for on the second.
  for (char *c = strchr(device->name, '\n'); c != NULL; c = strchr(c, '\n')) {
    *c = c[1] == '\0' ? '\0' : ' ';
  }
  return 1;
}

long calsa_configured(calsa_device *devices, size_t room, char *words, size_t words_room) {
  quiet quiet;
  void **hints = NULL;
  quiet_begin(&quiet);
  const int error = snd_device_name_hint(-1, "pcm", &hints);
  quiet_end(&quiet);
  text_copy(words, words_room, quiet.words);
  if (error < 0) {
    // Without a word of libasound's about PCMs there are none.
    return error == -ENOENT ? 0 : error;
  }
  size_t count = 0;
  for (void **hint = hints; *hint != NULL; hint++) {
    char *name = snd_device_name_get_hint(*hint, "NAME");
    char *description = snd_device_name_get_hint(*hint, "DESC");
    char *direction = snd_device_name_get_hint(*hint, "IOID");
    calsa_device device;
    if (calsa_hint(name, description, direction, &device)) {
      if (devices != NULL && count < room) {
        devices[count] = device;
      }
      count += 1;
    }
    free(direction);
    free(description);
    free(name);
  }
  snd_device_name_free_hint(hints);
  return (long)count;
}
