// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "CFaceLiveness.h"

// The mean colour of a face and of what lies far behind it, in linear light.

#define STEP 2 // pixels from one that is read to the next, in both directions
// Channels outside have been cut off by the sensor's range, and no longer follow the light.
#define DARKEST 4
#define BRIGHTEST 250
#define LEAST_PIXELS 200 // of each part

// Linear light of a channel's byte, 0...1, of sRGB: a polynomial fit of degree three (largest error 0.004).
static float linear(uint8_t byte) {
  const float v = (float)byte / 255;
  return v * (v * (v * 0.305306011f + 0.682171111f) + 0.012522878f);
}

typedef struct colour_sum {
  float red, green, blue;
  uint32_t count, seen;
} colour_sum;

static void add(colour_sum *sum, const uint8_t *pixel, const float *light) {
  sum->seen++;
  for (int k = 0; k < 3; k++)
    if (pixel[k] < DARKEST || pixel[k] > BRIGHTEST)
      return;
  sum->red += light[pixel[0]];
  sum->green += light[pixel[1]];
  sum->blue += light[pixel[2]];
  sum->count++;
}

// Most of a part must be within the sensor's range.
static int is_enough(const colour_sum *sum) {
  return sum->count >= LEAST_PIXELS && 2 * sum->count >= sum->seen;
}

imp_status imp_light_measure(const imp_image *image, imp_rect face, imp_reflection *reflection) {
  if (image->format != IMP_PIXEL_RGB24 || !(face.width > 0 && face.height > 0))
    return IMP_E_SAMPLE;
  float light[256];
  for (int i = 0; i < 256; i++)
    light[i] = linear((uint8_t)i);
  const float centre_x = face.x + face.width / 2, centre_y = face.y + face.height / 2;
  colour_sum skin = {0}, behind = {0};
  for (uint32_t y = 0; y < image->height; y += STEP) {
    const uint8_t *row = image->pixels.data + (size_t)y * image->row_bytes;
    const float down = ((float)y + 0.5f - centre_y) / face.height;
    // Below the chin are shoulders, which the screen lights too.
    if (down > 0.5f)
      break;
    for (uint32_t x = 0; x < image->width; x += STEP) {
      const float right = ((float)x + 0.5f - centre_x) / face.width;
      // The ellipse holds skin, the rest of the box hair; beyond one box's width there is neither.
      if (right * right + down * down < 0.35f * 0.35f)
        add(&skin, row + 3 * (size_t)x, light);
      else if (fabsf(right) > 1 || down < -1)
        add(&behind, row + 3 * (size_t)x, light);
    }
  }
  if (!is_enough(&skin) || !is_enough(&behind))
    return IMP_E_SAMPLE;
  reflection->red = logf(skin.red / skin.green) - logf(behind.red / behind.green);
  reflection->blue = logf(skin.blue / skin.green) - logf(behind.blue / behind.green);
  return IMP_OK;
}
