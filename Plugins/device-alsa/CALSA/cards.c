// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calsa_devices.h"
#include "identity.h"
#include "text.h"

enum { cards_max = 256, pcms_max = 1024 };

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

typedef struct found {
  calsa_device device;
  identity identity;
} found;

static int describe(const char *root, pcm pcm, found *found) {
  char card_id[64];
  // A card that goes while it is looked at.
  if (text_readf(card_id, sizeof card_id, "%s/sys/class/sound/card%d/id", root, pcm.card) <= 0) {
    return 0;
  }
  *found = (struct found){.device = {.card = pcm.card, .device = pcm.device}};
  calsa_device *device = &found->device;
  snprintf(device->locator, sizeof device->locator, "hw:CARD=%s,DEV=%d", card_id, pcm.device);
  name_device(root, pcm.card, pcm.device, card_id, device->name, sizeof device->name);
  identity_find(root, pcm.card, card_id, &found->identity);
  return 1;
}

// All capture devices; *all is freed by the caller.
static size_t find(const char *root, found **all) {
  pcm *pcms = malloc(pcms_max * sizeof *pcms);
  *all = pcms == NULL ? NULL : malloc(pcms_max * sizeof **all);
  size_t count = 0;
  if (*all != NULL) {
    const size_t pcm_count = find_pcms(root, pcms);
    for (size_t i = 0; i < pcm_count; i++) {
      count += (size_t)describe(root, pcms[i], *all + count);
    }
  }
  free(pcms);
  return count;
}

// How many devices a card's name and the number of its device may mean.
static size_t count_of(const found *all, size_t count, const char *name, int device) {
  size_t same = 0;
  for (size_t i = 0; i < count; i++) {
    int has_it = 0;
    for (int k = 0; k < identity_names; k++) {
      has_it |= strcmp(all[i].identity.names[k], name) == 0;
    }
    same += has_it && all[i].device.device == device;
  }
  return same;
}

// The best name that no other device has too: cheap ones share a serial number.
static void choose_id(const found *all, size_t count, const found *one, calsa_device *device) {
  for (int k = 0; k < identity_names; k++) {
    const char *name = one->identity.names[k];
    if (name[0] != '\0' && count_of(all, count, name, one->device.device) == 1) {
      snprintf(device->id, sizeof device->id, "%s-pcm%d", name, one->device.device);
      return;
    }
  }
}

size_t calsa_cards(const char *root, calsa_device *devices, size_t room) {
  found *all = NULL;
  const size_t count = find(root, &all);
  for (size_t i = 0; devices != NULL && i < count && i < room; i++) {
    devices[i] = all[i].device;
    choose_id(all, count, all + i, devices + i);
  }
  free(all);
  return count;
}

size_t calsa_known_as(const char *root, const char *id, calsa_device *devices, size_t room) {
  found *all = NULL;
  const size_t count = find(root, &all);
  size_t known = 0;
  for (size_t i = 0; i < count; i++) {
    int is_known = 0;
    for (int k = 0; k < identity_names; k++) {
      char name[sizeof all->device.id];
      const int length =
          snprintf(name, sizeof name, "%s-pcm%d", all[i].identity.names[k], all[i].device.device);
      is_known |= all[i].identity.names[k][0] != '\0' && length > 0 && strcmp(name, id) == 0;
    }
    if (is_known && known < room) {
      devices[known] = all[i].device;
    }
    known += (size_t)is_known;
  }
  free(all);
  return known;
}
