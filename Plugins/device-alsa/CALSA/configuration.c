// SPDX-License-Identifier: Apache-2.0
#include "configuration.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int configuration_for_card(configuration *configuration, const calsa_place *place) {
  *configuration = (struct configuration){0};
  char text[512];
  const int length = snprintf(text, sizeof text,
                              "pcm.%s { type plug slave.pcm { type hw card %d device %d subdevice %d } }\n"
                              "ctl.%s { type hw card %d }\n",
                              configuration_pcm, place->card, place->device, place->subdevice,
                              configuration_pcm, place->card);
  snprintf(configuration->control, sizeof configuration->control, "%s", configuration_pcm);
  return snd_config_load_string(&configuration->top, text, (size_t)length);
}

// Between quotes, as libasound reads it.
static int quote(const char *name, char *text, size_t room) {
  size_t length = 0;
  for (const char *c = name; *c != '\0'; c++) {
    if ((unsigned char)*c < ' ' || length + 3 > room) {
      return -EINVAL;
    }
    if (*c == '"' || *c == '\\') {
      text[length++] = '\\';
    }
    text[length++] = *c;
  }
  text[length] = '\0';
  return 0;
}

static int add_pcm(snd_config_t *top, const char *name) {
  char quoted[1100], text[1300];
  int error = quote(name, quoted, sizeof quoted);
  if (error < 0) {
    return error;
  }
  const int length =
      snprintf(text, sizeof text, "pcm.%s { type plug slave.pcm \"%s\" }\n", configuration_pcm, quoted);
  snd_input_t *input = NULL;
  error = snd_input_buffer_open(&input, text, length);
  if (error < 0) {
    return error;
  }
  error = snd_config_load(top, input);
  snd_input_close(input);
  return error;
}

int configuration_for_name(configuration *configuration, const char *name) {
  *configuration = (struct configuration){0};
  int error = snd_config_update_r(&configuration->top, &configuration->update, NULL);
  if (error >= 0) {
    error = add_pcm(configuration->top, name);
  }
  if (error < 0) {
    configuration_free(configuration);
    return error;
  }
  // A control of the same name is of the same device, as for `default`.
  snd_config_t *controls = NULL, *found = NULL;
  char key[256];
  snprintf(key, sizeof key, "%s", name);
  key[strcspn(key, ":")] = '\0';
  if (snd_config_search(configuration->top, "ctl", &controls) == 0 &&
      snd_config_search(controls, key, &found) == 0) {
    snprintf(configuration->control, sizeof configuration->control, "%s", name);
  }
  return 0;
}

void configuration_free(configuration *configuration) {
  if (configuration->update != NULL) {
    snd_config_update_free(configuration->update);
  }
  if (configuration->top != NULL) {
    snd_config_delete(configuration->top);
  }
  *configuration = (struct configuration){0};
}
