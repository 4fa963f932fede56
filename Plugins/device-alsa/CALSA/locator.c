// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "calsa_devices.h"
#include "text.h"

enum { cards_max = 256 };

// A whole number and nothing else, -1 otherwise.
static int number(const char *text, size_t length) {
  int value = 0;
  for (size_t i = 0; i < length; i++) {
    if (text[i] < '0' || text[i] > '9' || value > 100000) {
      return -1;
    }
    value = value * 10 + (text[i] - '0');
  }
  return length == 0 ? -1 : value;
}

static int find_card(const char *root, const char *text, size_t length) {
  char id[64];
  const int value = number(text, length);
  if (value >= 0) {
    return text_readf(id, sizeof id, "%s/sys/class/sound/card%d/id", root, value) > 0 ? value : -1;
  }
  for (int card = 0; card < cards_max; card++) {
    if (text_readf(id, sizeof id, "%s/sys/class/sound/card%d/id", root, card) > 0 && strlen(id) == length &&
        strncmp(id, text, length) == 0) {
      return card;
    }
  }
  return -1;
}

static int find_id(const char *root, const char *id, calsa_place *place) {
  calsa_device found = {0};
  const size_t count = calsa_known_as(root, id, &found, 1);
  if (count != 1) {
    return count == 0 ? -1 : -2;
  }
  *place = (calsa_place){.card = found.card, .device = found.device, .subdevice = -1};
  return 1;
}

int calsa_find(const char *root, const char *locator, calsa_place *place) {
  if (strncmp(locator, "usb-", 4) == 0 || strncmp(locator, "at-", 3) == 0) {
    return find_id(root, locator, place);
  }
  const char *rest = strncmp(locator, "hw:", 3) == 0       ? locator + 3
                     : strncmp(locator, "plughw:", 7) == 0 ? locator + 7
                                                           : NULL;
  if (rest == NULL) {
    return 0;
  }
  // By place, or by name in any order.
  static const char *const keys[] = {"CARD=", "DEV=", "SUBDEV="};
  *place = (calsa_place){.card = -1, .device = 0, .subdevice = -1};
  for (int field = 0;; field++) {
    const size_t length = strcspn(rest, ",");
    int meant = field;
    const char *value = rest;
    for (int key = 0; key < 3; key++) {
      if (strncmp(rest, keys[key], strlen(keys[key])) == 0) {
        meant = key;
        value = rest + strlen(keys[key]);
      }
    }
    const size_t value_length = (size_t)(rest + length - value);
    const int found = meant == 0 ? find_card(root, value, value_length) : number(value, value_length);
    if (meant > 2 || found < 0) {
      return -1;
    }
    *(meant == 0 ? &place->card : meant == 1 ? &place->device : &place->subdevice) = found;
    if (rest[length] == '\0') {
      break;
    }
    rest += length + 1;
  }
  char id[64];
  // Any file of the device's folder: that it is there at all is asked.
  const int is_there = place->card >= 0 && text_readf(id, sizeof id, "%s/sys/class/sound/pcmC%dD%dc/dev",
                                                      root, place->card, place->device) >= 0;
  return is_there ? 1 : -1;
}
