// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "quiet.h"
#include "stream.h"

enum { rate_min = 4000, rate_max = 384000, channels_max = 2 };

calsa_outcome stream_outcome(int error) {
  switch (-error) {
  case ENOENT:
  case ENODEV:
    return CALSA_MISSING;
  case EACCES:
  case EPERM:
    return CALSA_DENIED;
  case EBUSY:
  case EAGAIN:
    return CALSA_BUSY;
  case EINVAL:
  case ENXIO: // a module that is not there, or not what it should be
  case ELOOP:
    return CALSA_CONFIGURATION;
  case ENOMEM:
    return CALSA_MEMORY;
  default:
    return CALSA_FAILED;
  }
}

static int open_pcm(calsa_stream *stream, const char *name) {
  const int error = stream->place.card >= 0 ? configuration_for_card(&stream->configuration, &stream->place)
                                            : configuration_for_name(&stream->configuration, name);
  if (error < 0) {
    return error == -ENOMEM ? error : -EINVAL;
  }
  // Not blocking: reads wait with poll, which cancel wakes. No resampling: libasound's own
  // lets through what it has to keep out, where no better module is installed.
  return snd_pcm_open_lconf(&stream->pcm, configuration_pcm, SND_PCM_STREAM_CAPTURE,
                            SND_PCM_NONBLOCK | SND_PCM_NO_AUTO_RESAMPLE, stream->configuration.top);
}

static calsa_outcome set_up(calsa_stream *stream, const calsa_request *request, calsa_problem *problem) {
  int unsupported = 0;
  const int error = hardware_set(stream->pcm, request, &stream->hardware, &unsupported);
  if (error < 0) {
    problem->error = -error;
    return unsupported ? CALSA_UNSUPPORTED : stream_outcome(error);
  }
  const hardware *hardware = &stream->hardware;
  calsa_grant *grant = &stream->grant;
  grant->rate = request->rate == 0 ? hardware->rate : request->rate;
  grant->channels = hardware->channels;
  grant->format = request->format == 0 ? calsa_s16 : request->format;
  grant->device_rate = hardware->rate;
  grant->buffer_frames = (uint32_t)((uint64_t)hardware->buffer * grant->rate / hardware->rate);
  if (grant->buffer_frames == 0) {
    grant->buffer_frames = 1;
  }
  uint64_t latency = hardware->least;
  // 4 bytes: the largest sample.
  const size_t buffer_bytes = hardware->buffer * hardware->channels * 4;
  stream->samples = malloc(buffer_bytes);
  int has_memory = stream->samples != NULL;
  if (grant->rate != hardware->rate) {
    stream->resampler = calsa_resampler_make(hardware->rate, grant->rate, hardware->channels);
    stream->resampled = malloc(((size_t)grant->buffer_frames + 1) * hardware->channels * sizeof(float));
    has_memory = has_memory && stream->resampler != NULL && stream->resampled != NULL;
    latency += has_memory ? calsa_resampler_delay(stream->resampler) : 0;
  }
  grant->latency_ns = latency * 1000000000 / hardware->rate;
  return has_memory ? CALSA_OK : CALSA_MEMORY;
}

static calsa_outcome open_stream(calsa_stream *stream, const calsa_request *request, calsa_problem *problem) {
  int error = open_pcm(stream, request->name);
  if (error < 0) {
    problem->error = -error;
    const int is_card_gone = error == -ENXIO && stream->place.card >= 0;
    return is_card_gone ? CALSA_MISSING : stream_outcome(error);
  }
  const calsa_outcome outcome = set_up(stream, request, problem);
  if (outcome != CALSA_OK) {
    return outcome;
  }
  if (stream->configuration.control[0] != '\0') {
    mute_open(&stream->mute, stream->configuration.top, stream->configuration.control);
  }
  error = stream_start(stream);
  if (error < 0) {
    problem->error = -error;
    // What it was set up for it cannot do after all: no fault of the configuration.
    const calsa_outcome failed = stream_outcome(error);
    return failed == CALSA_CONFIGURATION ? CALSA_FAILED : failed;
  }
  return CALSA_OK;
}

calsa_outcome calsa_open(const calsa_request *request, calsa_grant *grant, calsa_stream **made,
                         calsa_problem *problem) {
  *problem = (calsa_problem){0};
  const int has_rate = request->rate == 0 || (request->rate >= rate_min && request->rate <= rate_max);
  if (!has_rate || request->channels > channels_max || request->buffer_ms > 60000) {
    return CALSA_UNSUPPORTED;
  }
  calsa_stream *stream = calloc(1, sizeof *stream);
  if (stream == NULL) {
    return CALSA_MEMORY;
  }
  stream->place = request->place;
  stream->stop = request->stop;
  quiet quiet;
  quiet_begin(&quiet);
  const calsa_outcome outcome = open_stream(stream, request, problem);
  snprintf(problem->words, sizeof problem->words, "%s", quiet.words);
  quiet_end(&quiet);
  if (outcome != CALSA_OK) {
    calsa_close(stream);
    return outcome;
  }
  *grant = stream->grant;
  *made = stream;
  return CALSA_OK;
}

void calsa_close(calsa_stream *stream) {
  quiet quiet;
  quiet_begin(&quiet);
  mute_close(&stream->mute);
  if (stream->pcm != NULL) {
    // At once: what is in the buffer is not wanted.
    snd_pcm_drop(stream->pcm);
    snd_pcm_close(stream->pcm);
  }
  configuration_free(&stream->configuration);
  quiet_end(&quiet);
  calsa_resampler_free(stream->resampler);
  free(stream->resampled);
  free(stream->samples);
  free(stream);
}
