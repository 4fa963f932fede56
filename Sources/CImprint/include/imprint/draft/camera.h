// SPDX-License-Identifier: Apache-2.0
// imprint.camera/1: frames, by pull. Draft: may change until version 1.0.
#ifndef IMPRINT_DRAFT_CAMERA_H
#define IMPRINT_DRAFT_CAMERA_H

#include "../image.h"
#include "../plugin.h"

IMP_BEGIN_DECLS

#define IMP_CAMERA_ID "imprint.camera/1"

typedef struct imp_camera imp_camera;

#define IMP_CAMERA_LIGHT_UNKNOWN 0
#define IMP_CAMERA_LIGHT_COLOUR 1   // visible light, in colour
#define IMP_CAMERA_LIGHT_INFRARED 2 // near infrared

#define IMP_CAMERA_FACING_UNKNOWN 0
#define IMP_CAMERA_FACING_USER 1     // built in, on the screen side
#define IMP_CAMERA_FACING_AWAY 2     // built in, on the back
#define IMP_CAMERA_FACING_EXTERNAL 3 // plugged in

// One device that can be opened. Strings are UTF-8, null-terminated.
typedef struct imp_camera_info {
  uint32_t size;     // sizeof(imp_camera_info)
  uint32_t light;    // IMP_CAMERA_LIGHT_...
  uint32_t facing;   // IMP_CAMERA_FACING_...
  uint32_t reserved; // 0
  char locator[512]; // what open takes: a device node, a folder, a file
  char name[128];    // for people
  // Stable for a camera at the same port, and at any port if it has a serial
  // number; open takes it as a locator too. Empty if there is none.
  char id[256];
  char device[256]; // equal for cameras in one housing, such as colour and infrared; or empty
} imp_camera_info;

#define IMP_CAMERA_PACE_REAL 0 // frames in real time
#define IMP_CAMERA_PACE_FULL 1 // a replayed source delivers without delay

// Requested settings; 0 leaves the choice to the camera. A camera that does not
// support exactly these takes the nearest: each frame states the actual ones.
typedef struct imp_camera_options {
  uint32_t size; // sizeof(imp_camera_options)
  uint32_t width;
  uint32_t height;
  uint32_t frames_per_second_milli; // frames per 1000 seconds: 30 per second is 30000
  uint32_t pace;                    // IMP_CAMERA_PACE_...
  uint32_t repeat;                  // a replayed source: times to play; 0 means once
  uint32_t format;                  // IMP_PIXEL_...; 0 leaves it to the camera
  uint32_t reserved;                // 0
  imp_text locator;                 // of one device; owned by the host, valid until open returns
} imp_camera_options;

// The metadata of one frame.
typedef struct imp_frame {
  uint32_t size;      // sizeof(imp_frame)
  uint32_t format;    // IMP_PIXEL_...
  uint32_t width;     // pixels; 0 for a compressed frame
  uint32_t height;    // pixels; 0 for a compressed frame
  uint32_t row_bytes; // of the first plane; 0 for a compressed frame
  uint32_t reserved;  // 0
  // Capture time on the camera's own clock: monotonic, with an arbitrary epoch.
  // Never decreases; a replayed source counts from 0.
  uint64_t timestamp_ns;
  uint64_t sequence; // of the source's frames, from 0; strictly increasing, gaps are lost frames
  uint64_t dropped;  // frames lost since open, including those with IMP_E_FILE
} imp_frame;

typedef struct imp_camera_ability {
  uint32_t size; // sizeof(imp_camera_ability)
  uint32_t reserved;

  // Lists the devices now present; none is a list of length 0, not an error. The
  // caller owns the array of *count entries, each with its size set; *count
  // becomes the number of devices. For too short an array IMP_RETRY_SHORT_BUFFER,
  // and no entry is written.
  // [one at a time: plugin]
  imp_status (*IMP_NONNULL list)(imp_plugin *IMP_NONNULL plugin, imp_camera_info *IMP_NULLABLE infos,
                                 size_t *IMP_NONNULL count);

  // Opens one camera and starts it. Options are read before return.
  // *camera lives until close.
  // IMP_E_DEVICE_MISSING, IMP_E_DEVICE_DENIED, IMP_RETRY_BUSY, IMP_E_FILE,
  // IMP_E_UNSUPPORTED, IMP_E_ENTITLEMENT. [one at a time: plugin]
  imp_status (*IMP_NONNULL open)(imp_plugin *IMP_NONNULL plugin,
                                 const imp_camera_options *IMP_NONNULL options,
                                 imp_camera *IMP_NULLABLE *IMP_NONNULL camera);

  // Waits for the next frame and copies it out. The caller owns both outputs; they
  // are filled only on IMP_OK. Waits at most timeout_ns, then
  // IMP_RETRY_TIMEOUT; no frame is lost. 0 polls: a frame that is ready, or the
  // time-out. UINT64_MAX waits indefinitely, until a frame, the end or cancel.
  // IMP_RETRY_SHORT_BUFFER keeps the frame for the next call.
  // IMP_OUTCOME_END after the last frame, IMP_E_DEVICE_GONE within one second after
  // the device is unplugged, IMP_E_DEVICE_FAILED if its driver has failed,
  // IMP_OUTCOME_CANCELLED after cancel: each from then on permanently, but cancel
  // takes precedence.
  // IMP_E_FILE for a frame that cannot be read: it is lost, and the next call
  // continues after it. [one at a time: object]
  imp_status (*IMP_NONNULL next_frame)(imp_camera *IMP_NONNULL camera, uint64_t timeout_ns,
                                       imp_buffer *IMP_NONNULL pixels, imp_frame *IMP_NONNULL frame);

  // Makes a blocked next_frame, and every later one, return IMP_OUTCOME_CANCELLED.
  // Does not block. Cannot fail. [any thread, until close is called]
  void (*IMP_NONNULL cancel)(imp_camera *IMP_NONNULL camera);

  // Stops and releases the camera. No other call on it is running.
  // Cannot fail. [one at a time: plugin]
  void (*IMP_NONNULL close)(imp_camera *IMP_NONNULL camera);
} imp_camera_ability;

IMP_END_DECLS

#endif
