// SPDX-License-Identifier: Apache-2.0
// imprint.microphone/1: sound, by pull. Draft: may change until version 1.0.
#ifndef IMPRINT_DRAFT_MICROPHONE_H
#define IMPRINT_DRAFT_MICROPHONE_H

#include "../plugin.h"
#include "sound.h"

IMP_BEGIN_DECLS

#define IMP_MICROPHONE_ID "imprint.microphone/1"

typedef struct imp_microphone imp_microphone;

// One device that can be opened. Strings are UTF-8, null-terminated.
typedef struct imp_microphone_info {
  uint32_t size;         // sizeof(imp_microphone_info)
  uint32_t channels_max; // 0 if unknown before it is opened
  uint32_t rate_min;     // frames per second without resampling; 0 likewise
  uint32_t rate_max;
  char locator[512]; // what open takes
  char name[128];    // for people
  char id[256];      // as imp_camera_info.id
} imp_microphone_info;

#define IMP_AUDIO_PACE_REAL 0 // sound in real time
#define IMP_AUDIO_PACE_FULL 1 // a replayed source delivers without delay

// Requested settings; 0 leaves the choice to the microphone. It delivers exactly
// these, resampled and mixed where necessary, or returns IMP_E_UNSUPPORTED.
typedef struct imp_microphone_options {
  uint32_t size;      // sizeof(imp_microphone_options)
  uint32_t rate;      // frames per second
  uint32_t channels;  // 1 mono, 2 stereo
  uint32_t format;    // IMP_AUDIO_...
  uint32_t buffer_ms; // buffered while nobody reads
  uint32_t pace;      // IMP_AUDIO_PACE_...
  uint32_t repeat;    // a replayed source: times to play; 0 means once
  uint32_t reserved;  // 0
  imp_text locator;   // of one device; owned by the host, valid until open returns
} imp_microphone_options;

// What an opened microphone delivers.
typedef struct imp_audio_format {
  uint32_t size; // sizeof(imp_audio_format)
  uint32_t rate;
  uint32_t channels;
  uint32_t format;        // IMP_AUDIO_...
  uint32_t device_rate;   // before resampling; the same if there is none
  uint32_t buffer_frames; // buffered while nobody reads
  uint64_t latency_ns;    // minimum, from the air to read, as far as is known
} imp_audio_format;

#define IMP_AUDIO_MUTED 1u   // the device's own switch is off, as far as the system knows
#define IMP_AUDIO_CLIPPED 2u // 3 or more consecutive samples at full scale, before resampling

// The metadata of a chunk of samples.
typedef struct imp_audio_chunk {
  uint32_t size;         // sizeof(imp_audio_chunk)
  uint32_t flags;        // IMP_AUDIO_MUTED, IMP_AUDIO_CLIPPED
  uint64_t timestamp_ns; // of the first frame, on the source's clock, as imp_frame.timestamp_ns
  uint64_t position;     // frames before the first, since open, including lost ones
  uint64_t lost;         // frames lost since open, as far as is known
  uint64_t overruns;     // times that frames were lost since open
} imp_audio_chunk;

typedef struct imp_microphone_ability {
  uint32_t size; // sizeof(imp_microphone_ability)
  uint32_t reserved;

  // As camera.h's list.
  // [one at a time: plugin]
  imp_status (*IMP_NONNULL list)(imp_plugin *IMP_NONNULL plugin, imp_microphone_info *IMP_NULLABLE infos,
                                 size_t *IMP_NONNULL count);

  // Opens one microphone and starts it. Options are read before return. *microphone
  // lives until close. *format is filled only on IMP_OK.
  // IMP_E_DEVICE_MISSING, IMP_E_DEVICE_DENIED, IMP_E_DEVICE_FAILED, IMP_RETRY_BUSY,
  // IMP_E_FILE, IMP_E_UNSUPPORTED, IMP_E_ENTITLEMENT. [one at a time: plugin]
  imp_status (*IMP_NONNULL open)(imp_plugin *IMP_NONNULL plugin,
                                 const imp_microphone_options *IMP_NONNULL options,
                                 imp_audio_format *IMP_NONNULL format,
                                 imp_microphone *IMP_NULLABLE *IMP_NONNULL microphone);

  // Waits for sound and copies it out: whole frames, at least one, at most the
  // buffer's capacity, without waiting for more once 20 ms of sound are available.
  // Lost frames are omitted, and counted: sound continues after them. The
  // caller owns both outputs; they are filled only on IMP_OK. Capacity for
  // less than one frame is IMP_E_ARGUMENT. Waits at most timeout_ns, then
  // IMP_RETRY_TIMEOUT; nothing is lost. 0 and UINT64_MAX: as camera.h's next_frame.
  //
  // IMP_OUTCOME_END after the last frame, IMP_E_DEVICE_GONE within one second after
  // the device is unplugged, IMP_OUTCOME_CANCELLED after cancel: as there.
  // IMP_E_FILE for a replayed source that cannot be read further: then
  // IMP_OUTCOME_END. [one at a time: object]
  imp_status (*IMP_NONNULL read)(imp_microphone *IMP_NONNULL microphone, uint64_t timeout_ns,
                                 imp_buffer *IMP_NONNULL samples, imp_audio_chunk *IMP_NONNULL chunk);

  // Makes a blocked read, and every later one, return IMP_OUTCOME_CANCELLED. Does
  // not block. Cannot fail. [any thread, until close is called]
  void (*IMP_NONNULL cancel)(imp_microphone *IMP_NONNULL microphone);

  // Stops and releases the microphone. No other call on it is running.
  // Cannot fail. [one at a time: plugin]
  void (*IMP_NONNULL close)(imp_microphone *IMP_NONNULL microphone);
} imp_microphone_ability;

IMP_END_DECLS

#endif
