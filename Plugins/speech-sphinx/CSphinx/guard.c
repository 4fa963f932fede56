// SPDX-License-Identifier: Apache-2.0
// The linker sends what is named __wrap_... here, of what is linked into the plugin and of nothing else
// (--wrap), and stderr and stdout of PocketSphinx, which is not compiled for shared libraries, to a stream
// that swallows all (--defsym): see Package.swift.
#include "guard.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <sphinxbase/err.h>

static _Thread_local guard *inner;

void guard_enter(guard *guard, own *own, const imp_sphinx_file *files, size_t count) {
  guard->files = files;
  guard->count = count;
  guard->own = own;
  memset(guard->open, 0, sizeof guard->open);
  guard->is_short = false;
  guard->outer = inner;
  inner = guard;
}

int __real_fclose(FILE *file);

void guard_leave(guard *guard) {
  inner = guard->outer;
  for (size_t i = 0; i < sizeof guard->open / sizeof *guard->open; i++) {
    if (guard->open[i]) {
      __real_fclose(guard->open[i]);
    }
  }
}

// ---- What would end the process -------------------------------------------------

_Noreturn void __wrap_exit(int status);
_Noreturn void __wrap_abort(void);
_Noreturn void __wrap___assert_fail(const char *what, const char *file, unsigned line, const char *function);

static _Noreturn void end_call(void) {
  if (!inner) {
    __builtin_trap();
  }
  guard *guard = inner;
  guard_leave(guard);
  longjmp(guard->back, 1);
}

void __wrap_exit(int status) {
  (void)status;
  end_call();
}

void __wrap_abort(void) {
  end_call();
}

void __wrap___assert_fail(const char *what, const char *file, unsigned line, const char *function) {
  (void)what;
  (void)file;
  (void)line;
  (void)function;
  end_call();
}

// ---- Files ----------------------------------------------------------------------

FILE *__wrap_fopen(const char *name, const char *mode);
int __wrap_fclose(FILE *file);
FILE *__wrap_popen(const char *command, const char *mode);

// Opens what is in memory, to be read. There are no other files.
FILE *__wrap_fopen(const char *name, const char *mode) {
  for (size_t i = 0; inner && mode[0] == 'r' && i < inner->count; i++) {
    const imp_sphinx_file *file = &inner->files[i];
    if (strcmp(file->name, name) != 0 || file->length == 0) {
      continue;
    }
    size_t place = 0;
    while (place < sizeof inner->open / sizeof *inner->open && inner->open[place]) {
      place++;
    }
    if (place == sizeof inner->open / sizeof *inner->open) {
      errno = EMFILE;
      return NULL;
    }
    // Read only: the bytes are not written to.
    inner->open[place] = fmemopen((void *)(uintptr_t)file->bytes, file->length, "r");
    inner->is_short = inner->is_short || !inner->open[place];
    return inner->open[place];
  }
  errno = ENOENT;
  return NULL;
}

int __wrap_fclose(FILE *file) {
  for (size_t i = 0; inner && i < sizeof inner->open / sizeof *inner->open; i++) {
    if (inner->open[i] == file) {
      inner->open[i] = NULL;
    }
  }
  return __real_fclose(file);
}

// Of a compressed file; none is.
FILE *__wrap_popen(const char *command, const char *mode) {
  (void)command;
  (void)mode;
  errno = ENOSYS;
  return NULL;
}

// ---- Memory ---------------------------------------------------------------------

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void __wrap_free(void *memory);
void *__real_realloc(void *memory, size_t size);

static char gone;

static size_t place_of(const heap *heap, const void *memory) {
  size_t at = (size_t)(((uintptr_t)memory >> 4) * UINT64_C(0x9E3779B97F4A7C15)) & (heap->room - 1);
  while (heap->places[at] && heap->places[at] != memory) {
    at = (at + 1) & (heap->room - 1);
  }
  return at;
}

static bool make_room(heap *made) {
  if (2 * made->used < made->room) {
    return true;
  }
  heap larger = {.room = 4096};
  while (larger.room < 4 * made->count) {
    larger.room *= 2;
  }
  larger.places = __real_calloc(larger.room, sizeof *larger.places);
  if (!larger.places) {
    return false;
  }
  for (size_t i = 0; i < made->room; i++) {
    if (made->places[i] && made->places[i] != &gone) {
      larger.places[place_of(&larger, made->places[i])] = made->places[i];
    }
  }
  larger.used = larger.count = made->count;
  __real_free(made->places);
  *made = larger;
  return true;
}

static void erase_and_free(void *memory) {
  explicit_bzero(memory, malloc_usable_size(memory));
  __real_free(memory);
}

void heap_free(heap *heap) {
  for (size_t i = 0; i < heap->room; i++) {
    if (heap->places[i] && heap->places[i] != &gone) {
      erase_and_free(heap->places[i]);
    }
  }
  __real_free(heap->places);
  memset(heap, 0, sizeof *heap);
}

// What was reserved within a guard is noted; null where it cannot be.
static void *noted(void *memory) {
  if (!inner || !inner->own) {
    return memory;
  }
  if (memory && !make_room(&inner->own->heap)) {
    __real_free(memory);
    memory = NULL;
  }
  if (!memory) {
    inner->is_short = true;
    return NULL;
  }
  inner->own->heap.places[place_of(&inner->own->heap, memory)] = memory;
  inner->own->heap.used++;
  inner->own->heap.count++;
  return memory;
}

void *__wrap_malloc(size_t size) {
  return noted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size) {
  return noted(__real_calloc(count, size));
}

void __wrap_free(void *memory) {
  if (!inner || !inner->own || !memory) {
    __real_free(memory);
    return;
  }
  if (inner->own->heap.room > 0) {
    size_t place = place_of(&inner->own->heap, memory);
    if (inner->own->heap.places[place]) {
      inner->own->heap.places[place] = &gone;
      inner->own->heap.count--;
    }
  }
  erase_and_free(memory);
}

void *__wrap_realloc(void *memory, size_t size) {
  if (!inner || !inner->own) {
    return __real_realloc(memory, size);
  }
  void *larger = __wrap_malloc(size);
  if (larger && memory) {
    size_t held = malloc_usable_size(memory);
    memcpy(larger, memory, held < size ? held : size);
    __wrap_free(memory);
  }
  return larger;
}

// ---- Work -----------------------------------------------------------------------

struct ngram_search_s;
void __real_ngram_search_save_bp(struct ngram_search_s *search, int frame, int32_t word, int32_t score,
                                 int32_t path, int32_t context);
void __wrap_ngram_search_save_bp(struct ngram_search_s *search, int frame, int32_t word, int32_t score,
                                 int32_t path, int32_t context);

#define EXITS_OF_A_FRAME 100
#define EXITS_SAVED 4000
#define EXITS_MORE 12 // for each frame

// Outside of a guard: it belongs to no call.
bool exits_make(exits *made, uint32_t words) {
  *made = (exits){.most = EXITS_SAVED, .most_here = EXITS_OF_A_FRAME, .words = words};
  made->last = calloc(words > 0 ? words : 1, sizeof *made->last);
  return made->last != NULL;
}

void exits_free(exits *exits) {
  free(exits->last);
  memset(exits, 0, sizeof *exits);
}

void exits_begin(exits *exits) {
  exits->left = exits->most;
  exits->here = exits->turn = 0;
  exits->frame = -1;
  memset(exits->last, 0, exits->words * sizeof *exits->last);
}

// Whether a word may be noted as ended in this frame.
static bool takes(exits *exits, int frame, int32_t word) {
  if (frame != exits->frame) {
    exits->frame = frame;
    exits->here = 0;
    exits->left += exits->most - exits->left < EXITS_MORE ? exits->most - exits->left : EXITS_MORE;
    exits->turn++;
  }
  if (word < 0 || (uint32_t)word >= exits->words || exits->last[word] == exits->turn) {
    return true;
  }
  if (exits->left == 0 || exits->here >= exits->most_here) {
    return false;
  }
  exits->here++;
  exits->left--;
  exits->last[word] = exits->turn;
  return true;
}

// PocketSphinx notes that a word may end in this frame, before a phone that may follow.
void __wrap_ngram_search_save_bp(struct ngram_search_s *search, int frame, int32_t word, int32_t score,
                                 int32_t path, int32_t context) {
  if (!inner || !inner->own || !inner->own->exits.last || takes(&inner->own->exits, frame, word)) {
    __real_ngram_search_save_bp(search, frame, word, score, path, context);
  }
}

// ---- Messages -------------------------------------------------------------------

FILE *imp_sphinx_stream;

int __wrap_puts(const char *text);
int __wrap_putchar(int character);
int __wrap___printf_chk(int flag, const char *format, ...);

int __wrap_puts(const char *text) {
  (void)text;
  return 0;
}

int __wrap_putchar(int character) {
  return character;
}

int __wrap___printf_chk(int flag, const char *format, ...) {
  (void)flag;
  (void)format;
  return 0;
}

static ssize_t swallow(void *cookie, const char *bytes, size_t count) {
  (void)cookie;
  (void)bytes;
  return (ssize_t)count;
}

static void silence(void) {
  imp_sphinx_stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = swallow});
  err_set_callback(NULL, NULL);
  err_set_logfp(NULL);
}

int guard_silence(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, silence);
  return imp_sphinx_stream != NULL;
}
