// SPDX-License-Identifier: Apache-2.0
// Images passed to plugins, and the formats that cameras deliver.
#ifndef IMPRINT_IMAGE_H
#define IMPRINT_IMAGE_H

#include "base.h"

IMP_BEGIN_DECLS

// Pixel formats. The first group is passed to trackers and extractors, and
// delivered by cameras too; the second is delivered by cameras only, and decoded by
// the host. All YUV is BT.601 in limited range: Y 16...235, U and V 16...240 around
// 128. The layout of each is stated below.
#define IMP_PIXEL_GREY8 1 // 1 byte a pixel
#define IMP_PIXEL_RGB24 2 // 3 bytes a pixel: red, green, blue; sRGB

#define IMP_PIXEL_BGR24 101  // 3 bytes a pixel: blue, green, red
#define IMP_PIXEL_YUYV 102   // 4:2:2, 4 bytes for two pixels: Y0 U Y1 V
#define IMP_PIXEL_I420 103   // 4:2:0, planes Y, U, V
#define IMP_PIXEL_NV12 104   // 4:2:0, planes Y, then U and V interleaved
#define IMP_PIXEL_UYVY 105   // 4:2:2, 4 bytes for two pixels: U Y0 V Y1
#define IMP_PIXEL_GREY16 106 // 2 bytes a pixel, little-endian; 65535 is white
#define IMP_PIXEL_JPEG 201   // one JPEG file a frame (MJPEG); EXIF orientation is applied
#define IMP_PIXEL_PNG 202    // one PNG file a frame

// Layouts. `row` is row_bytes, the stride of the first plane; planes are
// contiguous. Divisions round down. With CW = (width + 1) / 2 and CH = (height + 1)
// / 2, so that an odd side is padded to a whole pair
//
//   format   first plane, at least   chroma plane       bytes in all, at least
//            row        rows         row      rows
//   GREY8    width      height       -                  (height - 1) * row + width
//   RGB24    3 * width  height       -                  (height - 1) * row + 3 * width
//   BGR24    as RGB24
//   YUYV     4 * CW     height       -                  (height - 1) * row + 4 * CW
//   UYVY     as YUYV
//   GREY16   2 * width  height       -                  (height - 1) * row + 2 * width
//   I420     width      height       R, twice CH        height * row + (2 * CH - 1) * R + CW
//   NV12     width      height       S        CH        height * row + (CH - 1) * S + 2 * CW
//
// R = (row + 1) / 2, and S = row rounded up to an even number. The last row may
// end with its last pixel. row is at most 8 * 65535. JPEG and PNG state their
// size themselves: width, height and row are 0.

// One upright image, borrowed for the duration of a call. The callee never writes
// to it and keeps no pointer into it.
typedef struct imp_image {
  uint32_t size;       // sizeof(imp_image)
  uint32_t format;     // IMP_PIXEL_GREY8 or IMP_PIXEL_RGB24
  uint32_t width;      // pixels, 1...65535
  uint32_t height;     // pixels, 1...65535
  uint32_t row_bytes;  // see above
  uint32_t resolution; // pixels per metre of the object, such as a finger; 0: unknown
  imp_bytes pixels;    // at least as long as stated above
} imp_image;

IMP_END_DECLS

#endif
