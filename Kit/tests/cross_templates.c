// SPDX-License-Identifier: Apache-2.0
// Hands the templates of each matcher to each other one, bare, as a host with no envelopes would:
//   cross_templates LIBRARY LIBRARY...
// Each compares and fuses its own, and refuses every other one's as those of another format. For
// scripts/checks/kit.
#include "opened.h"

#include <math.h>

#define SIDE 64
#define MOST 16

typedef struct tried {
  const char *path;
  const imp_matcher_ability *table;
  imp_matcher *made;
  uint8_t payload[1 << 16];
  size_t length;
  uint32_t version;
} tried;

static int faults;

static void fault(const char *what, const tried *by, const tried *of, long found) {
  fprintf(stderr, "%s: %s %s: %ld\n", by->path, what, of->path, found);
  faults++;
}

// Loads a matcher and makes a template of a drawn picture.
static void load(tried *tried, const char *path) {
  tried->path = path;
  imp_plugin *plugin;
  const imp_entry *entry = opened(path, &plugin);
  tried->table = need(entry->ability(plugin, IMP_MATCHER_ID), "it is no matcher");
  imp_matcher_format compared;
  tried->made = matcher(tried->table, plugin, &compared);
  const imp_face_extractor_ability *faces =
      need(entry->ability(plugin, IMP_FACE_EXTRACTOR_ID), "it is no face extractor");
  imp_face_format made;
  imp_face_extractor *extractor = face_extractor(faces, plugin, &made);
  if (strcmp(made.name, compared.name) != 0)
    need(NULL, "it does not compare what it makes");
  uint8_t pixels[SIDE * SIDE];
  for (int i = 0; i < SIDE * SIDE; i++)
    pixels[i] = (uint8_t)(i % SIDE * 3 + i / SIDE);
  imp_image image = {.size = sizeof image, .format = IMP_PIXEL_GREY8, .width = SIDE, .height = SIDE,
                     .row_bytes = SIDE, .pixels = {pixels, sizeof pixels}};
  imp_buffer buffer = {.data = tried->payload, .capacity = sizeof tried->payload, .length = 0};
  imp_extraction extraction = {.size = sizeof extraction};
  if (faces->extract(extractor, &image, NULL, NULL, 0, &buffer, &extraction) != IMP_OK)
    need(NULL, "it makes no template");
  tried->length = buffer.length;
  tried->version = extraction.version;
}

static void cross(const tried *by, const tried *of) {
  imp_bytes own = {by->payload, by->length}, other = {of->payload, of->length};
  imp_status expected = by == of ? IMP_OK : IMP_E_TEMPLATE_FORMAT;
  float similarity = NAN;
  imp_status status = by->table->compare(by->made, other, of->version, own, by->version, &similarity);
  if (status != expected)
    fault("a probe of", by, of, status);
  status = by->table->compare(by->made, own, by->version, other, of->version, &similarity);
  if (status != expected)
    fault("a reference of", by, of, status);
  imp_gallery gallery = {.size = sizeof gallery, .version = of->version, .count = 1, .data = other};
  status = by->table->compare_many(by->made, own, by->version, &gallery, &similarity);
  if (status != IMP_OK || isnan(similarity) != (by != of))
    fault("a gallery of", by, of, status);
  uint8_t room[1 << 16];
  imp_buffer buffer = {.data = room, .capacity = sizeof room, .length = 0};
  imp_fusion fusion = {.size = sizeof fusion};
  status = by->table->fuse(by->made, &gallery, &buffer, &fusion);
  if (status != expected)
    fault("a fusion of", by, of, status);
}

int main(int count, char **paths) {
  static tried matchers[MOST];
  if (count < 3 || count > MOST)
    need(NULL, "two libraries at least");
  for (int i = 1; i < count; i++)
    load(&matchers[i], paths[i]);
  for (int i = 1; i < count; i++)
    for (int j = 1; j < count; j++)
      cross(&matchers[i], &matchers[j]);
  return faults ? 1 : 0;
}
