// SPDX-License-Identifier: Apache-2.0
#ifndef PUPPET_ROOM_H
#define PUPPET_ROOM_H

#include <stdint.h>

// Paints a room: a wall, shelves with books, pictures, a window or a door. `pixels` takes width * height
// * 4 values of linear light, LIGHT_ONE for white. PUPPET_E_MEMORY. About 0.1 s for 640x480.
int room_paint(uint16_t *pixels, int32_t width, int32_t height, uint64_t seed);

#endif
