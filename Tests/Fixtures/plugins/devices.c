// SPDX-License-Identifier: Apache-2.0
// A plugin with cameras that have settings, a microphone and a watch of devices, which
// macros make misbehave; see README.md.
#include <imprint/imprint.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef FIX_CAMERAS
#define FIX_CAMERAS
#endif
#ifndef FIX_MODES
#define FIX_MODES
#endif
#ifndef FIX_CONTROLS
#define FIX_CONTROLS
#endif
#ifndef FIX_SET
#define FIX_SET
#endif
#ifndef FIX_OPEN_WATCH
#define FIX_OPEN_WATCH
#endif
#ifndef FIX_EVENT
#define FIX_EVENT
#endif
#ifndef FIX_MICROPHONES
#define FIX_MICROPHONES
#endif
#ifndef FIX_OPEN_MICROPHONE
#define FIX_OPEN_MICROPHONE
#endif
#ifndef FIX_READ
#define FIX_READ
#endif
#ifndef FIX_CLOSE
#define FIX_CLOSE
#endif

struct imp_plugin {
  const imp_host *host;
};

// What every kind of device waits with.
struct waiting {
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  int cancelled;
  uint64_t calls;
};

struct imp_camera {
  struct waiting waiting;
};
struct imp_device_watch {
  struct waiting waiting;
};
struct imp_microphone {
  struct waiting waiting;
  uint32_t frame; // bytes of one
  uint64_t position;
};

static void start(struct waiting *waiting) {
  pthread_mutex_init(&waiting->mutex, NULL);
  pthread_cond_init(&waiting->wake, NULL);
}

static imp_status wait_till_cancelled(struct waiting *waiting, uint64_t timeout) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  uint64_t seconds = timeout / 1000000000u;
  until.tv_sec += (time_t)(seconds > 3600 ? 3600 : seconds);
  until.tv_nsec += (long)(timeout % 1000000000u);
  if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
  int ended = 0;
  pthread_mutex_lock(&waiting->mutex);
  while (!waiting->cancelled && ended == 0)
    ended = pthread_cond_timedwait(&waiting->wake, &waiting->mutex, &until);
  int cancelled = waiting->cancelled;
  pthread_mutex_unlock(&waiting->mutex);
  return cancelled ? IMP_OUTCOME_CANCELLED : IMP_RETRY_TIMEOUT;
}

static void cancel(struct waiting *waiting) {
  pthread_mutex_lock(&waiting->mutex);
  waiting->cancelled = 1;
  pthread_cond_broadcast(&waiting->wake);
  pthread_mutex_unlock(&waiting->mutex);
}

// ---- Cameras, and their settings ----

static imp_status camera_list(imp_plugin *plugin, imp_camera_info *infos, size_t *count) {
  (void)plugin;
  size_t room = *count;
  *count = 1;
  if (room < 1 || infos == NULL) return IMP_RETRY_SHORT_BUFFER;
  infos[0].light = IMP_CAMERA_LIGHT_INFRARED;
  infos[0].facing = IMP_CAMERA_FACING_USER;
  strcpy(infos[0].locator, "/dev/fixture0");
  strcpy(infos[0].name, "Fixture camera");
  strcpy(infos[0].id, "usb-1.2-4242");
  strcpy(infos[0].device, "usb-1.2");
  FIX_CAMERAS
  return IMP_OK;
}

static imp_status camera_open(imp_plugin *plugin, const imp_camera_options *options, imp_camera **camera) {
  (void)plugin;
  if (options->format != IMP_PIXEL_UYVY && options->format != 0) return IMP_E_UNSUPPORTED;
  *camera = calloc(1, sizeof **camera);
  start(&(*camera)->waiting);
  return IMP_OK;
}

static imp_status next_frame(imp_camera *camera, uint64_t timeout, imp_buffer *pixels, imp_frame *frame) {
  (void)pixels, (void)frame;
  return wait_till_cancelled(&camera->waiting, timeout);
}

static void camera_cancel(imp_camera *camera) { cancel(&camera->waiting); }
static void camera_close(imp_camera *camera) { free(camera); }

static const imp_camera_ability camera_table = {sizeof(imp_camera_ability), 0, camera_list, camera_open,
                                                next_frame, camera_cancel, camera_close};

static int is_fixture(imp_text locator) {
  return locator.length == 13 && memcmp(locator.data, "/dev/fixture0", 13) == 0;
}

static imp_status modes(imp_plugin *plugin, imp_text locator, imp_camera_mode *modes, size_t *count) {
  (void)plugin;
  if (!is_fixture(locator)) return IMP_E_DEVICE_MISSING;
  size_t room = *count;
  *count = 2;
  if (room < 2 || modes == NULL) return IMP_RETRY_SHORT_BUFFER;
  modes[0].format = IMP_PIXEL_YUYV;
  modes[0].width_min = modes[0].width_max = 640;
  modes[0].height_min = modes[0].height_max = 480;
  modes[0].rate_milli_min = modes[0].rate_milli_max = 29970;
  modes[1].format = IMP_PIXEL_JPEG;
  modes[1].width_min = 160, modes[1].width_max = 1920, modes[1].width_step = 16;
  modes[1].height_min = 120, modes[1].height_max = 1080, modes[1].height_step = 8;
  FIX_MODES
  return IMP_OK;
}

static int64_t gain = 10;

static imp_status controls(imp_plugin *plugin, imp_text locator, imp_camera_control *controls, size_t *count) {
  (void)plugin;
  if (!is_fixture(locator)) return IMP_E_DEVICE_MISSING;
  size_t room = *count;
  *count = 2;
  if (room < 2 || controls == NULL) return IMP_RETRY_SHORT_BUFFER;
  controls[0].control = IMP_CAMERA_GAIN;
  controls[0].flags = controls[0].reserved = controls[1].reserved = 0;
  controls[0].minimum = -20, controls[0].maximum = 100, controls[0].step = 10;
  controls[0].standard = 10, controls[0].value = gain;
  strcpy(controls[0].name, "Gain");
  controls[1].control = IMP_CAMERA_CONTROL_OWN + 3;
  controls[1].flags = IMP_CAMERA_CONTROL_READ_ONLY | IMP_CAMERA_CONTROL_INACTIVE;
  controls[1].minimum = controls[1].standard = controls[1].value = 0;
  controls[1].maximum = 1, controls[1].step = 1;
  strcpy(controls[1].name, "LED");
  FIX_CONTROLS
  return IMP_OK;
}

static imp_status set(imp_plugin *plugin, imp_text locator, uint32_t control, int64_t *value) {
  (void)plugin;
  if (!is_fixture(locator)) return IMP_E_DEVICE_MISSING;
  FIX_SET
  if (control == IMP_CAMERA_CONTROL_OWN + 3) return IMP_E_STATE;
  if (control != IMP_CAMERA_GAIN) return IMP_E_UNSUPPORTED;
  if (*value < -20 || *value > 100) return IMP_E_ARGUMENT;
  gain = *value / 10 * 10;
  *value = gain;
  return IMP_OK;
}

static const imp_camera_control_ability control_table = {sizeof(imp_camera_control_ability), 0, modes, controls,
                                                         set};

// ---- Devices that come and go: none, unless FIX_EVENT says so ----

// How often something was opened, for FIX_OPEN_WATCH, FIX_OPEN_MICROPHONE and FIX_CLOSE to count.
__attribute__((unused)) static int tries;

static imp_status watch_open(imp_plugin *plugin, imp_device_watch **watch) {
  (void)plugin;
  FIX_OPEN_WATCH
  *watch = calloc(1, sizeof **watch);
  start(&(*watch)->waiting);
  return IMP_OK;
}

__attribute__((unused)) static imp_status happens(imp_device_event *event, uint32_t device, uint32_t change,
                                                  uint32_t state, uint64_t time, const char *locator) {
  event->device = device;
  event->change = change;
  event->state = state;
  event->timestamp_ns = time;
  strcpy(event->locator, locator);
  return IMP_OK;
}

static imp_status watch_next(imp_device_watch *watch, uint64_t timeout, imp_device_event *event) {
  const uint64_t call = watch->waiting.calls++;
  (void)event, (void)call;
  FIX_EVENT
  return wait_till_cancelled(&watch->waiting, timeout);
}

static void watch_cancel(imp_device_watch *watch) { cancel(&watch->waiting); }
static void watch_close(imp_device_watch *watch) {
  FIX_CLOSE
  free(watch);
}

static const imp_device_watch_ability watch_table = {sizeof(imp_device_watch_ability), 0, watch_open, watch_next,
                                                     watch_cancel, watch_close};

// ---- A microphone: silence for ever, unless FIX_READ gives sound ----

static imp_status microphone_list(imp_plugin *plugin, imp_microphone_info *infos, size_t *count) {
  (void)plugin;
  size_t room = *count;
  *count = 1;
  if (room < 1 || infos == NULL) return IMP_RETRY_SHORT_BUFFER;
  infos[0].channels_max = 2;
  infos[0].rate_min = 8000;
  infos[0].rate_max = 48000;
  strcpy(infos[0].locator, "hw:CARD=fixture");
  strcpy(infos[0].name, "Fixture microphone");
  strcpy(infos[0].id, "usb-3");
  FIX_MICROPHONES
  return IMP_OK;
}

static imp_status microphone_open(imp_plugin *plugin, const imp_microphone_options *options,
                                  imp_audio_format *format, imp_microphone **made) {
  (void)plugin;
  if (options->locator.length != 15 || memcmp(options->locator.data, "hw:CARD=fixture", 15) != 0)
    return IMP_E_DEVICE_MISSING;
  format->rate = options->rate ? options->rate : 48000;
  format->channels = options->channels ? options->channels : 2;
  format->format = options->format ? options->format : IMP_AUDIO_S16;
  format->device_rate = 48000;
  format->buffer_frames = options->buffer_ms * format->rate / 1000;
  format->latency_ns = 20000000;
  uint32_t frame = format->channels * (format->format == IMP_AUDIO_S16 ? 2 : 4);
  FIX_OPEN_MICROPHONE
  *made = calloc(1, sizeof **made);
  (*made)->frame = frame;
  start(&(*made)->waiting);
  return IMP_OK;
}

// Frames of bytes that count, without a gap.
__attribute__((unused)) static imp_status sound(imp_microphone *microphone, imp_buffer *samples,
                                                imp_audio_chunk *chunk, uint64_t frames) {
  samples->length = frames * microphone->frame;
  if (samples->length > samples->capacity) return IMP_E_INTERNAL;
  for (size_t i = 0; i < samples->length; i++) samples->data[i] = (uint8_t)(i % 100);
  chunk->timestamp_ns = microphone->position * 20000;
  chunk->position = microphone->position;
  microphone->position += frames;
  return IMP_OK;
}

static imp_status microphone_read(imp_microphone *microphone, uint64_t timeout, imp_buffer *samples,
                                  imp_audio_chunk *chunk) {
  const uint64_t call = microphone->waiting.calls++;
  (void)samples, (void)chunk, (void)call;
  FIX_READ
  return wait_till_cancelled(&microphone->waiting, timeout);
}

static void microphone_cancel(imp_microphone *microphone) { cancel(&microphone->waiting); }
static void microphone_close(imp_microphone *microphone) {
  FIX_CLOSE
  free(microphone);
}

static const imp_microphone_ability microphone_table = {sizeof(imp_microphone_ability), 0, microphone_list,
                                                        microphone_open, microphone_read, microphone_cancel,
                                                        microphone_close};

// ---- Entry ----

static const char *const abilities[] = {IMP_CAMERA_ID, IMP_CAMERA_CONTROL_ID, IMP_DEVICE_WATCH_ID,
                                        IMP_MICROPHONE_ID};

static const imp_descriptor descriptor = {.size = sizeof(imp_descriptor), .ability_count = 4,
                                          .id = "org.example.fixture", .version = "1.0.0", .vendor = "Example",
                                          .abilities = abilities};

static const imp_descriptor *describe(const imp_entry *self) {
  (void)self;
  return &descriptor;
}

static imp_status plugin_open(const imp_entry *self, const imp_host *host, imp_plugin **plugin) {
  (void)self;
  *plugin = malloc(sizeof **plugin);
  (*plugin)->host = host;
  return IMP_OK;
}

static void plugin_close(imp_plugin *plugin) { free(plugin); }

static const void *ability(imp_plugin *plugin, const char *id) {
  (void)plugin;
  if (strcmp(id, IMP_CAMERA_ID) == 0) return &camera_table;
  if (strcmp(id, IMP_CAMERA_CONTROL_ID) == 0) return &control_table;
  if (strcmp(id, IMP_DEVICE_WATCH_ID) == 0) return &watch_table;
  if (strcmp(id, IMP_MICROPHONE_ID) == 0) return &microphone_table;
  return NULL;
}

static const imp_entry entry = {1, 1, sizeof(imp_entry), 0, describe, plugin_open, plugin_close, ability};

const imp_entry *imp_plugin_entry(void) { return &entry; }
