// SPDX-License-Identifier: Apache-2.0
// Sound lent to plugins, and how its samples are written. Draft: may change until
// version 1.0.
#ifndef IMPRINT_DRAFT_SOUND_H
#define IMPRINT_DRAFT_SOUND_H

#include "../base.h"

IMP_BEGIN_DECLS

// Samples of the channels in turn, without padding; a frame is one of each.
#define IMP_AUDIO_S16 1     // 16-bit signed, little-endian
#define IMP_AUDIO_S32 2     // 32-bit signed, little-endian
#define IMP_AUDIO_FLOAT32 3 // IEEE 754, little-endian; full scale is -1...1, each a number

// One piece of sound, lent for the length of a call. The callee never writes to
// it and keeps no pointer into it.
typedef struct imp_sound {
  uint32_t size;     // sizeof(imp_sound)
  uint32_t format;   // IMP_AUDIO_...
  uint32_t rate;     // frames a second, 1...768000
  uint32_t channels; // 1...64
  imp_bytes samples; // whole frames; its address is a multiple of a sample's bytes
} imp_sound;

IMP_END_DECLS

#endif
