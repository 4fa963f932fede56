// SPDX-License-Identifier: Apache-2.0
#ifndef BENCH_CALLEE_H
#define BENCH_CALLEE_H

#include <imprint/draft/matcher.h>

// What the table's entry and the direct call both reach: compares nothing.
imp_status bench_compare(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                         imp_bytes reference, uint32_t reference_version, float *similarity);

extern const imp_matcher_ability bench_table;

#endif
