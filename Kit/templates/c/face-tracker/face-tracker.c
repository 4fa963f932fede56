// SPDX-License-Identifier: Apache-2.0
// A tracker: it takes each bright spot for a face, and follows it.
//
// No face detector, but it does what a host asks of one: boxes, eyes, tracks and
// qualities, the largest first. To make it yours, replace `track_faces`; what is
// checked before stays as it is.
#include "plugin.h"
#include "spots.h"

#include <stdlib.h>

struct imp_face_tracker {
  const imp_plugin *plugin;
  imp_face_tracker_options options;
  bool has_begun;
  uint64_t last_ns;
  tracks tracks; // of the last frame
};

static imp_status check_list(const imp_face_tracker *tracker, imp_face_list *faces) {
  const imp_plugin *plugin = tracker->plugin;
  imp_status status = check_struct(plugin, faces, sizeof *faces, "the list of faces");
  for (uint32_t i = 0; status == IMP_OK && faces->faces && i < faces->face_capacity; i++)
    status = check_struct(plugin, &faces->faces[i], sizeof *faces->faces, "a face of the list");
  return status;
}

static imp_status track_frame(imp_face_tracker *tracker, const imp_image *image, uint64_t timestamp_ns,
                              imp_face_list *faces) {
  imp_status status = check_list(tracker, faces);
  if (status == IMP_OK)
    status = check_image(tracker->plugin, image, 1);
  if (status != IMP_OK)
    return status;
  if (tracker->has_begun && timestamp_ns < tracker->last_ns)
    return fail(tracker->plugin, IMP_E_ARGUMENT, "the frame's time is earlier than the last one's");
  // Checked first: a call that is refused changes nothing.
  if (!faces->faces || faces->face_capacity < tracker->options.maximum_faces) {
    faces->face_count = tracker->options.maximum_faces;
    faces->landmark_count = 0;
    return fail(tracker->plugin, IMP_RETRY_SHORT_BUFFER, "the list needs room for %u faces",
                tracker->options.maximum_faces);
  }
  tracks next = {0};
  track_faces(image, tracker->options.maximum_faces, tracker->options.detection_threshold, &tracker->tracks, &next,
              faces->faces);
  tracker->tracks = next;
  tracker->has_begun = true;
  tracker->last_ns = timestamp_ns;
  faces->face_count = next.count;
  faces->landmark_count = 0;
  return IMP_OK;
}

// ---- The table --------------------------------------------------------------

static void reset(imp_face_tracker *tracker) {
  tracker->has_begun = false;
  tracker->tracks.count = 0;
  tracker->tracks.next_id = 1;
}

static imp_status create(imp_plugin *plugin, const imp_face_tracker_options *options, imp_face_tracker **tracker) {
  imp_status status = check_struct(plugin, options, sizeof *options, "the options");
  if (status != IMP_OK)
    return status;
  if (!tracker)
    return fail(plugin, IMP_E_ARGUMENT, "the pointer to the tracker is null");
  if (options->maximum_faces < 1 || options->maximum_faces > MOST_FACES)
    return fail(plugin, IMP_E_ARGUMENT, "maximum_faces is %u; it must be 1...%d", options->maximum_faces, MOST_FACES);
  // Written so that NaN is refused too.
  if (!(options->detection_threshold >= 0 && options->detection_threshold <= 1))
    return fail(plugin, IMP_E_ARGUMENT, "the detection threshold must be 0...1");
  if (options->threads < 1)
    return fail(plugin, IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
  imp_face_tracker *made = calloc(1, sizeof *made);
  if (!made)
    return fail(plugin, IMP_E_MEMORY, "no memory for a tracker");
  made->plugin = plugin;
  made->options = *options;
  made->tracks.next_id = 1;
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
