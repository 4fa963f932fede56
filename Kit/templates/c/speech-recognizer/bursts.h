// SPDX-License-Identifier: Apache-2.0
// What is heard in a sound: each burst of it is a word, and which one, its pitch says. For C and C++.
#ifndef BURSTS_H
#define BURSTS_H

#include <imprint/imprint.h>

#include <math.h>
#include <stdbool.h>
#include <string.h>

// Sound is looked at in blocks of 10 ms, so that it does not matter in which pieces it comes.
#define BLOCKS_A_SECOND 100
#define LOUD 0.02f // RMS of a block, full scale is 1
#define LEAST_BLOCKS 5  // of a word
#define QUIET_BLOCKS 8  // that end one
#define MOST_HEARD 512

// A word that was heard; frames since the utterance began.
typedef struct heard_word {
  uint32_t word; // its number in the graph
  uint64_t begin, end;
  float confidence;
} heard_word;

// What is known of an utterance.
typedef struct listener {
  uint32_t rate, words; // how many words there are
  uint64_t frames;      // that were given
  uint64_t blocks;      // that are whole
  uint32_t filled;      // frames of the next block
  double energy;
  uint32_t crossings;
  float last;
  uint64_t begin, end; // blocks of the burst that goes on
  uint32_t loud, quiet, burst_crossings;
  bool is_speech;
  heard_word heard[MOST_HEARD];
  uint32_t count;
} listener;

// What became of a block.
typedef enum found { NOTHING, SPEECH_BEGAN, SPEECH_ENDED } found;

static inline void listen_anew(listener *listener, uint32_t rate, uint32_t words) {
  memset(listener, 0, sizeof *listener);
  listener->rate = rate;
  listener->words = words;
}

static inline uint32_t frames_of_a_block(const listener *listener) {
  return listener->rate / BLOCKS_A_SECOND;
}

// Makes a word of the burst that is over.
static inline found end_burst(listener *listener) {
  bool is_word = listener->is_speech;
  if (is_word) {
    // Of phrases alone the last words count.
    if (listener->count == MOST_HEARD)
      memmove(listener->heard, listener->heard + 1, sizeof listener->heard - sizeof listener->heard[0]);
    else
      listener->count++;
    heard_word *word = &listener->heard[listener->count - 1];
    uint64_t blocks = listener->end - listener->begin;
    // Half a wave for each crossing: a word for each 60 Hz.
    uint64_t pitch = listener->burst_crossings * (BLOCKS_A_SECOND / 2) / blocks;
    word->word = (uint32_t)(pitch / 60 % listener->words);
    word->begin = listener->begin * frames_of_a_block(listener);
    word->end = listener->end * frames_of_a_block(listener);
    word->confidence = (float)listener->loud / (float)blocks;
  }
  listener->loud = listener->quiet = listener->burst_crossings = 0;
  listener->is_speech = false;
  return is_word ? SPEECH_ENDED : NOTHING;
}

static inline found end_block(listener *listener) {
  bool is_loud = listener->energy > (double)LOUD * LOUD * listener->filled;
  uint64_t block = listener->blocks++;
  uint32_t crossings = listener->crossings;
  listener->energy = 0;
  listener->filled = listener->crossings = 0;
  if (is_loud) {
    if (listener->loud == 0)
      listener->begin = block;
    listener->loud++;
    listener->quiet = 0;
    listener->end = block + 1;
    listener->burst_crossings += crossings;
    if (listener->loud == LEAST_BLOCKS) {
      listener->is_speech = true;
      return SPEECH_BEGAN;
    }
    return NOTHING;
  }
  return listener->loud > 0 && ++listener->quiet == QUIET_BLOCKS ? end_burst(listener) : NOTHING;
}

static inline found hear_sample(listener *listener, float sample) {
  listener->frames++;
  listener->energy += (double)sample * sample;
  listener->crossings += (sample < 0) != (listener->last < 0);
  listener->last = sample;
  return ++listener->filled == frames_of_a_block(listener) ? end_block(listener) : NOTHING;
}

// Of the utterance's end: a word may go on.
static inline found hear_the_end(listener *listener) {
  return listener->loud > 0 ? end_burst(listener) : NOTHING;
}

#endif
