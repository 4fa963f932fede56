// SPDX-License-Identifier: Apache-2.0
// Maps images and points to the inputs of the face plugins' networks, and back.
//
// Images are IMP_PIXEL_GREY8 or IMP_PIXEL_RGB24 of any size from 1x1 and any
// row_bytes; their fields have been checked by the caller. No function reads
// outside the pixels. Coordinates are the contract's: the centre of the first
// pixel is (0.5, 0.5). All functions are pure and may run on any thread; where
// a status is given, it is the contract's.
#ifndef IMPRINT_FACE_GEOMETRY_H
#define IMPRINT_FACE_GEOMETRY_H

// All of the contract, because that is the module Swift knows its types by.
#include <imprint/imprint.h>

IMP_BEGIN_DECLS

// (x, y) -> (xx x + xy y + x0, yx x + yy y + y0)
typedef struct imp_affine {
  float xx;
  float xy;
  float x0;
  float yx;
  float yy;
  float y0;
} imp_affine;

imp_point imp_affine_apply(const imp_affine *IMP_NONNULL map, imp_point point);

// The square of `side` pixels around `centre`, rotated by `angle` radians
// (clockwise in the image), as a map from a crop of `output` pixels to the image.
imp_affine imp_affine_square(imp_point centre, float side, float angle, uint32_t output);

// The rotation, scale and translation that map `from` onto `to` with the least
// squared error (Umeyama 1991), without reflection.
// IMP_E_SAMPLE where the points are not finite or coincide.
imp_status imp_affine_similarity(const imp_point *IMP_NONNULL from, const imp_point *IMP_NONNULL to,
                                 uint32_t count, imp_affine *IMP_NONNULL map);

// The inverse. IMP_E_SAMPLE where the map is singular.
imp_status imp_affine_inverse(const imp_affine *IMP_NONNULL map, imp_affine *IMP_NONNULL inverse);

// Where an image lies in a letterbox: box = image * scale + offset, by axis.
typedef struct imp_letterbox {
  float scale_x;
  float scale_y;
  float left;
  float top;
} imp_letterbox;

// Fits the whole image into a square, bars filled with black; area average
// when it shrinks to half or less, bilinear else. `out` takes side * side * 3
// floats of -1...1, rows of red, green, blue.
// IMP_E_MEMORY. About 0.2 ms for 640x480 into 128.
imp_status imp_face_letterbox(const imp_image *IMP_NONNULL image, uint32_t side, float *IMP_NONNULL out,
                              imp_letterbox *IMP_NONNULL box);

// Turns a picture of side * side * 3 floats by right angles, clockwise: what was
// at (x, y) is then at (side - y, x) for one. `quarters` counts modulo 4.
void imp_face_turn(float *IMP_NONNULL picture, uint32_t side, uint32_t quarters);

// Draws the part of the image that `to_image` names, black outside the image,
// bilinear, and averaged over the source where that is finer. `out` takes
// side * side * 3 floats of 0...1.
void imp_face_crop(const imp_image *IMP_NONNULL image, const imp_affine *IMP_NONNULL to_image, uint32_t side,
                   float *IMP_NONNULL out);

// The same in floats of -1...1, as a letterbox has them.
void imp_face_crop_signed(const imp_image *IMP_NONNULL image, const imp_affine *IMP_NONNULL to_image,
                          uint32_t side, float *IMP_NONNULL out);

// The same in bytes of 0...255, of any width and height: width * height * 3 of them.
void imp_face_chip(const imp_image *IMP_NONNULL image, const imp_affine *IMP_NONNULL to_image, uint32_t width,
                   uint32_t height, uint8_t *IMP_NONNULL out);

// The chip of a face that may be far larger: where one pixel of it covers more
// than one and a half of the image's, the part of the image is first reduced to
// means of whole blocks, each pixel read once, instead of sampled. Else
// imp_face_chip.
// IMP_E_MEMORY; `out` is then untouched. 0.4 ms for a face of 300 pixels, where
// imp_face_chip takes 0.9.
imp_status imp_face_chip_of_means(const imp_image *IMP_NONNULL image, const imp_affine *IMP_NONNULL to_image,
                                  uint32_t width, uint32_t height, uint8_t *IMP_NONNULL out);

// The chip mirrored left to right. `out` must not overlap `chip`.
void imp_face_mirror(const uint8_t *IMP_NONNULL chip, uint32_t width, uint32_t height,
                     uint8_t *IMP_NONNULL out);

// The illumination of a face, from its crop. Luma is BT.601's, 0...255.
typedef struct imp_face_light {
  float dark;      // share of pixels with luma 0...25
  float bright;    // share with luma 247...255
  float entropy;   // of the histogram, bits: 0...8
  float symmetry;  // intersection of the histograms of both halves: 0...1
  float sharpness; // rms of the Laplacian over the standard deviation; 0 for a flat face
  uint32_t pixels; // that were measured; 0 leaves all others 0
} imp_face_light;

// Measures the ellipse around `centre` (crop pixels) with the half axes
// `half_width` along the crop's x axis and `half_height`; the halves meet at
// the line through `top` and `bottom`.
imp_face_light imp_face_measure_light(const float *IMP_NONNULL crop, uint32_t side, imp_point centre,
                                      float half_width, float half_height, imp_point top, imp_point bottom);

// Head pose in degrees, signs as in draft/face.h.
typedef struct imp_head_pose {
  float yaw;
  float pitch;
  float roll;
} imp_head_pose;

// The rotation of the least-squares alignment of `reference` (a head in frontal
// pose, in the axes of imp_point3) with `points` (Horn 1987, with scale).
// IMP_E_SAMPLE where the points are not finite or collinear.
imp_status imp_face_pose(const imp_point3 *IMP_NONNULL points, const imp_point3 *IMP_NONNULL reference,
                         uint32_t count, imp_head_pose *IMP_NONNULL pose);

IMP_END_DECLS

#endif
