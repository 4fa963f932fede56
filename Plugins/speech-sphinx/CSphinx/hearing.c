// SPDX-License-Identifier: Apache-2.0
// Sound: in blocks of 10 ms, however it comes, so that its pieces do not matter. The front end finds speech
// in it, and PocketSphinx is given that alone, with a little before it.
#include "decoder.h"

#include <stdlib.h>
#include <string.h>

#define FRAME 410 // samples of a frame of the front end

// What PocketSphinx's front end waits for, in frames.
#define START 10 // speech has lasted so long
#define STOP 50  // silence has

// In an utterance of phrases, scores add up: it begins anew at a silence after the first, in any case after
// the second, each in frames.
#define LONG_ENOUGH 3000
#define TOO_LONG 12000
// It does so too when it has this many hits, as of phrases of a phone or two, but not at each of its frames.
#define TOO_MANY 1000
#define APART 30

void add_event(event_list *list, imp_sphinx_event event) {
  // Speech and silence take turns, and one that is left out would break that: there is always room for them,
  // since a second has 3 at most.
  size_t room = IMP_SPEECH_EVENTS_MAXIMUM - (event.kind == IMP_SPEECH_EVENT_TRIGGER ? 8 : 0);
  if (list->count < room) {
    list->events[list->count++] = event;
  }
}

uint64_t begin_of(const imp_sphinx *sphinx, int frame) {
  if (frame < 0 || sphinx->place_count == 0) {
    return 0;
  }
  size_t place = (size_t)frame < sphinx->place_count ? (size_t)frame : sphinx->place_count - 1;
  return sphinx->places[place] * BLOCK;
}

uint64_t end_of(const imp_sphinx *sphinx, int frame) {
  if (frame < 0 || sphinx->place_count == 0) {
    return 0;
  }
  uint64_t end = begin_of(sphinx, frame) + BLOCK;
  return end < sphinx->heard ? end : sphinx->heard;
}

static bool keep_place(imp_sphinx *sphinx, uint64_t frame) {
  if (sphinx->place_count == sphinx->place_room) {
    size_t room = 2 * sphinx->place_room + 512;
    uint64_t *larger = realloc(sphinx->places, room * sizeof *larger);
    if (!larger) {
      return false;
    }
    sphinx->places = larger;
    sphinx->place_room = room;
  }
  sphinx->places[sphinx->place_count++] = frame;
  return true;
}

static bool decode(imp_sphinx *sphinx, int count) {
  float *rows[MOST_AT_ONCE];
  if (!sphinx->is_hearing) {
    if (!start_pass(sphinx)) {
      return false;
    }
    sphinx->is_hearing = true;
    sphinx->looked = -1;
    sphinx->hits = 0;
  }
  for (int i = 0; i < count; i++) {
    rows[i] = sphinx->cepstra[i];
  }
  memcpy(sphinx->last, sphinx->cepstra[count - 1], sizeof sphinx->last);
  return ps_process_cep(sphinx->decoder, rows, count, FALSE, FALSE) >= 0;
}

// As many times what came last: a frame is heard with those around it.
static bool pad(imp_sphinx *sphinx, int count) {
  for (int i = 0; i < count; i++) {
    memcpy(sphinx->cepstra[i], sphinx->last, sizeof sphinx->last);
  }
  return decode(sphinx, count);
}

// The frames that the front end gives, the last one of which ends with what was heard of the sound so far.
static bool take(imp_sphinx *sphinx, int count, event_list *list) {
  if (count == 0) {
    return true;
  }
  uint64_t last = sphinx->frames - 1;
  for (int i = 0; i < count; i++) {
    uint64_t back = (uint64_t)(count - 1 - i);
    if (!keep_place(sphinx, last > back ? last - back : 0)) {
      return false;
    }
  }
  if (!decode(sphinx, count)) {
    return false;
  }
  if (sphinx->spots) {
    sphinx->hits = spot(sphinx, list);
  }
  return true;
}

// Ends an utterance of PocketSphinx.
static bool close_utterance(imp_sphinx *sphinx, event_list *list) {
  if (!sphinx->is_hearing) {
    return true;
  }
  // A hit is told 10 frames after its end.
  bool is_right = pad(sphinx, sphinx->spots ? 16 : 3);
  if (sphinx->spots) {
    spot(sphinx, list);
  }
  sphinx->is_hearing = false;
  is_right = is_right && end_passes(sphinx);
  return is_right && (!sphinx->spots || set_phrases(sphinx));
}

static bool restart(imp_sphinx *sphinx, event_list *list) {
  bool is_right = close_utterance(sphinx, list);
  sphinx->place_count = 0;
  sphinx->hits = 0;
  memset(sphinx->told, 0, sphinx->line_count * sizeof *sphinx->told);
  return is_right;
}

static void tell(imp_sphinx *sphinx, event_list *list, bool is_speech, uint64_t blocks_ago) {
  sphinx->is_speech = is_speech;
  uint64_t block = sphinx->level.blocks;
  uint64_t at = (block > blocks_ago ? block - blocks_ago : 0) * BLOCK;
  if (at < sphinx->last_activity) {
    at = sphinx->last_activity;
  }
  sphinx->last_activity = at;
  add_event(list, (imp_sphinx_event){.kind = is_speech ? IMP_SPEECH_EVENT_SPEECH : IMP_SPEECH_EVENT_SILENCE,
                                     .at = at});
}

// Speech is what is loud, and what the front end takes for it too. At the beginning it takes anything for
// that, as it does not know the noise yet; later, steady noise, however loud, for none.
static void tell_activity(imp_sphinx *sphinx, event_list *list) {
  uint64_t last = sphinx->level.loud & ((UINT64_C(1) << START) - 1);
  uint64_t longer = sphinx->level.loud & ((UINT64_C(1) << STOP) - 1);
  if (!sphinx->is_speech && sphinx->is_voiced && __builtin_popcountll(last) >= START - 2) {
    tell(sphinx, list, true, START);
  } else if (sphinx->is_speech && !sphinx->is_voiced) {
    tell(sphinx, list, false, STOP);
  } else if (sphinx->is_speech && __builtin_popcountll(longer) <= 2) {
    tell(sphinx, list, false, STOP);
  }
}

// Hears a block, or the beginning of one at the end.
static bool hear_block(imp_sphinx *sphinx, const int16_t *samples, size_t left, event_list *list) {
  float *rows[MOST_AT_ONCE];
  for (int i = 0; i < MOST_AT_ONCE; i++) {
    rows[i] = sphinx->cepstra[i];
  }
  while (left > 0) {
    size_t before = left;
    int32 count = MOST_AT_ONCE;
    if (fe_process_frames(sphinx->front, &samples, &left, rows, &count, NULL) < 0 || left == before) {
      return false;
    }
    sphinx->fed += before - left;
    // A block makes one frame, but for the first two.
    sphinx->frames = sphinx->fed < FRAME ? 0 : (sphinx->fed - FRAME) / BLOCK + 1;
    sphinx->is_voiced = fe_get_vad_state(sphinx->front) != 0;
    if (!take(sphinx, count, list)) {
      return false;
    }
  }
  bool is_long = sphinx->place_count > (sphinx->is_voiced ? TOO_LONG : LONG_ENOUGH);
  bool is_full = sphinx->hits > TOO_MANY && sphinx->place_count > APART;
  return !sphinx->spots || (!is_long && !is_full) || restart(sphinx, list);
}

// The oldest block that waits.
static bool hear_held(imp_sphinx *sphinx, event_list *list) {
  int16_t *block = sphinx->held[sphinx->held_from];
  fill_band(&sphinx->level, block);
  sphinx->held_from = (sphinx->held_from + 1) % HELD;
  sphinx->held_count--;
  return hear_block(sphinx, block, BLOCK, list);
}

// A block that is complete waits until it is known whether it has to be filled.
static bool hold(imp_sphinx *sphinx, event_list *list) {
  look_at(&sphinx->level, sphinx->block);
  memcpy(sphinx->held[(sphinx->held_from + sphinx->held_count) % HELD], sphinx->block, sizeof sphinx->block);
  sphinx->held_count++;
  sphinx->filled = 0;
  bool is_right = true;
  while (is_right && sphinx->held_count > 0 && (knows_band(&sphinx->level) || sphinx->held_count == HELD)) {
    is_right = hear_held(sphinx, list);
  }
  tell_activity(sphinx, list);
  return is_right;
}

imp_sphinx_status imp_sphinx_hear(imp_sphinx *sphinx, const int16_t *samples, size_t count,
                                  imp_sphinx_event *events, size_t *event_count) {
  *event_count = 0;
  if (sphinx->is_broken) {
    return IMP_SPHINX_FAILED;
  }
  const imp_sphinx_file file = {SEARCH, sphinx->list.bytes, sphinx->list.length};
  event_list list = {events, 0};
  guard guard;
  guard_enter(&guard, &sphinx->own, &file, 1);
  if (setjmp(guard.back)) {
    sphinx->is_broken = true;
    return guard.is_short ? IMP_SPHINX_MEMORY : IMP_SPHINX_FAILED;
  }
  if (sphinx->has_ended) {
    begin_utterance(sphinx);
  }
  bool is_right = true;
  for (size_t at = 0; is_right && at < count;) {
    size_t more = BLOCK - sphinx->filled < count - at ? BLOCK - sphinx->filled : count - at;
    memcpy(sphinx->block + sphinx->filled, samples + at, more * sizeof *samples);
    sphinx->filled += more;
    sphinx->heard += more;
    at += more;
    if (sphinx->filled == BLOCK) {
      is_right = hold(sphinx, &list);
    }
  }
  guard_leave(&guard);
  sphinx->is_broken = !is_right;
  *event_count = list.count;
  return is_right ? IMP_SPHINX_OK : guard.is_short ? IMP_SPHINX_MEMORY : IMP_SPHINX_FAILED;
}

// Within a guard: what is left of the sound, and the end.
static bool end(imp_sphinx *sphinx, event_list *list) {
  int32 count = 0;
  while (sphinx->held_count > 0) {
    if (!hear_held(sphinx, list)) {
      return false;
    }
  }
  if (!hear_block(sphinx, sphinx->block, sphinx->filled, list) ||
      fe_end_utt(sphinx->front, sphinx->cepstra[0], &count) < 0) {
    return false;
  }
  sphinx->frames++;
  if (!take(sphinx, count, list)) {
    return false;
  }
  sphinx->has_result = sphinx->is_hearing && !sphinx->spots;
  return close_utterance(sphinx, list);
}

imp_sphinx_status imp_sphinx_end(imp_sphinx *sphinx, imp_sphinx_event *events, size_t *event_count) {
  *event_count = 0;
  if (sphinx->is_broken) {
    return IMP_SPHINX_FAILED;
  }
  const imp_sphinx_file file = {SEARCH, sphinx->list.bytes, sphinx->list.length};
  event_list list = {events, 0};
  guard guard;
  guard_enter(&guard, &sphinx->own, &file, 1);
  if (setjmp(guard.back)) {
    sphinx->is_broken = true;
    return guard.is_short ? IMP_SPHINX_MEMORY : IMP_SPHINX_FAILED;
  }
  if (sphinx->has_ended) {
    begin_utterance(sphinx);
  }
  bool is_right = sphinx->heard == 0 || end(sphinx, &list);
  guard_leave(&guard);
  sphinx->has_ended = true;
  sphinx->is_broken = !is_right;
  *event_count = list.count;
  return is_right ? IMP_SPHINX_OK : guard.is_short ? IMP_SPHINX_MEMORY : IMP_SPHINX_FAILED;
}
