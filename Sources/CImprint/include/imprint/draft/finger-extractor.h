// SPDX-License-Identifier: Apache-2.0
// imprint.finger-extractor/1: fingerprint image to template. Draft: may change
// until version 1.0.
//
// It only extracts; comparison is another ability, of this plugin or of another
// that reads the format.
#ifndef IMPRINT_DRAFT_FINGER_EXTRACTOR_H
#define IMPRINT_DRAFT_FINGER_EXTRACTOR_H

#include "../image.h"
#include "../plugin.h"
#include "finger.h"
#include "template.h"

IMP_BEGIN_DECLS

#define IMP_FINGER_EXTRACTOR_ID "imprint.finger-extractor/1"

typedef struct imp_finger_extractor imp_finger_extractor;

// A template format that it produces, and the images it accepts.
typedef struct imp_finger_format {
  uint32_t size;                 // sizeof(imp_finger_format)
  uint32_t version;              // of the templates that it produces, from 1
  uint32_t template_bytes_max;   // no template is longer
  uint32_t template_bytes_fixed; // every template's length; 0: lengths differ
  // The accepted resolution in pixels per metre of the finger; 500 dpi are 19685.
  uint32_t resolution_min; // from 1
  uint32_t resolution_max; // resolution_min...1000000
  uint32_t reserved;       // 0
  // UTF-8, null-terminated: "imprint.finger-v1". Templates of different names are
  // never compared.
  char name[64];
} imp_finger_format;

// The metadata of a fingerprint image.
typedef struct imp_finger {
  uint32_t size;       // sizeof(imp_finger)
  uint32_t position;   // IMP_FINGER_...
  uint32_t impression; // IMP_IMPRESSION_...
  uint32_t reserved;   // 0
} imp_finger;

typedef struct imp_finger_extractor_options {
  uint32_t size;    // sizeof(imp_finger_extractor_options)
  uint32_t threads; // 1...the manifest's `concurrency.threads`
  imp_text format;  // one that formats lists; owned by the host, valid until create returns
} imp_finger_extractor_options;

typedef struct imp_finger_extractor_ability {
  uint32_t size; // sizeof(imp_finger_extractor_ability)
  uint32_t reserved;

  // Lists the formats that it produces, 1 to 16, names unique. Constant until
  // close. The caller owns the array, and sets the size of each element. *count:
  // its length before, and the number of formats after. For null or too short an
  // array IMP_RETRY_SHORT_BUFFER, and the array is untouched. [R-01] [one at a
  // time: plugin]
  imp_status (*IMP_NONNULL formats)(imp_plugin *IMP_NONNULL plugin, imp_finger_format *IMP_NULLABLE formats,
                                    size_t *IMP_NONNULL count);

  // Creates an extractor of one format. Models are loaded here. Options are read
  // before return. *extractor lives until destroy.
  // IMP_E_UNSUPPORTED for a format that is not listed; IMP_E_MODEL, IMP_E_FILE,
  // IMP_E_ENTITLEMENT. [one at a time: plugin]
  imp_status (*IMP_NONNULL create)(imp_plugin *IMP_NONNULL plugin,
                                   const imp_finger_extractor_options *IMP_NONNULL options,
                                   imp_finger_extractor *IMP_NULLABLE *IMP_NONNULL extractor);

  // Makes a template of one finger's print: an image of IMP_PIXEL_GREY8, ridges
  // dark and valleys light, whose resolution is known and within the format's;
  // IMP_E_SAMPLE for any other. IMP_E_ARGUMENT for a position or impression that is
  // none of those above. The metadata may be stored in the template, but never
  // decide whether extraction succeeds. Deterministic: the same input gives the
  // same bytes on every call and every run on the same machine. The host
  // owns image and finger, valid until return. The caller owns payload and
  // extraction.
  // IMP_E_NO_SUBJECT for no print in the image, IMP_E_QUALITY for too little
  // visible ridge structure, IMP_E_MANY_SUBJECTS for several fingers: extraction
  // failed, with the reason in words. IMP_E_ENTITLEMENT, IMP_RETRY_SHORT_BUFFER.
  //
  // [one at a time: object]
  imp_status (*IMP_NONNULL extract)(imp_finger_extractor *IMP_NONNULL extractor,
                                    const imp_image *IMP_NONNULL image, const imp_finger *IMP_NONNULL finger,
                                    imp_buffer *IMP_NONNULL payload, imp_extraction *IMP_NONNULL extraction);

  // Releases the extractor. No other call on it is running. Cannot fail.
  // [one at a time: plugin]
  void (*IMP_NONNULL destroy)(imp_finger_extractor *IMP_NONNULL extractor);
} imp_finger_extractor_ability;

IMP_END_DECLS

#endif
