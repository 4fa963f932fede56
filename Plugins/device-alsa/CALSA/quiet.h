// SPDX-License-Identifier: Apache-2.0
// libasound prints its errors. Between begin and end those of this thread go into a text instead; no other
// thread's are touched, and no handler of the application is replaced.
#ifndef IMPRINT_CALSA_QUIET_H
#define IMPRINT_CALSA_QUIET_H

#include <stddef.h>

#include <alsa/asoundlib.h>

typedef struct quiet {
  snd_local_error_handler_t before;
  struct quiet *around;
  char words[256]; // the first: what follows only says that the call that made it failed
} quiet;

void quiet_begin(quiet *quiet);
void quiet_end(quiet *quiet);

#endif
