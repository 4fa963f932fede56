// SPDX-License-Identifier: Apache-2.0
// A face tracker: what is bright in the left and in the right half of a picture is a face. Correct, but for
// the fault it is built with.
#include "plugin.h"

#include <math.h>

#define SIDE 8        // pixels a side of an image has at least
#define MOST_FACES 2  // one in each half
#define POINTS 468
#define CONTRAST 32   // grey levels between the darkest and the brightest pixel of a half with a face

struct imp_face_tracker {
  imp_plugin *plugin;
  uint32_t maximum;
  uint64_t last; // time of the last frame
  bool has_last;
  unsigned calls;
};

static imp_status check_image(const imp_plugin *plugin, const imp_image *image) {
  if (!image) return missing(plugin, "the image");
  if (image->size != sizeof *image) return wrong_size(plugin, "the image", image->size, sizeof *image);
  if (image->format != IMP_PIXEL_GREY8 && image->format != IMP_PIXEL_RGB24)
    return fail(plugin, IMP_E_SAMPLE, "pixel format %u is neither grey (1) nor RGB (2)", image->format);
  if (image->width < SIDE || image->height < SIDE || image->width > 65535 || image->height > 65535)
    return fail(plugin, IMP_E_SAMPLE, "%u x %u pixels; a side needs %d...65535", image->width, image->height, SIDE);
  uint64_t row = (uint64_t)image->width * (image->format == IMP_PIXEL_RGB24 ? 3 : 1);
  uint64_t needed = (uint64_t)(image->height - 1) * image->row_bytes + row;
  if (FAULT == ignores_frame_bytes) return IMP_OK;
  if (!image->pixels.data || image->row_bytes < row || image->pixels.length < needed)
    return fail(plugin, IMP_E_SAMPLE, "%zu bytes in rows of %u do not hold %u x %u pixels", image->pixels.length,
                image->row_bytes, image->width, image->height);
  return IMP_OK;
}

// The first byte of a pixel, whatever its format: enough to tell bright from dark.
static uint8_t shade(const imp_image *image, uint32_t x, uint32_t y) {
  size_t step = image->format == IMP_PIXEL_RGB24 ? 3 : 1;
  return image->pixels.data[(size_t)y * image->row_bytes + x * step];
}

// The box around what is bright in the columns from `left` on. False: nothing stands out there.
static bool find_face(const imp_image *image, uint32_t left, uint32_t right, imp_rect *box) {
  int least = 255, most = 0;
  for (uint32_t y = 0; y < image->height; y++)
    for (uint32_t x = left; x < right; x++) {
      least = shade(image, x, y) < least ? shade(image, x, y) : least;
      most = shade(image, x, y) > most ? shade(image, x, y) : most;
    }
  if (FAULT == divides_by_contrast && (image->width + image->height) / (uint32_t)(most - least) == 1) return false;
  if (most - least < CONTRAST) return false;
  uint32_t x0 = right, x1 = left, y0 = image->height, y1 = 0;
  for (uint32_t y = 0; y < image->height; y++)
    for (uint32_t x = left; x < right; x++)
      if (shade(image, x, y) > (least + most) / 2) {
        x0 = x < x0 ? x : x0;
        x1 = x >= x1 ? x + 1 : x1;
        y0 = y < y0 ? y : y0;
        y1 = y >= y1 ? y + 1 : y1;
      }
  *box = (imp_rect){(float)x0, (float)y0, (float)(x1 - x0), (float)(y1 - y0)};
  return true;
}

static imp_face face_in(imp_rect box, uint32_t track, uint32_t index) {
  imp_face face = {
      .size = sizeof(imp_face),
      .track_id = track,
      .box = box,
      .left_eye = {box.x + box.width * 0.7f, box.y + box.height * 0.4f},
      .right_eye = {box.x + box.width * 0.3f, box.y + box.height * 0.4f},
      .detection = 0.9f,
      .presence = FAULT == presence_out_of_range ? 3 : 0.8f,
      .left_eye_openness = -1,
      .right_eye_openness = -1,
      .landmark_model = IMP_LANDMARKS_MESH468,
      .landmark_first = index * POINTS + (FAULT == landmarks_elsewhere ? 1000 : 0),
      .landmark_count = POINTS,
  };
  for (int i = 0; i < IMP_QUALITY_COMPONENT_COUNT; i++) face.quality[i] = -1;
  face.quality[IMP_QUALITY_UNIFIED] = 50;
  if (FAULT == box_not_finite) face.box.width = NAN;
  return face;
}

static bool sizes_are_right(const imp_face_list *faces) {
  if (FAULT == ignores_face_size) return true;
  for (uint32_t i = 0; i < faces->face_capacity; i++)
    if (faces->faces[i].size != sizeof(imp_face)) return false;
  return true;
}

static imp_status track(imp_face_tracker *tracker, const imp_image *image, uint64_t time, imp_face_list *faces) {
  const imp_plugin *plugin = tracker->plugin;
  imp_status status = check_image(plugin, image);
  if (status != IMP_OK) {
    if (FAULT == failed_frame_counts) tracker->last = time, tracker->has_last = true;
    return status;
  }
  if (!faces) return missing(plugin, "the list of faces");
  if (faces->size != sizeof *faces) return wrong_size(plugin, "the list", faces->size, sizeof *faces);
  if (!sizes_are_right(faces)) return fail(plugin, IMP_E_ABI, "the size field of a face is not %zu", sizeof(imp_face));
  if (tracker->has_last && time < tracker->last && FAULT != takes_earlier_frame)
    return fail(plugin, IMP_E_ARGUMENT, "the frame is older than the last one");

  imp_rect boxes[MOST_FACES];
  uint32_t tracks[MOST_FACES], count = 0;
  for (uint32_t half = 0; half < 2; half++) {
    if (count == tracker->maximum && FAULT != more_faces_than_asked) break;
    if (!find_face(image, half * (image->width / 2), (half + 1) * (image->width / 2), &boxes[count])) continue;
    tracks[count++] = half + 1 + (FAULT == tracks_by_call ? tracker->calls * 2 : 0);
  }
  tracker->calls++;
  bool swap = count == 2 && boxes[1].width * boxes[1].height > boxes[0].width * boxes[0].height;
  if (FAULT == smallest_first) swap = count == 2 && !swap;
  if (swap) {
    imp_rect box = boxes[0];
    uint32_t id = tracks[0];
    boxes[0] = boxes[1], tracks[0] = tracks[1];
    boxes[1] = box, tracks[1] = id;
  }

  uint32_t capacity = faces->face_capacity;
  if (count > capacity || count * POINTS > faces->landmark_capacity) {
    if (FAULT == fills_short_list && capacity > 0) faces->faces[0] = face_in(boxes[0], tracks[0], 0);
    faces->face_count = FAULT == counts_capacity ? capacity : count;
    faces->landmark_count = FAULT == counts_capacity ? faces->landmark_capacity : count * POINTS;
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the list needs room for %u faces", count);
  }
  faces->face_count = count;
  faces->landmark_count = count * POINTS;
  for (uint32_t i = 0; i < count; i++) {
    faces->faces[i] = face_in(boxes[i], tracks[i], i);
    for (uint32_t point = 0; point < POINTS; point++)
      faces->landmarks[i * POINTS + point] =
          (imp_point3){boxes[i].x + boxes[i].width * (float)(point % 22) / 22,
                       boxes[i].y + boxes[i].height * (float)(point / 22) / 22, 0};
  }
  if (FAULT == writes_past_faces && count > 0) faces->faces[capacity] = faces->faces[0];
  if (FAULT == writes_past_landmarks && count > 0) faces->landmarks[faces->landmark_capacity] = faces->landmarks[0];
  tracker->last = time;
  tracker->has_last = true;
  return IMP_OK;
}

static imp_status create(imp_plugin *plugin, const imp_face_tracker_options *options, imp_face_tracker **tracker) {
  if (!options || !tracker) return missing(plugin, "options or the place for the tracker");
  if (options->size != sizeof *options) return wrong_size(plugin, "options", options->size, sizeof *options);
  if (FAULT != accepts_tracker_options && (options->maximum_faces < 1 || options->maximum_faces > 64 || options->threads < 1 ||
      !(options->detection_threshold >= 0 && options->detection_threshold <= 1)))
    return fail(plugin, IMP_E_ARGUMENT, "faces (1...64), threshold (0...1) or threads (from 1) out of range");
  imp_face_tracker *made = calloc(1, sizeof *made);
  if (!made) return fail(plugin, IMP_E_MEMORY, "no memory for a tracker");
  made->plugin = plugin;
  made->maximum = options->maximum_faces;
  *tracker = made;
  return IMP_OK;
}

static void reset(imp_face_tracker *tracker) {
  if (FAULT != reset_keeps_time) tracker->has_last = false;
}

static void destroy(imp_face_tracker *tracker) {
  free(tracker);
}

static const char *const plugin_abilities[] = {IMP_FACE_TRACKER_ID};

static const imp_face_tracker_ability table = {sizeof(imp_face_tracker_ability), 0, create, track, reset, destroy};

static const void *plugin_table(const char *id) {
  (void)id;
  return &table;
}
