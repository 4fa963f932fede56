// SPDX-License-Identifier: Apache-2.0
#ifndef IMPRINT_CALSA_STREAM_H
#define IMPRINT_CALSA_STREAM_H

#include <stddef.h>
#include <stdint.h>

typedef enum calsa_outcome {
  CALSA_OK,
  CALSA_TIMEOUT,
  CALSA_CANCELLED,
  CALSA_GONE,          // unplugged, or gives nothing any more
  CALSA_MISSING,       // no device, or no configured PCM, of that name
  CALSA_DENIED,        // no rights
  CALSA_BUSY,          // somebody else records
  CALSA_UNSUPPORTED,   // a rate, number of channels or format
  CALSA_CONFIGURATION, // libasound's configuration is wrong
  CALSA_FAILED,        // it answers with an error
  CALSA_MEMORY,
} calsa_outcome;

// Why it did not go well.
typedef struct calsa_problem {
  int error;       // errno, or 0
  char words[256]; // libasound's own, or empty
} calsa_problem;

// As IMP_AUDIO_...
enum { calsa_s16 = 1, calsa_s32 = 2, calsa_float32 = 3 };

// A capture device by the kernel's numbers.
typedef struct calsa_place {
  int card; // or -1: a name that libasound's configuration explains
  int device;
  int subdevice; // -1: any
} calsa_place;

// 0 leaves a choice.
typedef struct calsa_request {
  calsa_place place;
  const char *name; // of a configured PCM
  int stop;         // a descriptor that is readable once a read has to end
  uint32_t rate;
  uint32_t channels;
  uint32_t format;
  uint32_t buffer_ms;
} calsa_request;

typedef struct calsa_grant {
  uint32_t rate;
  uint32_t channels;
  uint32_t format;
  uint32_t device_rate;
  uint32_t buffer_frames; // at `rate`
  uint64_t latency_ns;
} calsa_grant;

typedef struct calsa_chunk {
  uint64_t frames;
  uint64_t timestamp_ns;
  uint64_t position;
  uint64_t lost;
  uint64_t overruns;
  int is_muted;
  int is_clipped; // the device gave three samples or more in a row at full scale
} calsa_chunk;

typedef struct calsa_stream calsa_stream;

// Opens and starts. *stream is filled with CALSA_OK alone, *problem otherwise.
calsa_outcome calsa_open(const calsa_request *request, calsa_grant *grant, calsa_stream **stream,
                         calsa_problem *problem);

// Waits for sound until the monotonic clock shows `deadline_ns`, as imp_microphone_ability.read does. `bytes`
// has room for `room` frames, at least one, and is written with CALSA_OK alone. One thread at a time.
calsa_outcome calsa_read(calsa_stream *stream, uint64_t deadline_ns, void *bytes, size_t room,
                         calsa_chunk *chunk, calsa_problem *problem);

void calsa_close(calsa_stream *stream);

// How well a control's name says that it is the switch of the microphone: 0 it is none; more is better.
int calsa_switch_rank(const char *name);

// Replaces what is no number by silence. How many there were.
size_t calsa_make_finite(float *samples, size_t count);

// The nearest value, cut at full scale. What is no number is silence.
int16_t calsa_to_s16(float sample);
int32_t calsa_to_s32(float sample);

#endif
