// SPDX-License-Identifier: Apache-2.0
// imprint.face-extractor/1: image of a face to template. Draft: may change until
// version 1.0.
//
// It only extracts; comparison is another ability, of this plugin or of another
// that reads the format.
#ifndef IMPRINT_DRAFT_FACE_EXTRACTOR_H
#define IMPRINT_DRAFT_FACE_EXTRACTOR_H

#include "../image.h"
#include "../plugin.h"
#include "face.h"
#include "template.h"

IMP_BEGIN_DECLS

#define IMP_FACE_EXTRACTOR_ID "imprint.face-extractor/1"

typedef struct imp_face_extractor imp_face_extractor;

// A template format that it produces, and the input needed.
typedef struct imp_face_format {
  uint32_t size;                 // sizeof(imp_face_format)
  uint32_t version;              // of the templates that it produces, from 1
  uint32_t template_bytes_max;   // no template is longer
  uint32_t template_bytes_fixed; // every template's length; 0: lengths differ
  uint32_t needs_face;           // 1: needs a face with landmarks; 0: an image of a face suffices
  uint32_t reserved;             // 0
  // UTF-8, null-terminated: "imprint.face-f6". Templates of different names are
  // never compared.
  char name[64];
} imp_face_format;

typedef struct imp_face_extractor_options {
  uint32_t size;    // sizeof(imp_face_extractor_options)
  uint32_t threads; // 1...the manifest's `concurrency.threads`
  imp_text format;  // one that formats lists; owned by the host, valid until create returns
} imp_face_extractor_options;

typedef struct imp_face_extractor_ability {
  uint32_t size; // sizeof(imp_face_extractor_ability)
  uint32_t reserved;

  // Lists the formats that it produces, 1 to 16, names unique. Constant until
  // close. The caller owns the array, and sets the size of each element. *count:
  // its length before, and the number of formats after. For null or too short an
  // array IMP_RETRY_SHORT_BUFFER, and the array is untouched. [R-01] [one at a
  // time: plugin]
  imp_status (*IMP_NONNULL formats)(imp_plugin *IMP_NONNULL plugin, imp_face_format *IMP_NULLABLE formats,
                                    size_t *IMP_NONNULL count);

  // Creates an extractor of one format. Models are loaded here. Options are read
  // before return. *extractor lives until destroy.
  // IMP_E_UNSUPPORTED for a format that is not listed; IMP_E_MODEL, IMP_E_FILE,
  // IMP_E_ENTITLEMENT. [one at a time: plugin]
  imp_status (*IMP_NONNULL create)(imp_plugin *IMP_NONNULL plugin,
                                   const imp_face_extractor_options *IMP_NONNULL options,
                                   imp_face_extractor *IMP_NULLABLE *IMP_NONNULL extractor);

  // Makes a template of one face. Deterministic: the same input gives the same
  // bytes on every call and every run on the same machine. The host owns
  // image, face and landmarks, valid until return. [R-02] `face` may be null if
  // needs_face is 0; its landmark_first is an index into `landmarks`. The caller
  // owns payload and extraction.
  // IMP_E_SAMPLE, IMP_E_NO_SUBJECT, IMP_E_QUALITY, IMP_E_MANY_SUBJECTS: extraction
  // failed, with the reason in words. IMP_E_ENTITLEMENT, IMP_RETRY_SHORT_BUFFER.
  //
  // [one at a time: object]
  imp_status (*IMP_NONNULL extract)(imp_face_extractor *IMP_NONNULL extractor,
                                    const imp_image *IMP_NONNULL image, const imp_face *IMP_NULLABLE face,
                                    const imp_point3 *IMP_NULLABLE landmarks, uint32_t landmark_count,
                                    imp_buffer *IMP_NONNULL payload, imp_extraction *IMP_NONNULL extraction);

  // Releases the extractor. No other call on it is running. Cannot fail.
  // [one at a time: plugin]
  void (*IMP_NONNULL destroy)(imp_face_extractor *IMP_NONNULL extractor);
} imp_face_extractor_ability;

IMP_END_DECLS

#endif
