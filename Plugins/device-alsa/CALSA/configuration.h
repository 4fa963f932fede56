// SPDX-License-Identifier: Apache-2.0
// What libasound is told about one device. Of one opening alone: libasound's own copy is the whole process's,
// and does not see files that change.
#ifndef IMPRINT_CALSA_CONFIGURATION_H
#define IMPRINT_CALSA_CONFIGURATION_H

#include <alsa/asoundlib.h>

#include "calsa_stream.h"

// The PCM that is opened: the device, and a plug that changes formats and channels.
#define configuration_pcm "imprint_microphone"

typedef struct configuration {
  snd_config_t *top;
  snd_config_update_t *update;
  char control[512]; // the control device that goes with it, or empty
} configuration;

// For a card: without any file, so that nothing in a user's configuration stands between.
int configuration_for_card(configuration *configuration, const calsa_place *place);

// For a PCM of the system's and the user's configuration.
int configuration_for_name(configuration *configuration, const char *name);

void configuration_free(configuration *configuration);

#endif
