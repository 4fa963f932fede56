// SPDX-License-Identifier: Apache-2.0
// Phrases: PocketSphinx keeps a list of hits, in which a better one takes the place of those that it
// overlaps. Each is told once, 10 frames after its end, when no better one has come.
#include "decoder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool set_phrases(imp_sphinx *sphinx) {
  // Made anew, because the states of an utterance would be left in the next.
  return ps_set_kws(sphinx->decoder, SEARCH, SEARCH) == 0 && ps_set_search(sphinx->decoder, SEARCH) == 0;
}

typedef struct hit {
  const line *line;
  int begin, end, score;
} hit;

// PocketSphinx takes 1500 away, counts in units of 1024, and rounds down.
static float score_of(const imp_sphinx *sphinx, int score) {
  double natural = (score + 1500.0) * 1024 * log(logmath_get_base(ps_get_logmath(sphinx->decoder)));
  return (float)fmax(-100, fmin(100, natural / 2.302585092994046));
}

static int by_name(const void *name, const void *entry) {
  return strcmp(name, ((const line *)entry)->name);
}

// The first that ends, and of those the best, that was not told and has ended since the last look; its line
// is null if there is none. PocketSphinx shows a hit in the frame in which it is 10 frames old, and only then
// is it new.
static hit next_hit(imp_sphinx *sphinx, int looked, size_t *count) {
  hit found = {NULL, 0, 0, 0};
  *count = 0;
  for (ps_seg_t *segment = ps_seg_iter(sphinx->decoder); segment; segment = ps_seg_next(segment)) {
    hit one = {NULL, 0, 0, 0};
    ++*count;
    ps_seg_frames(segment, &one.begin, &one.end);
    if (one.end > sphinx->looked) {
      sphinx->looked = one.end;
    }
    if (one.end <= looked || one.begin < 0) {
      continue;
    }
    one.score = ps_seg_prob(segment, NULL, NULL, NULL);
    if (found.line && (one.end > found.end || (one.end == found.end && one.score <= found.score))) {
      continue;
    }
    one.line =
        bsearch(ps_seg_word(segment), sphinx->lines, sphinx->line_count, sizeof *sphinx->lines, by_name);
    if (one.line && (uint64_t)one.begin >= sphinx->told[one.line->phrase]) {
      found = one;
    }
  }
  return found;
}

size_t spot(imp_sphinx *sphinx, event_list *list) {
  const int looked = sphinx->looked;
  for (;;) {
    size_t count;
    hit hit = next_hit(sphinx, looked, &count);
    if (!hit.line) {
      return count;
    }
    // Said in another way it is the same phrase.
    uint32_t phrase = hit.line->phrase;
    sphinx->told[phrase] = (uint64_t)hit.end + 1;
    uint64_t begin = begin_of(sphinx, hit.begin), at = end_of(sphinx, hit.end);
    if (at < sphinx->last_trigger) {
      at = sphinx->last_trigger;
    }
    sphinx->last_trigger = at;
    add_event(list, (imp_sphinx_event){IMP_SPEECH_EVENT_TRIGGER, phrase, score_of(sphinx, hit.score),
                                       begin < at ? begin : at, at});
  }
}
