// SPDX-License-Identifier: Apache-2.0
// prepare <in.jpg> <x> <y> <width> <out.ppm>: a 4:3 part of a photograph as a 640x480 frame, so that every
// program measured reads the same pixels.
#include "CImprintPixels.h"

#include <stdio.h>
#include <stdlib.h>
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
  unsigned char *bytes = count == 6 ? read_file(arguments[1], &length) : NULL;
  tjhandle decoder = tjInitDecompress();
  int width = 0, height = 0, sampling = 0, colours = 0;
  if (!bytes || tjDecompressHeader3(decoder, bytes, length, &width, &height, &sampling, &colours) != 0) {
    fprintf(stderr, "usage: prepare <in.jpg> <x> <y> <width> <out.ppm>\n");
    return 64;
  }
  const int x = atoi(arguments[2]), y = atoi(arguments[3]), w = atoi(arguments[4]);
  const int h = w * HEIGHT / WIDTH;
  if (x < 0 || y < 0 || w < 1 || h < 1 || x > width - w || y > height - h) {
    fprintf(stderr, "prepare: %s has %dx%d pixels, and that part is not in it\n", arguments[1], width, height);
    return 1;
  }
  unsigned char *pixels = malloc((size_t)width * (size_t)height * 3);
  static unsigned char frame[WIDTH * HEIGHT * 3];
  if (!pixels || tjDecompress2(decoder, bytes, length, pixels, width, 0, height, TJPF_RGB, 0) != 0 ||
      !imp_pixels_scale(pixels + ((size_t)y * (size_t)width + (size_t)x) * 3, (size_t)width * 3, (size_t)w,
                        (size_t)h, 3, frame, WIDTH, HEIGHT))
    return 1;
  FILE *out = fopen(arguments[5], "wb");
  if (!out || fprintf(out, "P6\n%d %d\n255\n", WIDTH, HEIGHT) < 0 ||
      fwrite(frame, 1, sizeof frame, out) != sizeof frame || fclose(out) != 0)
    return 1;
  return 0;
}
