// SPDX-License-Identifier: Apache-2.0
// PocketSphinx reads files by name and ends the process where it finds an error. Neither may happen in a
// plugin: within a guard it opens what is in memory and nothing else, and what would end the process ends the
// call.
#ifndef IMPRINT_SPHINX_GUARD_H
#define IMPRINT_SPHINX_GUARD_H

#include "CSphinx.h"

#include <setjmp.h>

typedef struct guard {
  jmp_buf back;
  const imp_sphinx_file *files;
  size_t count;
  struct guard *outer;
} guard;

void guard_enter(guard *guard, const imp_sphinx_file *files, size_t count);
void guard_leave(guard *guard);

// Messages of PocketSphinx go nowhere. 0: no memory.
int guard_silence(void);

// Begins a guard; not 0 where the call was ended within. A function with one changes none of its variables
// after it, unless they are volatile.
#define GUARD(guard, files, count) (guard_enter(guard, files, count), setjmp((guard)->back))

#endif
