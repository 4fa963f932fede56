// SPDX-License-Identifier: Apache-2.0
// Nothing of a finger stays: what a step worked on is overwritten before it is left.
#ifndef IMPRINT_FINGER_ERASE_H
#define IMPRINT_FINGER_ERASE_H

#include <stddef.h>
#include <string.h>

// A compiler leaves out a memset of what nobody reads, unless something may look at all memory behind it.
static inline void imp_finger_erase(void *memory, size_t bytes) {
  memset(memory, 0, bytes);
  __asm__ volatile("" : : "r"(memory) : "memory");
}

#endif
