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

// Words that PocketSphinx notes as ended in a frame: at most so many of a frame, and so many in the mean of
// frames, of which some may have more as long as others had fewer. Of ordinary graphs there are fewer. It
// notes any number otherwise, and the lattice grows with the square of them. A word counts once in a frame,
// whatever phones may follow it; the beginning, the end and pauses do not count.
typedef struct exits {
  uint32_t most, most_here; // saved for frames to come, of a frame
  uint32_t left, here;
  int frame;
  uint32_t turn;  // the frames of the pass that had any, the one in which the last of them was
  uint32_t *last; // of each word: the turn in which it was noted last, or 0
  uint32_t words; // further ones are the beginning, the end and pauses
} exits;

// False: no memory.
bool exits_make(exits *exits, uint32_t words);
void exits_free(exits *exits);
// Before a pass through an utterance.
void exits_begin(exits *exits);

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
  volatile bool is_short; // of memory: something was not given to it
  struct guard *outer;
} guard;

// Begins a guard; after it `if (setjmp(guard.back))` says that the call was ended within. A function with one
// changes none of its variables after it, unless they are volatile.
void guard_enter(guard *guard, own *own, const imp_sphinx_file *files, size_t count);
// Closes what is still open.
void guard_leave(guard *guard);

// Messages of PocketSphinx go nowhere. 0: no memory.
int guard_silence(void);

#endif
