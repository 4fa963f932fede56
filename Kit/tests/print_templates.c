// SPDX-License-Identifier: Apache-2.0
// Prints what an extractor of faces, voices or fingers makes of the same samples, a line each: its status,
// and the template but for the magic, which is the format's own. Of a matcher also what it says and makes of
// those, and finds among them.
//   print_templates LIBRARY
// For scripts/checks/kit, which compares what the languages print.
#include "opened.h"

#include <math.h>

#define MAGIC 4
#define SIDE 96

static uint8_t payload[1 << 16];

static void print_template(imp_buffer made) {
  printf(" template ");
  for (size_t i = MAGIC; i < made.length; i++)
    printf("%02x", made.data[i]);
}

// Room in which nothing is left of the call before.
static imp_buffer fresh_room(void) {
  memset(payload, 0xAA, sizeof payload);
  return (imp_buffer){.data = payload, .capacity = sizeof payload, .length = 0};
}

static void print(const char *what, imp_status status, imp_buffer made, const imp_extraction *extraction) {
  printf("%s: %d", what, (int)status);
  if (status == IMP_OK) {
    printf(" version %u quality %g", extraction->version, (double)extraction->quality);
    print_template(made);
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

// ---- Fingers ----------------------------------------------------------------

static const imp_finger_extractor_ability *fingers;
static imp_finger_extractor *of_fingers;

static void press(const char *what, imp_image image, imp_finger finger) {
  imp_buffer room = fresh_room();
  imp_extraction extraction = {.size = sizeof extraction};
  print(what, fingers->extract(of_fingers, &image, &finger, &room, &extraction), room, &extraction);
}

static void press_fingers(void) {
  enum { WIDTH = 200, HEIGHT = 230 };
  static uint8_t pixels[WIDTH * HEIGHT];
  // Rings around a place beside the middle, and noise.
  for (int i = 0; i < WIDTH * HEIGHT; i++) {
    int x = i % WIDTH - 90, y = i / WIDTH - 130;
    pixels[i] = (uint8_t)(((x * x + 2 * y * y) / 200 % 2 ? 40 : 200) + (uint8_t)((uint32_t)i * 2654435761u >> 28));
  }
  imp_image grey = {.size = sizeof grey, .format = IMP_PIXEL_GREY8, .width = WIDTH, .height = HEIGHT,
                    .row_bytes = WIDTH, .resolution = 19685, .pixels = {pixels, sizeof pixels}};
  imp_finger finger = {.size = sizeof finger, .impression = IMP_IMPRESSION_UNKNOWN}, other = finger;
  press("rings", grey, finger);
  imp_image changed = grey;
  for (uint32_t resolution = 9999; resolution <= 40001; resolution += 10001) {
    changed.resolution = resolution;
    press("of another resolution", changed, finger);
  }
  changed.resolution = 0;
  press("of no resolution", changed, finger);
  changed = grey;
  changed.width = 61;
  press("narrow", changed, finger);
  changed.width = 1;
  press("one pixel wide", changed, finger);
  changed = grey;
  changed.format = IMP_PIXEL_RGB24;
  changed.width /= 3;
  press("colour", changed, finger);
  other.position = 11;
  press("no finger", grey, other);
  other.position = 10;
  press("left little finger", grey, other);
  other.impression = 9;
  press("no impression", grey, other);
  other.size += 4;
  press("finger of another size", grey, other);
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    pixels[i] = (uint8_t)((uint32_t)i * 2654435761u >> 24);
  press("noise", grey, finger);
  memset(pixels, 230, sizeof pixels);
  press("blank", grey, finger);
}

// ---- Matching ---------------------------------------------------------------

#define PEOPLE 4
#define MOST 65

static const imp_matcher_ability *matchers;
static imp_matcher *of_matchers;
static uint8_t templates[PEOPLE][1 << 16];
static size_t template_bytes;

// Templates of pictures that are alike, but for the last, which is the opposite of the others.
static void draw_templates(void) {
  static uint8_t pixels[SIDE * SIDE];
  imp_image image = {.size = sizeof image, .format = IMP_PIXEL_GREY8, .width = SIDE, .height = SIDE,
                     .row_bytes = SIDE, .pixels = {pixels, sizeof pixels}};
  for (uint32_t person = 0; person < PEOPLE; person++) {
    for (uint32_t i = 0; i < sizeof pixels; i++) {
      uint8_t pixel = (uint8_t)(i % SIDE + i / SIDE + (((i / 8 + 31 * person) * 2654435761u) >> 27));
      pixels[i] = person == PEOPLE - 1 ? (uint8_t)(255 - pixel) : pixel;
    }
    imp_buffer room = {.data = templates[person], .capacity = sizeof templates[person], .length = 0};
    imp_extraction extraction = {.size = sizeof extraction};
    if (faces->extract(of_faces, &image, NULL, NULL, 0, &room, &extraction) != IMP_OK)
      need(NULL, "it makes no template");
    template_bytes = room.length;
  }
}

// Those of some people, one after the other: "012".
static imp_bytes listed(const char *people) {
  static uint8_t data[MOST << 10];
  size_t length = 0;
  for (const char *at = people; *at; at++, length += template_bytes)
    memcpy(data + length, templates[*at - '0'], template_bytes);
  return (imp_bytes){data, length};
}

static void fuse(const char *what, imp_gallery gallery, size_t capacity) {
  imp_buffer room = fresh_room();
  room.capacity = capacity;
  imp_fusion fusion = {.size = sizeof fusion};
  imp_status status = matchers->fuse(of_matchers, &gallery, &room, &fusion);
  printf("fuse %s: %d", what, (int)status);
  if (status == IMP_RETRY_SHORT_BUFFER)
    printf(" needs %zu", room.length);
  if (status == IMP_OK) {
    printf(" version %u count %u quality %g", fusion.version, fusion.count, (double)fusion.quality);
    print_template(room);
  }
  printf("\n");
}

static void fuse_people(const char *people) {
  imp_gallery gallery = {.size = sizeof gallery, .version = 1, .count = strlen(people), .data = listed(people)};
  fuse(people, gallery, sizeof payload);
}

static void show_matching(void) {
  draw_templates();
  for (int probe = 0; probe < PEOPLE; probe++)
    for (int reference = 0; reference < PEOPLE; reference++) {
      imp_bytes a = {templates[probe], template_bytes}, b = {templates[reference], template_bytes};
      float similarity = NAN;
      imp_status status = matchers->compare(of_matchers, a, 1, b, 1, &similarity);
      printf("compare %d with %d: %d %a\n", probe, reference, (int)status, (double)similarity);
    }
  static const char *const groups[] = {"", "0", "3", "01", "10", "012", "201", "0012", "03", "0123", "00003"};
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
    fuse_people(groups[i]);
  char many[MOST + 1] = {0};
  memset(many, '1', MOST - 1);
  fuse_people(many);
  many[MOST - 1] = '1';
  fuse_people(many);
  imp_gallery two = {.size = sizeof two, .version = 1, .count = 2, .data = listed("01")}, changed = two;
  fuse("in no room", two, 0);
  fuse("in too little room", two, template_bytes - 1);
  changed.version = 2;
  fuse("of another version", changed, sizeof payload);
  changed = two;
  changed.count = 3;
  fuse("more than there are", changed, sizeof payload);
  changed = two;
  changed.size -= 4;
  fuse("of another size", changed, sizeof payload);
  uint64_t offsets[] = {0, template_bytes, 2 * template_bytes};
  changed = two;
  changed.offsets = offsets;
  fuse("with offsets", changed, sizeof payload);
  offsets[1]--;
  fuse("of another length", changed, sizeof payload);
  offsets[1] = 3 * template_bytes;
  fuse("with offsets that fall", changed, sizeof payload);
  templates[1][template_bytes - 1] ^= 1;
  fuse_people("01");
}

// ---- Searching --------------------------------------------------------------

// After show_matching: the templates of person 1 are damaged, and their entries zero.
static void show_searching(const imp_matcher_search_ability *searches, imp_plugin *plugin) {
  static const char people[] = "0123210";
  enum { COUNT = sizeof people - 1 };
  static _Alignas(4096) uint8_t memory[1 << 16];
  imp_search_form form = {.size = sizeof form};
  size_t count = 1;
  if (searches->forms(plugin, &form, &count) != IMP_OK)
    need(NULL, "it lists no form");
  imp_search_options options = {.size = sizeof options, .threads = 1, .form = {form.name, strlen(form.name)}};
  imp_search_block block = {.size = sizeof block, .capacity = 64, .entries = 320, .groups = 64,
                            .memory = {memory, sizeof memory}};
  imp_search *search = NULL;
  if (searches->create(plugin, &options, &block, &search) != IMP_OK)
    need(NULL, "it makes no search of its form");
  imp_gallery gallery = {.size = sizeof gallery, .version = 1, .count = COUNT, .data = listed(people)};
  imp_buffer entries = {.data = memory + block.entries, .capacity = sizeof memory - block.entries, .length = 0};
  int32_t statuses[COUNT];
  imp_status status = searches->prepare(search, &gallery, &entries, statuses);
  printf("form %s, exact %u: %d %zu\n", form.name, form.exact, (int)status, entries.length);
  for (uint32_t i = 0; i < COUNT; i++) {
    printf("entry %u: %d ", i, (int)statuses[i]);
    for (uint32_t at = 0; at < form.entry_bytes; at++)
      printf("%02x", entries.data[i * form.entry_bytes + at]);
    printf("\n");
    memory[0] |= (uint8_t)(1 << i); // lives, readable or not
    memcpy(memory + block.groups + i * sizeof i, &(uint32_t){i % 4}, sizeof i);
  }
  for (uint32_t probe = 0; probe < PEOPLE; probe++)
    for (uint32_t room = 1; room <= COUNT; room += 2) {
      imp_search_hit hits[COUNT];
      imp_search_query query = {.size = sizeof query, .probe_version = 1, .used = COUNT, .least = -INFINITY};
      imp_search_result found = {.size = sizeof found, .capacity = room, .hits = hits};
      status = searches->search(search, (imp_bytes){templates[probe], template_bytes}, &query, &found);
      printf("search %u: %d", probe, (int)status);
      for (uint32_t i = 0; i < found.count; i++) {
        printf(" %u of %u %a", hits[i].entry, hits[i].group, (double)hits[i].similarity);
        need(statuses[hits[i].entry] == IMP_OK ? search : NULL, "it finds an entry of zeros");
      }
      printf("\n");
    }
  searches->destroy(search);
}

// ---- All --------------------------------------------------------------------

int main(int count, char **paths) {
  if (count != 2)
    need(NULL, "one library");
  imp_plugin *plugin;
  const imp_entry *entry = opened(paths[1], &plugin);
  faces = entry->ability(plugin, IMP_FACE_EXTRACTOR_ID);
  voices = entry->ability(plugin, IMP_VOICE_EXTRACTOR_ID);
  fingers = entry->ability(plugin, IMP_FINGER_EXTRACTOR_ID);
  matchers = entry->ability(plugin, IMP_MATCHER_ID);
  if (faces) {
    imp_face_format format;
    of_faces = face_extractor(faces, plugin, &format);
    printf("%u to %u bytes, needs a face: %u\n", format.template_bytes_fixed, format.template_bytes_max,
           format.needs_face);
    show_faces();
  } else if (voices) {
    imp_voice_format format;
    of_voices = voice_extractor(voices, plugin, &format);
    printf("%u to %u bytes, %u to %u ms\n", format.template_bytes_fixed, format.template_bytes_max,
           format.shortest_ms, format.longest_ms);
    hear_voices();
  } else if (fingers) {
    imp_finger_format format;
    of_fingers = finger_extractor(fingers, plugin, &format);
    printf("%u to %u bytes, %u to %u pixels per metre\n", format.template_bytes_fixed, format.template_bytes_max,
           format.resolution_min, format.resolution_max);
    press_fingers();
  } else
    need(NULL, "it is no extractor of faces, voices or fingers");
  if (faces && matchers) {
    imp_matcher_format format;
    of_matchers = matcher(matchers, plugin, &format);
    printf("%u to %u bytes, versions %u to %u, symmetric: %u, fuses: %u, %g to %g\n",
           format.template_bytes_fixed, format.template_bytes_max, format.reads_version_min,
           format.reads_version_max, format.symmetric, format.fuses_version, (double)format.similarity_min,
           (double)format.similarity_max);
    show_matching();
    show_searching(need(entry->ability(plugin, IMP_MATCHER_SEARCH_ID), "it searches nothing"), plugin);
  }
  return 0;
}
