// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "CCheckFaults.h"

// glibc's own, under the names that replacements are to call.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

#define SHOWN __attribute__((visibility("default"), used))
// The main program's own: read without a call, so that it is there before anything is set up.
#define PER_THREAD static __thread __attribute__((tls_model("local-exec")))

PER_THREAD int armed;
PER_THREAD int lasting_fault;
PER_THREAD int struck;
PER_THREAD uint64_t failing;
PER_THREAD uint64_t counted;

static int fails(void) {
  if (!armed) return 0;
  counted++;
  if (failing == 0 || (lasting_fault ? counted < failing : counted != failing)) return 0;
  struck = 1;
  errno = ENOMEM;
  return 1;
}

SHOWN void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }

SHOWN void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }

SHOWN void *realloc(void *old, size_t size) {
  // Freeing never fails.
  return (old == NULL || size != 0) && fails() ? NULL : __libc_realloc(old, size);
}

SHOWN void *memalign(size_t alignment, size_t size) {
  return fails() ? NULL : __libc_memalign(alignment, size);
}

SHOWN void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

SHOWN int posix_memalign(void **place, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  int before = errno;
  void *made = memalign(alignment, size);
  errno = before;
  if (made == NULL) return ENOMEM;
  *place = made;
  return 0;
}

void imp_faults_arm(uint64_t nth, int lasting) {
  failing = nth;
  lasting_fault = lasting;
  counted = 0;
  struck = 0;
  armed = 1;
}

uint64_t imp_faults_disarm(void) {
  armed = 0;
  return counted;
}

int imp_faults_struck(void) { return struck; }
