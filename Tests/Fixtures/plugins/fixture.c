// SPDX-License-Identifier: Apache-2.0
// One plugin with every ability, which macros make misbehave; see README.md.
#include <imprint/imprint.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef FIX_ID
#define FIX_ID "org.example.fixture"
#endif
#ifndef FIX_VERSION
#define FIX_VERSION "1.0.0"
#endif
#ifndef FIX_VENDOR
#define FIX_VENDOR "Example"
#endif
#ifndef FIX_ABILITIES
#define FIX_ABILITIES                                                                                        \
  IMP_FACE_EXTRACTOR_ID, IMP_MATCHER_ID, IMP_FACE_TRACKER_ID, IMP_FACE_CAPTURE_ID, IMP_CAMERA_ID
#endif
#ifndef FIX_ABILITY_COUNT
#define FIX_ABILITY_COUNT (sizeof abilities / sizeof *abilities)
#endif
#ifndef FIX_ABI_MIN
#define FIX_ABI_MIN 1
#endif
#ifndef FIX_ABI_MAX
#define FIX_ABI_MAX 1
#endif
#ifndef FIX_ENTRY_SIZE
#define FIX_ENTRY_SIZE sizeof(imp_entry)
#endif
#ifndef FIX_DESCRIPTOR_SIZE
#define FIX_DESCRIPTOR_SIZE sizeof(imp_descriptor)
#endif
#ifndef FIX_TABLE_SIZE
#define FIX_TABLE_SIZE sizeof(imp_matcher_ability)
#endif
#ifndef FIX_ENTRY
#define FIX_ENTRY &entry
#endif
#ifndef FIX_DESCRIBE
#define FIX_DESCRIBE &descriptor
#endif
#ifndef FIX_OPEN_FUNCTION
#define FIX_OPEN_FUNCTION plugin_open
#endif
#ifndef FIX_COMPARE_FUNCTION
#define FIX_COMPARE_FUNCTION compare
#endif
#ifndef FIX_ALGORITHM
#define FIX_ALGORITHM "example.fixture"
#endif
#ifndef FIX_SIMILARITY_MAX
#define FIX_SIMILARITY_MAX 1.0f
#endif
#ifndef FIX_NEEDS_FACE
#define FIX_NEEDS_FACE 0
#endif
#ifndef FIX_SYMMETRIC
#define FIX_SYMMETRIC 1
#endif
#ifndef FIX_FUSES
#define FIX_FUSES 1
#endif
#ifndef FIX_CREATE
#define FIX_CREATE
#endif
#ifndef FIX_OPEN
#define FIX_OPEN
#endif
#ifndef FIX_EXTRACT
#define FIX_EXTRACT
#endif
#ifndef FIX_COMPARE
#define FIX_COMPARE
#endif
#ifndef FIX_COMPARE_MANY
#define FIX_COMPARE_MANY
#endif
#ifndef FIX_FUSE
#define FIX_FUSE
#endif
#ifndef FIX_TRACK
#define FIX_TRACK
#endif
#ifndef FIX_STEP
#define FIX_STEP
#endif
#ifndef FIX_FRAME
#define FIX_FRAME
#endif
#ifndef FIX_LIST
#define FIX_LIST
#endif
#ifndef FIX_DESTROY
#define FIX_DESTROY
#endif
#ifndef FIX_CAMERA_OPEN
#define FIX_CAMERA_OPEN
#endif
#ifndef FIX_CAMERA_CLOSE
#define FIX_CAMERA_CLOSE
#endif
#ifndef FIX_CLOSE
#define FIX_CLOSE
#endif
#ifndef FIX_ABILITY
#define FIX_ABILITY
#endif
#ifndef FIX_FORMATS
#define FIX_FORMATS
#endif
#ifdef FIX_TOP
FIX_TOP
#endif

struct imp_plugin {
  const imp_host *host;
};

static imp_text text(const char *words) { return (imp_text){words, strlen(words)}; }

__attribute__((unused)) static void say(const imp_host *host, imp_status status, const char *words) {
  const imp_host_report *report = host->ability(host, IMP_HOST_REPORT_ID);
  report->words(host, status, text(words));
}

__attribute__((unused)) static void line(const imp_host *host, uint32_t severity, const char *words) {
  const imp_host_log *log = host->ability(host, IMP_HOST_LOG_ID);
  log->write(host, severity, text(words));
}

__attribute__((unused)) static imp_status model(const imp_host *host, const char *name, imp_bytes *bytes) {
  const imp_host_files *files = host->ability(host, IMP_HOST_FILES_ID);
  return files->model(host, text(name), bytes);
}

// ---- Templates: the first four bytes of the image ----

// Whoever includes this may have an extractor and a matcher of its own.
#ifndef FIX_OWN_TEMPLATES

// Each object remembers whose it is.
struct imp_face_extractor {
  imp_plugin *plugin;
};

struct imp_matcher {
  imp_plugin *plugin;
};

static int is_ours(imp_text format) {
  return format.length == strlen(FIX_ALGORITHM) && memcmp(format.data, FIX_ALGORITHM, format.length) == 0;
}

static imp_status extractor_formats(imp_plugin *plugin, imp_face_format *formats, size_t *count) {
  (void)plugin;
  size_t room = *count;
  *count = 1;
  if (room < 1 || !formats) return IMP_RETRY_SHORT_BUFFER;
  if (formats->size != sizeof *formats) return IMP_E_ABI;
  formats->version = 1;
  formats->template_bytes_max = formats->template_bytes_fixed = 4;
  formats->needs_face = FIX_NEEDS_FACE;
  strncpy(formats->name, FIX_ALGORITHM, sizeof formats->name);
  FIX_FORMATS
  return IMP_OK;
}

static imp_status extractor_create(imp_plugin *plugin, const imp_face_extractor_options *options,
                                   imp_face_extractor **made) {
  if (!is_ours(options->format)) return IMP_E_UNSUPPORTED;
  *made = malloc(sizeof **made);
  (*made)->plugin = plugin;
  return IMP_OK;
}

static imp_status extract(imp_face_extractor *extractor, const imp_image *image, const imp_face *face,
                          const imp_point3 *landmarks, uint32_t landmark_count, imp_buffer *payload,
                          imp_extraction *extraction) {
  const imp_host *host = extractor->plugin->host;
  (void)host, (void)face, (void)landmarks, (void)landmark_count;
  memcpy(payload->data, image->pixels.data, 4);
  payload->length = 4;
  extraction->version = 1;
  extraction->quality = 50;
  FIX_EXTRACT
  return IMP_OK;
}

static void extractor_destroy(imp_face_extractor *extractor) { free(extractor); }

static const imp_face_extractor_ability extractor_table = {
    sizeof(imp_face_extractor_ability), 0, extractor_formats, extractor_create, extract, extractor_destroy};

static imp_status matcher_formats(imp_plugin *plugin, imp_matcher_format *formats, size_t *count) {
  (void)plugin;
  size_t room = *count;
  *count = 1;
  if (room < 1 || !formats) return IMP_RETRY_SHORT_BUFFER;
  if (formats->size != sizeof *formats) return IMP_E_ABI;
  formats->modality = IMP_MODALITY_FACE;
  formats->reads_version_min = formats->reads_version_max = 1;
  formats->template_bytes_max = formats->template_bytes_fixed = 4;
  formats->symmetric = FIX_SYMMETRIC;
  formats->fuses_version = FIX_FUSES;
  formats->similarity_max = FIX_SIMILARITY_MAX;
  strncpy(formats->name, FIX_ALGORITHM, sizeof formats->name);
  FIX_FORMATS
  return IMP_OK;
}

static imp_status matcher_create(imp_plugin *plugin, const imp_matcher_options *options, imp_matcher **made) {
  if (!is_ours(options->format)) return IMP_E_UNSUPPORTED;
  *made = malloc(sizeof **made);
  (*made)->plugin = plugin;
  return IMP_OK;
}

static imp_status compare(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                          imp_bytes reference, uint32_t reference_version, float *similarity) {
  const imp_host *host = matcher->plugin->host;
  (void)host, (void)probe_version, (void)reference_version;
  if (probe.length != 4 || reference.length != 4) return IMP_E_TEMPLATE_DAMAGED;
  *similarity = 1 - (float)abs(probe.data[0] - reference.data[0]) / 255;
  FIX_COMPARE
  return IMP_OK;
}

static imp_bytes member(const imp_gallery *gallery, uint64_t i) {
  uint64_t start = gallery->offsets ? gallery->offsets[i] : i * 4;
  uint64_t end = gallery->offsets ? gallery->offsets[i + 1] : start + 4;
  return (imp_bytes){gallery->data.data + start, end - start};
}

static imp_status compare_many(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                               const imp_gallery *gallery, float *similarities) {
  for (uint64_t i = 0; i < gallery->count; i++) {
    imp_bytes reference = member(gallery, i);
    if (compare(matcher, probe, probe_version, reference, gallery->version, &similarities[i]) != IMP_OK)
      similarities[i] = NAN;
  }
  FIX_COMPARE_MANY
  return IMP_OK;
}

// The highest of each byte.
static imp_status fuse(const imp_matcher *matcher, const imp_gallery *gallery, imp_buffer *payload,
                       imp_fusion *fusion) {
  const imp_host *host = matcher->plugin->host;
  (void)host;
  memset(payload->data, 0, 4);
  for (uint64_t i = 0; i < gallery->count; i++) {
    imp_bytes one = member(gallery, i);
    if (one.length != 4) return IMP_E_TEMPLATE_DAMAGED;
    for (int byte = 0; byte < 4; byte++)
      if (one.data[byte] > payload->data[byte]) payload->data[byte] = one.data[byte];
  }
  payload->length = 4;
  fusion->version = FIX_FUSES;
  fusion->count = (uint32_t)gallery->count;
  fusion->quality = 60;
  FIX_FUSE
  return IMP_OK;
}

static void matcher_destroy(imp_matcher *matcher) {
  const imp_host *host = matcher->plugin->host;
  (void)host;
  FIX_DESTROY
  free(matcher);
}

static const imp_matcher_ability matcher_table = {
    FIX_TABLE_SIZE, 0, matcher_formats, matcher_create, FIX_COMPARE_FUNCTION, compare_many, fuse,
    matcher_destroy};

#endif

// ---- Face tracker: one face with a mesh ----

struct imp_face_tracker {
  uint32_t frames;
};

static imp_status tracker_create(imp_plugin *plugin, const imp_face_tracker_options *options,
                                 imp_face_tracker **made) {
  (void)plugin, (void)options;
  FIX_CREATE
  *made = calloc(1, sizeof **made);
  return IMP_OK;
}

static void fill_face(imp_face_list *list, uint32_t index) {
  imp_face *face = &list->faces[index];
  *face = (imp_face){.size = sizeof(imp_face), .track_id = index + 1, .box = {1, 2, 3, 4}, .detection = 0.9f,
                     .presence = 0.8f, .yaw = 5, .left_eye_openness = -1, .right_eye_openness = 0.25f,
                     .landmark_model = IMP_LANDMARKS_MESH468, .landmark_first = index * 468,
                     .landmark_count = 468};
  for (int i = 0; i < IMP_QUALITY_COMPONENT_COUNT; i++) face->quality[i] = -1;
  face->quality[IMP_QUALITY_UNIFIED] = 70;
  for (int i = 0; i < 468; i++) list->landmarks[index * 468 + i] = (imp_point3){(float)i, 1, 2};
}

#ifndef FIX_FACES
#define FIX_FACES 1
#endif

static imp_status track(imp_face_tracker *tracker, const imp_image *image, uint64_t timestamp,
                        imp_face_list *faces) {
  (void)image, (void)timestamp;
  for (uint32_t i = 0; i < faces->face_capacity; i++)
    if (faces->faces[i].size != sizeof(imp_face)) return IMP_E_ABI;
  faces->face_count = FIX_FACES;
  faces->landmark_count = FIX_FACES * 468;
  if (FIX_FACES > faces->face_capacity || FIX_FACES * 468u > faces->landmark_capacity)
    return IMP_RETRY_SHORT_BUFFER;
  for (uint32_t i = 0; i < FIX_FACES; i++) fill_face(faces, i);
  tracker->frames++;
  FIX_TRACK
  return IMP_OK;
}

static void tracker_reset(imp_face_tracker *tracker) { tracker->frames = 0; }
static void tracker_destroy(imp_face_tracker *tracker) { free(tracker); }

static const imp_face_tracker_ability tracker_table = {sizeof(imp_face_tracker_ability), 0, tracker_create,
                                                       track, tracker_reset, tracker_destroy};

// ---- Face capture: does what FIX_STEP says ----

struct imp_face_capture {
  imp_face_capture_options_v2 options;
  uint32_t steps;
};

static imp_status capture_create(imp_plugin *plugin, const imp_face_capture_options_v2 *options,
                                 imp_face_capture **made) {
  (void)plugin;
  if (options->size != sizeof *options) return IMP_E_ABI;
  *made = calloc(1, sizeof **made);
  (*made)->options = *options;
  return IMP_OK;
}

__attribute__((unused)) static imp_capture_event_v2 *event(imp_capture_events_v2 *events, uint32_t kind) {
  imp_capture_event_v2 *made = &events->events[events->count++];
  *made = (imp_capture_event_v2){.size = sizeof *made, .kind = kind};
  return made;
}

// The second of three, where nothing is wrong with it.
__attribute__((unused)) static imp_capture_event_v2 *target(imp_capture_events_v2 *events) {
  imp_capture_event_v2 *made = event(events, IMP_CAPTURE_TARGET);
  made->index = 1;
  made->count = 3;
  made->width = 0.1f;
  return made;
}

static imp_status step(imp_face_capture *capture, const imp_capture_input *given, const imp_image *image,
                       const imp_face_list *faces, imp_capture_events_v2 *events) {
  uint32_t input = given->kind;
  uint64_t now = given->now_ns;
  (void)input, (void)image, (void)faces, (void)now;
  if (given->size != sizeof *given) return IMP_E_ABI;
  for (uint32_t i = 0; i < events->capacity; i++)
    if (events->events[i].size != sizeof(imp_capture_event_v2)) return IMP_E_ABI;
  capture->steps++;
  FIX_STEP
  return IMP_OK;
}

static void capture_destroy(imp_face_capture *capture) { free(capture); }

static const imp_face_capture_ability_v2 capture_table = {sizeof(imp_face_capture_ability_v2), 0, capture_create,
                                                       step, capture_destroy};

// ---- Camera: waits till it is cancelled, unless FIX_FRAME gives frames ----

struct imp_camera {
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  int cancelled;
  uint64_t frames;
};

static imp_status camera_list(imp_plugin *plugin, imp_camera_info *infos, size_t *count) {
  (void)plugin;
  for (size_t i = 0; i < *count; i++)
    if (infos[i].size != sizeof(imp_camera_info)) return IMP_E_ABI;
  if (*count < 1) {
    *count = 1;
    return IMP_RETRY_SHORT_BUFFER;
  }
  *count = 1;
  strcpy(infos[0].locator, "fixture:0");
  strcpy(infos[0].name, "Fixture camera");
  FIX_LIST
  return IMP_OK;
}

static imp_status camera_open(imp_plugin *plugin, const imp_camera_options *options, imp_camera **made) {
  (void)plugin;
  if (options->locator.length != 9 || memcmp(options->locator.data, "fixture:0", 9) != 0)
    return IMP_E_DEVICE_MISSING;
  FIX_CAMERA_OPEN
  *made = calloc(1, sizeof **made);
  pthread_mutex_init(&(*made)->mutex, NULL);
  pthread_cond_init(&(*made)->wake, NULL);
  return IMP_OK;
}

__attribute__((unused)) static imp_status grey(imp_camera *camera, imp_buffer *pixels, imp_frame *frame,
                                               uint32_t width, uint32_t height) {
  pixels->length = (size_t)width * height;
  if (pixels->length > pixels->capacity) return IMP_RETRY_SHORT_BUFFER;
  memset(pixels->data, 7, pixels->length);
  *frame = (imp_frame){.size = sizeof *frame, .format = IMP_PIXEL_GREY8, .width = width, .height = height,
                       .row_bytes = width, .timestamp_ns = camera->frames, .sequence = camera->frames};
  camera->frames++;
  return IMP_OK;
}

static imp_status next_frame(imp_camera *camera, uint64_t timeout, imp_buffer *pixels, imp_frame *frame) {
  (void)pixels, (void)frame;
  FIX_FRAME
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  uint64_t seconds = timeout / 1000000000u;
  until.tv_sec += (time_t)(seconds > 3600 ? 3600 : seconds);
  until.tv_nsec += (long)(timeout % 1000000000u);
  if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
  int ended = 0;
  pthread_mutex_lock(&camera->mutex);
  while (!camera->cancelled && ended == 0)
    ended = pthread_cond_timedwait(&camera->wake, &camera->mutex, &until);
  int cancelled = camera->cancelled;
  pthread_mutex_unlock(&camera->mutex);
  return cancelled ? IMP_OUTCOME_CANCELLED : IMP_RETRY_TIMEOUT;
}

static void camera_cancel(imp_camera *camera) {
  pthread_mutex_lock(&camera->mutex);
  camera->cancelled = 1;
  pthread_cond_broadcast(&camera->wake);
  pthread_mutex_unlock(&camera->mutex);
}

static void camera_close(imp_camera *camera) {
  FIX_CAMERA_CLOSE
  free(camera);
}

static const imp_camera_ability camera_table = {sizeof(imp_camera_ability), 0, camera_list, camera_open,
                                                next_frame, camera_cancel, camera_close};

// ---- Entry ----

static const char *const abilities[] = {FIX_ABILITIES};

static const imp_descriptor descriptor = {
    .size = FIX_DESCRIPTOR_SIZE, .ability_count = FIX_ABILITY_COUNT, .id = FIX_ID, .version = FIX_VERSION,
    .vendor = FIX_VENDOR, .abilities = abilities};

static const imp_descriptor *describe(const imp_entry *self) {
  (void)self, (void)descriptor;
  return FIX_DESCRIBE;
}

__attribute__((unused)) static imp_status plugin_open(const imp_entry *self, const imp_host *host,
                                                      imp_plugin **plugin) {
  (void)self;
  FIX_OPEN
  *plugin = malloc(sizeof **plugin);
  (*plugin)->host = host;
  return IMP_OK;
}

static void plugin_close(imp_plugin *plugin) {
  const imp_host *host = plugin->host;
  (void)host;
  FIX_CLOSE
  free(plugin);
}

static const void *ability(imp_plugin *plugin, const char *id) {
  (void)plugin;
  FIX_ABILITY
#ifndef FIX_OWN_TEMPLATES
  if (strcmp(id, IMP_FACE_EXTRACTOR_ID) == 0) return &extractor_table;
  if (strcmp(id, IMP_MATCHER_ID) == 0) return &matcher_table;
#endif
  if (strcmp(id, IMP_FACE_TRACKER_ID) == 0) return &tracker_table;
  if (strcmp(id, IMP_FACE_CAPTURE_ID) == 0) return &capture_table;
  if (strcmp(id, IMP_CAMERA_ID) == 0) return &camera_table;
  return NULL;
}

static const imp_entry entry = {
    FIX_ABI_MIN, FIX_ABI_MAX, FIX_ENTRY_SIZE, 0, describe, FIX_OPEN_FUNCTION, plugin_close, ability};

#ifndef FIX_NO_ENTRY
const imp_entry *imp_plugin_entry(void) {
  (void)entry;
  return FIX_ENTRY;
}
#endif
