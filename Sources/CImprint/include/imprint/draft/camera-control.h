// SPDX-License-Identifier: Apache-2.0
// imprint.camera-control/1: a camera's modes and settings. In addition to
// imprint.camera/1, for cameras that have any. Draft: may change until version 1.0.
#ifndef IMPRINT_DRAFT_CAMERA_CONTROL_H
#define IMPRINT_DRAFT_CAMERA_CONTROL_H

#include "camera.h"

IMP_BEGIN_DECLS

#define IMP_CAMERA_CONTROL_ID "imprint.camera-control/1"

// A mode of delivering frames. Where min and max differ, any size or rate between
// them may be requested, sizes in steps.
typedef struct imp_camera_mode {
  uint32_t size;   // sizeof(imp_camera_mode)
  uint32_t format; // IMP_PIXEL_...
  uint32_t width_min;
  uint32_t width_max;
  uint32_t width_step; // 0 if min and max are equal
  uint32_t height_min;
  uint32_t height_max;
  uint32_t height_step;    // 0 if min and max are equal
  uint32_t rate_milli_min; // frames per 1000 seconds; 0: unknown
  uint32_t rate_milli_max; // likewise
} imp_camera_mode;

#define IMP_CAMERA_EXPOSURE_AUTO 1 // 0 manual, 1 automatic
#define IMP_CAMERA_EXPOSURE 2      // 100 microseconds a unit
#define IMP_CAMERA_FOCUS_AUTO 3    // 0 manual, 1 continuous
#define IMP_CAMERA_FOCUS 4         // camera-specific units, larger is nearer
#define IMP_CAMERA_GAIN_AUTO 5     // 0 manual, 1 automatic
#define IMP_CAMERA_GAIN 6          // camera-specific units
#define IMP_CAMERA_POWER_LINE 7    // 0 off, 1 is 50 Hz, 2 is 60 Hz, 3 automatic
#define IMP_CAMERA_BRIGHTNESS 8    // camera-specific units, as the rest
#define IMP_CAMERA_CONTRAST 9
#define IMP_CAMERA_SATURATION 10
#define IMP_CAMERA_SHARPNESS 11
#define IMP_CAMERA_WHITE_BALANCE_AUTO 12 // 0 manual, 1 automatic
#define IMP_CAMERA_WHITE_BALANCE 13      // kelvin
#define IMP_CAMERA_BACKLIGHT 14
#define IMP_CAMERA_ZOOM 15
// Numbers from here on are camera-specific; `name` describes each.
#define IMP_CAMERA_CONTROL_OWN 0x10000

#define IMP_CAMERA_CONTROL_READ_ONLY 1u // read-only
#define IMP_CAMERA_CONTROL_INACTIVE 2u  // currently without effect: an automatic one controls it

typedef struct imp_camera_control {
  uint32_t size;    // sizeof(imp_camera_control)
  uint32_t control; // IMP_CAMERA_...
  uint32_t flags;   // IMP_CAMERA_CONTROL_...
  uint32_t reserved;
  int64_t minimum;
  int64_t maximum;
  int64_t step;     // at least 1
  int64_t standard; // the camera's default
  int64_t value;    // current, as the driver reports: some report values out of range
  char name[64];    // the driver's name for it; UTF-8, null-terminated
} imp_camera_control;

typedef struct imp_camera_control_ability {
  uint32_t size; // sizeof(imp_camera_control_ability)
  uint32_t reserved;

  // Lists the modes of the camera of that locator, those whose format the contract
  // has. It is not opened for streaming: another program may be using it. The host
  // owns the locator, valid until return. The caller owns the array of *count
  // entries, each with its size set; *count becomes the number of modes. For
  // too short an array IMP_RETRY_SHORT_BUFFER, and no entry is written.
  // IMP_E_DEVICE_MISSING, IMP_E_DEVICE_DENIED, IMP_E_DEVICE_FAILED.
  // [one at a time: plugin]
  imp_status (*IMP_NONNULL modes)(imp_plugin *IMP_NONNULL plugin, imp_text locator,
                                  imp_camera_mode *IMP_NULLABLE modes, size_t *IMP_NONNULL count);

  // Lists the settings of the camera of that locator, with their current values;
  // none is a list of length 0. Lengths, ownership and failures as for `modes`.
  // [one at a time: plugin]
  imp_status (*IMP_NONNULL controls)(imp_plugin *IMP_NONNULL plugin, imp_text locator,
                                     imp_camera_control *IMP_NULLABLE controls, size_t *IMP_NONNULL count);

  // Changes one setting, without interrupting a stream. *value becomes what the
  // camera accepted, which may be the nearest that it supports. The host
  // owns the locator, valid until return.
  // IMP_E_UNSUPPORTED: the camera has no such setting. IMP_E_ARGUMENT: out of its
  // range. IMP_E_STATE: it is read-only, or inactive. IMP_E_DEVICE_MISSING,
  // IMP_E_DEVICE_DENIED, IMP_E_DEVICE_FAILED, IMP_RETRY_BUSY. [one at a time:
  // plugin]
  imp_status (*IMP_NONNULL set)(imp_plugin *IMP_NONNULL plugin, imp_text locator, uint32_t control,
                                int64_t *IMP_NONNULL value);
} imp_camera_control_ability;

IMP_END_DECLS

#endif
