// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <time.h>

#include "CImprintLinux.h"

#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

int imp_memory_create(const char *name) {
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  return descriptor < 0 ? -errno : descriptor;
}

static const int64_t second = 1000000000;
// How long sealing waits for others to release the memory, in nanoseconds.
static const int64_t patience = 5 * second;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * second + time.tv_nsec;
}

int imp_memory_seal(int descriptor, unsigned seals) {
  int flags = F_SEAL_SEAL;
  if (seals & IMP_SEAL_SIZE) flags |= F_SEAL_SHRINK | F_SEAL_GROW;
  if (seals & IMP_SEAL_WRITE) flags |= F_SEAL_WRITE;
  if (seals & IMP_SEAL_FUTURE) flags |= F_SEAL_FUTURE_WRITE;
  int64_t end = now() + patience;
  while (fcntl(descriptor, F_ADD_SEALS, flags) < 0) {
    // The kernel may pin a page temporarily for longer than one call waits.
    if (errno != EBUSY || now() >= end) return -errno;
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  }
  return 0;
}
