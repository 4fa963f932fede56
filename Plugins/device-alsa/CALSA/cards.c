// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calsa_devices.h"
#include "text.h"

enum { cards_max = 256, pcms_max = 1024 };

// Only letters, digits and a few signs, so that an id is one word whatever a device says of itself.
static void keep_plain(char *text) {
  for (char *c = text; *c != '\0'; c++) {
    const int is_plain = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                         *c == '.' || *c == '-' || *c == ':' || *c == '/';
    *c = is_plain ? *c : '_';
  }
}

// Where a card is plugged in: the device's folder, below /sys/devices. 0 where it has none.
static int find_folder(const char *root, int card, char *folder) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/sys/class/sound/card%d/device", root, card);
  return realpath(path, folder) != NULL;
}

static int find_serial(const char *folder, char *id, size_t room) {
  // A card's device is an interface of a USB device, and lies in the device's folder.
  static const char *const steps[] = {"", "/..", "/../.."};
  char vendor[16], product[16], serial[128];
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    if (text_readf(vendor, sizeof vendor, "%s%s/idVendor", folder, steps[i]) <= 0 ||
        text_readf(product, sizeof product, "%s%s/idProduct", folder, steps[i]) <= 0) {
      continue;
    }
    if (text_readf(serial, sizeof serial, "%s%s/serial", folder, steps[i]) <= 0) {
      return 0;
    }
    keep_plain(vendor);
    keep_plain(product);
    keep_plain(serial);
    const int length = snprintf(id, room, "usb-%s-%s-%s", vendor, product, serial);
    return length > 0 && (size_t)length < room;
  }
  return 0;
}

static int find_path(const char *folder, char *id, size_t room) {
  const char *below = strstr(folder, "/sys/devices/");
  if (below == NULL) {
    return 0;
  }
  const int length = snprintf(id, room, "at-%s", below + strlen("/sys/devices/"));
  if (length < 0 || (size_t)length >= room) {
    return 0;
  }
  keep_plain(id + 3);
  return 1;
}

static void name_device(const char *root, int card, int device, const char *card_id, char *name,
                        size_t room) {
  char text[4096], line[160], key[16], pcm[96] = "";
  char card_name[96];
  text_copy(card_name, sizeof card_name, card_id);
  // " 0 [PCH            ]: HDA-Intel - HDA Intel PCH"
  snprintf(key, sizeof key, "%2d [", card);
  if (text_readf(text, sizeof text, "%s/proc/asound/cards", root) > 0 &&
      text_line(text, key, line, sizeof line)) {
    const char *after = strstr(line, " - ");
    text_copy(card_name, sizeof card_name, after != NULL ? after + 3 : card_id);
  }
  if (text_readf(text, sizeof text, "%s/proc/asound/card%d/pcm%dc/info", root, card, device) > 0) {
    text_line(text, "name:", pcm, sizeof pcm);
  }
  char whole[256];
  const int length = snprintf(whole, sizeof whole, "%s%s%s", card_name, pcm[0] == '\0' ? "" : ", ", pcm);
  if (device > 0 && length > 0 && (size_t)length < sizeof whole) {
    snprintf(whole + length, sizeof whole - (size_t)length, ", device %d", device);
  }
  text_copy(name, room, whole);
}

typedef struct pcm {
  int card, device;
} pcm;

static int compare(const void *left, const void *right) {
  const pcm *a = left, *b = right;
  return a->card != b->card ? (a->card > b->card) - (a->card < b->card)
                            : (a->device > b->device) - (a->device < b->device);
}

static size_t find_pcms(const char *root, pcm *pcms) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/sys/class/sound", root);
  DIR *folder = opendir(path);
  if (folder == NULL) {
    return 0;
  }
  size_t count = 0;
  for (struct dirent *entry = readdir(folder); entry != NULL && count < pcms_max; entry = readdir(folder)) {
    int end = 0;
    pcm found;
    if (sscanf(entry->d_name, "pcmC%3dD%3dc%n", &found.card, &found.device, &end) == 2 && end > 0 &&
        entry->d_name[end] == '\0' && found.card >= 0 && found.card < cards_max && found.device >= 0) {
      pcms[count++] = found;
    }
  }
  closedir(folder);
  qsort(pcms, count, sizeof *pcms, compare);
  return count;
}

static int describe(const char *root, pcm pcm, int with_serial, calsa_device *device) {
  char card_id[64], folder[PATH_MAX], base[240];
  // A card that goes while it is looked at.
  if (text_readf(card_id, sizeof card_id, "%s/sys/class/sound/card%d/id", root, pcm.card) <= 0) {
    return 0;
  }
  *device = (calsa_device){.card = pcm.card, .device = pcm.device};
  snprintf(device->locator, sizeof device->locator, "hw:CARD=%s,DEV=%d", card_id, pcm.device);
  name_device(root, pcm.card, pcm.device, card_id, device->name, sizeof device->name);
  if (find_folder(root, pcm.card, folder) &&
      ((with_serial && find_serial(folder, base, sizeof base)) || find_path(folder, base, sizeof base))) {
    snprintf(device->id, sizeof device->id, "%s-pcm%d", base, pcm.device);
  }
  return 1;
}

// Cheap devices all have the same serial number: then the place tells them apart.
static void part_twins(const char *root, calsa_device *found, size_t count) {
  for (size_t i = 0; i < count; i++) {
    char id[sizeof found->id];
    memcpy(id, found[i].id, sizeof id);
    int has_twin = 0;
    for (size_t k = i + 1; k < count; k++) {
      if (id[0] != '\0' && strcmp(found[k].id, id) == 0) {
        has_twin = 1;
        describe(root, (pcm){found[k].card, found[k].device}, 0, found + k);
      }
    }
    if (has_twin) {
      describe(root, (pcm){found[i].card, found[i].device}, 0, found + i);
    }
  }
}

size_t calsa_cards(const char *root, calsa_device *devices, size_t room) {
  pcm *pcms = malloc(pcms_max * sizeof *pcms);
  calsa_device *found = pcms == NULL ? NULL : malloc(pcms_max * sizeof *found);
  size_t count = 0;
  if (found != NULL) {
    const size_t all = find_pcms(root, pcms);
    for (size_t i = 0; i < all; i++) {
      count += (size_t)describe(root, pcms[i], 1, found + count);
    }
    part_twins(root, found, count);
    if (devices != NULL) {
      memcpy(devices, found, (count < room ? count : room) * sizeof *devices);
    }
  }
  free(found);
  free(pcms);
  return count;
}
