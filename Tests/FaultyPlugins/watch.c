// SPDX-License-Identifier: Apache-2.0
// The camera of camera.c, of which one device is taken out and put in again each tenth of a second. Correct,
// but for the fault it is built with.
#define PLUGIN_ABILITY_COUNT 2
#define CAMERA_AND_MORE
#include "camera.c"

#define EVENT_PERIOD_NS 100000000u

struct imp_device_watch {
  imp_plugin *plugin;
  struct waiting waiting;
  uint64_t begin;
  uint64_t next; // number of the next event since the clock's beginning: an odd one is a device put in again
};

// Events come in pairs: one at the beginning of a period, its other a hundredth of a second later.
static uint64_t time_of(uint64_t event) {
  return event / 2 * EVENT_PERIOD_NS + event % 2 * (EVENT_PERIOD_NS / 10);
}

static uint64_t shared_next; // only a fault looks at it

// Faults that show where there is something to wait for: with them nothing comes for a minute, so that they
// show at the first call, however late a busy machine makes it.
static bool is_quiet(void) {
  return FAULT == watch_gives_up_early || FAULT == watch_waits_too_long || FAULT == watch_fills_on_timeout ||
         FAULT == watch_knows_no_unlimited_wait;
}

static imp_status watch_open(imp_plugin *plugin, imp_device_watch **watch) {
  if (!watch) return missing(plugin, "the place for the watch");
  imp_device_watch *made = calloc(1, sizeof *made);
  if (!made) return fail(plugin, IMP_E_MEMORY, "no memory for a watch");
  made->plugin = plugin;
  made->begin = clock_now();
  // The next whole pair.
  made->next = (made->begin / EVENT_PERIOD_NS + 1) * 2;
  if (shared_next < made->next) shared_next = made->next;
  if (FAULT == watch_tells_present) made->next = UINT64_MAX;
  waiting_begin(&made->waiting);
  *watch = made;
  return IMP_OK;
}

static imp_device_event event_number(uint64_t number) {
  bool is_added = number % 2 == 1;
  if (FAULT == watch_swaps_order) is_added = !is_added;
  imp_device_event event = {
      .size = sizeof event,
      .device = IMP_DEVICE_CAMERA,
      .change = is_added ? IMP_DEVICE_ADDED : IMP_DEVICE_REMOVED,
      .timestamp_ns = time_of(number),
      .locator = LOCATOR "?b",
  };
  return event;
}

static imp_status watch_next(imp_device_watch *watch, uint64_t timeout, imp_device_event *event) {
  const imp_plugin *plugin = watch->plugin;
  if (!event) return missing(plugin, "the event");
  if (event->size != sizeof *event && FAULT != watch_ignores_size)
    return wrong_size(plugin, "the event", event->size, sizeof *event);
  if (FAULT == watch_tells_present && watch->next == UINT64_MAX) {
    watch->next = (watch->begin / EVENT_PERIOD_NS + 1) * 2;
    *event = event_number(1);
    event->timestamp_ns = watch->begin;
    return IMP_OK;
  }
  uint64_t *place = FAULT == watches_share_events ? &shared_next : &watch->next;
  uint64_t now = clock_now(), due = is_quiet() ? later(now, 60000000000u) : time_of(*place);
  uint64_t until = FAULT == watch_knows_no_unlimited_wait ? now + timeout : later(now, timeout);
  uint64_t end = due < until ? due : until;
  if (FAULT == watch_gives_up_early && due > until) end = now;
  if (FAULT == watch_waits_too_long && due > until) end = until + 1500000000u;
  bool is_cancelled = waiting_until(&watch->waiting, end, FAULT != watch_cancel_does_not_wake);
  if (is_cancelled && FAULT == watch_cancel_forgotten) waiting_cancel(&watch->waiting, false);
  if (is_cancelled && FAULT != watch_cancel_does_not_wake) return IMP_OUTCOME_CANCELLED;
  if (clock_now() < due) {
    if (FAULT == watch_fills_on_timeout) *event = event_number(*place);
    return IMP_RETRY_TIMEOUT;
  }
  *event = event_number((*place)++);
  return IMP_OK;
}

static void watch_cancel(imp_device_watch *watch) {
  waiting_cancel(&watch->waiting, true);
}

static void watch_close(imp_device_watch *watch) {
  waiting_end(&watch->waiting);
  free(watch);
}

static const imp_device_watch_ability watch_table = {sizeof(imp_device_watch_ability), 0, watch_open,
                                                     watch_next, watch_cancel, watch_close};

static const char *const plugin_abilities[] = {IMP_CAMERA_ID, IMP_DEVICE_WATCH_ID};

static const void *plugin_table(const char *id) {
  return strcmp(id, IMP_CAMERA_ID) == 0 ? (const void *)&table : &watch_table;
}
