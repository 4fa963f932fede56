// SPDX-License-Identifier: Apache-2.0
#include "mute.h"

#include <string.h>

#include "calsa_stream.h"

static const uint64_t interval_ns = 100000000;

int calsa_switch_rank(const char *name) {
  static const char end[] = "Capture Switch";
  const size_t length = strlen(name);
  const size_t end_length = strlen(end);
  if (length < end_length || strcmp(name + length - end_length, end) != 0) {
    return 0;
  }
  // The one for all sources goes before those of single ones; a line input's says nothing of the microphone.
  if (strcmp(name, end) == 0) {
    return 4;
  }
  if (strcmp(name, "Mic Capture Switch") == 0) {
    return 3;
  }
  if (strstr(name, "Mic") != NULL || strstr(name, "Headset") != NULL) {
    return 2;
  }
  static const char *const others[] = {"Line", "CD", "Synth", "IEC958", "Aux", "Video", "Phone", "PCM"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    if (strncmp(name, others[i], strlen(others[i])) == 0) {
      return 0;
    }
  }
  return 1;
}

// How many channels a control has that is a switch and can be read; 0 for all others.
static unsigned channels_of(snd_ctl_t *control, const snd_ctl_elem_id_t *id) {
  snd_ctl_elem_info_t *info = NULL;
  if (snd_ctl_elem_info_malloc(&info) < 0) {
    return 0;
  }
  snd_ctl_elem_info_set_id(info, id);
  const int is_switch = snd_ctl_elem_info(control, info) == 0 &&
                        snd_ctl_elem_info_get_type(info) == SND_CTL_ELEM_TYPE_BOOLEAN &&
                        snd_ctl_elem_info_is_readable(info);
  const unsigned count = is_switch ? snd_ctl_elem_info_get_count(info) : 0;
  snd_ctl_elem_info_free(info);
  return count;
}

static void choose(mute *mute, snd_ctl_elem_list_t *list) {
  snd_ctl_elem_id_t *id = NULL;
  if (snd_ctl_elem_id_malloc(&id) < 0) {
    return;
  }
  int best = 0;
  const unsigned used = snd_ctl_elem_list_get_used(list);
  for (unsigned i = 0; i < used; i++) {
    const int rank = snd_ctl_elem_list_get_interface(list, i) == SND_CTL_ELEM_IFACE_MIXER
                         ? calsa_switch_rank(snd_ctl_elem_list_get_name(list, i))
                         : 0;
    if (rank <= best) {
      continue;
    }
    snd_ctl_elem_list_get_id(list, i, id);
    const unsigned count = channels_of(mute->control, id);
    if (count > 0) {
      best = rank;
      mute->count = count;
      snd_ctl_elem_value_set_id(mute->value, id);
    }
  }
  snd_ctl_elem_id_free(id);
}

static void find_switch(mute *mute) {
  snd_ctl_elem_list_t *list = NULL;
  if (snd_ctl_elem_value_malloc(&mute->value) < 0 || snd_ctl_elem_list_malloc(&list) < 0) {
    return;
  }
  // First how many there are, then which.
  if (snd_ctl_elem_list(mute->control, list) == 0 &&
      snd_ctl_elem_list_alloc_space(list, snd_ctl_elem_list_get_count(list)) == 0) {
    if (snd_ctl_elem_list(mute->control, list) == 0) {
      choose(mute, list);
    }
    snd_ctl_elem_list_free_space(list);
  }
  snd_ctl_elem_list_free(list);
}

void mute_open(mute *mute, snd_config_t *configuration, const char *name) {
  *mute = (struct mute){0};
  if (snd_ctl_open_lconf(&mute->control, name, SND_CTL_NONBLOCK | SND_CTL_READONLY, configuration) < 0) {
    mute->control = NULL;
    return;
  }
  find_switch(mute);
  if (mute->count == 0) {
    mute_close(mute);
  }
}

int mute_look(mute *mute, uint64_t now_ns) {
  if (mute->control == NULL || (mute->asked_ns != 0 && now_ns - mute->asked_ns < interval_ns)) {
    return mute->is_muted;
  }
  mute->asked_ns = now_ns;
  mute->is_muted = 0;
  if (snd_ctl_elem_read(mute->control, mute->value) == 0) {
    mute->is_muted = 1;
    for (unsigned i = 0; i < mute->count; i++) {
      mute->is_muted &= !snd_ctl_elem_value_get_boolean(mute->value, i);
    }
  }
  return mute->is_muted;
}

void mute_close(mute *mute) {
  if (mute->value != NULL) {
    snd_ctl_elem_value_free(mute->value);
  }
  if (mute->control != NULL) {
    snd_ctl_close(mute->control);
  }
  *mute = (struct mute){0};
}
