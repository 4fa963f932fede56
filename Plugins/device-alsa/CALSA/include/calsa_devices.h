// SPDX-License-Identifier: Apache-2.0
#ifndef IMPRINT_CALSA_DEVICES_H
#define IMPRINT_CALSA_DEVICES_H

#include <stddef.h>
#include <stdint.h>

// One capture device. Texts are null-terminated.
typedef struct calsa_device {
  char locator[512]; // "hw:CARD=Loopback,DEV=0", or the name of a configured PCM
  char name[128];    // for people
  char id[256];      // stable, or empty
  int card;          // number, or -1 for a configured PCM
  int device;
} calsa_device;

// Where a locator leads.
typedef struct calsa_place {
  int card; // number, or -1: a name that libasound's configuration explains
  int device;
  int subdevice; // -1: any
} calsa_place;

// The capture devices of the sound cards, by card and device, as the files below `root` tell ("" is the
// system's: /sys/class/sound, /proc/asound). Opens no device. How many there are, of which the first `room`
// are written.
size_t calsa_cards(const char *root, calsa_device *devices, size_t room);

// The PCMs of libasound's configuration that record and are meant to be listed, but for those of cards.
// How many there are, of which the first `room` are written. A negative errno where the configuration cannot
// be read; then `words` says why.
long calsa_configured(calsa_device *devices, size_t room, char *words, size_t words_room);

// Whether a configured PCM is a device that records, by the three texts of libasound's hint; null where it
// has none. Fills locator and name.
int calsa_hint(const char *name, const char *description, const char *direction, calsa_device *device);

// The capture devices that an id of calsa_cards may mean, now or when it was given: by the serial number, by
// the place. How many there are, of which the first `room` are written, without their ids. More than one have
// the same number.
size_t calsa_known_as(const char *root, const char *id, calsa_device *devices, size_t room);

// Reads "hw:0", "hw:0,1", "hw:Loopback,1,3", "hw:CARD=Loopback,DEV=1,SUBDEV=3", "plughw:" likewise, and the
// ids of calsa_cards. A card's name is looked up below `root`.
// 1: a card's, *place is filled.
// 0: another name.
// -1: a card's, and there is no such card or device.
// -2: an id, and calsa_known_as has more than one.
int calsa_find(const char *root, const char *locator, calsa_place *place);

// Who records from a device, or from any where `card` is -1: "arecord (process 4711)". 0 where nobody is
// known.
int calsa_owner(const char *root, int card, int device, char *owner, size_t room);

// Whether this process may open the device's node: 1 yes or no node to see, 0 no. *group gets the name of the
// group that may, where it is not root's.
int calsa_may_open(const char *root, int card, int device, char *group, size_t room);

#endif
