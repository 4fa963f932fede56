// SPDX-License-Identifier: Apache-2.0
#include "callee.h"

imp_status bench_compare(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                         imp_bytes reference, uint32_t reference_version, float *similarity) {
  (void)matcher, (void)probe, (void)probe_version, (void)reference, (void)reference_version;
  *similarity = 0;
  return IMP_OK;
}

const imp_matcher_ability bench_table = {.size = sizeof(imp_matcher_ability), .compare = bench_compare};
