// SPDX-License-Identifier: Apache-2.0
// imprint.speech-recognizer/1: sound to words. Draft: may change until version 1.0.
//
// A recogniser is a state machine without clock, thread or I/O of its own: the host
// steps it with sound, and it answers what it has heard. It is deterministic: the
// same graph, sound and calls give the same answers. Time is counted in
// frames of the sound since the utterance began.
//
// What it listens for is a graph, bytes that belong to no engine: words with
// pronunciations, and an n-gram model or phrases to be spotted. Their layout,
// version 1, is in docs/reference/speech-graph.md.
#ifndef IMPRINT_DRAFT_SPEECH_RECOGNIZER_H
#define IMPRINT_DRAFT_SPEECH_RECOGNIZER_H

#include "../plugin.h"
#include "sound.h"

IMP_BEGIN_DECLS

#define IMP_SPEECH_RECOGNIZER_ID "imprint.speech-recognizer/1"

#define IMP_SPEECH_EVENTS_MAXIMUM 64    // of one call
#define IMP_SPEECH_WORDS_MAXIMUM 1024   // of one call, alternatives included
#define IMP_SPEECH_ALTERNATIVES 9       // the most alternatives to a result
#define IMP_SPEECH_PRONUNCIATIONS 16    // the most of one word
#define IMP_SPEECH_GRAPH_BYTES 67108864 // the longest graph

typedef struct imp_speech_recognizer imp_speech_recognizer;

// What a bundle can.
#define IMP_SPEECH_CAN_MODEL 1u         // is given graphs of the kind model
#define IMP_SPEECH_CAN_PHRASES 2u       // is given graphs of the kind phrases, as triggers are
#define IMP_SPEECH_CAN_OPEN 4u          // listens without a graph, for words of its own
#define IMP_SPEECH_CAN_PRONOUNCE 8u     // has a dictionary; only with MODEL or PHRASES
#define IMP_SPEECH_CAN_CONFIDENCE 16u   // each word of the best reading has one; else none has
#define IMP_SPEECH_CAN_ALTERNATIVES 32u // results may have alternatives
#define IMP_SPEECH_CAN_ACTIVITY 64u     // tells SPEECH and SILENCE

// A bundle: acoustic model, symbols of pronunciations and perhaps a dictionary of one
// language, made of files that the plugin's manifest names under `models`.
typedef struct imp_speech_bundle {
  uint32_t size;       // sizeof(imp_speech_bundle)
  uint32_t can;        // IMP_SPEECH_CAN_..., no other bits; MODEL, PHRASES or OPEN at least
  uint32_t rate;       // of the sound: 8000...48000 frames per second
  uint32_t longest_ms; // the longest utterance, but for phrases: 1000...120000
  uint32_t words;      // the most words of a graph: 1...200000; 0 if it is given none
  uint32_t ngrams;     // the most of a model, all orders together: 3...4000000; 0 without CAN_MODEL
  uint32_t order;      // the highest order of a model: 1...5; 0 without CAN_MODEL
  uint32_t phrases;    // the most phrases of a graph: 1...1000; 0 without CAN_PHRASES
  uint32_t dictionary; // how many words its dictionary has; 0 without CAN_PRONOUNCE
  uint32_t reserved;   // 0
  // UTF-8, null-terminated: "en-us".
  char name[64];
  // A tag of BCP 47, null-terminated: "en-US".
  char language[36];
  // The symbols that pronunciations are written with, 1...255 of them, each 1...16
  // bytes of UTF-8 in Unicode's form C, without white space, control characters and
  // U+FEFF, none twice byte for byte, with single spaces between them, null-terminated:
  // "AA AE AH". Empty if it is given no graphs.
  char symbols[1024];
} imp_speech_bundle;

// How a word is pronounced.
typedef struct imp_speech_pronunciation {
  uint32_t size;       // sizeof(imp_speech_pronunciation)
  uint32_t count;      // symbols: 1...64
  uint8_t symbols[64]; // each by its place among the bundle's, from 0; 0 after the last
} imp_speech_pronunciation;

typedef struct imp_speech_recognizer_options {
  uint32_t size;         // sizeof(imp_speech_recognizer_options)
  uint32_t threads;      // 1...the manifest's `concurrency.threads`
  uint32_t alternatives; // the most alternatives that finish gives: 0...IMP_SPEECH_ALTERNATIVES
  uint32_t reserved;     // 0
  imp_text bundle; // one that bundles lists; owned by the host, valid until create returns
} imp_speech_recognizer_options;

// Kinds of event. Only those that a bundle tells, and its graph has, come.
#define IMP_SPEECH_EVENT_SPEECH 1  // at: somebody begins to speak
#define IMP_SPEECH_EVENT_SILENCE 2 // at: nobody speaks any more
#define IMP_SPEECH_EVENT_PARTIAL 3 // at: how far was heard; the words so far have other texts
#define IMP_SPEECH_EVENT_TRIGGER 4 // phrase, score, begin, at: its begin and end; it was spotted

// One event. Of an utterance SPEECH and SILENCE take turns, SPEECH first, and neither
// is before the one before it; no trigger ends before the one before it. PARTIAL comes
// at most once in a step, and never from finish. A trigger's score is at least the
// threshold of its phrase. No `at` is after the last frame that was given.
typedef struct imp_speech_event {
  uint32_t size;     // sizeof(imp_speech_event)
  uint32_t kind;     // IMP_SPEECH_EVENT_...
  uint32_t phrase;   // of a trigger: the place in the graph, from 0; else 0
  float score;       // of a trigger: what is compared with its threshold, -100...100; else 0
  uint64_t begin;    // of a trigger: at most `at`; else 0
  uint64_t at;       // frames; of a trigger: the first one after it
} imp_speech_event;

// The confidence of a word that has none.
#define IMP_SPEECH_NO_CONFIDENCE (-1.0f)

// A word that was heard. Words of one reading are in the order of time: none begins
// before the one before it has ended, none ends before it begins, or after the last
// frame that was given. Alternatives follow the best reading one by one, the likeliest
// first, and are no more than were asked for; their words may have no confidence. With
// a graph each word is one of its words, byte for byte.
typedef struct imp_speech_word {
  uint32_t size;        // sizeof(imp_speech_word)
  uint32_t alternative; // 0: of the best reading; 1, 2, ...: of alternatives to it
  uint64_t begin;       // frames
  uint64_t end;     // the first frame after it
  float confidence; // how sure it is: 0...1, or IMP_SPEECH_NO_CONFIDENCE, as of a partial result
  uint32_t reserved; // 0
  // UTF-8, null-terminated: 1...95 bytes without white space and control characters.
  char text[96];
} imp_speech_word;

// What one call heard. The caller owns both arrays, and has set the size of each of
// their elements. If either is too short a callee fills neither, sets both
// counts to what is needed, or to the maximum, and returns IMP_RETRY_SHORT_BUFFER
// before it has listened. What is beyond the maxima is left out, the last first:
// words, and of the events triggers only.
typedef struct imp_speech_hearing {
  uint32_t size;           // sizeof(imp_speech_hearing)
  uint32_t event_capacity; // IMP_SPEECH_EVENTS_MAXIMUM is enough
  uint32_t event_count;
  uint32_t word_capacity; // IMP_SPEECH_WORDS_MAXIMUM is enough
  uint32_t word_count;
  uint32_t reserved; // 0
  imp_speech_event *IMP_NULLABLE events;
  imp_speech_word *IMP_NULLABLE words;
} imp_speech_hearing;

typedef struct imp_speech_recognizer_ability {
  uint32_t size; // sizeof(imp_speech_recognizer_ability)
  uint32_t reserved;

  // Lists its bundles, 1 to 16, names unique. Constant until close. The caller owns
  // the array, and sets the size of each element. *count: its length before, and the
  // number of bundles after. For null or too short an array IMP_RETRY_SHORT_BUFFER,
  // and the array is untouched. [R-01] [one at a time: plugin]
  imp_status (*IMP_NONNULL bundles)(imp_plugin *IMP_NONNULL plugin, imp_speech_bundle *IMP_NULLABLE bundles,
                                    size_t *IMP_NONNULL count);

  // Looks a word up in a bundle's dictionary, byte for byte: its pronunciations, the
  // most usual one first, none twice, at most IMP_SPEECH_PRONUNCIATIONS; for a word
  // that it lacks IMP_OK and a *count of 0. Constant until close. Both texts are the
  // host's, valid until return. Array and count as for bundles.
  // IMP_E_UNSUPPORTED for a bundle that is not listed, or has no dictionary;
  // IMP_E_ARGUMENT for a text that is no word: see imp_speech_word. IMP_E_MODEL,
  // IMP_E_FILE, IMP_E_ENTITLEMENT. [R-01] [one at a time: plugin]
  imp_status (*IMP_NONNULL pronunciations)(imp_plugin *IMP_NONNULL plugin, imp_text bundle, imp_text word,
                                           imp_speech_pronunciation *IMP_NULLABLE entries,
                                           size_t *IMP_NONNULL count);

  // Creates a recogniser of a bundle that listens for a graph, or, where the bundle
  // can, for its own words: a graph of length 0. Models are loaded here. Options and
  // graph are read before return. Two and more may be alive at the same time, and none
  // is changed by another. *recognizer lives until destroy.
  // IMP_E_UNSUPPORTED for a bundle that is not listed, and where it is not given such a
  // graph; IMP_E_GRAPH_DAMAGED, IMP_E_GRAPH_VERSION, IMP_E_GRAPH_FOREIGN,
  // IMP_E_GRAPH_SYMBOL, IMP_E_GRAPH_TOO_LARGE, as docs/reference/speech-graph.md says
  // IMP_E_MODEL, IMP_E_FILE, IMP_E_ENTITLEMENT.
  // [one at a time: plugin]
  imp_status (*IMP_NONNULL create)(imp_plugin *IMP_NONNULL plugin,
                                   const imp_speech_recognizer_options *IMP_NONNULL options, imp_bytes graph,
                                   imp_speech_recognizer *IMP_NULLABLE *IMP_NONNULL recognizer);

  // Listens to the next piece of the utterance: one channel of IMP_AUDIO_FLOAT32 or
  // IMP_AUDIO_S16 at the bundle's rate, from 1 frame to a second; IMP_E_SAMPLE for any
  // other, and for one with a NaN or an infinity. The host owns the sound, valid until
  // return. The caller owns hearing: events in order; the words so far, from
  // the first, if one of them is PARTIAL, else none, and never alternatives. A
  // trigger does not end the utterance. How the sound is cut into pieces changes
  // neither the result of finish nor which SPEECH, SILENCE and TRIGGER come, nor what
  // they say; only in which call they come. So a decoder is fed in blocks of its own
  // length, and what is left in finish. IMP_E_STATE: the utterance would be
  // longer than the bundle's longest; a shorter piece, finish and reset are left. One
  // of phrases has no end of its own. A failed step was not heard.
  // IMP_E_ENTITLEMENT. IMP_RETRY_SHORT_BUFFER: see imp_speech_hearing.
  // [one at a time: object]
  imp_status (*IMP_NONNULL step)(imp_speech_recognizer *IMP_NONNULL recognizer, const imp_sound *IMP_NONNULL sound,
                                 imp_speech_hearing *IMP_NONNULL hearing);

  // Ends the utterance and gives its result: the words, and alternatives where they
  // were asked for; none if none was heard, or the graph is of phrases. SPEECH, SILENCE
  // and TRIGGER may come with it; speech that goes on needs no SILENCE. The next step
  // begins the next utterance, of which the frames count from 0; what was learned of
  // speaker and room may help it. The caller owns hearing. IMP_E_ENTITLEMENT.
  // IMP_RETRY_SHORT_BUFFER: see imp_speech_hearing. [one at a time: object]
  imp_status (*IMP_NONNULL finish)(imp_speech_recognizer *IMP_NONNULL recognizer,
                                   imp_speech_hearing *IMP_NONNULL hearing);

  // Gives the utterance up, without a result, and all that was learned: what follows
  // is as of a new recogniser. Cannot fail. [one at a time: object]
  void (*IMP_NONNULL reset)(imp_speech_recognizer *IMP_NONNULL recognizer);

  // Releases the recogniser, in any state. No other call on it is running. Cannot
  // fail. [one at a time: plugin]
  void (*IMP_NONNULL destroy)(imp_speech_recognizer *IMP_NONNULL recognizer);
} imp_speech_recognizer_ability;

IMP_END_DECLS

#endif
