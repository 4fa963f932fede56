// SPDX-License-Identifier: Apache-2.0
// What holds of templates of every modality, whoever makes or compares them.
// Draft: may change until version 1.0.
//
// Template bytes are the bare payload: the host puts it in its envelope and has
// checked format, version and hash before a payload comes back. The payload is
// hostile all the same.
//
// Templates are wiped: a plugin overwrites its copies of a template, and what it
// has computed that tells as much, before it gives that memory back, and all of
// them by close. A compiler leaves out a plain memset of memory that nobody
// reads again: write through volatile, or with explicit_bzero. What the host
// lends, and what a plugin has written there for it, is the host's.
#ifndef IMPRINT_DRAFT_TEMPLATE_H
#define IMPRINT_DRAFT_TEMPLATE_H

#include "../base.h"

IMP_BEGIN_DECLS

#define IMP_MODALITY_FACE 1
#define IMP_MODALITY_FINGER 2
#define IMP_MODALITY_VOICE 3

// What a function that makes a template says of it.
typedef struct imp_extraction {
  uint32_t size;    // sizeof(imp_extraction)
  uint32_t version; // of the template's format
  float quality;    // 0...100, higher is better for matching; negative: not measured
  uint32_t reserved;
} imp_extraction;

IMP_END_DECLS

#endif
