// SPDX-License-Identifier: Apache-2.0
// The person cut out of the photograph, with room around for what it cuts off.
#ifndef PUPPET_CANVAS_H
#define PUPPET_CANVAS_H

#include "texture.h"

// The outline of the face among the 468 points, clockwise in the image from the
// middle of the forehead.
#define OVAL_POINTS 36
extern const uint16_t face_oval[OVAL_POINTS];

// What the canvas shows, in millimetres from the middle between the eyes. The
// shoulders of the broadest, and hair that stands up, fit in.
#define CANVAS_LEFT (-330.0f)
#define CANVAS_RIGHT 330.0f
#define CANVAS_TOP (-230.0f)
#define CANVAS_BOTTOM 400.0f
// Texels a millimetre at most: an eye is then 75 wide.
#define CANVAS_FINEST 2.5f

// Where the photograph lies in millimetres, and how the head is held there.
typedef struct photo_frame {
  const puppet_texture *photo;
  float middle_x; // between the eyes, pixels
  float middle_y;
  float scale; // pixels a millimetre
  rotation turn;
  float roll; // degrees
} photo_frame;

typedef struct canvas {
  puppet_texture texture; // coverage: how surely it is the person
  float scale;            // texels a millimetre
} canvas;

static inline float canvas_u(const canvas *c, float x) {
  return (clamped(x, CANVAS_LEFT, CANVAS_RIGHT) - CANVAS_LEFT) * c->scale;
}

static inline float canvas_v(const canvas *c, float y) {
  return (clamped(y, CANVAS_TOP, CANVAS_BOTTOM) - CANVAS_TOP) * c->scale;
}

// `oval` is the face's outline in millimetres, x and y in turn.
// PUPPET_E_MEMORY. The caller frees the texture.
int canvas_make(const photo_frame *frame, const float oval[2 * OVAL_POINTS], canvas *made);

// Coverage of 0...1 at a place in millimetres.
float canvas_coverage(const canvas *c, float x, float y);

#endif
