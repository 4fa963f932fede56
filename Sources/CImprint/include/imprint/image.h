// SPDX-License-Identifier: Apache-2.0
// Images lent to plugins, and the formats that cameras deliver.
#ifndef IMPRINT_IMAGE_H
#define IMPRINT_IMAGE_H

#include "base.h"

IMP_BEGIN_DECLS

// Pixel formats. The first group may be handed to trackers and matchers; the
// second comes from cameras only, and the host decodes it.
#define IMP_PIXEL_GREY8 1 // 1 byte a pixel
#define IMP_PIXEL_RGB24 2 // 3 bytes a pixel: red, green, blue; sRGB

#define IMP_PIXEL_BGR24 101 // 3 bytes a pixel: blue, green, red
#define IMP_PIXEL_YUYV 102  // 4:2:2, 2 bytes a pixel: Y0 U Y1 V; BT.601, limited range
#define IMP_PIXEL_I420 103  // 4:2:0, planes Y, U, V; BT.601, limited range
#define IMP_PIXEL_NV12 104  // 4:2:0, plane Y, then U and V in turn
#define IMP_PIXEL_JPEG 201  // one JPEG file a frame (MJPEG); EXIF orientation counts
#define IMP_PIXEL_PNG 202   // one PNG file a frame

// One image, upright, lent for the length of a call. The callee never writes
// to it and keeps no pointer into it.
typedef struct imp_image {
  uint32_t size;      // sizeof(imp_image)
  uint32_t format;    // IMP_PIXEL_GREY8 or IMP_PIXEL_RGB24
  uint32_t width;     // pixels, 1...65535
  uint32_t height;    // pixels, 1...65535
  uint32_t row_bytes; // from one row to the next; at least width * bytes a pixel
  uint32_t reserved;  // 0
  imp_bytes pixels;   // at least (height - 1) * row_bytes + one row of pixels
} imp_image;

IMP_END_DECLS

#endif
