// SPDX-License-Identifier: Apache-2.0
// imprint.voice-extractor/1: sound to template. Draft: may change until version
// 1.0.
//
// It only extracts; comparison is another ability, of this plugin or of another
// that reads the format.
#ifndef IMPRINT_DRAFT_VOICE_EXTRACTOR_H
#define IMPRINT_DRAFT_VOICE_EXTRACTOR_H

#include "../plugin.h"
#include "sound.h"
#include "template.h"

IMP_BEGIN_DECLS

#define IMP_VOICE_EXTRACTOR_ID "imprint.voice-extractor/1"

typedef struct imp_voice_extractor imp_voice_extractor;

// A template format that it produces, and the sound it accepts.
typedef struct imp_voice_format {
  uint32_t size;                 // sizeof(imp_voice_format)
  uint32_t version;              // of the templates that it produces, from 1
  uint32_t template_bytes_max;   // no template is longer
  uint32_t template_bytes_fixed; // every template's length; 0: lengths differ
  uint32_t rate;                 // of the sound: 8000...48000 frames per second
  uint32_t shortest_ms;          // the shortest sound it accepts, from 1
  uint32_t longest_ms;           // the longest: shortest_ms...600000
  uint32_t reserved;             // 0
  // UTF-8, null-terminated: "imprint.voice-v1". Templates of different names are
  // never compared.
  char name[64];
} imp_voice_format;

// What is measured of a sound; each bit of `known` stands for one field.
#define IMP_VOICE_SPEECH 1  // speech_ms
#define IMP_VOICE_LEVEL 2   // level_db
#define IMP_VOICE_SNR 4     // snr_db
#define IMP_VOICE_CLIPPED 8 // clipped

// Facts of a sound, by which an application asks for a better one. They say nothing
// of who speaks. A field whose bit is missing in `known` was not measured, or does
// not exist for this sound, as the level of speech where nobody speaks: it is 0.
// What lies beyond a range is its nearest end.
typedef struct imp_voice_facts {
  uint32_t size;      // sizeof(imp_voice_facts)
  uint32_t known;     // IMP_VOICE_..., no other bits
  uint32_t speech_ms; // how much of it is speech, in milliseconds, at most its length rounded up
  float level_db;     // RMS of its speech in dBFS, 0 for a full-scale sine (AES17): -200...200
  float snr_db;       // power of its speech over power of what is no speech, in dB: -200...200
  float clipped;      // proportion of its samples that are cut off at full scale: 0...1
  uint32_t reserved;  // 0
} imp_voice_facts;

typedef struct imp_voice_extractor_options {
  uint32_t size;    // sizeof(imp_voice_extractor_options)
  uint32_t threads; // 1...the manifest's `concurrency.threads`
  imp_text format;  // one that formats lists; owned by the host, valid until create returns
} imp_voice_extractor_options;

typedef struct imp_voice_extractor_ability {
  uint32_t size; // sizeof(imp_voice_extractor_ability)
  uint32_t reserved;

  // Lists the formats that it produces, 1 to 16, names unique. Constant until
  // close. The caller owns the array, and sets the size of each element. *count:
  // its length before, and the number of formats after. For null or too short an
  // array IMP_RETRY_SHORT_BUFFER, and the array is untouched. [R-01] [one at a
  // time: plugin]
  imp_status (*IMP_NONNULL formats)(imp_plugin *IMP_NONNULL plugin, imp_voice_format *IMP_NULLABLE formats,
                                    size_t *IMP_NONNULL count);

  // Creates an extractor of one format. Models are loaded here. Options are read
  // before return. *extractor lives until destroy.
  // IMP_E_UNSUPPORTED for a format that is not listed; IMP_E_MODEL, IMP_E_FILE,
  // IMP_E_ENTITLEMENT. [one at a time: plugin]
  imp_status (*IMP_NONNULL create)(imp_plugin *IMP_NONNULL plugin,
                                   const imp_voice_extractor_options *IMP_NONNULL options,
                                   imp_voice_extractor *IMP_NULLABLE *IMP_NONNULL extractor);

  // Makes a template of one speaker's sound: one channel of IMP_AUDIO_FLOAT32 at
  // the format's rate, from its shortest to its longest; IMP_E_SAMPLE for any
  // other. Deterministic: the same sound gives the same bytes on every call and
  // every run on the same machine. The host owns the sound, valid until
  // return. The caller owns payload and extraction.
  // IMP_E_QUALITY if too little of it is speech, or it is too quiet, too loud or
  // too noisy for a template: extraction failed, with the reason in words.
  // IMP_E_ENTITLEMENT, IMP_RETRY_SHORT_BUFFER.
  // [one at a time: object]
  imp_status (*IMP_NONNULL extract)(imp_voice_extractor *IMP_NONNULL extractor, const imp_sound *IMP_NONNULL sound,
                                    imp_buffer *IMP_NONNULL payload, imp_extraction *IMP_NONNULL extraction);

  // Measures a sound, whether or not a template can be made of it: sound as for
  // extract, IMP_E_SAMPLE for any other, and never IMP_E_QUALITY. Where its speech is,
  // the extractor finds for itself. Known facts are within their ranges, and unknown
  // ones 0. Deterministic: the same sound has the same facts, and measuring
  // changes no template. The host owns the sound, valid until return.
  // The caller owns facts. IMP_E_ENTITLEMENT.
  // [one at a time: object]
  imp_status (*IMP_NONNULL measure)(imp_voice_extractor *IMP_NONNULL extractor, const imp_sound *IMP_NONNULL sound,
                                    imp_voice_facts *IMP_NONNULL facts);

  // Releases the extractor. No other call on it is running. Cannot fail.
  // [one at a time: plugin]
  void (*IMP_NONNULL destroy)(imp_voice_extractor *IMP_NONNULL extractor);
} imp_voice_extractor_ability;

IMP_END_DECLS

#endif
