// SPDX-License-Identifier: Apache-2.0
// A camera: it gives a test pattern, a bright oval that moves over a dark background.
//
// To make it yours, replace `find_device` by what looks for your device, and
// `draw` by what takes a frame from it. What is between them stays: frames that
// are due at a time, a wait that ends in time, and a cancel that ends it at once.
#include "pattern.h"
#include "stop.h"

#include <stdlib.h>
#include <string.h>

#define LOCATOR "pattern:0"
#define NAME "Test pattern"

struct imp_camera {
  const imp_plugin *plugin;
  uint32_t width, height;
  uint64_t period_ns; // from one frame to the next
  bool is_paced;      // frames come when they are due, not at once
  bool has_started;
  bool is_promised;   // a short buffer has refused the frame `next`: it may not be lost
  uint64_t start_ns;  // the monotonic clock at the first frame
  uint64_t next;      // number of the frame to give
  uint64_t dropped;
  stop stop;
};

// ---- Opening ----------------------------------------------------------------

static imp_status list(imp_plugin *plugin, imp_camera_info *infos, size_t *count) {
  static const imp_camera_info info = {.size = sizeof info, .locator = LOCATOR, .name = NAME};
  return list_all(plugin, &info, 1, sizeof info, infos, count);
}

static imp_status check_options(const imp_plugin *plugin, const imp_camera_options *options) {
  imp_status status = check_struct(plugin, options, sizeof *options, "the options");
  if (status != IMP_OK)
    return status;
  if (options->width > 65535 || options->height > 65535)
    return fail(plugin, IMP_E_ARGUMENT, "%u x %u pixels; a side has up to 65535", options->width, options->height);
  if (options->pace != IMP_CAMERA_PACE_REAL && options->pace != IMP_CAMERA_PACE_FULL)
    return fail(plugin, IMP_E_ARGUMENT, "pace %u is neither real (0) nor full (1)", options->pace);
  if (!options->locator.data || options->locator.length == 0)
    return fail(plugin, IMP_E_ARGUMENT, "the locator is empty");
  return IMP_OK;
}

// Here the device would be looked for, and opened.
static imp_status find_device(const imp_plugin *plugin, imp_text locator) {
  if (locator.length != strlen(LOCATOR) || memcmp(locator.data, LOCATOR, locator.length) != 0)
    return fail(plugin, IMP_E_DEVICE_MISSING, "there is no such camera; there is only '%s'", LOCATOR);
  return IMP_OK;
}

// The nearest value there is; `usual` where the host leaves it to the camera.
static uint32_t nearest(uint32_t asked, uint32_t usual, uint32_t least, uint32_t most) {
  if (asked == 0)
    return usual;
  return asked < least ? least : asked > most ? most : asked;
}

static imp_status open_camera(imp_plugin *plugin, const imp_camera_options *options, imp_camera **camera) {
  imp_status status = check_options(plugin, options);
  if (status != IMP_OK)
    return status;
  if (!camera)
    return fail(plugin, IMP_E_ARGUMENT, "the pointer to the camera is null");
  status = find_device(plugin, options->locator);
  if (status != IMP_OK)
    return status;
  imp_camera *made = calloc(1, sizeof *made);
  if (!made || !stop_make(&made->stop)) {
    free(made);
    return fail(plugin, IMP_E_MEMORY, "no memory for a camera");
  }
  made->plugin = plugin;
  made->width = nearest(options->width, 640, 64, 1920);
  made->height = nearest(options->height, 480, 64, 1080);
  // Frames in 1000 seconds: from 1 per second to 240.
  made->period_ns = 1000 * SECOND_NS / nearest(options->frames_per_second_milli, 30000, 1000, 240000);
  made->is_paced = options->pace == IMP_CAMERA_PACE_REAL;
  *camera = made;
  return IMP_OK;
}

static void close_camera(imp_camera *camera) {
  stop_end(&camera->stop);
  free(camera);
}

// ---- Frames -----------------------------------------------------------------

// Waits until the next frame is due. Frames that the host was too slow for are lost, as with any live camera.
static imp_status wait_for_frame(imp_camera *camera, uint64_t timeout_ns) {
  uint64_t now = now_ns();
  if (!camera->has_started) {
    camera->has_started = true;
    camera->start_ns = now;
  }
  uint64_t shown = (now - camera->start_ns) / camera->period_ns;
  if (!camera->is_promised && shown > camera->next) {
    camera->dropped += shown - camera->next;
    camera->next = shown;
  }
  uint64_t due = camera->start_ns + camera->next * camera->period_ns;
  return stop_wait(camera->plugin, &camera->stop, due, later(now, timeout_ns), "the next frame is not due yet");
}

static imp_status next_frame(imp_camera *camera, uint64_t timeout_ns, imp_buffer *pixels, imp_frame *frame) {
  const imp_plugin *plugin = camera->plugin;
  imp_status status = check_struct(plugin, frame, sizeof *frame, "the frame");
  if (status != IMP_OK)
    return status;
  if (!pixels || (!pixels->data && pixels->capacity > 0))
    return fail(plugin, IMP_E_ARGUMENT, "the pointer to the frame is null");
  status = stop_wait(plugin, &camera->stop, 0, 0, "");
  if (status != IMP_OK)
    return status;
  size_t needed = (size_t)camera->width * camera->height;
  if (pixels->capacity < needed) {
    camera->is_promised = true;
    pixels->length = needed;
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the frame needs %zu bytes", needed);
  }
  if (camera->is_paced)
    status = wait_for_frame(camera, timeout_ns);
  if (status != IMP_OK)
    return status;
  draw(camera->width, camera->height, camera->next, pixels->data);
  pixels->length = needed;
  *frame = (imp_frame){
      .size = sizeof *frame,
      .format = IMP_PIXEL_GREY8,
      .width = camera->width,
      .height = camera->height,
      .row_bytes = camera->width,
      .timestamp_ns = camera->next * camera->period_ns,
      .sequence = camera->next,
      .dropped = camera->dropped,
  };
  camera->is_promised = false;
  camera->next++;
  return IMP_OK;
}

static void cancel(imp_camera *camera) {
  stop_raise(&camera->stop);
}

// ---- The table --------------------------------------------------------------

static const imp_camera_ability table = {
    .size = sizeof(imp_camera_ability),
    .list = list,
    .open = open_camera,
    .next_frame = next_frame,
    .cancel = cancel,
    .close = close_camera,
};

const void *const plugin_tables[] = {&table};
