// SPDX-License-Identifier: Apache-2.0
// A plugin that does next to nothing, so that what is measured is the way to it: a tracker that finds no
// face, a matcher whose templates have 2,048 bytes, and that ends its process when a template begins with 1.
#include <imprint/imprint.h>
#include <signal.h>
#include <stdlib.h>

struct imp_plugin {
  int unused;
};

static imp_plugin the_plugin;

static imp_status matcher_formats(imp_plugin *plugin, imp_matcher_format *formats, size_t *count) {
  (void)plugin;
  size_t room = *count;
  *count = 1;
  if (room < 1 || !formats) return IMP_RETRY_SHORT_BUFFER;
  if (formats->size != sizeof *formats) return IMP_E_ABI;
  *formats = (imp_matcher_format){.size = sizeof *formats, .modality = IMP_MODALITY_FACE, .reads_version_min = 1,
                                  .reads_version_max = 1, .template_bytes_max = 2048, .template_bytes_fixed = 2048,
                                  .symmetric = 1, .similarity_max = 1, .name = "bench.echo"};
  return IMP_OK;
}

static imp_status matcher_create(imp_plugin *plugin, const imp_matcher_options *options, imp_matcher **made) {
  (void)options;
  *made = (imp_matcher *)plugin;
  return IMP_OK;
}

static imp_status compare(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                          imp_bytes reference, uint32_t reference_version, float *similarity) {
  (void)matcher, (void)probe_version, (void)reference_version;
  if (probe.length != 2048 || reference.length != 2048) return IMP_E_TEMPLATE_DAMAGED;
  if (probe.data[0] == 1) raise(SIGKILL);
  *similarity = probe.data[2047] == reference.data[2047];
  return IMP_OK;
}

static imp_status compare_many(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                               const imp_gallery *gallery, float *similarities) {
  (void)matcher, (void)probe, (void)probe_version, (void)gallery, (void)similarities;
  return IMP_E_UNSUPPORTED;
}

static imp_status fuse(const imp_matcher *matcher, const imp_gallery *gallery, imp_buffer *payload,
                       imp_fusion *fusion) {
  (void)matcher, (void)gallery, (void)payload, (void)fusion;
  return IMP_E_UNSUPPORTED;
}

static void matcher_destroy(imp_matcher *matcher) { (void)matcher; }

static const imp_matcher_ability matcher_table = {sizeof matcher_table, 0, matcher_formats, matcher_create, compare,
                                                  compare_many, fuse, matcher_destroy};

static imp_status tracker_create(imp_plugin *plugin, const imp_face_tracker_options *options,
                                 imp_face_tracker **made) {
  (void)options;
  *made = (imp_face_tracker *)plugin;
  return IMP_OK;
}

static imp_status track(imp_face_tracker *tracker, const imp_image *image, uint64_t timestamp,
                        imp_face_list *faces) {
  (void)tracker, (void)timestamp;
  faces->face_count = image->pixels.data[image->pixels.length - 1] > 255;
  faces->landmark_count = 0;
  return IMP_OK;
}

static void tracker_reset(imp_face_tracker *tracker) { (void)tracker; }
static void tracker_destroy(imp_face_tracker *tracker) { (void)tracker; }

static const imp_face_tracker_ability tracker_table = {sizeof tracker_table, 0, tracker_create, track, tracker_reset,
                                                       tracker_destroy};

static const char *const abilities[] = {IMP_MATCHER_ID, IMP_FACE_TRACKER_ID};

static const imp_descriptor *describe(const imp_entry *self) {
  static const imp_descriptor descriptor = {.size = sizeof descriptor, .ability_count = 2, .id = "dev.bench.echo",
                                            .version = "1.0.0", .vendor = "Imprint", .abilities = abilities};
  (void)self;
  return &descriptor;
}

static imp_status open_plugin(const imp_entry *self, const imp_host *host, imp_plugin **plugin) {
  (void)self, (void)host;
  *plugin = &the_plugin;
  return IMP_OK;
}

static void close_plugin(imp_plugin *plugin) { (void)plugin; }

static int same(const char *left, const char *right) {
  while (*left != 0 && *left == *right) left++, right++;
  return *left == *right;
}

static const void *ability(imp_plugin *plugin, const char *id) {
  (void)plugin;
  return same(id, IMP_MATCHER_ID) ? (const void *)&matcher_table : same(id, IMP_FACE_TRACKER_ID) ? &tracker_table : 0;
}

static const imp_entry entry = {1, 1, sizeof entry, 0, describe, open_plugin, close_plugin, ability};

IMP_EXPORT const imp_entry *imp_plugin_entry(void) { return &entry; }
