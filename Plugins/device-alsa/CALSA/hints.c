// SPDX-License-Identifier: Apache-2.0
#include "calsa_hints.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "quiet.h"

int calsa_hints(calsa_hint *tell, void *context, char *words, size_t room) {
  quiet quiet;
  void **hints = NULL;
  quiet_begin(&quiet);
  const int error = snd_device_name_hint(-1, "pcm", &hints);
  quiet_end(&quiet);
  snprintf(words, room, "%s", quiet.words);
  if (error < 0) {
    // Without a word of libasound's about PCMs there are none.
    return error == -ENOENT ? 0 : error;
  }
  for (void **hint = hints; *hint != NULL; hint++) {
    char *name = snd_device_name_get_hint(*hint, "NAME");
    char *description = snd_device_name_get_hint(*hint, "DESC");
    char *direction = snd_device_name_get_hint(*hint, "IOID");
    tell(context, name, description, direction);
    free(direction);
    free(description);
    free(name);
  }
  snd_device_name_free_hint(hints);
  return 0;
}
