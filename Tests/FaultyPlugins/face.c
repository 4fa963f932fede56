// SPDX-License-Identifier: Apache-2.0
// A face extractor alone.
#include "face.h"

static const char *const plugin_abilities[] = {IMP_FACE_EXTRACTOR_ID};

static const void *plugin_table(const char *id) {
  (void)id;
  return &face_table;
}
