// SPDX-License-Identifier: Apache-2.0
#ifndef IMPRINT_CALSA_WAKE_H
#define IMPRINT_CALSA_WAKE_H

#include <stdint.h>

// The monotonic clock.
uint64_t wake_now_ns(void);

// `now` and `span` together, or the latest moment there is.
uint64_t wake_after(uint64_t now, uint64_t span);

// Milliseconds until `deadline`, rounded up, at most `most`; 0 where it is past.
int wake_milliseconds(uint64_t deadline, int most);

// A descriptor that is readable once raised, and stays so. -1 and errno where there is none.
int wake_make(void);
void wake_raise(int descriptor);
int wake_is_raised(int descriptor);

#endif
