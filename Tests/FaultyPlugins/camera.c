// SPDX-License-Identifier: Apache-2.0
// A camera without a device: twelve grey frames, 20 ms apart. Correct, but for the fault it is built with.
#include "plugin.h"

#define LOCATOR "synthetic:0"
#define WIDTH 24u
#define HEIGHT 16u
#define PERIOD_NS 20000000u
#define FRAMES 12u
#define LOST 5u // this frame cannot be read

struct imp_camera {
  imp_plugin *plugin;
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  bool is_cancelled, real_pace, was_short;
  uint64_t period; // nanoseconds from frame to frame
  uint64_t begin;  // when frame 0 was due
  uint64_t next;  // number of the next frame
  uint64_t count; // of all frames
  uint64_t dropped;
};

static imp_status list(imp_plugin *plugin, imp_camera_info *infos, size_t *count) {
  if (!count || (*count > 0 && !infos)) return missing(plugin, "the array or its length");
  for (size_t i = 0; i < *count; i++)
    if (infos[i].size != sizeof(imp_camera_info))
      return wrong_size(plugin, "an entry", infos[i].size, sizeof(imp_camera_info));
  size_t capacity = *count;
  *count = 2;
  imp_camera_info made[2] = {{.size = sizeof *made, .locator = LOCATOR, .name = "Synthetic camera", .id = "one"},
                             {.size = sizeof *made, .locator = LOCATOR "?b", .name = "The same", .id = "other"}};
  static unsigned listings; // only a fault looks at it
  if (FAULT == ids_change) made[1].id[0] = (char)('a' + listings++ % 26);
  if (FAULT == unknown_light) made[1].light = 3;
  if (capacity < 2) {
    if (FAULT == list_fills_short_array && capacity > 0) infos[0] = made[0];
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "there are 2 devices");
  }
  memcpy(infos, made, sizeof made);
  return IMP_OK;
}

static bool is_known(imp_text locator) {
  if (FAULT == opens_any_locator) return true;
  if (is_text(locator, "one") || is_text(locator, "other")) return FAULT != ids_do_not_open;
  size_t length = strlen(LOCATOR);
  if (!locator.data || locator.length < length || memcmp(locator.data, LOCATOR, length) != 0) return false;
  return locator.length == length || (locator.length == length + 2 && memcmp(locator.data + length, "?b", 2) == 0);
}

static bool is_open, stream_is_stopped; // only faults look at them

static imp_status camera_open(imp_plugin *plugin, const imp_camera_options *options, imp_camera **camera) {
  if (!options || !camera) return missing(plugin, "options or the place for the camera");
  if (options->size != sizeof *options) return wrong_size(plugin, "options", options->size, sizeof *options);
  if (options->pace > IMP_CAMERA_PACE_FULL) return fail(plugin, IMP_E_ARGUMENT, "pace %u is none", options->pace);
  if (!is_known(options->locator)) return fail(plugin, IMP_E_DEVICE_MISSING, "there is only " LOCATOR);
  if (FAULT == breaks_when_busy && is_open) return fail(plugin, IMP_E_INTERNAL, "the device answers -16");
  imp_camera *made = calloc(1, sizeof *made);
  if (!made) return fail(plugin, IMP_E_MEMORY, "no memory for a camera");
  is_open = true;
  made->plugin = plugin;
  made->real_pace = options->pace == IMP_CAMERA_PACE_REAL;
  uint32_t rate = options->frames_per_second_milli;
  made->period = rate ? 1000000000000u / rate : PERIOD_NS;
  made->begin = clock_now();
  made->count = (uint64_t)FRAMES * (options->repeat ? options->repeat : 1);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init(&made->mutex, NULL);
  pthread_cond_init(&made->wake, &attributes);
  pthread_condattr_destroy(&attributes);
  *camera = made;
  return IMP_OK;
}

// Waits till the next frame is due. OK, the time-out, or cancelled.
static imp_status wait_for_frame(imp_camera *camera, uint64_t timeout) {
  uint64_t now = clock_now(), due = now;
  // A fault that shows where there is something to wait for: with it every frame is a period away when it is
  // asked for.
  if (camera->real_pace)
    due = FAULT == knows_no_unlimited_wait ? now + camera->period : camera->begin + camera->next * camera->period;
  uint64_t until = timeout > UINT64_MAX - now && FAULT != knows_no_unlimited_wait ? UINT64_MAX : now + timeout;
  if (FAULT == times_out_early) until = now + timeout / 10;
  uint64_t end = due < until ? due : until;
  if (FAULT == waits_too_long && due > until) end += 1500000000u;
  struct timespec when = {(time_t)(end / 1000000000u), (long)(end % 1000000000u)};
  pthread_mutex_lock(&camera->mutex);
  while ((!camera->is_cancelled || FAULT == cancel_does_not_wake) && clock_now() < end)
    pthread_cond_timedwait(&camera->wake, &camera->mutex, &when);
  bool is_cancelled = camera->is_cancelled;
  if (FAULT == cancel_forgotten) camera->is_cancelled = false;
  pthread_mutex_unlock(&camera->mutex);
  if (is_cancelled) return IMP_OUTCOME_CANCELLED;
  return clock_now() >= due ? IMP_OK : IMP_RETRY_TIMEOUT;
}

static imp_frame frame_number(const imp_camera *camera, uint64_t number) {
  imp_frame frame = {
      .size = sizeof(imp_frame),
      .format = IMP_PIXEL_GREY8,
      .width = WIDTH,
      .height = HEIGHT,
      .row_bytes = FAULT == rows_too_short ? WIDTH - 4 : WIDTH,
      .timestamp_ns = number * camera->period,
      .sequence = number,
      .dropped = FAULT == drops_uncounted ? 0 : camera->dropped,
  };
  if (FAULT == time_falls && number % 4 == 3) frame.timestamp_ns -= 2 * camera->period;
  if (FAULT == sequence_repeats && number % 4 == 3) frame.sequence--;
  return frame;
}

static imp_status next_frame(imp_camera *camera, uint64_t timeout, imp_buffer *pixels, imp_frame *frame) {
  const imp_plugin *plugin = camera->plugin;
  if (!pixels || !frame) return missing(plugin, "the room for pixels or frame");
  if (frame->size != sizeof *frame && FAULT != next_frame_ignores_size)
    return wrong_size(plugin, "the frame", frame->size, sizeof *frame);
  if (stream_is_stopped) return fail(plugin, IMP_E_DEVICE_FAILED, "the device answers -5");
  if (camera->next >= camera->count) {
    pthread_mutex_lock(&camera->mutex);
    bool is_cancelled = camera->is_cancelled;
    pthread_mutex_unlock(&camera->mutex);
    if (FAULT == end_does_not_last && !is_cancelled) camera->next = camera->count - 1;
    return is_cancelled ? IMP_OUTCOME_CANCELLED : IMP_OUTCOME_END;
  }
  uint64_t due = (clock_now() - camera->begin) / camera->period;
  // The first frame is given and so is the last, however late they are asked for: what lies between is the
  // gap.
  if (FAULT == skips_in_silence && camera->real_pace && camera->next > 0 && due > camera->next)
    camera->next = due < camera->count ? due : camera->count - 1;
  imp_status status = wait_for_frame(camera, timeout);
  if (status != IMP_OK) {
    if (FAULT == frame_fills_on_timeout && status == IMP_RETRY_TIMEOUT) *frame = frame_number(camera, camera->next);
    return status;
  }
  if (camera->next % FRAMES == LOST) {
    camera->next++;
    camera->dropped++;
    return fail(plugin, IMP_E_FILE, "frame %u cannot be read", LOST);
  }
  if (!pixels->data || pixels->capacity < WIDTH * HEIGHT) {
    pixels->length = WIDTH * HEIGHT;
    if (FAULT == short_buffer_loses_frame) camera->next++;
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "a frame needs %u bytes", WIDTH * HEIGHT);
  }
  memset(pixels->data, (int)(camera->next % 200 + 20), WIDTH * HEIGHT);
  pixels->length = WIDTH * HEIGHT;
  *frame = frame_number(camera, camera->next++);
  return IMP_OK;
}

static void cancel(imp_camera *camera) {
  pthread_mutex_lock(&camera->mutex);
  camera->is_cancelled = true;
  pthread_cond_broadcast(&camera->wake);
  pthread_mutex_unlock(&camera->mutex);
}

static void camera_close(imp_camera *camera) {
  is_open = false;
  pthread_cond_destroy(&camera->wake);
  pthread_mutex_destroy(&camera->mutex);
  free(camera);
}

static const imp_camera_ability table = {sizeof(imp_camera_ability), 0, list, camera_open,
                                         next_frame,                 cancel, camera_close};

// Other sources of this folder have it too, and more.
#ifndef CAMERA_AND_MORE
static const char *const plugin_abilities[] = {IMP_CAMERA_ID};

static const void *plugin_table(const char *id) {
  (void)id;
  return &table;
}
#endif
