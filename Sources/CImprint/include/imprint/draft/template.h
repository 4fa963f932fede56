// SPDX-License-Identifier: Apache-2.0
// What applies to templates of every modality, in extractors and matchers. Draft:
// may change until version 1.0.
//
// Template bytes are the bare payload: the host wraps it in its envelope, and has
// verified format, version and hash before it passes a payload. The payload is
// untrusted nevertheless.
//
// Templates are wiped: a plugin overwrites its copies of a template, and computed
// values that reveal as much, before it frees that memory, and all of them by
// close. A compiler removes a plain memset as a dead store: write through volatile,
// or with explicit_bzero. The host's buffers, and what a plugin has written to
// them, are the host's to wipe.
#ifndef IMPRINT_DRAFT_TEMPLATE_H
#define IMPRINT_DRAFT_TEMPLATE_H

#include "../base.h"

IMP_BEGIN_DECLS

#define IMP_MODALITY_FACE 1
#define IMP_MODALITY_FINGER 2
#define IMP_MODALITY_VOICE 3

// The metadata of an extracted template.
typedef struct imp_extraction {
  uint32_t size;    // sizeof(imp_extraction)
  uint32_t version; // of the template's format
  float quality;    // 0...100, higher is better for matching; negative: not measured
  uint32_t reserved;
} imp_extraction;

IMP_END_DECLS

#endif
