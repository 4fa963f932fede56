// SPDX-License-Identifier: Apache-2.0
// Phrases: PocketSphinx keeps a list of hits, in which a better one takes the place of those that it
// overlaps. Each is told once, 10 frames after its end, when no better one has come.
#include "decoder.h"

#include <math.h>
#include <string.h>

bool set_phrases(imp_sphinx *sphinx) {
  // Made anew, because the states of an utterance would be left in the next.
  return ps_set_kws(sphinx->decoder, SEARCH, SEARCH) == 0 && ps_set_search(sphinx->decoder, SEARCH) == 0;
}

typedef struct hit {
  size_t line;
  int begin, end, score;
} hit;

// PocketSphinx takes 1500 away, counts in units of 1024, and rounds down.
static float score_of(const imp_sphinx *sphinx, int score) {
  double natural = logmath_log_to_ln(ps_get_logmath(sphinx->decoder), (score + 1500) * 1024);
  return (float)fmin(100, natural / 2.302585092994046);
}

// The first that ends, and of those the best, that was not told; its line is line_count if there is none.
static hit next_hit(imp_sphinx *sphinx) {
  hit found = {.line = sphinx->line_count};
  for (ps_seg_t *segment = ps_seg_iter(sphinx->decoder); segment; segment = ps_seg_next(segment)) {
    hit one = {.line = 0};
    const char *name = ps_seg_word(segment);
    while (one.line < sphinx->line_count && strcmp(sphinx->lines[one.line], name) != 0) {
      one.line++;
    }
    ps_seg_frames(segment, &one.begin, &one.end);
    one.score = ps_seg_prob(segment, NULL, NULL, NULL);
    if (one.line == sphinx->line_count || one.begin < 0 || (uint64_t)one.begin < sphinx->told[one.line]) {
      continue;
    }
    if (found.line == sphinx->line_count || one.end < found.end ||
        (one.end == found.end && one.score > found.score)) {
      found = one;
    }
  }
  return found;
}

void spot(imp_sphinx *sphinx, event_list *list) {
  for (;;) {
    hit hit = next_hit(sphinx);
    if (hit.line == sphinx->line_count) {
      return;
    }
    uint32_t phrase = sphinx->phrases[hit.line];
    // Said in another way it is the same phrase.
    for (size_t i = 0; i < sphinx->line_count; i++) {
      if (sphinx->phrases[i] == phrase) {
        sphinx->told[i] = (uint64_t)hit.end + 1;
      }
    }
    uint64_t begin = begin_of(sphinx, hit.begin), at = end_of(sphinx, hit.end);
    if (at < sphinx->last_trigger) {
      at = sphinx->last_trigger;
    }
    sphinx->last_trigger = at;
    add_event(list, (imp_sphinx_event){IMP_SPEECH_EVENT_TRIGGER, phrase, score_of(sphinx, hit.score),
                                       begin < at ? begin : at, at});
  }
}
