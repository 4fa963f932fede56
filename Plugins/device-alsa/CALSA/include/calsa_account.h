// SPDX-License-Identifier: Apache-2.0
// Where in the sound a stream is, when that was, and what was lost. Pure: it is told what the device says.
#ifndef IMPRINT_CALSA_ACCOUNT_H
#define IMPRINT_CALSA_ACCOUNT_H

#include <stdint.h>

typedef struct calsa_account {
  uint32_t rate;     // frames a second
  uint64_t least;    // frames that were lost for certain in the gap
  uint64_t position; // of the next frame to be read, lost ones before it included
  uint64_t lost;
  uint64_t overruns;
  uint64_t due_ns; // when that frame was taken, on the monotonic clock
  int has_gap;     // the device was restarted, and its position is not known yet
  int is_timed;    // the device has told of a frame since it was opened
} calsa_account;

// The device was started at `now_ns`, at position 0.
void calsa_account_begin(calsa_account *account, uint32_t rate, uint64_t now_ns);

// The device was restarted: at least so many frames were lost.
void calsa_account_gap(calsa_account *account, uint64_t least);

// The device has `available` frames, of which the last was taken at `at_ns`.
// How many frames were found to be lost before the first of them.
uint64_t calsa_account_see(calsa_account *account, uint64_t at_ns, uint64_t available);

// `frames` were read.
void calsa_account_take(calsa_account *account, uint64_t frames);

#endif
