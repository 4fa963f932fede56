// SPDX-License-Identifier: Apache-2.0
// The linker sends fopen, popen, exit, abort and failed assertions of what is linked into the plugin here
// (--wrap), and stderr and stdout of PocketSphinx, which is not compiled for shared libraries, to a stream
// that swallows all (--defsym): see Package.swift.
#include "guard.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sphinxbase/err.h>

static _Thread_local guard *inner;

void guard_enter(guard *guard, const imp_sphinx_file *files, size_t count) {
  guard->files = files;
  guard->count = count;
  guard->outer = inner;
  inner = guard;
}

void guard_leave(guard *guard) {
  inner = guard->outer;
}

// ---- What PocketSphinx calls ----------------------------------------------------

FILE *__wrap_fopen(const char *name, const char *mode);
FILE *__wrap_popen(const char *command, const char *mode);
_Noreturn void __wrap_exit(int status);
_Noreturn void __wrap_abort(void);
_Noreturn void __wrap___assert_fail(const char *what, const char *file, unsigned line, const char *function);

// Opens what is in memory, to be read. There are no other files.
FILE *__wrap_fopen(const char *name, const char *mode) {
  for (size_t i = 0; inner && mode[0] == 'r' && i < inner->count; i++) {
    const imp_sphinx_file *file = &inner->files[i];
    if (strcmp(file->name, name) == 0 && file->length > 0) {
      // Read only: the bytes are not written to.
      return fmemopen((void *)(uintptr_t)file->bytes, file->length, "r");
    }
  }
  errno = ENOENT;
  return NULL;
}

// Of a compressed file; none is.
FILE *__wrap_popen(const char *command, const char *mode) {
  (void)command;
  (void)mode;
  errno = ENOSYS;
  return NULL;
}

static _Noreturn void end_call(void) {
  if (!inner) {
    __builtin_trap();
  }
  guard *guard = inner;
  inner = guard->outer;
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

// ---- Messages -------------------------------------------------------------------

FILE *imp_sphinx_stream;

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
