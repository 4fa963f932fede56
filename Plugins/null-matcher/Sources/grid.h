// SPDX-License-Identifier: Apache-2.0
// What is taken from a picture: its coarse brightness.
#ifndef GRID_H
#define GRID_H

#include "plugin.h"

// Cells a side. Each needs a pixel at least, so no image may be smaller.
#define GRID 16
#define CELLS (GRID * GRID)

// Fills the cells, row by row, from the face's box, or from the whole image where there is no face (NULL):
// brightness less the mean, scaled so that the largest magnitude is 127. The image has been checked. Else the
// status to answer; its words are told.
imp_status read_grid(const imp_plugin *plugin, const imp_image *image, const imp_face *face,
                     int8_t cells[CELLS]);

#endif
