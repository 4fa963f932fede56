// SPDX-License-Identifier: Apache-2.0
// A fingerprint reader: a drawn finger is pressed on it again and again.
//
// To make it yours, replace `find_device` by what looks for your device, and
// `happens` and `draw` by what its driver tells. What is between them stays: one
// object that has the reader alone, events that come when they are due, a wait that
// ends in time, and a cancel that ends it at once.
#include "ridges.h"
#include "stop.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define LOCATOR "drawn-finger:0"
#define NAME "Drawn finger"

#define WIDTH 160u
#define HEIGHT 200u
#define RESOLUTION 19685u // pixels per metre: 500 dpi

#define PERIOD_NS (SECOND_NS / 5) // from one event to the next
#define PRESS 4u                  // events: arrived, too light, image, lifted

struct imp_finger_reader {
  const imp_plugin *plugin;
  uint64_t start_ns; // the monotonic clock when it was opened
  uint64_t next;     // number of the event to give
  stop stop;
};

// One object has the reader alone, whichever opened plugin it belongs to.
static atomic_flag is_used = ATOMIC_FLAG_INIT;

// ---- Opening ----------------------------------------------------------------

static imp_status list(imp_plugin *plugin, imp_finger_reader_info *infos, size_t *count) {
  // The id stays the same for ever; a device of your own has its serial number, or its place on the bus.
  static const imp_finger_reader_info info = {.size = sizeof info,
                                              .flags = IMP_FINGER_READER_IMAGES | IMP_FINGER_READER_PRESENCE,
                                              .scan = IMP_FINGER_SCAN_TOUCH,
                                              .resolution_x = RESOLUTION,
                                              .resolution_y = RESOLUTION,
                                              .width = WIDTH,
                                              .height = HEIGHT,
                                              .locator = LOCATOR,
                                              .name = NAME,
                                              .id = LOCATOR};
  return list_all(plugin, &info, 1, sizeof info, infos, count);
}

static imp_status check_options(const imp_plugin *plugin, const imp_finger_reader_options *options) {
  imp_status status = check_struct(plugin, options, sizeof *options, "the options");
  if (status != IMP_OK)
    return status;
  // A device has no other pace than its own; what is asked for must still be one.
  if (options->pace != IMP_FINGER_PACE_REAL && options->pace != IMP_FINGER_PACE_FULL)
    return fail(plugin, IMP_E_ARGUMENT, "pace %u is neither real (0) nor full (1)", options->pace);
  if (!options->locator.data || options->locator.length == 0)
    return fail(plugin, IMP_E_ARGUMENT, "the locator is empty");
  return IMP_OK;
}

// Here the device would be looked for, and opened.
static imp_status find_device(const imp_plugin *plugin, imp_text locator) {
  if (locator.length != strlen(LOCATOR) || memcmp(locator.data, LOCATOR, locator.length) != 0)
    return fail(plugin, IMP_E_DEVICE_MISSING, "there is no such reader; there is only '%s'", LOCATOR);
  return IMP_OK;
}

static imp_status open_reader(imp_plugin *plugin, const imp_finger_reader_options *options,
                              imp_finger_reader **reader) {
  imp_status status = check_options(plugin, options);
  if (status != IMP_OK)
    return status;
  if (!reader)
    return fail(plugin, IMP_E_ARGUMENT, "the pointer to the reader is null");
  status = find_device(plugin, options->locator);
  if (status != IMP_OK)
    return status;
  if (atomic_flag_test_and_set(&is_used))
    return fail(plugin, IMP_RETRY_BUSY, "the reader is in use; close it first");
  imp_finger_reader *made = calloc(1, sizeof *made);
  if (!made || !stop_make(&made->stop)) {
    free(made);
    atomic_flag_clear(&is_used);
    return fail(plugin, IMP_E_MEMORY, "no memory for a reader");
  }
  made->plugin = plugin;
  made->start_ns = now_ns();
  *reader = made;
  return IMP_OK;
}

static void close_reader(imp_finger_reader *reader) {
  stop_end(&reader->stop);
  free(reader);
  atomic_flag_clear(&is_used);
}

// ---- Events -----------------------------------------------------------------

// What happens on the sensor: arrived, pressed too lightly, an image, lifted; then again.
static imp_finger_event happens(uint64_t number) {
  static const uint32_t kinds[PRESS] = {IMP_FINGER_EVENT_ARRIVED, IMP_FINGER_EVENT_RETRY, IMP_FINGER_EVENT_IMAGE,
                                        IMP_FINGER_EVENT_LIFTED};
  imp_finger_event event = {.size = sizeof event,
                            .kind = kinds[number % PRESS],
                            .timestamp_ns = (number + 1) * PERIOD_NS,
                            .sequence = number};
  if (event.kind == IMP_FINGER_EVENT_RETRY)
    event.reason = IMP_FINGER_RETRY_TOO_LIGHT;
  if (event.kind == IMP_FINGER_EVENT_IMAGE) {
    event.width = event.row_bytes = WIDTH;
    event.height = HEIGHT;
    event.resolution_x = event.resolution_y = RESOLUTION;
    event.impression = IMP_IMPRESSION_LIVE_PLAIN;
    event.liveness = IMP_FINGER_LIVENESS_UNKNOWN;
  }
  return event;
}

static imp_status next_event(imp_finger_reader *reader, uint64_t timeout_ns, imp_buffer *pixels,
                             imp_finger_event *event) {
  const imp_plugin *plugin = reader->plugin;
  imp_status status = check_struct(plugin, event, sizeof *event, "the event");
  if (status != IMP_OK)
    return status;
  if (!pixels || (!pixels->data && pixels->capacity > 0))
    return fail(plugin, IMP_E_ARGUMENT, "the pointer to the image is null");
  uint64_t due = reader->start_ns + (reader->next + 1) * PERIOD_NS;
  status = stop_wait(plugin, &reader->stop, due, later(now_ns(), timeout_ns), "no event is due yet");
  if (status != IMP_OK)
    return status;
  imp_finger_event made = happens(reader->next);
  size_t needed = (size_t)made.row_bytes * made.height;
  if (pixels->capacity < needed) {
    pixels->length = needed;
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the image needs %zu bytes", needed);
  }
  if (needed > 0)
    draw(made.width, made.height, reader->next / PRESS, pixels->data);
  pixels->length = needed;
  *event = made;
  reader->next++;
  return IMP_OK;
}

static void cancel(imp_finger_reader *reader) {
  stop_raise(&reader->stop);
}

// ---- The table --------------------------------------------------------------

static const imp_finger_reader_ability table = {
    .size = sizeof(imp_finger_reader_ability),
    .list = list,
    .open = open_reader,
    .next_event = next_event,
    .cancel = cancel,
    .close = close_reader,
};

const void *const plugin_tables[] = {&table};
