// SPDX-License-Identifier: Apache-2.0
#include "calsa_account.h"

static const uint64_t second = 1000000000;
// Beyond this the device's clock did not drift: something stood still.
static const int64_t jump_ns = 50000000;
// The part of a difference that is believed at once. What the system adds to a single look at the clock
// averages out.
static const int64_t trust = 8;

static uint64_t ns_of(const calsa_account *account, uint64_t frames) {
  return (uint64_t)((unsigned __int128)frames * second / account->rate);
}

void calsa_account_begin(calsa_account *account, uint32_t rate, uint64_t now_ns) {
  *account = (calsa_account){.rate = rate, .due_ns = now_ns};
}

void calsa_account_gap(calsa_account *account, uint64_t least) {
  account->has_gap = 1;
  account->least = least > account->least ? least : account->least;
  account->overruns += 1;
}

// The time that has passed since the next frame was due tells how many came and went.
static uint64_t lost_until(const calsa_account *account, uint64_t first_ns) {
  const uint64_t since = first_ns > account->due_ns ? first_ns - account->due_ns : 0;
  const uint64_t frames = (uint64_t)(((unsigned __int128)since * account->rate + second / 2) / second);
  return frames > account->least ? frames : account->least;
}

uint64_t calsa_account_see(calsa_account *account, uint64_t at_ns, uint64_t available) {
  const uint64_t span = ns_of(account, available);
  const uint64_t first_ns = at_ns > span ? at_ns - span : 0;
  uint64_t lost = 0;
  if (account->has_gap) {
    lost = lost_until(account, first_ns);
    account->position += lost;
    account->lost += lost;
    account->has_gap = 0;
    account->least = 0;
    account->is_timed = 0;
  }
  const int64_t ahead = (int64_t)(first_ns - account->due_ns);
  if (!account->is_timed || ahead > jump_ns || ahead < -jump_ns) {
    account->is_timed = 1;
    account->due_ns = first_ns;
  } else {
    account->due_ns += (uint64_t)(ahead / trust);
  }
  return lost;
}

void calsa_account_take(calsa_account *account, uint64_t frames) {
  account->position += frames;
  account->due_ns += ns_of(account, frames);
}
