// SPDX-License-Identifier: Apache-2.0
// PocketSphinx reads files by name, ends the process where it finds an error, and forgets what it had
// reserved then. None of that may happen in a plugin: within a guard it opens what is in memory and nothing
// else, what would end the process ends the call, and what it reserves is known and erased when it is freed.
#ifndef IMPRINT_SPHINX_GUARD_H
#define IMPRINT_SPHINX_GUARD_H

#include "CSphinx.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>

// Addresses of memory that a decoder has reserved, in a table that is searched from where an address points.
typedef struct heap {
  void **places; // null, or `gone`, where there is none
  size_t room;   // a power of two, or 0
  size_t used;   // those that are gone included
  size_t count;
} heap;

// Erases and frees all of it, and the table.
void heap_free(heap *heap);

// Ends of words that PocketSphinx keeps, each before each phone that may follow: at most so many of a frame
// and, of a pass through an utterance, of all frames; after that a few of each. Of ordinary graphs there are
// fewer. It keeps any number otherwise, and all that follows takes as long as there are.
typedef struct exits {
  uint32_t left, here;
  int frame;
} exits;

// What belongs to one decoder.
typedef struct own {
  heap heap;
  exits exits;
} own;

typedef struct guard {
  jmp_buf back;
  const imp_sphinx_file *files;
  size_t count;
  own *own;
  FILE *open[4]; // PocketSphinx has one or two at a time
  bool is_short; // of memory: something was not given to it
  struct guard *outer;
} guard;

// Begins a guard; after it `if (setjmp(guard.back))` says that the call was ended within. A function with one
// changes none of its variables after it, unless they are volatile.
void guard_enter(guard *guard, own *own, const imp_sphinx_file *files, size_t count);
void guard_leave(guard *guard);

// Messages of PocketSphinx go nowhere. 0: no memory.
int guard_silence(void);

#endif
