// SPDX-License-Identifier: Apache-2.0
// imprint.face-tracker/1: detects and tracks faces. Draft: may change until 1.0.
#ifndef IMPRINT_DRAFT_FACE_TRACKER_H
#define IMPRINT_DRAFT_FACE_TRACKER_H

#include "../image.h"
#include "../plugin.h"
#include "face.h"

IMP_BEGIN_DECLS

#define IMP_FACE_TRACKER_ID "imprint.face-tracker/1"

typedef struct imp_face_tracker imp_face_tracker;

typedef struct imp_face_tracker_options {
  uint32_t size;             // sizeof(imp_face_tracker_options)
  uint32_t maximum_faces;    // 1...64
  float detection_threshold; // 0...1; 0 leaves it to the tracker
  uint32_t threads;          // 1...the manifest's `concurrency.threads`
} imp_face_tracker_options;

typedef struct imp_face_tracker_ability {
  uint32_t size; // sizeof(imp_face_tracker_ability)
  uint32_t reserved;

  // Creates a tracker. Models are loaded here, not in open.
  // *tracker lives until destroy.
  // IMP_E_MODEL, IMP_E_FILE, IMP_E_UNSUPPORTED, IMP_E_ENTITLEMENT.
  // [one at a time: plugin]
  imp_status (*IMP_NONNULL create)(imp_plugin *IMP_NONNULL plugin,
                                   const imp_face_tracker_options *IMP_NONNULL options,
                                   imp_face_tracker *IMP_NULLABLE *IMP_NONNULL tracker);

  // Detects the faces of the next frame and tracks those of the last. The host owns
  // the image, valid until return. timestamp_ns is its capture time; before
  // the last frame's: IMP_E_ARGUMENT. Deterministic: the same frames with
  // the same times give the same faces. No face is a list of length 0, not
  // an error. IMP_E_SAMPLE for an unusable image. IMP_RETRY_SHORT_BUFFER: see
  // imp_face_list. A tracker may require capacity for maximum_faces before it
  // detects. A failed call leaves the tracks unchanged.
  // [one at a time: object]
  imp_status (*IMP_NONNULL track)(imp_face_tracker *IMP_NONNULL tracker, const imp_image *IMP_NONNULL image,
                                  uint64_t timestamp_ns, imp_face_list *IMP_NONNULL faces);

  // Discards all tracks: the next frame is the first of a new stream, with any
  // time. Cannot fail. [one at a time: object]
  void (*IMP_NONNULL reset)(imp_face_tracker *IMP_NONNULL tracker);

  // Releases the tracker. No other call on it is running. Cannot fail.
  // [one at a time: plugin]
  void (*IMP_NONNULL destroy)(imp_face_tracker *IMP_NONNULL tracker);
} imp_face_tracker_ability;

IMP_END_DECLS

#endif
