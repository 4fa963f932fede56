// SPDX-License-Identifier: Apache-2.0
// Cosines of many payloads. One source for every instruction set, so that every
// bit is the same.
#include "kernels.h"

// Enough that memory is on its way while the entries before are worked on.
enum { ahead = 4 * IMP_EMBEDDING_BYTES };

IMP_EMBEDDING_INLINE void each(const uint8_t *probe, const uint8_t *references, size_t count, float *cosines) {
  for (size_t i = 0; i < count; i++) {
    const uint8_t *reference = references + i * IMP_EMBEDDING_BYTES;
    for (int line = 0; line < IMP_EMBEDDING_BYTES; line += 64) {
      __builtin_prefetch(reference + ahead + line);
    }
    cosines[i] = cosine(multiply(probe, reference));
  }
}

static void portable(const uint8_t *probe, const uint8_t *references, size_t count, float *cosines) {
  each(probe, references, count, cosines);
}

#if defined(__x86_64__)

__attribute__((target("avx2"))) static void avx2(const uint8_t *probe, const uint8_t *references,
                                                 size_t count, float *cosines) {
  each(probe, references, count, cosines);
}

#endif

void imp_embedding_cosines_by(imp_embedding_kernel kernel, const uint8_t *probe, const uint8_t *references,
                              size_t count, float *cosines) {
#if defined(__x86_64__)
  // Wider registers gain nothing more: memory is what is waited for.
  if (kernel != IMP_EMBEDDING_PORTABLE) {
    avx2(probe, references, count, cosines);
    return;
  }
#endif
  portable(probe, references, count, cosines);
}

void imp_embedding_cosines(const uint8_t *probe, const uint8_t *references, size_t count, float *cosines) {
  imp_embedding_cosines_by(imp_embedding_best(), probe, references, count, cosines);
}
