// SPDX-License-Identifier: Apache-2.0
// imprint.matcher/1: image to template, templates to similarities.
// Draft: may change until version 1.0.
//
// A plugin gives raw similarities; the host maps them to calibrated scores by
// the calibration in the manifest. What holds of all templates: template.h.
#ifndef IMPRINT_DRAFT_MATCHER_H
#define IMPRINT_DRAFT_MATCHER_H

#include "../image.h"
#include "../plugin.h"
#include "face.h"
#include "template.h"

IMP_BEGIN_DECLS

#define IMP_MATCHER_ID "imprint.matcher/1"

typedef struct imp_matcher imp_matcher;

// What the algorithm is. Compared with the manifest's `matcher` section.
typedef struct imp_matcher_info {
  uint32_t size;     // sizeof(imp_matcher_info)
  uint32_t modality; // IMP_MODALITY_...
  // Name of the template format, UTF-8, null-terminated, at most 63 bytes:
  // "imprint.face-f6". Templates of different names are never compared.
  const char *IMP_NONNULL algorithm;
  uint32_t writes_version;     // version of the templates that extract makes, from 1
  uint32_t reads_version_min;  // versions that compare takes, both included
  uint32_t reads_version_max;
  uint32_t template_bytes_max; // no template is longer
  uint32_t template_bytes_fixed; // every template's length; 0: lengths differ
  uint32_t needs_face;         // 1: extract needs a face with landmarks; 0: the image will do
  uint32_t symmetric;          // 1: compare(a, b) equals compare(b, a) bit by bit
  float similarity_min;        // no similarity is lower
  float similarity_max;        // no similarity is higher
  uint32_t reserved;           // 0
} imp_matcher_info;

typedef struct imp_matcher_options {
  uint32_t size;    // sizeof(imp_matcher_options)
  uint32_t threads; // 1...the manifest's `concurrency.threads`
} imp_matcher_options;

// Many templates in one piece of memory.
typedef struct imp_gallery {
  uint32_t size;    // sizeof(imp_gallery)
  uint32_t version; // of all its templates
  uint64_t count;
  imp_bytes data;
  // count + 1 rising offsets into data: template i is [offsets[i], offsets[i+1]).
  // Null where every template is template_bytes_fixed long.
  const uint64_t *IMP_NULLABLE offsets;
} imp_gallery;

typedef struct imp_matcher_ability {
  uint32_t size; // sizeof(imp_matcher_ability)
  uint32_t reserved;

  // Says what the algorithm is. The info stays the plugin's, constant until
  // close. Cannot fail. [any thread]
  const imp_matcher_info *IMP_NONNULL (*IMP_NONNULL describe)(imp_plugin *IMP_NONNULL plugin);

  // Makes a matcher. What only extract needs (models) is loaded by the first
  // extract, so that comparing alone stays light.
  // *matcher lives until destroy.
  // IMP_E_MODEL, IMP_E_FILE, IMP_E_UNSUPPORTED, IMP_E_ENTITLEMENT.
  // [one at a time: plugin]
  imp_status (*IMP_NONNULL create)(imp_plugin *IMP_NONNULL plugin,
                                   const imp_matcher_options *IMP_NONNULL options,
                                   imp_matcher *IMP_NULLABLE *IMP_NONNULL matcher);

  // Makes a template of one face. The same input gives the same bytes on
  // every call and every run on the same machine.
  // Image, face and landmarks stay the host's, valid until return.
  // `face` may be null where needs_face is 0; its landmark_first counts into
  // `landmarks`. The caller owns buffer and extraction.
  // IMP_E_SAMPLE, IMP_E_NO_SUBJECT, IMP_E_QUALITY, IMP_E_MANY_SUBJECTS: a typed failure
  // to extract. IMP_E_UNSUPPORTED from a matcher that only compares.
  // IMP_E_MODEL, IMP_E_FILE, IMP_E_ENTITLEMENT, IMP_RETRY_SHORT_BUFFER.
  // [one at a time: object]
  imp_status (*IMP_NONNULL extract)(imp_matcher *IMP_NONNULL matcher, const imp_image *IMP_NONNULL image,
                                    const imp_face *IMP_NULLABLE face,
                                    const imp_point3 *IMP_NULLABLE landmarks, uint32_t landmark_count,
                                    imp_buffer *IMP_NONNULL payload, imp_extraction *IMP_NONNULL extraction);

  // Compares two templates. *similarity is finite, within the range that
  // describe states, and higher for more alike.
  // Both payloads stay the host's, valid until return.
  // IMP_E_TEMPLATE_FORMAT, IMP_E_TEMPLATE_VERSION, IMP_E_TEMPLATE_DAMAGED: of
  // either payload; *similarity is untouched.
  // [any thread]
  imp_status (*IMP_NONNULL compare)(const imp_matcher *IMP_NONNULL matcher, imp_bytes probe,
                                    uint32_t probe_version, imp_bytes reference, uint32_t reference_version,
                                    float *IMP_NONNULL similarity);

  // Compares one template with each of a gallery: similarities[i] is exactly
  // what compare(probe, template i) gives.
  // The caller owns similarities, room for gallery->count floats; probe and
  // gallery stay the host's, valid until return.
  // An empty gallery is no error. A template that cannot be read gets NaN
  // there, and the others are compared all the same.
  // IMP_E_TEMPLATE_... is about the probe; IMP_E_ARGUMENT about the gallery's
  // shape; similarities are then untouched.
  // [any thread]
  imp_status (*IMP_NONNULL compare_many)(const imp_matcher *IMP_NONNULL matcher, imp_bytes probe,
                                         uint32_t probe_version, const imp_gallery *IMP_NONNULL gallery,
                                         float *IMP_NULLABLE similarities);

  // Releases the matcher. No other call on it is running. Cannot fail.
  // [one at a time: plugin]
  void (*IMP_NONNULL destroy)(imp_matcher *IMP_NONNULL matcher);
} imp_matcher_ability;

IMP_END_DECLS

#endif
