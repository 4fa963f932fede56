// SPDX-License-Identifier: Apache-2.0
// For plugins in C and C++: the templates of a gallery that a host lends. Header only; nothing of it is
// exported.
#ifndef IMPRINT_GALLERY_H
#define IMPRINT_GALLERY_H

#include <imprint/imprint.h>

IMP_BEGIN_DECLS

// What is wrong with a gallery whose size field was checked; NULL: each of its templates lies within its
// bytes. `fixed` is the format's template_bytes_fixed.
static inline const char *imprint_check_gallery(const imp_gallery *gallery, uint32_t fixed) {
  const char *wrong = "the gallery's offsets or length do not fit its data";
  size_t length = gallery->data.length;
  if (length > 0 && !gallery->data.data)
    return wrong;
  if (!gallery->offsets && fixed > 0)
    return length % fixed == 0 && length / fixed == gallery->count ? NULL : wrong;
  if (!gallery->offsets)
    return gallery->count == 0 ? NULL : "the format's templates differ in length, and there are no offsets";
  for (uint64_t i = 0; i < gallery->count; i++)
    if (gallery->offsets[i] > gallery->offsets[i + 1])
      return wrong;
  return gallery->offsets[gallery->count] <= length ? NULL : wrong;
}

// Template i of a gallery that was checked. Its length may be any where there are offsets.
static inline imp_bytes imprint_template_of(const imp_gallery *gallery, uint32_t fixed, uint64_t i) {
  uint64_t from = gallery->offsets ? gallery->offsets[i] : i * fixed;
  uint64_t to = gallery->offsets ? gallery->offsets[i + 1] : from + fixed;
  imp_bytes found = {gallery->data.data ? gallery->data.data + from : NULL, (size_t)(to - from)};
  return found;
}

IMP_END_DECLS

#endif
