// SPDX-License-Identifier: Apache-2.0
// imprint.device-watch/1: hot-plug events, by pull. Draft: may change until version
// 1.0.
#ifndef IMPRINT_DRAFT_DEVICE_WATCH_H
#define IMPRINT_DRAFT_DEVICE_WATCH_H

#include "../plugin.h"

IMP_BEGIN_DECLS

#define IMP_DEVICE_WATCH_ID "imprint.device-watch/1"

typedef struct imp_device_watch imp_device_watch;

#define IMP_DEVICE_CAMERA 1
#define IMP_DEVICE_MICROPHONE 2
#define IMP_DEVICE_CARD_READER 3
#define IMP_DEVICE_FINGER_READER 4

#define IMP_DEVICE_ADDED 1
#define IMP_DEVICE_REMOVED 2
#define IMP_DEVICE_CHANGED 3 // a reader's state; list gives the current one
// Events were lost, or the service that reports them restarted: earlier lists may
// be outdated. The locator is empty.
#define IMP_DEVICE_LIST_AGAIN 4

typedef struct imp_device_event {
  uint32_t size;         // sizeof(imp_device_event)
  uint32_t device;       // IMP_DEVICE_CAMERA, ...
  uint32_t change;       // IMP_DEVICE_ADDED, ...
  uint32_t state;        // of a card reader: IMP_READER_... now; 0 for others
  uint64_t timestamp_ns; // system's monotonic clock, when detected
  char locator[512];     // as in list; UTF-8, null-terminated
} imp_device_event;

typedef struct imp_device_watch_ability {
  uint32_t size; // sizeof(imp_device_watch_ability)
  uint32_t reserved;

  // Starts watching the devices of the plugin's kind. Devices already present cause
  // no events; each change from now on is one event, in order.
  // *watch lives until close.
  // IMP_E_DEVICE_DENIED, IMP_E_SERVICE. [one at a time: plugin]
  imp_status (*IMP_NONNULL open)(imp_plugin *IMP_NONNULL plugin,
                                 imp_device_watch *IMP_NULLABLE *IMP_NONNULL watch);

  // Waits for the next event and writes it to *event, which the caller owns and
  // which is filled only on IMP_OK. Waits at most timeout_ns, then
  // IMP_RETRY_TIMEOUT. 0 does not wait, UINT64_MAX waits indefinitely.
  // IMP_OUTCOME_CANCELLED after cancel, permanently. IMP_E_SERVICE if the
  // service has ended: once it is back, calls continue with IMP_DEVICE_LIST_AGAIN
  // first. [one at a time: object]
  imp_status (*IMP_NONNULL next)(imp_device_watch *IMP_NONNULL watch, uint64_t timeout_ns,
                                 imp_device_event *IMP_NONNULL event);

  // Makes a blocked next, and every later one, return IMP_OUTCOME_CANCELLED. Does
  // not block. Cannot fail. [any thread, until close is called]
  void (*IMP_NONNULL cancel)(imp_device_watch *IMP_NONNULL watch);

  // Releases the watch. No other call on it is running.
  // Cannot fail. [one at a time: plugin]
  void (*IMP_NONNULL close)(imp_device_watch *IMP_NONNULL watch);
} imp_device_watch_ability;

IMP_END_DECLS

#endif
