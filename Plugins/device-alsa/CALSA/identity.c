// SPDX-License-Identifier: Apache-2.0
#include "identity.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

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

// Cuts the last step of a path off. 0 where there is none.
static int cut_step(char *path) {
  char *slash = strrchr(path, '/');
  if (slash == NULL || slash == path) {
    return 0;
  }
  *slash = '\0';
  return 1;
}

static const char *last_step(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

// The number of a root hub's name, "usb3"; -1 for other names.
static long hub_number(const char *name) {
  if (strncmp(name, "usb", 3) != 0 || !isdigit((unsigned char)name[3])) {
    return -1;
  }
  char *end = NULL;
  const long number = strtol(name + 3, &end, 10);
  return *end == '\0' ? number : -1;
}

// How many of a controller's root hubs come before one of them: their numbers themselves go by which
// controller was found first.
static int hub_order(const char *controller, long hub) {
  int order = 0;
  DIR *folder = opendir(controller);
  if (folder == NULL) {
    return 0;
  }
  for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
    const long other = hub_number(entry->d_name);
    order += other >= 0 && other < hub;
  }
  closedir(folder);
  return order;
}

// Cuts a path down to the USB device that it lies in; `interface` gets the step after it, or nothing. 0 where
// it lies in none.
static int find_usb(char *path, char *interface, size_t room) {
  char vendor[16];
  interface[0] = '\0';
  for (;;) {
    if (text_readf(vendor, sizeof vendor, "%s/idVendor", path) > 0) {
      return 1;
    }
    text_copy(interface, room, last_step(path));
    if (!cut_step(path)) {
      return 0;
    }
  }
}

static void name_serial(const char *usb, char *name) {
  char vendor[16], product[16], serial[128];
  if (text_readf(vendor, sizeof vendor, "%s/idVendor", usb) <= 0 ||
      text_readf(product, sizeof product, "%s/idProduct", usb) <= 0 ||
      text_readf(serial, sizeof serial, "%s/serial", usb) <= 0) {
    return;
  }
  char *to = serial;
  for (const char *from = serial; *from != '\0'; from++) {
    if (!isspace((unsigned char)*from)) {
      *to++ = *from;
    }
  }
  *to = '\0';
  // Makers leave zeros where no number was given.
  if (serial[strspn(serial, "0")] == '\0') {
    return;
  }
  keep_plain(vendor);
  keep_plain(product);
  keep_plain(serial);
  snprintf(name, identity_room, "usb-%s-%s-%s", vendor, product, serial);
}

// What the bus hangs on, which of its hubs, the ports on the way, and the interface: "0000:00:14.0/0-2.3/00".
// The bus's own number would depend on which controller was found first.
static int name_port(const char *usb, const char *interface, char *name) {
  char path[PATH_MAX], number[16] = "";
  const char *port = strchr(last_step(usb), '-');
  if (port == NULL) {
    return 0;
  }
  if (interface[0] != '\0' &&
      text_readf(number, sizeof number, "%s/%s/bInterfaceNumber", usb, interface) < 0) {
    number[0] = '\0';
  }
  text_copy(path, sizeof path, usb);
  while (hub_number(last_step(path)) < 0) {
    if (!cut_step(path)) {
      return 0;
    }
  }
  const long hub = hub_number(last_step(path));
  if (!cut_step(path) || strcmp(last_step(path), "devices") == 0) {
    return 0;
  }
  const int length =
      snprintf(name, identity_room, "at-%s/%d%s/%s", last_step(path), hub_order(path, hub), port, number);
  return length > 0 && length < identity_room;
}

static int name_path(const char *folder, char *name) {
  const char *below = strstr(folder, "/sys/devices/");
  if (below == NULL) {
    return 0;
  }
  const int length = snprintf(name, identity_room, "at-%s", below + strlen("/sys/devices/"));
  return length > 0 && length < identity_room;
}

void identity_find(const char *root, int card, const char *card_id, identity *identity) {
  *identity = (struct identity){0};
  char folder[PATH_MAX], usb[PATH_MAX], interface[NAME_MAX + 1];
  if (!find_folder(root, card, folder)) {
    return;
  }
  char *place = identity->names[1];
  text_copy(usb, sizeof usb, folder);
  const int is_usb = find_usb(usb, interface, sizeof interface);
  if (is_usb) {
    name_serial(usb, identity->names[0]);
  }
  if ((!is_usb || !name_port(usb, interface, place)) && !name_path(folder, place)) {
    place[0] = '\0';
    return;
  }
  keep_plain(place);
  const int length = snprintf(identity->names[2], identity_room, "%s@%s", place, card_id);
  if (length >= identity_room) {
    identity->names[2][0] = '\0';
  }
}
