// SPDX-License-Identifier: Apache-2.0
// A plugin with a fingerprint reader, which macros make misbehave; see README.md. It opens a reader as often
// as it is asked to: that it is one's alone is what the host sees to here.
#include <imprint/imprint.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef FIX_READERS
#define FIX_READERS
#endif
#ifndef FIX_OPEN
#define FIX_OPEN
#endif
#ifndef FIX_EVENT
#define FIX_EVENT
#endif

struct imp_plugin {
  const imp_host *host;
};

struct imp_finger_reader {
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  int cancelled;
  uint64_t calls;
};

static imp_status list(imp_plugin *plugin, imp_finger_reader_info *infos, size_t *count) {
  (void)plugin;
  size_t room = *count;
  *count = 2;
  if (room < 2 || infos == NULL) return IMP_RETRY_SHORT_BUFFER;
  infos[0].flags = IMP_FINGER_READER_IMAGES | IMP_FINGER_READER_PRESENCE | IMP_FINGER_READER_LIVENESS;
  infos[0].scan = IMP_FINGER_SCAN_SWIPE;
  infos[0].resolution_x = 19685;
  infos[0].resolution_y = 20000;
  infos[0].width = 4;
  infos[0].height = 3;
  strcpy(infos[0].locator, "usb:1");
  strcpy(infos[0].name, "Fixture reader");
  // Of this process alone: tests of several at once hold readers against each other.
  snprintf(infos[0].id, sizeof infos[0].id, "usb-serial-%d", (int)getpid());
  strcpy(infos[1].locator, "usb:2");
  strcpy(infos[1].name, "Inside");
  FIX_READERS
  return IMP_OK;
}

static imp_status reader_open(imp_plugin *plugin, const imp_finger_reader_options *options,
                              imp_finger_reader **reader) {
  (void)plugin, (void)options;
  FIX_OPEN
  *reader = calloc(1, sizeof **reader);
  pthread_mutex_init(&(*reader)->mutex, NULL);
  pthread_cond_init(&(*reader)->wake, NULL);
  return IMP_OK;
}

__attribute__((unused)) static imp_status happens(imp_finger_event *event, uint32_t kind, uint64_t number) {
  size_t size = event->size;
  memset(event, 0, sizeof *event);
  event->size = (uint32_t)size;
  event->kind = kind;
  event->reason = kind == IMP_FINGER_EVENT_RETRY ? IMP_FINGER_RETRY_TOO_DRY : 0;
  event->sequence = number;
  event->timestamp_ns = number * 1000;
  return IMP_OK;
}

// An image of 4 x 3 pixels that count, in rows of 6.
__attribute__((unused)) static imp_status image(imp_buffer *pixels, imp_finger_event *event, uint64_t number) {
  happens(event, IMP_FINGER_EVENT_IMAGE, number);
  event->width = 4;
  event->height = 3;
  event->row_bytes = 6;
  event->resolution_x = event->resolution_y = 19685;
  event->impression = IMP_IMPRESSION_LIVE_SWIPE;
  event->liveness = IMP_FINGER_LIVENESS_LIVE;
  pixels->length = 16;
  for (size_t i = 0; i < 16 && i < pixels->capacity; i++) pixels->data[i] = (uint8_t)i;
  return IMP_OK;
}

static imp_status next_event(imp_finger_reader *reader, uint64_t timeout, imp_buffer *pixels,
                             imp_finger_event *event) {
  const uint64_t call = reader->calls++;
  (void)pixels, (void)event, (void)call;
  FIX_EVENT
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  uint64_t seconds = timeout / 1000000000u;
  until.tv_sec += (time_t)(seconds > 3600 ? 3600 : seconds);
  until.tv_nsec += (long)(timeout % 1000000000u);
  if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
  int ended = 0;
  pthread_mutex_lock(&reader->mutex);
  while (!reader->cancelled && ended == 0) ended = pthread_cond_timedwait(&reader->wake, &reader->mutex, &until);
  int cancelled = reader->cancelled;
  pthread_mutex_unlock(&reader->mutex);
  return cancelled ? IMP_OUTCOME_CANCELLED : IMP_RETRY_TIMEOUT;
}

static void cancel(imp_finger_reader *reader) {
  pthread_mutex_lock(&reader->mutex);
  reader->cancelled = 1;
  pthread_cond_broadcast(&reader->wake);
  pthread_mutex_unlock(&reader->mutex);
}

static void reader_close(imp_finger_reader *reader) { free(reader); }

static const imp_finger_reader_ability table = {sizeof(imp_finger_reader_ability), 0, list, reader_open,
                                                next_event, cancel, reader_close};

static const char *const abilities[] = {IMP_FINGER_READER_ID};

static const imp_descriptor descriptor = {.size = sizeof(imp_descriptor), .ability_count = 1,
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
  return strcmp(id, IMP_FINGER_READER_ID) == 0 ? &table : NULL;
}

static const imp_entry entry = {1, 1, sizeof(imp_entry), 0, describe, plugin_open, plugin_close, ability};

const imp_entry *imp_plugin_entry(void) { return &entry; }
