// SPDX-License-Identifier: Apache-2.0
// Memory with a descriptor: made, filled, sealed, handed on.
#ifndef C_IMPRINT_LINUX_MEMORY_H
#define C_IMPRINT_LINUX_MEMORY_H

#include <stdint.h>

// Creates an empty sealable memfd; close-on-exec. The name is only for /proc. Returns the descriptor, which
// the caller owns.
int imp_memory_create(const char *name);

#define IMP_SEAL_SIZE 1  // fixed length
#define IMP_SEAL_WRITE 2 // no more writes; waits while it is mapped writable
#define IMP_SEAL_FUTURE 4 // writes only through existing mappings

// Applies `seals`, a sum of the above, and seals the set of seals. If memory to be
// sealed against writes is still in use, such as by the kernel moving pages, it
// waits for up to five seconds, then returns -EBUSY.
int imp_memory_seal(int descriptor, unsigned seals);

#endif
