// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "CFaceVectors.h"

// The channel of the picture that channel `c` of the input is.
static float channel(const uint8_t *pixel, imp_vectors_colours colours, uint32_t c) {
  switch (colours) {
  case IMP_COLOURS_RGB:
    return pixel[c];
  case IMP_COLOURS_BGR:
    return pixel[2 - c];
  case IMP_COLOURS_GREY:
    break;
  }
  // Whole numbers, so that no sum is rounded.
  return (float)(299 * pixel[0] + 587 * pixel[1] + 114 * pixel[2]) / 1000;
}

void imp_vectors_write(const imp_vectors_input *input, const uint8_t *picture, void *out) {
#pragma clang fp contract(off)
  const uint32_t channels = input->colours == IMP_COLOURS_GREY ? 1 : 3;
  for (uint32_t c = 0; c < channels; c++) {
    // Means and scales are of red, green and blue, whatever their order.
    const uint32_t colour = input->colours == IMP_COLOURS_BGR ? 2 - c : c;
    const float mean = input->mean[colour];
    const float scale = input->scale[colour];
    for (size_t i = 0; i < input->pixels; i++) {
      const float value = channel(picture + 3 * i, input->colours, c);
      const size_t at = input->planar ? c * (size_t)input->pixels + i : i * channels + c;
      if (input->is_bytes) {
        ((uint8_t *)out)[at] = (uint8_t)(value + 0.5f);
      } else {
        const float number = (value - mean) * scale;
        memcpy((uint8_t *)out + at * sizeof number, &number, sizeof number);
      }
    }
  }
}
