// SPDX-License-Identifier: Apache-2.0
// What was heard. In the utterance: the best words so far. After it: the best path through the lattice of all
// that the search has kept, with a confidence for each word, and other paths.
#include "decoder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Of PocketSphinx's own: the weight of the model for the best path beside that of the search, and of sound.
#define MODEL_WEIGHT (9.5f / 6.5f)
#define SOUND_WEIGHT (1.0f / 20.0f)
// Paths that are looked at for each alternative: most have the same words.
#define PATHS_A_READING 24

// Words on the way.
typedef struct reading {
  imp_sphinx_word *words;
  size_t count, room;
} reading;

// The number in a name, "w12" or "w12(2)"; -1 of a pause.
static int64_t number_of(const char *name) {
  if (!name || name[0] != 'w') {
    return -1;
  }
  char *end;
  unsigned long number = strtoul(name + 1, &end, 10);
  return end == name + 1 || (*end != 0 && *end != '(') ? -1 : (int64_t)number;
}

static void add_word(const imp_sphinx *sphinx, reading *reading, const char *name, int first, int last) {
  int64_t number = number_of(name);
  if (number < 0 || reading->count == reading->room) {
    return;
  }
  imp_sphinx_word word = {.word = (uint32_t)number};
  word.begin = begin_of(sphinx, first);
  word.end = end_of(sphinx, last);
  if (reading->count > 0 && word.begin < reading->words[reading->count - 1].end) {
    word.begin = reading->words[reading->count - 1].end;
  }
  if (word.end < word.begin) {
    word.end = word.begin;
  }
  reading->words[reading->count++] = word;
}

static void read_segments(const imp_sphinx *sphinx, reading *reading, ps_seg_t *segment) {
  for (; segment; segment = ps_seg_next(segment)) {
    int first, last;
    ps_seg_frames(segment, &first, &last);
    add_word(sphinx, reading, ps_seg_word(segment), first, last);
  }
}

static bool is_same(const imp_sphinx_word *one, size_t count, const imp_sphinx_word *other,
                    size_t other_count) {
  bool is_same = count == other_count;
  for (size_t i = 0; is_same && i < count; i++) {
    is_same = one[i].word == other[i].word;
  }
  return is_same;
}

// ---- The lattice ----------------------------------------------------------------

// One word of it: where it may be, and how likely that is.
typedef struct occurrence {
  uint32_t word;
  uint64_t begin, end;
  double probability;
} occurrence;

static int by_word(const void *a, const void *b) {
  const occurrence *one = a, *other = b;
  return one->word < other->word ? -1 : one->word > other->word;
}

// All words of the lattice, by their numbers; null without memory, or where there are none.
static occurrence *occurrences(const imp_sphinx *sphinx, ps_lattice_t *lattice, size_t *count) {
  size_t room = 0;
  occurrence *found = NULL;
  logmath_t *logarithms = ps_get_logmath(sphinx->decoder);
  *count = 0;
  for (ps_latnode_iter_t *node = ps_latnode_iter(lattice); node; node = ps_latnode_iter_next(node)) {
    ps_latnode_t *from = ps_latnode_iter_node(node);
    int64_t word = number_of(ps_latnode_word(lattice, from));
    int begin = ps_latnode_times(from, NULL, NULL);
    for (ps_latlink_iter_t *exit = word < 0 ? NULL : ps_latnode_exits(from); exit;
         exit = ps_latlink_iter_next(exit)) {
      int16 end;
      ps_latlink_t *link = ps_latlink_iter_link(exit);
      end = (int16)ps_latlink_times(link, NULL);
      if (*count == room) {
        room = 2 * room + 256;
        occurrence *larger = realloc(found, room * sizeof *found);
        if (!larger) {
          free(found);
          return NULL;
        }
        found = larger;
      }
      double probability = logmath_exp(logarithms, ps_latlink_prob(lattice, link, NULL));
      found[(*count)++] =
          (occurrence){(uint32_t)word, begin_of(sphinx, begin), end_of(sphinx, end), fmin(1, probability)};
    }
  }
  if (found) {
    qsort(found, *count, sizeof *found, by_word);
  }
  return found;
}

// How likely it is that the word is said in the middle of where it is heard: all paths of the lattice that
// have it there, whenever it begins and ends.
static float confidence(const imp_sphinx_word *word, const occurrence *all, size_t count) {
  uint64_t middle = word->begin + (word->end - word->begin) / 2;
  size_t low = 0, high = count;
  while (low < high) {
    size_t place = low + (high - low) / 2;
    if (all[place].word < word->word) {
      low = place + 1;
    } else {
      high = place;
    }
  }
  double sum = 0;
  for (; low < count && all[low].word == word->word; low++) {
    if (all[low].begin <= middle && middle < all[low].end) {
      sum += all[low].probability;
    }
  }
  return (float)fmin(1, fmax(0, sum));
}

// ---- Reading --------------------------------------------------------------------

// The best path, from its last link. False: there is no lattice, as of a sound that ended in the midst of a
// word.
static bool read_best_path(const imp_sphinx *sphinx, ps_lattice_t *lattice, reading *reading) {
  ngram_model_t *model = ps_get_lm(sphinx->decoder, SEARCH);
  ps_latlink_t *last = model ? ps_lattice_bestpath(lattice, model, MODEL_WEIGHT, SOUND_WEIGHT) : NULL;
  if (!last) {
    return false;
  }
  ps_lattice_posterior(lattice, model, SOUND_WEIGHT);
  size_t count = 0;
  for (ps_latlink_t *link = last; link; link = ps_latlink_pred(link)) {
    count++;
  }
  ps_latlink_t **path = malloc(count * sizeof *path);
  if (!path) {
    return false;
  }
  size_t at = count;
  for (ps_latlink_t *link = last; link; link = ps_latlink_pred(link)) {
    path[--at] = link;
  }
  for (size_t i = 0; i < count; i++) {
    ps_latnode_t *from = NULL;
    ps_latlink_nodes(path[i], &from);
    add_word(sphinx, reading, ps_latnode_word(lattice, from), ps_latnode_times(from, NULL, NULL),
             ps_latlink_times(path[i], NULL));
  }
  int16 end;
  ps_latnode_t *to = ps_latlink_nodes(last, NULL);
  int begin = ps_latnode_times(to, NULL, &end);
  add_word(sphinx, reading, ps_latnode_word(lattice, to), begin, end);
  free(path);
  return true;
}

// Other paths, none with the words of another.
static void read_alternatives(const imp_sphinx *sphinx, uint32_t alternatives, imp_sphinx_word *words,
                              size_t room, size_t *count) {
  size_t starts[IMP_SPEECH_ALTERNATIVES + 2] = {0, *count};
  uint32_t readings = 1, tries = 0;
  ps_nbest_t *path = alternatives > 0 ? ps_nbest(sphinx->decoder) : NULL;
  while (path && readings <= alternatives && tries++ < PATHS_A_READING * alternatives) {
    size_t start = *count;
    reading one = {words + start, 0, room - start};
    read_segments(sphinx, &one, ps_nbest_seg(path));
    bool is_new = one.count > 0 && one.count < one.room;
    for (uint32_t i = 0; is_new && i < readings; i++) {
      is_new = !is_same(one.words, one.count, words + starts[i], starts[i + 1] - starts[i]);
    }
    for (size_t i = 0; is_new && i < one.count; i++) {
      one.words[i].reading = readings;
    }
    if (is_new) {
      *count += one.count;
      starts[++readings] = *count;
    }
    path = ps_nbest_next(path);
  }
  if (path) {
    ps_nbest_free(path);
  }
}

// Within a guard.
static void read_result(const imp_sphinx *sphinx, uint32_t alternatives, imp_sphinx_word *words, size_t room,
                        size_t *count) {
  reading best = {words, 0, room};
  ps_lattice_t *lattice = ps_get_lattice(sphinx->decoder);
  bool has_path = lattice && read_best_path(sphinx, lattice, &best);
  if (!has_path) {
    // What the search had found, of which nothing says how sure it is.
    best.count = 0;
    read_segments(sphinx, &best, ps_seg_iter(sphinx->decoder));
  }
  *count = best.count;
  if (!has_path) {
    return;
  }
  read_alternatives(sphinx, alternatives, words, room, count);
  size_t found;
  occurrence *all = occurrences(sphinx, lattice, &found);
  for (size_t i = 0; all && i < *count; i++) {
    words[i].confidence = confidence(&words[i], all, found);
  }
  free(all);
}

imp_sphinx_status imp_sphinx_words(imp_sphinx *sphinx, uint32_t alternatives, imp_sphinx_word *words,
                                   size_t *count) {
  size_t room = *count;
  *count = 0;
  if (sphinx->is_broken) {
    return IMP_SPHINX_FAILED;
  }
  bool has_words = sphinx->has_ended ? sphinx->has_result : sphinx->is_hearing;
  if (sphinx->spots || !has_words) {
    return IMP_SPHINX_OK;
  }
  guard guard;
  guard_enter(&guard, &sphinx->own, NULL, 0);
  if (setjmp(guard.back)) {
    sphinx->is_broken = true;
    *count = 0;
    return guard.is_short ? IMP_SPHINX_MEMORY : IMP_SPHINX_FAILED;
  }
  if (sphinx->has_ended) {
    read_result(sphinx, alternatives, words, room, count);
  } else {
    reading now = {words, 0, room};
    read_segments(sphinx, &now, ps_seg_iter(sphinx->decoder));
    *count = now.count;
  }
  guard_leave(&guard);
  if (guard.is_short) {
    *count = 0;
    return IMP_SPHINX_MEMORY;
  }
  return IMP_SPHINX_OK;
}
