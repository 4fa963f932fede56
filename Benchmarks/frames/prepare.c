// SPDX-License-Identifier: Apache-2.0
// prepare <in.jpg> <out.ppm>: a photograph as a 640x480 frame, scaled to fit and padded with grey, so that
// every program measured reads the same pixels.
#include "CImprintPixels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

enum { WIDTH = 640, HEIGHT = 480 };

static unsigned char *read_file(const char *path, unsigned long *length) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0)
    return NULL;
  *length = (unsigned long)ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(*length);
  const size_t got = bytes ? fread(bytes, 1, *length, file) : 0;
  fclose(file);
  return got == *length ? bytes : NULL;
}

int main(int count, char **arguments) {
  unsigned long length = 0;
  unsigned char *bytes = count == 3 ? read_file(arguments[1], &length) : NULL;
  tjhandle decoder = tjInitDecompress();
  int width = 0, height = 0, sampling = 0, colours = 0;
  if (!bytes || tjDecompressHeader3(decoder, bytes, length, &width, &height, &sampling, &colours) != 0) {
    fprintf(stderr, "usage: prepare <in.jpg> <out.ppm>\n");
    return 64;
  }
  unsigned char *pixels = malloc((size_t)width * (size_t)height * 3);
  if (!pixels || tjDecompress2(decoder, bytes, length, pixels, width, 0, height, TJPF_RGB, 0) != 0)
    return 1;
  const double across = (double)WIDTH / width, down = (double)HEIGHT / height;
  const double scale = across < down ? across : down;
  const size_t w = (size_t)(width * scale + 0.5), h = (size_t)(height * scale + 0.5);
  unsigned char *small = malloc(w * h * 3);
  static unsigned char frame[WIDTH * HEIGHT * 3];
  memset(frame, 128, sizeof frame);
  if (!small ||
      !imp_pixels_scale(pixels, (size_t)width * 3, (size_t)width, (size_t)height, 3, small, w, h))
    return 1;
  const size_t left = (WIDTH - w) / 2, top = (HEIGHT - h) / 2;
  for (size_t y = 0; y < h; y++)
    memcpy(frame + ((top + y) * WIDTH + left) * 3, small + y * w * 3, w * 3);
  FILE *out = fopen(arguments[2], "wb");
  if (!out || fprintf(out, "P6\n%d %d\n255\n", WIDTH, HEIGHT) < 0 ||
      fwrite(frame, 1, sizeof frame, out) != sizeof frame || fclose(out) != 0)
    return 1;
  return 0;
}
