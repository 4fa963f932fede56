// SPDX-License-Identifier: Apache-2.0
#ifndef IMPRINT_CALSA_HINTS_H
#define IMPRINT_CALSA_HINTS_H

#include <stddef.h>

// Told of a configured PCM by the three texts of its hint, each null where it has none.
typedef void calsa_hint(void *context, const char *name, const char *description, const char *direction);

// Tells of each PCM that libasound's configuration lists. 0, or a negative errno where the configuration
// cannot be read; then `words` says why.
int calsa_hints(calsa_hint *tell, void *context, char *words, size_t room);

#endif
