// SPDX-License-Identifier: Apache-2.0
#include "hardware.h"

#include <errno.h>

static const unsigned default_rate = 48000;
static const unsigned default_buffer_ms = 500;
static const unsigned period_us = 10000;

static snd_pcm_format_t alsa_format(uint32_t format) {
  switch (format) {
  case calsa_s32:
    return SND_PCM_FORMAT_S32_LE;
  case calsa_float32:
    return SND_PCM_FORMAT_FLOAT_LE;
  default:
    return SND_PCM_FORMAT_S16_LE;
  }
}

static int has_rate(snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, unsigned rate) {
  return snd_pcm_hw_params_test_rate(pcm, parameters, rate, 0) == 0;
}

// The rate to record at: the one asked for; a multiple of it, or any above it, as nothing is lost then; one
// below.
static unsigned choose_rate(snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, unsigned asked) {
  static const unsigned common[] = {8000,  11025, 16000, 22050, 32000,  44100,
                                    48000, 64000, 88200, 96000, 176400, 192000};
  enum { common_count = sizeof common / sizeof *common, multiple_max = 12 };
  if (asked == 0) {
    asked = default_rate;
  }
  for (unsigned multiple = 1; multiple <= multiple_max; multiple++) {
    if (has_rate(pcm, parameters, asked * multiple)) {
      return asked * multiple;
    }
  }
  for (int i = 0; i < common_count; i++) {
    if (common[i] > asked && has_rate(pcm, parameters, common[i])) {
      return common[i];
    }
  }
  for (int i = common_count - 1; i >= 0; i--) {
    if (common[i] < asked && has_rate(pcm, parameters, common[i])) {
      return common[i];
    }
  }
  unsigned near = asked;
  int direction = 0;
  return snd_pcm_hw_params_set_rate_near(pcm, parameters, &near, &direction) == 0 ? near : 0;
}

static int set_sound(snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, const calsa_request *request,
                     hardware *hardware) {
  int error = snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED);
  if (error < 0) {
    return error;
  }
  hardware->channels = request->channels == 0 ? 1 : request->channels;
  error = snd_pcm_hw_params_set_channels(pcm, parameters, hardware->channels);
  if (error < 0) {
    return error;
  }
  hardware->rate = choose_rate(pcm, parameters, request->rate);
  error = snd_pcm_hw_params_set_rate(pcm, parameters, hardware->rate, 0);
  if (error < 0) {
    return error;
  }
  // Resampling works on floats, and only then is the device asked for other samples than those wanted.
  const uint32_t wanted = request->format == 0 ? calsa_s16 : request->format;
  hardware->format = request->rate == 0 || request->rate == hardware->rate ? wanted : calsa_float32;
  return snd_pcm_hw_params_set_format(pcm, parameters, alsa_format(hardware->format));
}

static int set_buffers(snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, const calsa_request *request,
                       hardware *hardware) {
  // The buffer first: that nothing is lost counts for more than how soon it comes.
  unsigned buffer_us = (request->buffer_ms == 0 ? default_buffer_ms : request->buffer_ms) * 1000;
  unsigned period = period_us;
  int direction = 0;
  int error = snd_pcm_hw_params_set_buffer_time_near(pcm, parameters, &buffer_us, &direction);
  if (error == 0) {
    direction = 0;
    error = snd_pcm_hw_params_set_period_time_near(pcm, parameters, &period, &direction);
  }
  if (error == 0) {
    error = snd_pcm_hw_params(pcm, parameters);
  }
  if (error == 0) {
    error = snd_pcm_hw_params_get_buffer_size(parameters, &hardware->buffer);
  }
  if (error == 0) {
    direction = 0;
    error = snd_pcm_hw_params_get_period_size(parameters, &hardware->period, &direction);
  }
  return error;
}

static int set_software(snd_pcm_t *pcm, hardware *hardware) {
  snd_pcm_sw_params_t *parameters = NULL;
  int error = snd_pcm_sw_params_malloc(&parameters);
  if (error < 0) {
    return error;
  }
  hardware->least = hardware->rate / 50;
  if (hardware->least > hardware->buffer / 2) {
    hardware->least = hardware->buffer / 2;
  }
  if (hardware->least == 0) {
    hardware->least = 1;
  }
  error = snd_pcm_sw_params_current(pcm, parameters);
  if (error == 0) {
    error = snd_pcm_sw_params_set_avail_min(pcm, parameters, hardware->least);
  }
  if (error == 0) {
    // Without: the clock is looked at when the device is.
    if (snd_pcm_sw_params_set_tstamp_mode(pcm, parameters, SND_PCM_TSTAMP_ENABLE) == 0) {
      snd_pcm_sw_params_set_tstamp_type(pcm, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC);
    }
    error = snd_pcm_sw_params(pcm, parameters);
  }
  snd_pcm_sw_params_free(parameters);
  return error;
}

int hardware_set(snd_pcm_t *pcm, const calsa_request *request, hardware *hardware, int *unsupported) {
  snd_pcm_hw_params_t *parameters = NULL;
  *unsupported = 0;
  int error = snd_pcm_hw_params_malloc(&parameters);
  if (error < 0) {
    return error;
  }
  error = snd_pcm_hw_params_any(pcm, parameters);
  if (error >= 0) {
    error = set_sound(pcm, parameters, request, hardware);
    if (error == 0) {
      error = set_buffers(pcm, parameters, request, hardware);
    }
    *unsupported = error == -EINVAL;
  }
  if (error == 0) {
    error = set_software(pcm, hardware);
  }
  snd_pcm_hw_params_free(parameters);
  return error;
}
