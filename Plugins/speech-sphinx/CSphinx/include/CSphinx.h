// SPDX-License-Identifier: Apache-2.0
// PocketSphinx behind functions that a recogniser needs (docs/proposals/0017-speech-by-pocketsphinx.md):
// models and graphs out of memory, sound in blocks of one length, times in frames of the sound, and a state
// that can be set back.
//
// A decoder is used by one thread at a time, not always the same; several may be used at once.
#ifndef IMPRINT_SPHINX_H
#define IMPRINT_SPHINX_H

// All of the contract, because that is the module Swift knows its types by.
#include <imprint/imprint.h>

IMP_BEGIN_DECLS

#define IMP_SPHINX_RATE 16000
#define IMP_SPHINX_ORDER 3 // the highest of a model
#define IMP_SPHINX_FILES 8
// The phones of the acoustic model, by whose places words are pronounced.
#define IMP_SPHINX_PHONES                                                                                    \
  "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH"

// A file of the acoustic model, which is only there in memory.
typedef struct imp_sphinx_file {
  const char *IMP_NONNULL name;
  const void *IMP_NULLABLE bytes;
  size_t length;
} imp_sphinx_file;

// ---- What it listens for --------------------------------------------------------

// Text for PocketSphinx, which has names of its own for words: none of a graph's gets into it.
typedef struct imp_sphinx_text {
  char *IMP_NULLABLE bytes;
  size_t length, room;
  int is_short; // of memory: then it is none
} imp_sphinx_text;

void imp_sphinx_text_free(imp_sphinx_text *IMP_NONNULL text);

// A line of a dictionary: the word's number, which of its pronunciations it is, from 0, and places of phones.
void imp_sphinx_add_word(imp_sphinx_text *IMP_NONNULL dictionary, uint32_t word, uint32_t variant,
                         const uint8_t *IMP_NONNULL phones, size_t count);

// The n-grams of one order, sorted, by numbers of words: 0 the beginning, 1 the end, 2 + i word i.
typedef struct imp_sphinx_ngrams {
  uint32_t count;
  const uint32_t *IMP_NULLABLE words;
  const float *IMP_NULLABLE probabilities;
  const float *IMP_NULLABLE backoffs; // not of the highest order
} imp_sphinx_ngrams;

// A model of order 1...IMP_SPHINX_ORDER as an ARPA file.
void imp_sphinx_write_model(imp_sphinx_text *IMP_NONNULL text, const imp_sphinx_ngrams *IMP_NONNULL orders,
                            uint32_t order);

// A line of a list of phrases, one way of saying one: for each word its number, and which of its
// pronunciations; and whether there are pauses between them.
void imp_sphinx_add_phrase(imp_sphinx_text *IMP_NONNULL phrases, float threshold,
                           const uint32_t *IMP_NONNULL words, const uint32_t *IMP_NONNULL variants,
                           size_t count, int has_pauses);

// ---- A decoder ------------------------------------------------------------------

typedef struct imp_sphinx imp_sphinx;

typedef enum imp_sphinx_status {
  IMP_SPHINX_OK,
  IMP_SPHINX_MODEL,  // its files are none
  IMP_SPHINX_GRAPH,  // what it is to listen for cannot be listened for
  IMP_SPHINX_MEMORY, // there is too little; of a call that hears it may be the last that says so
  IMP_SPHINX_FAILED, // it has failed, now or before: a decoder is of no use any more
} imp_sphinx_status;

// What a decoder is made of; needed until it is made.
typedef struct imp_sphinx_parts {
  const imp_sphinx_file *IMP_NONNULL files; // of the acoustic model, at most IMP_SPHINX_FILES
  size_t file_count;
  const imp_sphinx_text *IMP_NONNULL dictionary;
  const imp_sphinx_text *IMP_NONNULL graph; // a model, or a list of phrases
  // Of a list: the phrase of each of its lines, and how many lines there are; else none.
  const uint32_t *IMP_NULLABLE phrases;
  size_t line_count;
} imp_sphinx_parts;

// Several may be made at once; they wait for each other.
imp_sphinx_status imp_sphinx_create(const imp_sphinx_parts *IMP_NONNULL parts,
                                    imp_sphinx *IMP_NULLABLE *IMP_NONNULL made);

void imp_sphinx_destroy(imp_sphinx *IMP_NULLABLE sphinx);

// What happened in a step. Times are frames of the sound since the utterance began.
typedef struct imp_sphinx_event {
  uint32_t kind;   // IMP_SPEECH_EVENT_SPEECH, _SILENCE, _TRIGGER
  uint32_t phrase; // of a trigger, as is the score: a logarithm to the base of 10, at most 100
  float score;
  uint64_t begin, at;
} imp_sphinx_event;

// Listens to 0...IMP_SPHINX_RATE samples. `events` has room for IMP_SPEECH_EVENTS_MAXIMUM; triggers that do
// not fit are left out.
imp_sphinx_status imp_sphinx_hear(imp_sphinx *IMP_NONNULL sphinx, const int16_t *IMP_NONNULL samples,
                                  size_t count, imp_sphinx_event *IMP_NONNULL events,
                                  size_t *IMP_NONNULL event_count);

// Ends the utterance: words and alternatives of it can be read until the next sound.
imp_sphinx_status imp_sphinx_end(imp_sphinx *IMP_NONNULL sphinx, imp_sphinx_event *IMP_NONNULL events,
                                 size_t *IMP_NONNULL event_count);

typedef struct imp_sphinx_word {
  uint32_t reading; // 0: the best; then alternatives, the likeliest first
  uint32_t word;    // its number in the graph, from 0
  uint64_t begin, end;
  float confidence; // after the end: 0...1
} imp_sphinx_word;

// The words so far, or once the utterance has ended its words and as many alternatives; none of phrases. As
// many as `*count` is; what does not fit is left out.
imp_sphinx_status imp_sphinx_words(imp_sphinx *IMP_NONNULL sphinx, uint32_t alternatives,
                                   imp_sphinx_word *IMP_NONNULL words, size_t *IMP_NONNULL count);

// Gives the utterance up and all that was learned: as a new one from then on. Not where it has failed before.
imp_sphinx_status imp_sphinx_reset(imp_sphinx *IMP_NONNULL sphinx);

// Overwrites what sound was in; as all that a decoder frees is.
void imp_sphinx_erase(void *IMP_NONNULL memory, size_t length);

IMP_END_DECLS

#endif
