// SPDX-License-Identifier: Apache-2.0
// `ctl.NAME { type imprint switch FILE }`: a mixer with one switch, as sound cards have it.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <alsa/asoundlib.h>
#include <alsa/control_external.h>

#include "options.h"
#include "switch.h"

static const char switch_name[] = "Mic Capture Switch";

typedef struct control {
  snd_ctl_ext_t ext;
  char *path;
} control;

static int elem_count(snd_ctl_ext_t *ext) {
  (void)ext;
  return 1;
}

static int elem_list(snd_ctl_ext_t *ext, unsigned offset, snd_ctl_elem_id_t *id) {
  (void)ext;
  if (offset != 0) {
    return -EINVAL;
  }
  snd_ctl_elem_id_set_interface(id, SND_CTL_ELEM_IFACE_MIXER);
  snd_ctl_elem_id_set_name(id, switch_name);
  return 0;
}

static snd_ctl_ext_key_t find_elem(snd_ctl_ext_t *ext, const snd_ctl_elem_id_t *id) {
  (void)ext;
  // By number where one is given: 1 is the first.
  if (snd_ctl_elem_id_get_numid(id) == 1 || strcmp(snd_ctl_elem_id_get_name(id), switch_name) == 0) {
    return 0;
  }
  return SND_CTL_EXT_KEY_NOT_FOUND;
}

static int get_attribute(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, int *type, unsigned *access,
                         unsigned *count) {
  (void)ext;
  (void)key;
  *type = SND_CTL_ELEM_TYPE_BOOLEAN;
  // Volatile: other processes change it too.
  *access = SND_CTL_EXT_ACCESS_READWRITE | SND_CTL_EXT_ACCESS_VOLATILE;
  *count = 1;
  return 0;
}

static int get_integer_info(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *least, long *most, long *step) {
  (void)ext;
  (void)key;
  *least = 0;
  *most = 1;
  *step = 0;
  return 0;
}

static int read_integer(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value) {
  (void)key;
  const control *control = ext->private_data;
  *value = !switch_is_off(control->path);
  return 0;
}

static int write_integer(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value) {
  (void)key;
  const control *control = ext->private_data;
  if (switch_is_off(control->path) == (*value == 0)) {
    return 0;
  }
  const int error = switch_set(control->path, *value != 0);
  return error < 0 ? error : 1;
}

static int read_event(snd_ctl_ext_t *ext, snd_ctl_elem_id_t *id, unsigned *mask) {
  (void)ext;
  (void)id;
  (void)mask;
  return -EAGAIN;
}

static void close_control(snd_ctl_ext_t *ext) {
  control *control = ext->private_data;
  free(control->path);
  free(control);
}

static const snd_ctl_ext_callback_t callbacks = {
    .close = close_control,
    .elem_count = elem_count,
    .elem_list = elem_list,
    .find_elem = find_elem,
    .get_attribute = get_attribute,
    .get_integer_info = get_integer_info,
    .read_integer = read_integer,
    .write_integer = write_integer,
    .read_event = read_event,
};

// libasound looks for the function and a mark of its version, by their names.
#pragma GCC visibility push(default)

SND_CTL_PLUGIN_DEFINE_FUNC(imprint) {
  (void)root;
  options options;
  int error = options_read(&options, conf);
  if (error < 0) {
    return error;
  }
  if (options.mute_switch == NULL) {
    SNDERR("imprint: a ctl needs 'switch', the file that keeps it");
    return -EINVAL;
  }
  control *made = calloc(1, sizeof *made);
  char *path = strdup(options.mute_switch);
  if (made == NULL || path == NULL) {
    error = -ENOMEM;
    goto fail;
  }
  made->path = path;
  made->ext.version = SND_CTL_EXT_VERSION;
  made->ext.card_idx = 0;
  snprintf(made->ext.id, sizeof made->ext.id, "imprint");
  snprintf(made->ext.driver, sizeof made->ext.driver, "imprint");
  snprintf(made->ext.name, sizeof made->ext.name, "Virtual microphone");
  snprintf(made->ext.longname, sizeof made->ext.longname, "Virtual microphone, switch in %.48s", path);
  snprintf(made->ext.mixername, sizeof made->ext.mixername, "Virtual microphone");
  made->ext.poll_fd = -1;
  made->ext.callback = &callbacks;
  made->ext.private_data = made;
  error = snd_ctl_ext_create(&made->ext, name, mode);
  if (error < 0) {
    goto fail;
  }
  *handlep = made->ext.handle;
  return 0;
fail:
  free(path);
  free(made);
  return error;
}

SND_DLSYM_BUILD_VERSION(SND_CTL_PLUGIN_ENTRY(imprint), SND_CONTROL_DLSYM_VERSION)

#pragma GCC visibility pop
