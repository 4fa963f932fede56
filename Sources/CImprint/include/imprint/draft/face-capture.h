// SPDX-License-Identifier: Apache-2.0
// imprint.face-capture/1: controls a capture, frame by frame.
// Draft: may change until version 1.0.
//
// A capture is a state machine without clock, thread or I/O of its own: the host
// steps it with a frame, its faces and the time, and executes the events that it
// returns. It is deterministic: the same steps give the same events, so that a
// recording replays exactly and the plugin can run in another process.
// Selected frames stay with the host, in numbered slots.
#ifndef IMPRINT_DRAFT_FACE_CAPTURE_H
#define IMPRINT_DRAFT_FACE_CAPTURE_H

#include "../image.h"
#include "../plugin.h"
#include "face.h"

IMP_BEGIN_DECLS

#define IMP_FACE_CAPTURE_ID "imprint.face-capture/1"

typedef struct imp_face_capture imp_face_capture;

#define IMP_CAPTURE_SLOTS 8 // the host's slots for frames: 0...7

#define IMP_LIVENESS_MODE_NONE 0 // images only
// Modes added by later revisions are refused with IMP_E_UNSUPPORTED.

typedef struct imp_face_capture_options {
  uint32_t size;           // sizeof(imp_face_capture_options)
  uint32_t liveness_mode;  // IMP_LIVENESS_MODE_...
  uint32_t images;         // how many to return: 1...IMP_CAPTURE_SLOTS
  float quality_threshold; // the lowest unified quality of a kept image: 0...100
  uint64_t timeout_ns;     // from the first step; 1 s...600 s
  uint64_t steady_ns;      // good frames in a row before the first image; 0...10 s
} imp_face_capture_options;

// Kinds of event, with their fields; all others are 0.
#define IMP_CAPTURE_STEP 1     // code: IMP_STEP_...
#define IMP_CAPTURE_FEEDBACK 2 // code: IMP_FEEDBACK_...; sent when it changes
#define IMP_CAPTURE_FACE 3     // face: index of the tracked face in this step's list
#define IMP_CAPTURE_PROGRESS 4 // value: 0...1, never decreases
#define IMP_CAPTURE_KEEP 5     // slot, face: the host copies this step's image and that face into the slot
#define IMP_CAPTURE_RESULT 6   // slot, rank (0 is best), value: quality 0...100, tracking, liveness
#define IMP_CAPTURE_FINISHED 7 // code: IMP_FINISH_...; liveness: the PAD decision. Always last

#define IMP_STEP_PREPARING 1 // no face yet
#define IMP_STEP_SCANNING 2  // a face is tracked
#define IMP_STEP_CAPTURING 3 // images are being kept

// What the person should do, once the face is found. Left and right are the
// subject's own.
#define IMP_FEEDBACK_GOOD 1              // stay like this
#define IMP_FEEDBACK_COME_BACK 2         // no face in the image
#define IMP_FEEDBACK_CENTER 3            // move into the middle
#define IMP_FEEDBACK_TURN_LEFT 4         // turn the head
#define IMP_FEEDBACK_TURN_RIGHT 5
#define IMP_FEEDBACK_ROTATE_UP 6
#define IMP_FEEDBACK_ROTATE_DOWN 7
#define IMP_FEEDBACK_TILT_LEFT 8         // towards the shoulder
#define IMP_FEEDBACK_TILT_RIGHT 9
#define IMP_FEEDBACK_MOVE_FORWARDS 10    // too far away
#define IMP_FEEDBACK_MOVE_BACKWARDS 11   // too near
#define IMP_FEEDBACK_TOO_FAST 12         // the head moves too fast
#define IMP_FEEDBACK_DO_NOT_MOVE 13      // hold still, the image is blurred
#define IMP_FEEDBACK_BRIGHTER 14         // too dark
#define IMP_FEEDBACK_DARKER 15           // too bright
#define IMP_FEEDBACK_OPEN_EYES 16
#define IMP_FEEDBACK_ONE_FACE 17         // another face in the image

#define IMP_TRACKING_LOST 1    // the track was interrupted since the start
#define IMP_TRACKING_STEADY 2  // one track, from the start to this image

#define IMP_LIVENESS_UNKNOWN 1     // PAD was not performed
#define IMP_LIVENESS_LIVE 2
#define IMP_LIVENESS_FAKE 3
#define IMP_LIVENESS_NO_DECISION 4

#define IMP_FINISH_CAPTURED 1 // preceded by RESULT events
#define IMP_FINISH_TIMEOUT 2  // time-out; images kept so far came as RESULT
#define IMP_FINISH_ENDED 3    // the source has ended; images kept so far likewise

typedef struct imp_capture_event {
  uint32_t size; // sizeof(imp_capture_event)
  uint32_t kind; // IMP_CAPTURE_...
  int32_t code;
  uint32_t slot;
  uint32_t rank;
  uint32_t face;     // index into this step's list
  uint32_t tracking; // IMP_TRACKING_...
  uint32_t liveness; // IMP_LIVENESS_...
  float value;
  uint32_t reserved; // 0
} imp_capture_event;

// Events of one step, in order. The caller owns the array, and has set the size
// of each of its `capacity` elements.
typedef struct imp_capture_events {
  uint32_t size; // sizeof(imp_capture_events)
  uint32_t capacity; // at least IMP_CAPTURE_EVENTS_MAXIMUM
  uint32_t count;
  uint32_t reserved; // 0
  imp_capture_event *IMP_NONNULL events;
} imp_capture_events;

#define IMP_CAPTURE_EVENTS_MAXIMUM 32 // of one step

#define IMP_INPUT_FRAME 1 // with image and faces
#define IMP_INPUT_TICK 2  // no frame came in time; image is null, faces empty
#define IMP_INPUT_END 3   // the source has ended; likewise

typedef struct imp_face_capture_ability {
  uint32_t size; // sizeof(imp_face_capture_ability)
  uint32_t reserved;

  // Creates a capture in its initial state. *capture lives until destroy.
  // IMP_E_UNSUPPORTED, IMP_E_MODEL, IMP_E_FILE, IMP_E_ENTITLEMENT.
  // [one at a time: plugin]
  imp_status (*IMP_NONNULL create)(imp_plugin *IMP_NONNULL plugin,
                                   const imp_face_capture_options *IMP_NONNULL options,
                                   imp_face_capture *IMP_NULLABLE *IMP_NONNULL capture);

  // Takes one step. The host owns image and faces, valid until return.
  // now_ns is the host's monotonic time, the only time base. Before the last
  // step's: IMP_E_ARGUMENT. events receives at most
  // IMP_CAPTURE_EVENTS_MAXIMUM. After FINISHED every further step returns
  // IMP_E_STATE. IMP_E_SAMPLE for an unusable image. A failed step has no
  // effect on state and time.
  // [one at a time: object]
  imp_status (*IMP_NONNULL step)(imp_face_capture *IMP_NONNULL capture, uint32_t input,
                                 const imp_image *IMP_NULLABLE image, const imp_face_list *IMP_NONNULL faces,
                                 uint64_t now_ns, imp_capture_events *IMP_NONNULL events);

  // Releases the capture, in any state. No other call on it is running.
  // Cannot fail. [one at a time: plugin]
  void (*IMP_NONNULL destroy)(imp_face_capture *IMP_NONNULL capture);
} imp_face_capture_ability;

IMP_END_DECLS

#endif
