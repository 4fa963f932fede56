// SPDX-License-Identifier: Apache-2.0
#ifndef IMPRINT_CALSA_WATCH_H
#define IMPRINT_CALSA_WATCH_H

#include <stddef.h>
#include <stdint.h>

typedef struct calsa_watch calsa_watch;

// Numbers as IMP_DEVICE_ADDED, ...
typedef enum calsa_change {
  CALSA_NONE = 0,
  CALSA_ADDED = 1,
  CALSA_REMOVED = 2,
  CALSA_LIST_AGAIN = 4
} calsa_change;

typedef struct calsa_event {
  calsa_change change;
  int card;
  int device;
  uint64_t timestamp_ns;
  char locator[512];
} calsa_event;

// Reads one message of the kernel's: a capture device that came or went fills change, card and device.
// CALSA_NONE for all others.
calsa_change calsa_read_uevent(const char *message, size_t length, calsa_event *event);

// Whether a capture device may be told of, so long after the kernel did. It does so before the card has its
// control and its name, and before udev has given the nodes to their group: a program that opened the device
// at once would be refused. Looks at files below `root` ("" is the system's).
int calsa_has_arrived(const char *root, int card, int device, uint64_t elapsed_ns);

// Whether the first of some events, in the order they were received, may be told: a device that has come once
// it has arrived, or is known to have gone again; all others at once. 0 where there are none. Each waits from
// its own timestamp, so that those received together wait together.
int calsa_may_be_told(const char *root, const calsa_event *events, size_t count, uint64_t now_ns);

// Begins to watch. 0, or a negative errno.
int calsa_watch_open(calsa_watch **watch);

// Waits for an event. 1: *event is filled. 0: the time is over. -ECANCELED after a cancel, else a negative
// errno.
int calsa_watch_next(calsa_watch *watch, uint64_t timeout_ns, calsa_event *event);

// Wakes a waiting calsa_watch_next, and ends every later one. From any thread.
void calsa_watch_cancel(calsa_watch *watch);

void calsa_watch_close(calsa_watch *watch);

#endif
