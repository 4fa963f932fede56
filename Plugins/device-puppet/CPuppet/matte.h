// SPDX-License-Identifier: Apache-2.0
// Which part of a photograph is the person, in cells of 2.5 mm.
#ifndef PUPPET_MATTE_H
#define PUPPET_MATTE_H

#include "canvas.h"

#define MATTE_CELL 2.5f
#define MATTE_WIDTH 264
#define MATTE_HEIGHT 252
#define MATTE_CELLS (MATTE_WIDTH * MATTE_HEIGHT)

typedef struct matte {
  // Square roots of linear light, 0...255: steps are about as large as they look.
  float colour[MATTE_CELLS][3];
  uint8_t is_seen[MATTE_CELLS]; // in the photograph
  float person[MATTE_CELLS];    // 0...1
  float front[MATTE_CELLS][3];  // the person's colours, spread over everything
  float behind[MATTE_CELLS][3]; // the background's, likewise
} matte;

// Anatomy says where a head is likely, colours say what belongs to it, and
// a random walk (Grady 2006) between the cells lets edges decide. `colour` and
// `is_seen` are given. PUPPET_E_MEMORY. About 0.1 s.
int matte_solve(matte *m, const photo_frame *frame, const float oval[2 * OVAL_POINTS]);

#endif
