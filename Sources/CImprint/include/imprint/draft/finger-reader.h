// SPDX-License-Identifier: Apache-2.0
// imprint.finger-reader/1: fingerprint images, and what happens on the sensor, by
// pull. Draft: may change until version 1.0.
#ifndef IMPRINT_DRAFT_FINGER_READER_H
#define IMPRINT_DRAFT_FINGER_READER_H

#include "../image.h"
#include "../plugin.h"
#include "finger.h"

IMP_BEGIN_DECLS

#define IMP_FINGER_READER_ID "imprint.finger-reader/1"

typedef struct imp_finger_reader imp_finger_reader;

// How a finger is presented.
#define IMP_FINGER_SCAN_UNKNOWN 0
#define IMP_FINGER_SCAN_TOUCH 1       // it rests on the sensor
#define IMP_FINGER_SCAN_SWIPE 2       // it is drawn over the sensor
#define IMP_FINGER_SCAN_CONTACTLESS 3 // it is held in front of the sensor

// What a reader does: flags. One without IMP_FINGER_READER_IMAGES compares inside,
// and no image leaves it: it is listed, and cannot be opened here.
#define IMP_FINGER_READER_IMAGES 1u   // it gives images
#define IMP_FINGER_READER_PRESENCE 2u // it tells when a finger comes and goes
#define IMP_FINGER_READER_LIVENESS 4u // it judges by itself whether a finger is live

// One reader. Strings are UTF-8, null-terminated.
typedef struct imp_finger_reader_info {
  uint32_t size;  // sizeof(imp_finger_reader_info)
  uint32_t flags; // IMP_FINGER_READER_...
  uint32_t scan;  // IMP_FINGER_SCAN_...
  // Of its images; 0 where it gives none, where they differ, and where that is
  // unknown before it is opened.
  uint32_t resolution_x; // pixels per metre of the finger along a row; 500 dpi are 19685
  uint32_t resolution_y; // the same along a column
  uint32_t width;        // pixels
  uint32_t height;       // pixels
  uint32_t reserved;     // 0
  char locator[512];     // what open takes
  char name[128];        // for people
  char id[256];          // as imp_camera_info.id
} imp_finger_reader_info;

#define IMP_FINGER_PACE_REAL 0 // events in real time
// A replayed source's time passes only while it is waited for, and at once: a wait
// ends with an event or its time-out as in real time, without the wait.
#define IMP_FINGER_PACE_FULL 1

typedef struct imp_finger_reader_options {
  uint32_t size;     // sizeof(imp_finger_reader_options)
  uint32_t pace;     // IMP_FINGER_PACE_...
  uint32_t repeat;   // a replayed source: times to play; 0 means once
  uint32_t reserved; // 0
  imp_text locator;  // of one reader; owned by the host, valid until open returns
} imp_finger_reader_options;

#define IMP_FINGER_EVENT_ARRIVED 1 // a finger is on the sensor
#define IMP_FINGER_EVENT_LIFTED 2  // no finger is on it any more
#define IMP_FINGER_EVENT_IMAGE 3   // an image of the finger
#define IMP_FINGER_EVENT_RETRY 4   // a scan failed; the finger is to be presented again

// Why a scan failed: what to tell the person.
#define IMP_FINGER_RETRY_OTHER 1      // no reason is known
#define IMP_FINGER_RETRY_TOO_SHORT 2  // lifted too soon, or the swipe was too short
#define IMP_FINGER_RETRY_TOO_FAST 3   // the swipe was too fast
#define IMP_FINGER_RETRY_TOO_SLOW 4   // the swipe was too slow
#define IMP_FINGER_RETRY_OFF_CENTRE 5 // not in the middle of the sensor
#define IMP_FINGER_RETRY_TOO_SMALL 6  // too little of the finger was on the sensor
#define IMP_FINGER_RETRY_TURNED 7     // turned too far
#define IMP_FINGER_RETRY_TOO_LIGHT 8  // pressed too lightly
#define IMP_FINGER_RETRY_TOO_HARD 9   // pressed too hard
#define IMP_FINGER_RETRY_TOO_DRY 10
#define IMP_FINGER_RETRY_TOO_WET 11
#define IMP_FINGER_RETRY_DIRTY 12 // the finger or the sensor is dirty
#define IMP_FINGER_RETRY_POOR 13  // the ridges are not clear enough, for another reason
#define IMP_FINGER_RETRY_MOVED 14 // it moved during the scan
#define IMP_FINGER_RETRY_LIFT 15  // it has to be lifted before the next scan

// The reader's own verdict on presentation attacks; the host adds nothing to it.
#define IMP_FINGER_LIVENESS_UNKNOWN 0 // it does not judge, or could not
#define IMP_FINGER_LIVENESS_LIVE 1
#define IMP_FINGER_LIVENESS_ATTACK 2

// One event. Of other events than images all fields from `width` to `liveness` are
// 0.
typedef struct imp_finger_event {
  uint32_t size;         // sizeof(imp_finger_event)
  uint32_t kind;         // IMP_FINGER_EVENT_...
  uint32_t reason;       // of a retry: IMP_FINGER_RETRY_...; of others 0
  uint32_t width;        // pixels, 1...65535; IMP_PIXEL_GREY8, ridges dark and valleys light
  uint32_t height;       // pixels, 1...65535
  uint32_t row_bytes;    // see image.h
  uint32_t resolution_x; // pixels per metre of the finger along a row, 1...1000000
  uint32_t resolution_y; // the same along a column
  uint32_t impression;   // IMP_IMPRESSION_...
  uint32_t liveness;     // IMP_FINGER_LIVENESS_...
  // When it happened, on the reader's own clock: monotonic, with an arbitrary epoch.
  // Never decreases; a replayed source counts from 0.
  uint64_t timestamp_ns;
  uint64_t sequence; // of the events since open, from 0; strictly increasing, gaps are lost events
} imp_finger_event;

typedef struct imp_finger_reader_ability {
  uint32_t size; // sizeof(imp_finger_reader_ability)
  uint32_t reserved;

  // As camera.h's list. Readers that give no images are listed too.
  // [one at a time: plugin]
  imp_status (*IMP_NONNULL list)(imp_plugin *IMP_NONNULL plugin, imp_finger_reader_info *IMP_NULLABLE infos,
                                 size_t *IMP_NONNULL count);

  // Opens one reader, for one object alone: until close each further open of it, by
  // whichever of its names, through this plugin or another in the same process, is
  // IMP_RETRY_BUSY, and the first goes on undisturbed. The host sees to it
  // that no other process of its user opens it meanwhile. Options are read before
  // return. *reader lives until close.
  // IMP_RETRY_BUSY: it is in use, here or by another program. IMP_E_DEVICE_MISSING,
  // IMP_E_DEVICE_DENIED, IMP_E_DEVICE_FAILED, IMP_E_SERVICE, IMP_E_FILE,
  // IMP_E_ENTITLEMENT. IMP_E_UNSUPPORTED: it gives no images.
  // [one at a time: plugin]
  imp_status (*IMP_NONNULL open)(imp_plugin *IMP_NONNULL plugin,
                                 const imp_finger_reader_options *IMP_NONNULL options,
                                 imp_finger_reader *IMP_NULLABLE *IMP_NONNULL reader);

  // Waits for the next event, and copies its image out. Events of a reader that
  // tells presence: a finger arrives before it is lifted, and images and retries come
  // between. Other readers tell neither. The caller owns both outputs; they
  // are filled only on IMP_OK, `pixels` with 0 bytes for all events but an image.
  // Waits at most timeout_ns, then IMP_RETRY_TIMEOUT; no event is lost. 0 and
  // UINT64_MAX: as camera.h's next_frame. IMP_RETRY_SHORT_BUFFER keeps the
  // event for the next call.
  // IMP_OUTCOME_END after a replayed source's last event, IMP_E_DEVICE_GONE within
  // one second after the reader is unplugged, IMP_E_DEVICE_FAILED if its driver has
  // failed, IMP_OUTCOME_CANCELLED after cancel: each from then on permanently, but
  // cancel takes precedence.
  // IMP_E_FILE for a replayed image that cannot be read: the event is lost, and the
  // next call continues after it. [one at a time: object]
  imp_status (*IMP_NONNULL next_event)(imp_finger_reader *IMP_NONNULL reader, uint64_t timeout_ns,
                                       imp_buffer *IMP_NONNULL pixels, imp_finger_event *IMP_NONNULL event);

  // Makes a blocked next_event, and every later one, return IMP_OUTCOME_CANCELLED.
  // Does not block. Cannot fail. [any thread, until close is called]
  void (*IMP_NONNULL cancel)(imp_finger_reader *IMP_NONNULL reader);

  // Stops and releases the reader: it can be opened again at once. No other call on
  // it is running. Cannot fail. [one at a time: plugin]
  void (*IMP_NONNULL close)(imp_finger_reader *IMP_NONNULL reader);
} imp_finger_reader_ability;

IMP_END_DECLS

#endif
