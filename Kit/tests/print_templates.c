// SPDX-License-Identifier: Apache-2.0
// Prints what an extractor of faces or of voices makes of the same samples, a line each: its status, and the
// template but for the magic, which is the format's own.
//   print_templates LIBRARY
// For scripts/checks/kit, which compares what the languages print.
#include "opened.h"

#include <math.h>

#define MAGIC 4
#define SIDE 96

static uint8_t payload[1 << 16];

// Room in which nothing is left of the call before.
static imp_buffer fresh_room(void) {
  memset(payload, 0xAA, sizeof payload);
  return (imp_buffer){.data = payload, .capacity = sizeof payload, .length = 0};
}

static void print(const char *what, imp_status status, imp_buffer made, const imp_extraction *extraction) {
  printf("%s: %d", what, (int)status);
  if (status == IMP_OK) {
    printf(" version %u quality %g template ", extraction->version, (double)extraction->quality);
    for (size_t i = MAGIC; i < made.length; i++)
      printf("%02x", made.data[i]);
  }
  printf("\n");
}

// ---- Faces ------------------------------------------------------------------

static const imp_face_extractor_ability *faces;
static imp_face_extractor *of_faces;

static void show(const char *what, const imp_image *image, const imp_face *face, const imp_point3 *landmarks,
                 uint32_t landmark_count) {
  imp_buffer room = fresh_room();
  imp_extraction extraction = {.size = sizeof extraction};
  imp_status status = faces->extract(of_faces, image, face, landmarks, landmark_count, &room, &extraction);
  print(what, status, room, &extraction);
}

static void show_box(const char *what, const imp_image *image, float x, float y, float width, float height) {
  imp_face face = {.size = sizeof face, .track_id = 1, .box = {x, y, width, height}};
  show(what, image, &face, NULL, 0);
}

static void show_faces(void) {
  static uint8_t pixels[SIDE * SIDE * 3];
  for (uint32_t i = 0; i < sizeof pixels; i++)
    pixels[i] = (uint8_t)((i * 2654435761u >> 24) / 2 + i / SIDE / 3);
  imp_image grey = {.size = sizeof grey, .format = IMP_PIXEL_GREY8, .width = SIDE - 1, .height = SIDE,
                    .row_bytes = SIDE, .pixels = {pixels, sizeof pixels}};
  imp_image colour = grey;
  colour.format = IMP_PIXEL_RGB24;
  colour.row_bytes = SIDE * 3;
  show("grey", &grey, NULL, NULL, 0);
  show("colour", &colour, NULL, NULL, 0);
  show_box("box", &grey, 10.75f, 20.5f, 40, 50.25f);
  show_box("box, in colour", &colour, 10.75f, 20.5f, 40, 50.25f);
  show_box("box that reaches outside", &grey, -20.5f, 60, 50, 500);
  show_box("box without end", &grey, 0, 0, 3e38f, 3e38f);
  show_box("box that is too small", &grey, 10, 10, 16.5f, 40);
  show_box("box beside the image", &grey, 200, 10, 40, 40);
  show_box("box of less than nothing", &grey, 60, 60, -40, -40);
  show_box("box that is no number", &grey, NAN, 10, 40, 40);
  show_box("box that is infinite", &grey, -INFINITY, 10, INFINITY, 40);
  show("landmarks without an array", &grey, NULL, NULL, 3);
  imp_face wrong = {.size = sizeof wrong - 8, .box = {0, 0, SIDE, SIDE}};
  show("face of another size", &grey, &wrong, NULL, 0);
  imp_point3 points[4] = {{0}};
  imp_face beyond = {.size = sizeof beyond, .box = {0, 0, SIDE, SIDE}, .landmark_first = 2, .landmark_count = 3};
  show("landmarks beyond the array", &grey, &beyond, points, 4);
  imp_image changed = grey;
  changed.width = changed.height = 15;
  show("image that is too small", &changed, NULL, NULL, 0);
  changed = grey;
  changed.format = 9;
  show("image of no format", &changed, NULL, NULL, 0);
  changed = grey;
  changed.pixels.length = SIDE;
  show("image of too few bytes", &changed, NULL, NULL, 0);
  changed = grey;
  changed.size--;
  show("image of another size", &changed, NULL, NULL, 0);
  memset(pixels, 90, sizeof pixels);
  show("blank", &grey, NULL, NULL, 0);
}

// ---- Voices -----------------------------------------------------------------

static const imp_voice_extractor_ability *voices;
static imp_voice_extractor *of_voices;

static void hear(const char *what, const float *samples, size_t count) {
  imp_sound sound = {.size = sizeof sound, .format = IMP_AUDIO_FLOAT32, .rate = 16000, .channels = 1};
  sound.samples = (imp_bytes){(const uint8_t *)samples, count * sizeof *samples};
  imp_buffer room = fresh_room();
  imp_extraction extraction = {.size = sizeof extraction};
  print(what, voices->extract(of_voices, &sound, &room, &extraction), room, &extraction);
}

static void hear_voices(void) {
  static float samples[16000];
  size_t count = sizeof samples / sizeof *samples;
  // Whole numbers and a power of two: the same on every machine.
  uint32_t noise = 1;
  for (size_t i = 0; i < count; i++) {
    noise = noise * 1664525 + 1013904223;
    samples[i] = ((float)(i % 160) - 80 + (float)(noise >> 26)) / 256;
  }
  hear("buzz", samples, count);
  hear("half of it", samples, count / 2);
  hear("too little of it", samples, count / 4);
  samples[7] = NAN;
  hear("no number", samples, count);
  memset(samples, 0, sizeof samples);
  hear("silence", samples, count);
  for (size_t i = 0; i < count; i++)
    samples[i] = i % 32 < 16 ? 1 : -1;
  hear("clipped", samples, count);
}

// ---- Both -------------------------------------------------------------------

int main(int count, char **paths) {
  if (count != 2)
    need(NULL, "one library");
  imp_plugin *plugin;
  const imp_entry *entry = opened(paths[1], &plugin);
  faces = entry->ability(plugin, IMP_FACE_EXTRACTOR_ID);
  voices = entry->ability(plugin, IMP_VOICE_EXTRACTOR_ID);
  size_t formats = 1;
  if (faces) {
    imp_face_format format = {.size = sizeof format};
    imp_face_extractor_options options = {.size = sizeof options, .threads = 1};
    if (faces->formats(plugin, &format, &formats) != IMP_OK)
      need(NULL, "it lists no format");
    options.format = (imp_text){format.name, strlen(format.name)};
    if (faces->create(plugin, &options, &of_faces) != IMP_OK)
      need(NULL, "it makes no extractor");
    printf("%u to %u bytes, needs a face: %u\n", format.template_bytes_fixed, format.template_bytes_max,
           format.needs_face);
    show_faces();
  } else if (voices) {
    imp_voice_format format = {.size = sizeof format};
    imp_voice_extractor_options options = {.size = sizeof options, .threads = 1};
    if (voices->formats(plugin, &format, &formats) != IMP_OK)
      need(NULL, "it lists no format");
    options.format = (imp_text){format.name, strlen(format.name)};
    if (voices->create(plugin, &options, &of_voices) != IMP_OK)
      need(NULL, "it makes no extractor");
    printf("%u to %u bytes, %u to %u ms\n", format.template_bytes_fixed, format.template_bytes_max,
           format.shortest_ms, format.longest_ms);
    hear_voices();
  } else
    need(NULL, "it is no extractor of faces or voices");
  return 0;
}
