// SPDX-License-Identifier: Apache-2.0
// What the liveness methods of a face capture measure in points and pixels. Pure
// functions on memory that the caller owns; any thread. Images are IMP_PIXEL_GREY8
// or IMP_PIXEL_RGB24, whose fields have been checked by the caller; no function
// reads outside the pixels. Coordinates are the contract's.
#ifndef IMPRINT_FACE_LIVENESS_H
#define IMPRINT_FACE_LIVENESS_H

#include <imprint/imprint.h>

IMP_BEGIN_DECLS

// A number that two pictures share only where all their pixels are the same (but for
// one case in 2^64). Of no cryptographic worth. 640x480: about 0.1 ms.
uint64_t imp_picture_fingerprint(const imp_image *IMP_NONNULL image);

// One picture, at three sizes, to follow points from and to.
typedef struct imp_flow_picture imp_flow_picture;

// Null where memory lacks. 640x480: about 5 MB, 1 ms.
imp_flow_picture *IMP_NULLABLE imp_flow_picture_make(const imp_image *IMP_NONNULL image);
void imp_flow_picture_free(imp_flow_picture *IMP_NULLABLE picture);

// Moves a point to where its surroundings, 15 pixels a side, lie in the other
// picture. 0 where they have no texture, left the picture, or are not found again;
// the point is unchanged then. About 20 us.
int imp_flow_follow(const imp_flow_picture *IMP_NONNULL from, const imp_flow_picture *IMP_NONNULL to,
                    imp_point *IMP_NONNULL point);

// How a part of the picture moved, in pixels; 0 points where that cannot be told.
typedef struct imp_shift {
  float x;
  float y;
  uint32_t points; // that moved like that
} imp_shift;

// How the face moved, what is seen right beside the head, and what lies far from it.
typedef struct imp_movement {
  imp_shift face;
  imp_shift beside;
  imp_shift far;
} imp_movement;

// Follows a grid of points in each part, given the face's box in the first picture; both
// pictures are `width` x `height`. A part has moved by the median of its points, where
// five of them and at least half move like that. 2 to 5 ms for 175 points.
imp_movement imp_movement_measure(const imp_flow_picture *IMP_NONNULL from,
                                  const imp_flow_picture *IMP_NONNULL to, imp_rect face, uint32_t width,
                                  uint32_t height);

// A head's pose, in degrees, signs as in draft/face.h.
typedef struct imp_head_angles {
  float yaw;
  float pitch;
  float roll;
} imp_head_angles;

// What of a movement no plane and no bent sheet can make.
typedef struct imp_relief {
  float gain;        // the part of the predicted relief that was seen: about 1 for a head, 0 for a sheet
  float correlation; // of what was seen with what was predicted, -1...1
  uint32_t points;   // that were used
} imp_relief;

// Holds how `count` points moved between two views (`first`, `second`, in pixels)
// against how the mesh of a frontal view (`front`, turned by `front_pose`) predicts
// it, after taking from both what a warp of second degree explains. Points that move
// unlike all others are left out. IMP_E_SAMPLE for fewer than 24 points, or views
// that predict no relief. About 0.1 ms for 128 points.
imp_status imp_relief_measure(const imp_point3 *IMP_NONNULL front, const imp_point *IMP_NONNULL first,
                              const imp_point *IMP_NONNULL second, uint32_t count, imp_head_angles front_pose,
                              imp_head_angles first_pose, imp_head_angles second_pose,
                              imp_relief *IMP_NONNULL relief);

// The colour of a face against what lies behind it: natural logarithms of the ratio of
// linear red (and blue) to green, on the skin less behind. The camera's white balance
// and exposure cancel; light that falls on the near face alone stays.
typedef struct imp_reflection {
  float red;
  float blue;
} imp_reflection;

// Measures the means over the middle of the face's box, and over what lies to its sides
// and above it, at least half a box away. IMP_E_SAMPLE, and *reflection unchanged, for
// a grey image, fewer than 200 pixels in either part (a face that fills the picture), or
// one of which most pixels are cut off by the sensor's range. 640x480: about 0.13 ms.
imp_status imp_light_measure(const imp_image *IMP_NONNULL image, imp_rect face,
                             imp_reflection *IMP_NONNULL reflection);

// What of a face's pixels does not move as the face does, by frequency: the pixels of a
// display, sampled by the camera's, leave a peak there, and skin does not. Its calls
// belong to one thread at a time.
typedef struct imp_moire imp_moire;

// Null where memory lacks. 0.8 MB.
imp_moire *IMP_NULLABLE imp_moire_make(void);
void imp_moire_free(imp_moire *IMP_NULLABLE moire);

// Takes up to nine parts of the face, 64 pixels a side, between forehead and chin. 0
// where none fits: a face narrower than about 107 pixels, or outside the picture.
int imp_moire_begin(imp_moire *IMP_NONNULL moire, const imp_image *IMP_NONNULL image, imp_rect face);

// Finds these parts in the next frame, moves them back, and adds the power of what is
// left. 0 where none is found, or a picture of another size or format follows. The parts
// are used up.
int imp_moire_compare(imp_moire *IMP_NONNULL moire, const imp_image *IMP_NONNULL image, imp_rect face);

// Of all comparisons since the last measure: how far the strongest frequency rises above
// those around it, in natural logarithms of power. About 0.7 for noise.
typedef struct imp_moire_peaks {
  float light;
  float colour; // 0 for a grey image
  uint32_t comparisons;
} imp_moire_peaks;

// Measures, and begins anew.
imp_moire_peaks imp_moire_measure(imp_moire *IMP_NONNULL moire);

IMP_END_DECLS

#endif
