// SPDX-License-Identifier: Apache-2.0
// A decoder's parts; what each file of this folder does with it.
#ifndef IMPRINT_SPHINX_DECODER_H
#define IMPRINT_SPHINX_DECODER_H

#include "guard.h"

#include <pocketsphinx.h>
#include <stddef.h>

#define CEPSTRA 13
#define BLOCK 160       // samples of a frame's step: 10 ms
#define MOST_AT_ONCE 48 // frames that come when speech begins: those before it, too
#define SEARCH "graph"
#define HELD 64 // blocks that wait for what the level says of the sound: 0.64 s
#define TAPS 32 // of a filter: its middle, and those on each side

// How loud the sound is, block by block.
typedef struct level {
  double recent[5];             // mean squares of the last blocks
  double lowest, lowest_before; // of their means: in this stretch, and in the one before
  uint32_t in_stretch;
  uint64_t blocks;
  uint64_t loud; // a bit for each of the last 64 blocks, the last one lowest

  // Whether the upper band is empty, as of 8 kHz resampled: up where it is, down where it is not, within
  // bounds, so that what was decided is decided anew. Kept for the utterances that follow, as is the level of
  // speech.
  int empty;
  bool is_known, is_filled; // it was decided, and is empty
  double speech; // mean square of what was loud, and has no upper band
  float taps[TAPS];
  float before[2 * (TAPS - 1)];
  uint32_t random;
} level;

// A way of saying a phrase.
typedef struct line {
  char *name; // as PocketSphinx calls it
  uint32_t phrase;
} line;

struct imp_sphinx {
  own own; // first: what a trial looks at
  cmd_ln_t *config;
  ps_decoder_t *decoder;
  fe_t *front;
  bool is_broken;  // it was left in the midst of a call, and is not touched again
  bool is_hearing; // PocketSphinx is in an utterance
  bool has_ended;  // the next sound begins the next utterance
  bool has_result; // PocketSphinx has heard something of the one that has ended

  // What a new one knows of speaker and microphone.
  float mean[CEPSTRA], sum[CEPSTRA];
  int mean_frames;

  // The sound.
  int16_t block[BLOCK];
  size_t filled;
  int16_t held[HELD][BLOCK]; // the oldest one at held_from, and then in a ring
  size_t held_from, held_count;
  uint64_t heard;  // samples that were given
  uint64_t fed;    // and those that the front end had
  uint64_t frames; // of the front end
  level level;
  bool is_voiced; // as the front end says
  bool is_speech; // as was told
  uint64_t last_activity;
  float cepstra[MOST_AT_ONCE][CEPSTRA];
  float last[CEPSTRA]; // before its mean was taken away

  // PocketSphinx is given no silence: where each of its frames is in the sound, in frames.
  uint64_t *places;
  size_t place_count, place_room;

  // To be spotted.
  bool spots;
  imp_sphinx_text list;
  line *lines; // by their names
  uint64_t *told; // of each phrase: a hit that begins before is one that was told
  size_t line_count;
  int looked; // the last frame of the utterance in which hits may have ended that were looked at
  uint64_t last_trigger;
  size_t hits; // that PocketSphinx keeps
};

_Static_assert(offsetof(struct imp_sphinx, own) == 0, "a trial finds it there");

// Where a trigger goes.
typedef struct event_list {
  imp_sphinx_event *events;
  size_t count;
} event_list;

void begin_utterance(imp_sphinx *sphinx);

// An utterance of PocketSphinx: within a guard. It goes through one twice, the second time at the end.
bool start_pass(imp_sphinx *sphinx);
bool end_passes(imp_sphinx *sphinx);

void add_event(event_list *list, imp_sphinx_event event);

// Of a new decoder, and of a further utterance.
void begin_level(level *level);
void begin_utterance_level(level *level);
// Looks at the next block.
void look_at(level *level, const int16_t *block);
// Whether it is known if the upper band is empty; if so it can be filled.
bool knows_band(const level *level);
void fill_band(level *level, int16_t *block);

// Where a frame of PocketSphinx begins, and ends, in samples.
uint64_t begin_of(const imp_sphinx *sphinx, int frame);
uint64_t end_of(const imp_sphinx *sphinx, int frame);

// Spotting: within a guard.
bool set_phrases(imp_sphinx *sphinx);
// Tells what was spotted, and gives how many hits PocketSphinx keeps.
size_t spot(imp_sphinx *sphinx, event_list *list);

#endif
