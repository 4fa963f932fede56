// SPDX-License-Identifier: Apache-2.0
// What stands between the braces of `pcm.NAME { type imprint ... }`.
#ifndef IMPRINT_VIRTUAL_MICROPHONE_OPTIONS_H
#define IMPRINT_VIRTUAL_MICROPHONE_OPTIONS_H

#include <alsa/asoundlib.h>

#include "sound.h"
#include "world.h"

typedef struct options {
  const char *file; // the configuration's, as long as that lasts
  const char *mute_switch;
  sound sound; // what was said of it
  world world;
  int loops;
  int is_exclusive;
  int is_live;
  int resumes;
} options;

// A negative errno after a word to SNDERR that names the option.
int options_read(options *options, snd_config_t *configuration);

#endif
