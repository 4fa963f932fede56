// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#include "CImprintLinux.h"

#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

int imp_memory_create(const char *name) {
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  return descriptor < 0 ? -errno : descriptor;
}

int imp_memory_seal(int descriptor, unsigned seals) {
  int flags = F_SEAL_SEAL;
  if (seals & IMP_SEAL_SIZE) flags |= F_SEAL_SHRINK | F_SEAL_GROW;
  if (seals & IMP_SEAL_WRITE) flags |= F_SEAL_WRITE;
  if (seals & IMP_SEAL_FUTURE) flags |= F_SEAL_FUTURE_WRITE;
  return fcntl(descriptor, F_ADD_SEALS, flags) < 0 ? -errno : 0;
}
