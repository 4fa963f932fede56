// SPDX-License-Identifier: Apache-2.0
// Sound passed to plugins, and its sample formats. Draft: may change until version
// 1.0.
#ifndef IMPRINT_DRAFT_SOUND_H
#define IMPRINT_DRAFT_SOUND_H

#include "../base.h"

IMP_BEGIN_DECLS

// Interleaved samples, without padding; a frame is one sample per channel.
#define IMP_AUDIO_S16 1     // 16-bit signed, little-endian
#define IMP_AUDIO_S32 2     // 32-bit signed, little-endian
#define IMP_AUDIO_FLOAT32 3 // IEEE 754, little-endian; full scale is -1...1, never NaN

// One piece of sound, borrowed for the duration of a call. The callee never writes
// to it and keeps no pointer into it.
typedef struct imp_sound {
  uint32_t size;     // sizeof(imp_sound)
  uint32_t format;   // IMP_AUDIO_...
  uint32_t rate;     // frames per second, 1...768000
  uint32_t channels; // 1...64
  imp_bytes samples; // whole frames; aligned to a sample
} imp_sound;

IMP_END_DECLS

#endif
