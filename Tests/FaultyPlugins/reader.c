// SPDX-License-Identifier: Apache-2.0
// A fingerprint reader without a device: a finger that is pressed twice, and a reader that gives no images.
// Correct, but for the fault it is built with.
#include "plugin.h"

#define LOCATOR "drawn:0"
#define ID "drawn-one"
#define INSIDE "inside:0" // compares inside
#define WIDTH 24u
#define HEIGHT 32u
#define ROW 28u
#define BYTES ((HEIGHT - 1) * ROW + WIDTH)
#define PERIOD_NS 400000000u
#define PRESS 5u // events: arrived, image, retry, image, lifted
#define PRESSES 2u

struct imp_finger_reader {
  imp_plugin *plugin;
  struct waiting waiting;
  bool real_pace;
  uint64_t time;  // of a clock that passes only while it is waited for
  uint64_t begin; // of the real one
  uint64_t next;  // number of the next event
  uint64_t count; // of all events
};

// ---- Listing and opening -------------------------------------------------------

static imp_status list(imp_plugin *plugin, imp_finger_reader_info *infos, size_t *count) {
  if (!count || (*count > 0 && !infos)) return missing(plugin, "the array or its length");
  for (size_t i = 0; i < *count; i++)
    if (infos[i].size != sizeof *infos) return wrong_size(plugin, "an entry", infos[i].size, sizeof *infos);
  size_t capacity = *count;
  *count = 2;
  imp_finger_reader_info made[2] = {
      {.size = sizeof *made, .flags = IMP_FINGER_READER_IMAGES | IMP_FINGER_READER_PRESENCE, .scan = IMP_FINGER_SCAN_TOUCH,
       .resolution_x = 19685, .resolution_y = 19685, .width = WIDTH, .height = HEIGHT, .locator = LOCATOR,
       .name = "Drawn finger", .id = ID},
      {.size = sizeof *made, .scan = IMP_FINGER_SCAN_TOUCH, .locator = INSIDE, .name = "Inside"},
  };
  static unsigned listings; // only a fault looks at it
  if (FAULT == reader_ids_change) made[0].id[0] = (char)('a' + listings++ % 26);
  if (FAULT == unknown_scan) made[1].scan = 4;
  if (FAULT == images_that_are_not_given) made[1].width = made[1].height = 100;
  if (capacity < 2) {
    if (FAULT == finger_readers_fill_short_array && capacity > 0) infos[0] = made[0];
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "there are 2 readers");
  }
  memcpy(infos, made, sizeof made);
  return IMP_OK;
}

// The reader is one object's alone, in the whole process.
static pthread_mutex_t use = PTHREAD_MUTEX_INITIALIZER;
static imp_finger_reader *user;
static bool was_opened_by_id; // only a fault looks at it

static bool is_free(const imp_plugin *plugin, bool is_by_id) {
  if (!user || FAULT == opens_reader_twice) return true;
  if (FAULT == busy_by_its_locator_alone) return is_by_id != was_opened_by_id;
  return FAULT == busy_in_each_plugin && user->plugin != plugin;
}

static imp_status take(imp_plugin *plugin, imp_finger_reader *made, bool is_by_id) {
  pthread_mutex_lock(&use);
  bool has_it = is_free(plugin, is_by_id);
  if (has_it) {
    user = made;
    was_opened_by_id = is_by_id;
  } else if (FAULT == second_opening_ends_the_first) {
    user->next = user->count;
  }
  pthread_mutex_unlock(&use);
  return has_it ? IMP_OK : fail(plugin, IMP_RETRY_BUSY, "it is open already");
}

static imp_status reader_open(imp_plugin *plugin, const imp_finger_reader_options *options, imp_finger_reader **reader) {
  if (!options || !reader) return missing(plugin, "options or the place for the reader");
  if (options->size != sizeof *options) return wrong_size(plugin, "options", options->size, sizeof *options);
  if (options->pace > IMP_FINGER_PACE_FULL && FAULT != takes_any_finger_pace)
    return fail(plugin, IMP_E_ARGUMENT, "pace %u is none", options->pace);
  if (is_text(options->locator, INSIDE) && FAULT != opens_without_images)
    return fail(plugin, IMP_E_UNSUPPORTED, "it compares inside, and gives no images");
  bool is_by_id = is_text(options->locator, ID);
  if (!is_by_id && !is_text(options->locator, LOCATOR) && FAULT != opens_any_finger_reader && FAULT != opens_without_images)
    return fail(plugin, IMP_E_DEVICE_MISSING, "there is only " LOCATOR);
  imp_finger_reader *made = calloc(1, sizeof *made);
  if (!made) return fail(plugin, IMP_E_MEMORY, "no memory for a reader");
  made->plugin = plugin;
  made->real_pace = options->pace == IMP_FINGER_PACE_REAL;
  made->begin = clock_now();
  made->count = (uint64_t)PRESS * PRESSES * (options->repeat ? options->repeat : 1);
  imp_status status = take(plugin, made, is_by_id);
  if (status != IMP_OK) {
    free(made);
    return status;
  }
  waiting_begin(&made->waiting);
  *reader = made;
  return IMP_OK;
}

static void reader_close(imp_finger_reader *reader) {
  pthread_mutex_lock(&use);
  if (user == reader && FAULT != busy_after_close) user = NULL;
  pthread_mutex_unlock(&use);
  waiting_end(&reader->waiting);
  if (FAULT != busy_after_close) free(reader);
}

// ---- Events --------------------------------------------------------------------

// Waits till the next event is due. OK, the time-out, or cancelled.
static imp_status wait_for_event(imp_finger_reader *reader, uint64_t timeout) {
  uint64_t now = reader->real_pace ? clock_now() : reader->time;
  uint64_t due = (reader->real_pace ? reader->begin : 0) + (reader->next + 1) * PERIOD_NS;
  // A fault that shows where there is something to wait for: every event is a period away when it is asked
  // for.
  if (FAULT == reader_knows_no_unlimited_wait) due = now + PERIOD_NS;
  uint64_t until = FAULT == reader_knows_no_unlimited_wait ? now + timeout : later(now, timeout);
  if (FAULT == reader_times_out_early) until = now + timeout / 10;
  uint64_t end = due < until ? due : until;
  if (FAULT == reader_waits_too_long && due > until) end += 1500000000u;
  bool is_cancelled = waiting_until(&reader->waiting, reader->real_pace ? end : 0, FAULT != reader_cancel_does_not_wake);
  if (is_cancelled && FAULT == reader_cancel_forgotten) waiting_cancel(&reader->waiting, false);
  if (is_cancelled && FAULT != reader_cancel_does_not_wake) return IMP_OUTCOME_CANCELLED;
  if (!reader->real_pace) reader->time = end;
  return due <= until ? IMP_OK : IMP_RETRY_TIMEOUT;
}

static imp_finger_event event_number(uint64_t number) {
  imp_finger_event event = {.size = sizeof event, .timestamp_ns = (number + 1) * PERIOD_NS, .sequence = number};
  switch (number % PRESS) {
  case 0: event.kind = IMP_FINGER_EVENT_ARRIVED; break;
  case 2:
    event.kind = IMP_FINGER_EVENT_RETRY;
    event.reason = FAULT == retries_without_reason ? 0 : IMP_FINGER_RETRY_TOO_DRY;
    break;
  case 4: event.kind = IMP_FINGER_EVENT_LIFTED; break;
  default:
    event.kind = IMP_FINGER_EVENT_IMAGE;
    event.width = WIDTH;
    event.height = HEIGHT;
    event.row_bytes = FAULT == finger_rows_too_short ? WIDTH - 4 : ROW;
    event.resolution_x = 19685;
    event.resolution_y = FAULT == finger_without_resolution ? 0 : 19685;
    event.impression = FAULT == unknown_impression ? 9 : IMP_IMPRESSION_LIVE_PLAIN;
  }
  if (FAULT == arrives_with_a_size && event.kind == IMP_FINGER_EVENT_ARRIVED) event.width = WIDTH;
  if (FAULT == lifts_what_has_not_arrived && number == 0) event.kind = IMP_FINGER_EVENT_LIFTED;
  if (FAULT == arrives_twice && number == PRESS - 1) event.kind = IMP_FINGER_EVENT_ARRIVED;
  if (FAULT == event_time_falls && number % PRESS == 3) event.timestamp_ns -= 2 * (uint64_t)PERIOD_NS;
  if (FAULT == event_number_repeats && number % PRESS == 3) event.sequence--;
  return event;
}

static imp_status next_event(imp_finger_reader *reader, uint64_t timeout, imp_buffer *pixels, imp_finger_event *event) {
  const imp_plugin *plugin = reader->plugin;
  if (!pixels || !event || (pixels->capacity > 0 && !pixels->data)) return missing(plugin, "the room for pixels or event");
  if (event->size != sizeof *event && FAULT != events_ignore_size)
    return wrong_size(plugin, "the event", event->size, sizeof *event);
  if (reader->next >= reader->count) {
    bool is_cancelled = waiting_until(&reader->waiting, 0, true);
    if (FAULT == events_after_the_end && !is_cancelled) reader->next = reader->count - 1;
    return is_cancelled ? IMP_OUTCOME_CANCELLED : IMP_OUTCOME_END;
  }
  imp_status status = wait_for_event(reader, timeout);
  if (status != IMP_OK) {
    if (FAULT == event_fills_on_timeout && status == IMP_RETRY_TIMEOUT) *event = event_number(reader->next);
    return status;
  }
  // Lost in the middle of a press, and counted: the sensor is empty all the same.
  if (FAULT == scans_an_empty_sensor && reader->next == 0) reader->next = 1;
  imp_finger_event made = event_number(reader->next);
  if (FAULT == scans_an_empty_sensor) made.sequence--;
  size_t needed = made.kind == IMP_FINGER_EVENT_IMAGE ? BYTES : 0;
  if (pixels->capacity < needed) {
    pixels->length = needed;
    if (FAULT == short_buffer_loses_event) reader->next++;
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the image needs %zu bytes", needed);
  }
  for (size_t i = 0; i < needed; i++) pixels->data[i] = i % ROW / 4 % 2 ? 220 : 60;
  pixels->length = FAULT == lifts_with_pixels && made.kind == IMP_FINGER_EVENT_LIFTED && pixels->capacity > 0 ? 1 : needed;
  *event = made;
  reader->next++;
  return IMP_OK;
}

static void cancel(imp_finger_reader *reader) {
  waiting_cancel(&reader->waiting, true);
}

static const imp_finger_reader_ability table = {sizeof(imp_finger_reader_ability), 0, list, reader_open,
                                                next_event, cancel, reader_close};

static const char *const plugin_abilities[] = {IMP_FINGER_READER_ID};

static const void *plugin_table(const char *id) {
  (void)id;
  return &table;
}
