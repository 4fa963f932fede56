// SPDX-License-Identifier: Apache-2.0
// imprint.face-capture/2: controls a capture, frame by frame.
// Draft: may change until version 1.0.
//
// A capture is a state machine without clock, thread or I/O of its own: the host
// steps it with a frame, its faces and the time, and executes the events that it
// returns. It is deterministic: the same options and steps give the same events, so
// that a recording replays exactly and the plugin can run in another process. All
// its choices follow from the seed. Selected frames stay with the host, in
// numbered slots.
//
// Places on the screen (targets, pointer, oval) are given in the upright image of
// the camera, not mirrored: x to the right, y down, both -1...1, so that (-1, -1) is
// its top left. Radii and sizes are in the unit of x: 1 is half the image's width. A
// host that shows the image mirrored mirrors them with it.
#ifndef IMPRINT_DRAFT_FACE_CAPTURE_H
#define IMPRINT_DRAFT_FACE_CAPTURE_H

#include "../image.h"
#include "../plugin.h"
#include "face.h"

IMP_BEGIN_DECLS

#define IMP_FACE_CAPTURE_ID "imprint.face-capture/2"

typedef struct imp_face_capture imp_face_capture;

#define IMP_CAPTURE_SLOTS 16 // the host's slots for frames: 0...15
#define IMP_CAPTURE_IMAGES 8 // the most images of one capture
#define IMP_CAPTURE_TARGETS 8 // the most targets of one challenge

// What is asked of the person, and examined. A mode that the plugin does not have is
// refused with IMP_E_UNSUPPORTED.
#define IMP_LIVENESS_MODE_NONE 0          // nothing: images only; the verdict is UNKNOWN
#define IMP_LIVENESS_MODE_PASSIVE 1       // a turn of the head to both sides
#define IMP_LIVENESS_MODE_ACTIVE 2        // CR2D: the head points at targets
#define IMP_LIVENESS_MODE_PASSIVE_VIDEO 3 // the face held in an oval, for a server to decide
#define IMP_LIVENESS_MODE_BLINK 4         // keeping still, then a blink

// How strict the verdict is.
#define IMP_SECURITY_LOW 1
#define IMP_SECURITY_MEDIUM 2
#define IMP_SECURITY_HIGH 3

// The targets of an active challenge.
#define IMP_CR2D_RANDOM 1   // at random places
#define IMP_CR2D_FIXED 2    // one, at `target`
#define IMP_CR2D_PATH 3     // `targets` of them, one after the other
#define IMP_CR2D_TRAINING 4 // from `start` to `target`, to practise: never LIVE

// What the host can do for a capture.
#define IMP_HELP_COMPARES 1u // answers COMPARE
#define IMP_HELP_LIGHTS 2u   // lights the screen in the colour of LIGHT
#define IMP_HELP_MOTION 4u   // passes on the samples of an accelerometer

typedef struct imp_face_capture_options_v2 {
  uint32_t size;            // sizeof(imp_face_capture_options_v2)
  uint32_t liveness_mode;   // IMP_LIVENESS_MODE_...
  uint32_t security;        // IMP_SECURITY_...
  uint32_t images;          // how many to return: 0...IMP_CAPTURE_IMAGES; 0 guides only, until STOP
  float quality_threshold;  // the lowest unified quality of a kept image: 0...100
  float liveness_threshold; // of BLINK: a score above it is needed: 0...100
  uint32_t cr2d;            // of ACTIVE: IMP_CR2D_...; else 0
  uint32_t targets;         // of PATH: 1...IMP_CAPTURE_TARGETS; else 0
  imp_point start;          // of TRAINING; else 0
  imp_point target;         // of FIXED and TRAINING; else 0
  uint64_t timeout_ns;      // from the first step; 1 s...600 s
  uint64_t steady_ns;       // good frames in a row before the first image; 0...10 s
  uint64_t blink_timeout_ns; // of BLINK, from being asked to blink; 0...30 s; 0: no limit of its own
  uint64_t interval_ns;     // between two challenges; 0...10 s
  uint64_t seed[2];         // all random choices follow from it; unpredictable to the person
  uint32_t helps;           // IMP_HELP_..., or-ed
  uint32_t reserved;        // 0
} imp_face_capture_options_v2;

#define IMP_INPUT_FRAME 1    // with image and faces
#define IMP_INPUT_TICK 2     // no frame came in time; image is null, faces empty, here and below
#define IMP_INPUT_END 3      // the source has ended
#define IMP_INPUT_STOP 4     // the host ends the capture, and wants what was kept
#define IMP_INPUT_COMPARED 5 // the answer to a COMPARE, in the order in which they were asked
#define IMP_INPUT_MOTION 6   // a sample of the device's accelerometer

// How a comparison went.
#define IMP_COMPARED_DONE 1   // `score` is calibrated
#define IMP_COMPARED_UNABLE 2 // a slot gave no template, or the pair has no calibration

// One step's input. Fields of other kinds are 0.
typedef struct imp_capture_input {
  uint32_t size;           // sizeof(imp_capture_input)
  uint32_t kind;           // IMP_INPUT_...
  uint64_t now_ns;         // the host's monotonic time, the only time base
  uint32_t slot;           // COMPARED: as asked
  uint32_t other;          // COMPARED: as asked
  uint32_t compared;       // COMPARED: IMP_COMPARED_...
  int32_t score;           // COMPARED, DONE: 1500 - 500 log10(FMR)
  imp_point3 acceleration; // MOTION: m/s^2, gravity included; axes of the device
  uint32_t reserved;       // 0
} imp_capture_input;

// Kinds of event, with their fields; all others are 0.
#define IMP_CAPTURE_STEP 1     // code: IMP_STEP_...
#define IMP_CAPTURE_FEEDBACK 2 // code: IMP_FEEDBACK_...; sent when it changes
#define IMP_CAPTURE_FACE 3     // face: index of the tracked face in this step's list
#define IMP_CAPTURE_PROGRESS 4 // value: 0...1, never decreases
#define IMP_CAPTURE_KEEP 5     // slot, face: the host copies this step's image and that face into the slot
// slot, rank (0 is best), value: quality 0...100, tracking, liveness; no slot twice
#define IMP_CAPTURE_RESULT 6
#define IMP_CAPTURE_FINISHED 7 // code: IMP_FINISH_...; liveness: the PAD decision. Always last
// index (from 0) of count: this challenge begins
#define IMP_CAPTURE_CHALLENGE 8
// index (from 0) of count, flags, x, y, width: the radius, value: completeness 0...1
#define IMP_CAPTURE_TARGET 9
#define IMP_CAPTURE_POINTER 10     // flags, x, y: where the head points
#define IMP_CAPTURE_OVAL 11        // x, y: its centre, width, height: where the face belongs
#define IMP_CAPTURE_PREPARATION 12 // code: IMP_PREPARATION_..., of PASSIVE_VIDEO
// color: 0xRRGGBB, shown until the next; only where the host LIGHTS
#define IMP_CAPTURE_LIGHT 13
// slot, other: both kept; answered before the next frame, at most 64 from one frame to the
// next; only where the host COMPARES
#define IMP_CAPTURE_COMPARE 14
#define IMP_CAPTURE_ACTION 15 // flags: IMP_ACTION_..., value: the liveness score so far, 0...100
// code: IMP_METHOD_..., liveness, value: its measure, limit: what it was held against
#define IMP_CAPTURE_FINDING 16

#define IMP_STEP_PREPARING 1 // no face yet
#define IMP_STEP_SCANNING 2  // a face is tracked
#define IMP_STEP_CAPTURING 3 // images are being kept
#define IMP_STEP_CHALLENGE 4 // the person is asked for something
#define IMP_STEP_JUDGING 5   // nothing is asked any more; a comparison is awaited

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
#define IMP_FEEDBACK_FOLLOW_TARGET 18    // move the pointer to the target with the head
#define IMP_FEEDBACK_STAND_STILL 19      // hold still while the light is examined
#define IMP_FEEDBACK_DEVICE_MOVING 20    // the device is being moved, and should not
#define IMP_FEEDBACK_DEVICE_STILL 21     // it is no longer
#define IMP_FEEDBACK_NO_HEAD_MOVEMENT 22 // a movement of the head is awaited, and does not come

#define IMP_TRACKING_LOST 1    // the track was interrupted since the start
#define IMP_TRACKING_STEADY 2  // one track, from the start to this image

#define IMP_LIVENESS_UNKNOWN 1     // PAD was not performed
#define IMP_LIVENESS_LIVE 2
#define IMP_LIVENESS_FAKE 3
#define IMP_LIVENESS_NO_DECISION 4 // it was, and left a doubt; or a server decides

#define IMP_FINISH_CAPTURED 1 // preceded by RESULT events
#define IMP_FINISH_TIMEOUT 2  // time-out; images kept so far came as RESULT
#define IMP_FINISH_ENDED 3    // the source has ended; images kept so far likewise
#define IMP_FINISH_STOPPED 4  // by STOP; images kept so far likewise
#define IMP_FINISH_JUDGED 5   // the verdict was found before the images were; likewise

#define IMP_PREPARATION_STARTED 1
#define IMP_PREPARATION_FINISHED 2

#define IMP_SHOWN_VISIBLE 1u // of a target and the pointer: to be drawn
#define IMP_SHOWN_CURRENT 2u // of a target: the one to be reached

#define IMP_ACTION_KEEP_STILL 1u
#define IMP_ACTION_BLINK 2u
#define IMP_ACTION_TURN_LEFT 4u  // the subject's own left
#define IMP_ACTION_TURN_RIGHT 8u

// What a liveness finding is of. NO_DECISION: it could not look.
#define IMP_METHOD_SHAPE 1      // the face is not flat, from its movement
#define IMP_METHOD_FOLLOWING 2  // the targets were followed
#define IMP_METHOD_BLINK 3      // a blink, when it was asked for
#define IMP_METHOD_STREAM 4     // frames repeat, loop or stand still; impossible times
#define IMP_METHOD_ARTEFACTS 5  // traces of a screen or of print
#define IMP_METHOD_BACKGROUND 6 // what surrounds the head does not move with it
#define IMP_METHOD_LIGHT 7      // the face answers the colours of the screen
#define IMP_METHOD_PERSON 8     // the same person throughout
#define IMP_METHOD_TRACK 9      // one face, and never another

typedef struct imp_capture_event_v2 {
  uint32_t size; // sizeof(imp_capture_event_v2)
  uint32_t kind; // IMP_CAPTURE_...
  int32_t code;
  uint32_t slot;
  uint32_t other;    // COMPARE: the other slot
  uint32_t rank;
  uint32_t face;     // index into this step's list
  uint32_t tracking; // IMP_TRACKING_...
  uint32_t liveness; // IMP_LIVENESS_...
  uint32_t index;
  uint32_t count;
  uint32_t flags;
  uint32_t color;    // 0xRRGGBB
  float value;
  float limit;
  float x;
  float y;
  float width;
  float height;
  uint32_t reserved; // 0
} imp_capture_event_v2;

// Events of one step, in order. The caller owns the array, and has set the size
// of each of its `capacity` elements.
typedef struct imp_capture_events_v2 {
  uint32_t size; // sizeof(imp_capture_events_v2)
  uint32_t capacity; // at least IMP_CAPTURE_EVENTS_MAXIMUM
  uint32_t count;
  uint32_t reserved; // 0
  imp_capture_event_v2 *IMP_NONNULL events;
} imp_capture_events_v2;

#define IMP_CAPTURE_EVENTS_MAXIMUM 64 // of one step

typedef struct imp_face_capture_ability_v2 {
  uint32_t size; // sizeof(imp_face_capture_ability_v2)
  uint32_t reserved;

  // Creates a capture in its initial state. *capture lives until destroy.
  // IMP_E_ARGUMENT for an option outside its range; IMP_E_UNSUPPORTED for a mode
  // that the plugin does not have, or that needs a help which the host does not
  // give; IMP_E_MODEL, IMP_E_FILE, IMP_E_ENTITLEMENT.
  // [one at a time: plugin]
  imp_status (*IMP_NONNULL create)(imp_plugin *IMP_NONNULL plugin,
                                   const imp_face_capture_options_v2 *IMP_NONNULL options,
                                   imp_face_capture *IMP_NULLABLE *IMP_NONNULL capture);

  // Takes one step. The host owns input, image and faces, valid until return.
  // input->now_ns before the last step's: IMP_E_ARGUMENT. events receives
  // at most IMP_CAPTURE_EVENTS_MAXIMUM. After FINISHED every further step returns
  // IMP_E_STATE. IMP_E_SAMPLE for an unusable image. IMP_E_STATE for a
  // COMPARED that was not asked for. A failed step has no effect on state and
  // time.
  // [one at a time: object]
  imp_status (*IMP_NONNULL step)(imp_face_capture *IMP_NONNULL capture,
                                 const imp_capture_input *IMP_NONNULL input,
                                 const imp_image *IMP_NULLABLE image,
                                 const imp_face_list *IMP_NONNULL faces,
                                 imp_capture_events_v2 *IMP_NONNULL events);

  // Releases the capture, in any state. No other call on it is running.
  // Cannot fail. [one at a time: plugin]
  void (*IMP_NONNULL destroy)(imp_face_capture *IMP_NONNULL capture);
} imp_face_capture_ability_v2;

IMP_END_DECLS

#endif
