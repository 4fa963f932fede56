// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "CFaceLiveness.h"

static uint64_t mixed(uint64_t state, uint64_t word) {
  state = (state ^ word) * UINT64_C(0x9E3779B97F4A7C15);
  return state ^ state >> 29;
}

uint64_t imp_picture_fingerprint(const imp_image *image) {
  const size_t row = (size_t)image->width * (image->format == IMP_PIXEL_RGB24 ? 3 : 1);
  uint64_t state = mixed(image->width, image->height);
  for (uint32_t y = 0; y < image->height; y++) {
    const uint8_t *bytes = image->pixels.data + (size_t)y * image->row_bytes;
    size_t i = 0;
    for (; i + 8 <= row; i += 8) {
      uint64_t word;
      memcpy(&word, bytes + i, 8);
      state = mixed(state, word);
    }
    uint64_t rest = 0;
    memcpy(&rest, bytes + i, row - i);
    state = mixed(state, rest);
  }
  return mixed(state, state >> 32);
}
