// SPDX-License-Identifier: Apache-2.0
// What the microphone gives: a triangle of 500 Hz, of -2048 to 2048, a sixteenth of full scale. For C and
// C++.
#ifndef TONE_H
#define TONE_H

#include <imprint/imprint.h>

#include <string.h>

// In integers: a frame is the same everywhere.
static inline int32_t level(uint32_t rate, uint64_t frame) {
  int64_t period = rate / 500;
  int64_t at = (int64_t)(frame % (uint64_t)period);
  int64_t up = at * 2 < period ? at : period - at;
  return (int32_t)(up * 8192 / period - 2048);
}

static inline size_t sample_bytes(const imp_audio_format *format) {
  return format->format == IMP_AUDIO_S16 ? 2 : 4;
}

static inline size_t frame_bytes(const imp_audio_format *format) {
  return format->channels * sample_bytes(format);
}

static inline void write_frame(const imp_audio_format *format, uint64_t frame, uint8_t *place) {
  int32_t value = level(format->rate, frame), large = value * 65536;
  int16_t small = (int16_t)value;
  float real = (float)value / 32768;
  const void *sample = format->format == IMP_AUDIO_S16   ? (const void *)&small
                       : format->format == IMP_AUDIO_S32 ? (const void *)&large
                                                         : (const void *)&real;
  for (uint32_t channel = 0; channel < format->channels; channel++)
    memcpy(place + channel * sample_bytes(format), sample, sample_bytes(format));
}

// When a frame is heard, in nanoseconds after the first. In two steps: a product of both would overflow after
// a while.
static inline uint64_t time_of(const imp_audio_format *format, uint64_t frame) {
  uint64_t second = UINT64_C(1000000000);
  return frame / format->rate * second + frame % format->rate * second / format->rate;
}

#endif
