// SPDX-License-Identifier: Apache-2.0
// The camera of camera.c with three settings. Correct, but for the fault it is built with.
#define PLUGIN_ABILITY_COUNT 2
#define CAMERA_AND_MORE
#include "camera.c"

#define CONTROLS 4u
#define READ_ONLY 2u // of the settings

// The device's own: all who open it see the same.
static pthread_mutex_t device = PTHREAD_MUTEX_INITIALIZER;
static imp_camera_control settings[CONTROLS] = {
    {.size = sizeof *settings, .control = IMP_CAMERA_BRIGHTNESS, .minimum = -10, .maximum = 10, .step = 5, .name = "Brightness"},
    {.size = sizeof *settings, .control = IMP_CAMERA_ZOOM, .maximum = 7, .step = 1, .standard = 1, .value = 1, .name = "Zoom"},
    {.size = sizeof *settings, .control = IMP_CAMERA_GAIN, .flags = IMP_CAMERA_CONTROL_READ_ONLY, .maximum = 9, .step = 1,
     .standard = 3, .value = 3, .name = "Gain"},
    {.size = sizeof *settings, .control = IMP_CAMERA_CONTROL_OWN + 1, .maximum = 1, .step = 1, .name = "Lamp"},
};

static const imp_camera_mode all_modes[2] = {
    {sizeof(imp_camera_mode), IMP_PIXEL_GREY8, FAULT == mode_ranges_cross ? 32 : 24, 24, 0, 16, 16, 0, 1000, 50000},
    {sizeof(imp_camera_mode), IMP_PIXEL_YUYV, 16, 64, 8, 16, 64, 8, 0, 0},
};

static imp_status find(const imp_plugin *plugin, imp_text locator) {
  if (FAULT == controls_of_any_camera || is_known(locator)) return IMP_OK;
  if (FAULT == refuses_without_words) return IMP_E_DEVICE_MISSING;
  return fail(plugin, IMP_E_DEVICE_MISSING, "there is only " LOCATOR);
}

static imp_status modes(imp_plugin *plugin, imp_text locator, imp_camera_mode *modes, size_t *count) {
  if (!count || (*count > 0 && !modes)) return missing(plugin, "the array or its length");
  for (size_t i = 0; i < *count; i++)
    if (modes[i].size != sizeof *modes) return wrong_size(plugin, "an entry", modes[i].size, sizeof *modes);
  imp_status status = find(plugin, locator);
  if (status != IMP_OK) return status;
  if (FAULT == modes_stop_the_stream && is_open) stream_is_stopped = true;
  size_t capacity = *count;
  *count = 2;
  if (capacity < 2) {
    if (FAULT == modes_fill_short_array && capacity > 0) modes[0] = all_modes[0];
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "there are 2 modes");
  }
  memcpy(modes, all_modes, sizeof all_modes);
  return IMP_OK;
}

static imp_status controls(imp_plugin *plugin, imp_text locator, imp_camera_control *controls, size_t *count) {
  if (!count || (*count > 0 && !controls)) return missing(plugin, "the array or its length");
  for (size_t i = 0; i < *count && FAULT != controls_ignore_size; i++)
    if (controls[i].size != sizeof *controls)
      return wrong_size(plugin, "an entry", controls[i].size, sizeof *controls);
  imp_status status = find(plugin, locator);
  if (status != IMP_OK) return status;
  size_t capacity = *count;
  *count = CONTROLS;
  if (capacity < CONTROLS) return fail(plugin, IMP_RETRY_SHORT_BUFFER, "there are %u controls", CONTROLS);
  pthread_mutex_lock(&device);
  memcpy(controls, settings, sizeof settings);
  pthread_mutex_unlock(&device);
  if (FAULT == control_out_of_range) controls[READ_ONLY].standard = 10;
  return IMP_OK;
}

// The nearest that the setting has.
static int64_t granted(const imp_camera_control *setting, int64_t value) {
  int64_t steps = (value - setting->minimum + setting->step / 2) / setting->step;
  int64_t near = setting->minimum + steps * setting->step;
  return near > setting->maximum ? setting->maximum : near;
}

static imp_status set(imp_plugin *plugin, imp_text locator, uint32_t control, int64_t *value) {
  if (!value) return missing(plugin, "the value");
  imp_status status = find(plugin, locator);
  if (status != IMP_OK) return status;
  imp_camera_control *setting = NULL;
  for (size_t i = 0; i < CONTROLS; i++)
    if (settings[i].control == control) setting = &settings[i];
  if (!setting) return fail(plugin, IMP_E_UNSUPPORTED, "the camera has no control %u", control);
  if (setting->flags & IMP_CAMERA_CONTROL_READ_ONLY) return fail(plugin, IMP_E_STATE, "it can be read alone");
  if (FAULT == set_takes_any_value && *value > setting->maximum) *value = setting->maximum;
  if (*value < setting->minimum || *value > setting->maximum)
    return fail(plugin, IMP_E_ARGUMENT, "it is outside of its range");
  pthread_mutex_lock(&device);
  setting->value = granted(setting, *value);
  if (FAULT != set_says_what_was_asked) *value = setting->value;
  pthread_mutex_unlock(&device);
  return IMP_OK;
}

static const imp_camera_control_ability control_table = {sizeof(imp_camera_control_ability), 0, modes, controls, set};

static const char *const plugin_abilities[] = {IMP_CAMERA_ID, IMP_CAMERA_CONTROL_ID};

static const void *plugin_table(const char *id) {
  return strcmp(id, IMP_CAMERA_ID) == 0 ? (const void *)&table : &control_table;
}
