// SPDX-License-Identifier: Apache-2.0
#include "CVoice.h"

#include <string.h>

void imp_voice_erase(void *memory, size_t bytes) {
  if (memory == NULL) {
    return;
  }
  memset(memory, 0, bytes);
  // A compiler leaves out a memset of what nobody reads, unless something may look at all memory behind it.
  __asm__ volatile("" : : "r"(memory) : "memory");
}
