// SPDX-License-Identifier: Apache-2.0
// The switch of a microphone, where its card has one.
#ifndef IMPRINT_CALSA_MUTE_H
#define IMPRINT_CALSA_MUTE_H

#include <stdint.h>

#include <alsa/asoundlib.h>

typedef struct mute {
  snd_ctl_t *control; // null: there is no switch
  snd_ctl_elem_value_t *value;
  unsigned count; // channels of the switch
  uint64_t asked_ns;
  int is_muted;
} mute;

// Finds the switch of the control device `name` of a configuration. Without one nothing is ever muted.
void mute_open(mute *mute, snd_config_t *configuration, const char *name);

// Whether all channels are off. Asks the device ten times a second at most.
int mute_look(mute *mute, uint64_t now_ns);

void mute_close(mute *mute);

#endif
