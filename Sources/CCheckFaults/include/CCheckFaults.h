// SPDX-License-Identifier: Apache-2.0
// Allocations that fail on demand, and what is left of those that were made.
//
// malloc, calloc, realloc, aligned_alloc, memalign and posix_memalign of the
// whole program go through here; so it is linked into imprint-check alone.
// Counting is per thread: only those that the arming thread makes count.
#ifndef C_CHECK_FAULTS_H
#define C_CHECK_FAULTS_H

#include <stdint.h>

// Makes the nth allocation from now (from 1) on this thread fail, and with `lasting` all after it too. 0:
// none fails, they are only counted.
void imp_faults_arm(uint64_t nth, int lasting);

// Ends that; answers how many allocations there were.
uint64_t imp_faults_disarm(void);

// Whether an allocation failed since this thread was armed last.
int imp_faults_struck(void);

#endif
