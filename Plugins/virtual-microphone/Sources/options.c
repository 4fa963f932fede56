// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

static int read_text(snd_config_t *entry, const char *id, const char **text) {
  if (snd_config_get_string(entry, text) < 0 || **text == '\0') {
    SNDERR("imprint: '%s' needs a text", id);
    return -EINVAL;
  }
  return 0;
}

static int read_number(snd_config_t *entry, const char *id, long long least, long long most,
                       long long *number) {
  long small = 0;
  if (snd_config_get_integer(entry, &small) == 0) {
    *number = small;
  } else if (snd_config_get_integer64(entry, number) < 0) {
    SNDERR("imprint: '%s' needs a whole number", id);
    return -EINVAL;
  }
  if (*number < least || *number > most) {
    SNDERR("imprint: '%s' is %lld, and has to be %lld to %lld", id, *number, least, most);
    return -EINVAL;
  }
  return 0;
}

static int read_yes(snd_config_t *entry, const char *id, int *is_yes) {
  const int value = snd_config_get_bool(entry);
  if (value < 0) {
    SNDERR("imprint: '%s' needs yes or no", id);
    return -EINVAL;
  }
  *is_yes = value;
  return 0;
}

static int read_format(snd_config_t *entry, snd_pcm_format_t *format) {
  const char *text = NULL;
  const int error = read_text(entry, "format", &text);
  if (error < 0) {
    return error;
  }
  *format = snd_pcm_format_value(text);
  // Those that libasound converts, and of which silence is known.
  const int bits = snd_pcm_format_physical_width(*format);
  if (*format == SND_PCM_FORMAT_UNKNOWN || bits <= 0 || bits % 8 != 0 ||
      snd_pcm_format_big_endian(*format) == 1) {
    SNDERR("imprint: 'format' is %s; S16_LE, S24_3LE, S32_LE, FLOAT_LE and their like are known", text);
    return -EINVAL;
  }
  return 0;
}

static int read_option(options *options, const char *id, snd_config_t *entry) {
  struct {
    const char *id;
    long long least, most;
    uint64_t *wide;
    unsigned *narrow;
  } const numbers[] = {
      {"rate", sound_rate_min, sound_rate_max, NULL, &options->sound.rate},
      {"channels", 1, sound_channels_max, NULL, &options->sound.channels},
      {"unplug_after", 1, LLONG_MAX / 2, &options->world.unplug_after, NULL},
      {"suspend_after", 1, LLONG_MAX / 2, &options->world.suspend_after, NULL},
      {"stall_after", 1, LLONG_MAX / 2, &options->world.stall_after, NULL},
      {"stall_ms", 1, 86400000, &options->world.stall_ns, NULL},
  };
  long long number = 0;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    if (strcmp(id, numbers[i].id) != 0) {
      continue;
    }
    const int error = read_number(entry, id, numbers[i].least, numbers[i].most, &number);
    if (error == 0 && numbers[i].wide != NULL) {
      *numbers[i].wide = (uint64_t)number;
    } else if (error == 0) {
      *numbers[i].narrow = (unsigned)number;
    }
    return error;
  }
  if (strcmp(id, "clock_ppm") == 0) {
    const int error = read_number(entry, id, -100000, 100000, &number);
    options->world.ppm = (int32_t)number;
    return error;
  }
  if (strcmp(id, "file") == 0) {
    return read_text(entry, id, &options->file);
  }
  if (strcmp(id, "switch") == 0) {
    return read_text(entry, id, &options->mute_switch);
  }
  if (strcmp(id, "format") == 0) {
    return read_format(entry, &options->sound.format);
  }
  if (strcmp(id, "loop") == 0) {
    return read_yes(entry, id, &options->loops);
  }
  if (strcmp(id, "exclusive") == 0) {
    return read_yes(entry, id, &options->is_exclusive);
  }
  if (strcmp(id, "resume") == 0) {
    return read_yes(entry, id, &options->resumes);
  }
  if (strcmp(id, "live") == 0) {
    return read_yes(entry, id, &options->is_live);
  }
  SNDERR("imprint: the option '%s' is not known", id);
  return -EINVAL;
}

int options_read(options *options, snd_config_t *configuration) {
  *options = (struct options){.sound = {.descriptor = -1, .format = SND_PCM_FORMAT_UNKNOWN}};
  snd_config_iterator_t i, next;
  snd_config_for_each(i, next, configuration) {
    snd_config_t *entry = snd_config_iterator_entry(i);
    const char *id = NULL;
    if (snd_config_get_id(entry, &id) < 0 || strcmp(id, "type") == 0 || strcmp(id, "comment") == 0 ||
        strcmp(id, "hint") == 0) {
      continue;
    }
    const int error = read_option(options, id, entry);
    if (error < 0) {
      return error;
    }
  }
  if ((options->world.stall_after == 0) != (options->world.stall_ns == 0)) {
    SNDERR("imprint: 'stall_after' and 'stall_ms' go together");
    return -EINVAL;
  }
  if (options->resumes && options->world.suspend_after == 0) {
    SNDERR("imprint: 'resume' says how it goes on after 'suspend_after'");
    return -EINVAL;
  }
  options->world.stall_ns *= 1000000;
  const world *world = &options->world;
  if (options->is_live &&
      (world->unplug_after != 0 || world->stall_after != 0 || world->suspend_after != 0)) {
    SNDERR("imprint: 'live' has no first frame, so nothing can happen after some");
    return -EINVAL;
  }
  options->loops |= options->is_live;
  return 0;
}
