// SPDX-License-Identifier: Apache-2.0
// A tracker: it takes each bright spot for a face, and follows it.
//
// No face detector, but it does what a host asks of one: boxes, eyes, tracks and
// qualities, the largest first. To make it yours, replace `find_spots` and
// `describe_spot`; numbering, room and order stay as they are.
#include "plugin.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// The image is looked at in so many cells a side.
#define GRID 48
#define MOST_FACES 64

// A face in cells, and how bright it is.
typedef struct spot {
  uint32_t left, top, right, bottom; // the last two are one past the end
  uint32_t cells;
  uint32_t brightness; // mean of its cells, 0...255
} spot;

typedef struct track {
  uint32_t id;
  spot spot;
} track;

struct imp_face_tracker {
  const imp_plugin *plugin;
  imp_face_tracker_options options;
  bool has_begun;
  uint64_t last_ns;
  uint32_t next_id;
  uint32_t count;
  track tracks[MOST_FACES]; // of the last frame
};

// ---- Finding ----------------------------------------------------------------

// The image's mean brightness, cell by cell.
typedef struct cells {
  uint32_t columns, rows;
  uint8_t brightness[GRID * GRID];
  uint8_t darkest, brightest;
} cells;

static uint32_t brightness(const imp_image *image, uint32_t x, uint32_t y) {
  const uint8_t *row = image->pixels.data + (size_t)y * image->row_bytes;
  if (image->format == IMP_PIXEL_GREY8)
    return row[x];
  const uint8_t *pixel = row + (size_t)x * 3;
  return (77u * pixel[0] + 150u * pixel[1] + 29u * pixel[2]) >> 8; // BT.601 luma in 256ths
}

static void read_cells(const imp_image *image, cells *cells) {
  cells->columns = image->width < GRID ? image->width : GRID;
  cells->rows = image->height < GRID ? image->height : GRID;
  cells->darkest = 255;
  cells->brightest = 0;
  for (uint32_t row = 0; row < cells->rows; row++)
    for (uint32_t column = 0; column < cells->columns; column++) {
      uint32_t left = column * image->width / cells->columns, right = (column + 1) * image->width / cells->columns;
      uint32_t top = row * image->height / cells->rows, bottom = (row + 1) * image->height / cells->rows;
      uint64_t sum = 0;
      for (uint32_t y = top; y < bottom; y++)
        for (uint32_t x = left; x < right; x++)
          sum += brightness(image, x, y);
      uint8_t mean = (uint8_t)(sum / ((uint64_t)(right - left) * (bottom - top)));
      cells->brightness[row * cells->columns + column] = mean;
      cells->darkest = mean < cells->darkest ? mean : cells->darkest;
      cells->brightest = mean > cells->brightest ? mean : cells->brightest;
    }
}

// All cells that hang together with `start` and are brighter than `limit`; they are marked as seen.
static spot gather(const cells *cells, uint32_t start, uint32_t limit, bool seen[GRID * GRID]) {
  uint16_t open[GRID * GRID]; // each cell is put there once
  uint32_t count = 0, sum = 0;
  spot found = {.left = GRID, .top = GRID};
  open[count++] = (uint16_t)start;
  seen[start] = true;
  while (count > 0) {
    uint32_t at = open[--count], x = at % cells->columns, y = at / cells->columns;
    found.left = x < found.left ? x : found.left;
    found.top = y < found.top ? y : found.top;
    found.right = x + 1 > found.right ? x + 1 : found.right;
    found.bottom = y + 1 > found.bottom ? y + 1 : found.bottom;
    found.cells++;
    sum += cells->brightness[at];
    uint32_t around[4] = {at - 1, at + 1, at - cells->columns, at + cells->columns};
    bool is_there[4] = {x > 0, x + 1 < cells->columns, y > 0, y + 1 < cells->rows};
    for (int i = 0; i < 4; i++)
      if (is_there[i] && !seen[around[i]] && cells->brightness[around[i]] > limit) {
        seen[around[i]] = true;
        open[count++] = (uint16_t)around[i];
      }
  }
  found.brightness = sum / found.cells;
  return found;
}

// The largest spots, largest first; of equals the one further up and left.
static uint32_t find_spots(const cells *cells, uint32_t most, spot spots[MOST_FACES]) {
  // Less contrast than this (of 255) is an even ground, not a face before one.
  if (cells->brightest - cells->darkest < 64)
    return 0;
  uint32_t limit = (cells->darkest + cells->brightest) / 2u, count = 0;
  bool seen[GRID * GRID] = {false};
  for (uint32_t at = 0; at < cells->columns * cells->rows; at++) {
    if (seen[at] || cells->brightness[at] <= limit)
      continue;
    spot found = gather(cells, at, limit, seen);
    if (found.cells < 9) // smaller than 3 by 3 cells: a reflection
      continue;
    uint32_t place = count < most ? count++ : most;
    for (; place > 0 && spots[place - 1].cells < found.cells; place--)
      if (place < most)
        spots[place] = spots[place - 1];
    if (place < most)
      spots[place] = found;
  }
  return count;
}

// ---- Following --------------------------------------------------------------

static bool do_overlap(const spot *a, const spot *b) {
  return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

// The number of the track that a spot goes on; a new one where it goes on none that is free.
static uint32_t follow(imp_face_tracker *tracker, const spot *spot, bool is_taken[MOST_FACES]) {
  for (uint32_t i = 0; i < tracker->count; i++)
    if (!is_taken[i] && do_overlap(&tracker->tracks[i].spot, spot)) {
      is_taken[i] = true;
      return tracker->tracks[i].id;
    }
  uint32_t id = tracker->next_id;
  tracker->next_id = id == UINT32_MAX ? 1 : id + 1; // 0 is never one
  return id;
}

// ---- Describing -------------------------------------------------------------

static imp_face describe_spot(const imp_image *image, const cells *cells, const spot *spot, uint32_t id, bool is_alone) {
  float cell_width = (float)image->width / (float)cells->columns;
  float cell_height = (float)image->height / (float)cells->rows;
  imp_rect box = {(float)spot->left * cell_width, (float)spot->top * cell_height,
                  (float)(spot->right - spot->left) * cell_width, (float)(spot->bottom - spot->top) * cell_height};
  bool is_whole =
      spot->left > 0 && spot->top > 0 && spot->right < cells->columns && spot->bottom < cells->rows;
  imp_face face = {
      .size = sizeof face,
      .track_id = id,
      .box = box,
      // Left is the subject's own: the image's right.
      .left_eye = {box.x + 0.7f * box.width, box.y + 0.4f * box.height},
      .right_eye = {box.x + 0.3f * box.width, box.y + 0.4f * box.height},
      .detection = (float)(spot->brightness - cells->darkest) / 255,
      .presence = 0, // no landmarks
      .left_eye_openness = -1,
      .right_eye_openness = -1,
      .landmark_model = IMP_LANDMARKS_NONE,
  };
  for (int i = 0; i < IMP_QUALITY_COMPONENT_COUNT; i++)
    face.quality[i] = -1; // not measured
  face.quality[IMP_QUALITY_DYNAMIC_RANGE] = 100 * face.detection;
  face.quality[IMP_QUALITY_MARGIN] = is_whole ? 100 : 0;
  face.quality[IMP_QUALITY_SINGLE_FACE] = is_alone ? 100 : 0;
  face.quality[IMP_QUALITY_UNIFIED] = is_whole ? face.quality[IMP_QUALITY_DYNAMIC_RANGE] : 0;
  return face;
}

static imp_status check_list(const imp_face_tracker *tracker, imp_face_list *faces) {
  const imp_plugin *plugin = tracker->plugin;
  if (!faces)
    return fail(plugin, IMP_E_ARGUMENT, "there is no list for the faces");
  if (faces->size != sizeof *faces)
    return fail(plugin, IMP_E_ABI, "the list's size field is %u, not %zu", faces->size, sizeof *faces);
  for (uint32_t i = 0; faces->faces && i < faces->face_capacity; i++)
    if (faces->faces[i].size != sizeof *faces->faces)
      return fail(plugin, IMP_E_ABI, "face %u of the list has a wrong size field", i);
  return IMP_OK;
}

static imp_status track_frame(imp_face_tracker *tracker, const imp_image *image, uint64_t timestamp_ns,
                              imp_face_list *faces) {
  imp_status status = check_list(tracker, faces);
  if (status == IMP_OK)
    status = check_image(tracker->plugin, image, 1);
  if (status != IMP_OK)
    return status;
  if (tracker->has_begun && timestamp_ns < tracker->last_ns)
    return fail(tracker->plugin, IMP_E_ARGUMENT, "the frame's time lies before the last one's");
  // Asked for before the frame is looked at, so that nothing has to be undone.
  if (!faces->faces || faces->face_capacity < tracker->options.maximum_faces) {
    faces->face_count = tracker->options.maximum_faces;
    faces->landmark_count = 0;
    return fail(tracker->plugin, IMP_RETRY_SHORT_BUFFER, "the list needs room for %u faces",
                tracker->options.maximum_faces);
  }
  cells cells;
  spot spots[MOST_FACES];
  track tracks[MOST_FACES];
  bool is_taken[MOST_FACES] = {false};
  read_cells(image, &cells);
  uint32_t count = find_spots(&cells, tracker->options.maximum_faces, spots), given = 0;
  for (uint32_t i = 0; i < count; i++) {
    if ((float)(spots[i].brightness - cells.darkest) / 255 < tracker->options.detection_threshold)
      continue;
    tracks[given] = (track){follow(tracker, &spots[i], is_taken), spots[i]};
    faces->faces[given] = describe_spot(image, &cells, &spots[i], tracks[given].id, count == 1);
    given++;
  }
  memcpy(tracker->tracks, tracks, given * sizeof *tracks);
  tracker->count = given;
  tracker->has_begun = true;
  tracker->last_ns = timestamp_ns;
  faces->face_count = given;
  faces->landmark_count = 0;
  return IMP_OK;
}

// ---- The table --------------------------------------------------------------

static void reset(imp_face_tracker *tracker) {
  tracker->has_begun = false;
  tracker->count = 0;
  tracker->next_id = 1;
}

static imp_status create(imp_plugin *plugin, const imp_face_tracker_options *options, imp_face_tracker **tracker) {
  if (!options || !tracker)
    return fail(plugin, IMP_E_ARGUMENT, "options or the place for the tracker are missing");
  if (options->size != sizeof *options)
    return fail(plugin, IMP_E_ABI, "the options' size field is %u, not %zu", options->size, sizeof *options);
  if (options->maximum_faces < 1 || options->maximum_faces > MOST_FACES)
    return fail(plugin, IMP_E_ARGUMENT, "maximum_faces is %u; it must be 1...%d", options->maximum_faces, MOST_FACES);
  // Written so that no number (NaN) is refused too.
  if (!(options->detection_threshold >= 0 && options->detection_threshold <= 1))
    return fail(plugin, IMP_E_ARGUMENT, "the detection threshold must be 0...1");
  if (options->threads < 1)
    return fail(plugin, IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
  imp_face_tracker *made = calloc(1, sizeof *made);
  if (!made)
    return fail(plugin, IMP_E_MEMORY, "no memory for a tracker");
  made->plugin = plugin;
  made->options = *options;
  made->next_id = 1;
  *tracker = made;
  return IMP_OK;
}

static void destroy(imp_face_tracker *tracker) {
  free(tracker);
}

static const imp_face_tracker_ability table = {
    .size = sizeof(imp_face_tracker_ability),
    .create = create,
    .track = track_frame,
    .reset = reset,
    .destroy = destroy,
};

const void *const plugin_tables[] = {&table};
