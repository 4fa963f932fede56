// SPDX-License-Identifier: Apache-2.0
// Memory with a descriptor: made, filled, sealed, handed on.
#ifndef C_IMPRINT_LINUX_MEMORY_H
#define C_IMPRINT_LINUX_MEMORY_H

#include <stdint.h>

// Makes an empty memory file that can be sealed; close-on-exec. The name is for
// /proc alone. Answers the descriptor, the caller's to close.
int imp_memory_create(const char *name);

#define IMP_SEAL_SIZE 1  // it keeps its length
#define IMP_SEAL_WRITE 2 // nobody writes to it any more; waits while it is mapped to be written
#define IMP_SEAL_FUTURE 4 // only who has it mapped already writes to it

// Seals it, and that no seal is added: `seals` is a sum of the above. Where something still
// holds memory that nobody may write to any more, the kernel among them when it moves
// pages, it waits for up to five seconds, and then answers -EBUSY.
int imp_memory_seal(int descriptor, unsigned seals);

#endif
