// SPDX-License-Identifier: Apache-2.0
// A client of ALSA's with nothing between: what ours is measured against. Half a second of buffer, periods of
// 10 ms, as our plugin asks for.
//
//   bare MICROPHONE RATE SECONDS   for each read: the monotonic clock, in nanoseconds, frames read so far,
//                                  the last sample
#include <alsa/asoundlib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void check(int answer, const char *what) {
  if (answer >= 0)
    return;
  fprintf(stderr, "bare: %s: %s\n", what, snd_strerror(answer));
  exit(1);
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int count, char **arguments) {
  if (count != 4)
    return 64;
  unsigned rate = (unsigned)atol(arguments[2]), buffer_us = 500000, period_us = 10000;
  snd_pcm_t *pcm;
  check(snd_pcm_open(&pcm, arguments[1], SND_PCM_STREAM_CAPTURE, 0), "open");
  snd_pcm_hw_params_t *parameters;
  snd_pcm_hw_params_alloca(&parameters);
  check(snd_pcm_hw_params_any(pcm, parameters), "parameters");
  check(snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED), "access");
  check(snd_pcm_hw_params_set_format(pcm, parameters, SND_PCM_FORMAT_S32), "format");
  check(snd_pcm_hw_params_set_channels(pcm, parameters, 1), "channels");
  check(snd_pcm_hw_params_set_rate(pcm, parameters, rate, 0), "rate");
  check(snd_pcm_hw_params_set_buffer_time_near(pcm, parameters, &buffer_us, NULL), "buffer");
  check(snd_pcm_hw_params_set_period_time_near(pcm, parameters, &period_us, NULL), "period");
  check(snd_pcm_hw_params(pcm, parameters), "parameters");
  snd_pcm_uframes_t period;
  check(snd_pcm_hw_params_get_period_size(parameters, &period, NULL), "period");
  check(snd_pcm_start(pcm), "start");
  int32_t *samples = malloc(period * sizeof *samples);
  long long end = now() + atol(arguments[3]) * 1000000000LL, frames = 0;
  while (now() < end) {
    snd_pcm_sframes_t read = snd_pcm_readi(pcm, samples, period);
    check((int)read, "read");
    frames += read;
    if (read > 0)
      printf("%lld %lld %d\n", now(), frames, samples[read - 1]);
  }
  snd_pcm_close(pcm);
  return 0;
}
