// SPDX-License-Identifier: Apache-2.0
// imprint.matcher/2: compares templates of one or several modalities, and fuses
// several of one person into one. Draft: may change until version 1.0.
//
// Extractors are other abilities, of this plugin or of another that produces a
// format which this one reads. A plugin returns raw similarity scores; the host
// maps them to calibrated scores by the calibration in the manifest. What applies
// to all templates: template.h.
#ifndef IMPRINT_DRAFT_MATCHER_H
#define IMPRINT_DRAFT_MATCHER_H

#include "../plugin.h"
#include "template.h"

IMP_BEGIN_DECLS

#define IMP_MATCHER_ID "imprint.matcher/2"

typedef struct imp_matcher imp_matcher;

// A template format that it compares. Must match the manifest.
typedef struct imp_matcher_format {
  uint32_t size;                 // sizeof(imp_matcher_format)
  uint32_t modality;             // IMP_MODALITY_...
  uint32_t reads_version_min;    // versions that compare accepts, from 1, inclusive
  uint32_t reads_version_max;
  uint32_t template_bytes_max;   // no template is longer
  uint32_t template_bytes_fixed; // every template's length; 0: lengths differ
  uint32_t symmetric;            // 1: compare(a, b) equals compare(b, a) bit for bit
  uint32_t fuses_version;        // of the templates that fuse makes, one that it reads; 0: no fusion
  float similarity_min;          // no similarity is lower
  float similarity_max;          // no similarity is higher
  // UTF-8, null-terminated: "imprint.face-f6". Templates of different names are
  // never compared.
  char name[64];
} imp_matcher_format;

typedef struct imp_matcher_options {
  uint32_t size;    // sizeof(imp_matcher_options)
  uint32_t threads; // 1...the manifest's `concurrency.threads`
  imp_text format;  // one that formats lists; owned by the host, valid until create returns
} imp_matcher_options;

// Many templates in contiguous memory.
typedef struct imp_gallery {
  uint32_t size;    // sizeof(imp_gallery)
  uint32_t version; // of all its templates
  uint64_t count;
  imp_bytes data;
  // count + 1 ascending offsets into data: template i is [offsets[i],
  // offsets[i+1]). Null if every template is template_bytes_fixed long.
  const uint64_t *IMP_NULLABLE offsets;
} imp_gallery;

// The metadata of a fused template.
typedef struct imp_fusion {
  uint32_t size;    // sizeof(imp_fusion)
  uint32_t version; // of the template: fuses_version
  uint32_t count;   // of templates fused: 1...as many as were given; a poor one may be omitted
  float quality;    // 0...100, higher is better for matching; negative: not measured
} imp_fusion;

typedef struct imp_matcher_ability {
  uint32_t size; // sizeof(imp_matcher_ability)
  uint32_t reserved;

  // Lists the formats that it compares, 1 to 16, names unique. Constant until
  // close. The caller owns the array, and sets the size of each element. *count:
  // its length before, and the number of formats after. For null or too short an
  // array IMP_RETRY_SHORT_BUFFER, and the array is untouched. [R-01] [one at a
  // time: plugin]
  imp_status (*IMP_NONNULL formats)(imp_plugin *IMP_NONNULL plugin, imp_matcher_format *IMP_NULLABLE formats,
                                    size_t *IMP_NONNULL count);

  // Creates a matcher of one format. Options are read before return.
  // *matcher lives until destroy.
  // IMP_E_UNSUPPORTED for a format that is not listed; IMP_E_MODEL, IMP_E_FILE,
  // IMP_E_ENTITLEMENT. [one at a time: plugin]
  imp_status (*IMP_NONNULL create)(imp_plugin *IMP_NONNULL plugin,
                                   const imp_matcher_options *IMP_NONNULL options,
                                   imp_matcher *IMP_NULLABLE *IMP_NONNULL matcher);

  // Compares two templates. *similarity is finite, within the range that the format
  // states, and higher for more similar. The host owns both payloads, valid
  // until return.
  // IMP_E_TEMPLATE_FORMAT, IMP_E_TEMPLATE_VERSION, IMP_E_TEMPLATE_DAMAGED: of
  // either payload; *similarity is untouched.
  // [any thread]
  imp_status (*IMP_NONNULL compare)(const imp_matcher *IMP_NONNULL matcher, imp_bytes probe,
                                    uint32_t probe_version, imp_bytes reference, uint32_t reference_version,
                                    float *IMP_NONNULL similarity);

  // Compares a probe with each template of a gallery: similarities[i] is exactly
  // what compare(probe, template i) gives. The caller owns similarities,
  // with capacity for gallery->count floats; the host owns probe and gallery, valid
  // until return. An empty gallery is no error. An unreadable template gets NaN,
  // and the others are still compared. IMP_E_TEMPLATE_...: of the probe;
  // IMP_E_ARGUMENT: an invalid gallery; similarities are then untouched.
  // [any thread]
  imp_status (*IMP_NONNULL compare_many)(const imp_matcher *IMP_NONNULL matcher, imp_bytes probe,
                                         uint32_t probe_version, const imp_gallery *IMP_NONNULL gallery,
                                         float *IMP_NULLABLE similarities);

  // Fuses 1 to 64 templates of one person into one. Their order does not matter:
  // the same templates give the same bytes. The host owns the
  // gallery, valid until return. The caller owns payload and fusion.
  // IMP_E_UNSUPPORTED if fuses_version is 0. IMP_E_TEMPLATES_DISAGREE if they do
  // not agree, as when one is another person's. IMP_E_TEMPLATE_...: one of them is
  // unreadable; IMP_E_ARGUMENT: their number, or an invalid gallery.
  // IMP_RETRY_SHORT_BUFFER.
  // [any thread]
  imp_status (*IMP_NONNULL fuse)(const imp_matcher *IMP_NONNULL matcher, const imp_gallery *IMP_NONNULL gallery,
                                 imp_buffer *IMP_NONNULL payload, imp_fusion *IMP_NONNULL fusion);

  // Releases the matcher. No other call on it is running. Cannot fail.
  // [one at a time: plugin]
  void (*IMP_NONNULL destroy)(imp_matcher *IMP_NONNULL matcher);
} imp_matcher_ability;

IMP_END_DECLS

#endif
