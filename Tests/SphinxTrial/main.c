// SPDX-License-Identifier: Apache-2.0
// Tries CSphinx where it is linked as in the plugin: what would end the process, graphs that are made to take
// long, memory.
//
//   SphinxTrial MODELS guard
//   SphinxTrial MODELS refusals
//   SphinxTrial MODELS phrases COUNT     as many, of a phone each, in 10 s of bursts of noise
//   SphinxTrial MODELS words COUNT SECONDS   as many, of a phone or two, none unlikely, in so much of it
//   SphinxTrial MODELS again             phrases of a phone after a reset, and in pieces
//   SphinxTrial MODELS bounds SOUND COUNT    speech without pauses, 16 bits at 16 kHz, heard with as many
//                                        words of the dictionary: the same as without bounds of the work
//
// What is wrong is said in a line each, and then the status is 1. The processor time that a limit is of is
// this process's own. Nothing is printed otherwise.
#include "guard.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static int wrongs;

// Not by stdout, which is PocketSphinx's here, and swallows all.
static void check(bool is_right, const char *what) {
  if (!is_right) {
    dprintf(STDOUT_FILENO, "%s\n", what);
    wrongs++;
  }
}

// ---- Parts ----------------------------------------------------------------------

static imp_sphinx_file files[5];

static void map_models(const char *folder) {
  static const char *const names[][2] = {{"mdef", "en-us.mdef"},
                                         {"means", "en-us.means"},
                                         {"variances", "en-us.variances"},
                                         {"sendump", "en-us.sendump"},
                                         {"transition_matrices", "en-us.transitions"}};
  for (size_t i = 0; i < 5; i++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, names[i][1]);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    if (file < 0 || fstat(file, &about) != 0) {
      dprintf(STDOUT_FILENO, "%s cannot be read\n", path);
      _exit(2);
    }
    void *bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    files[i] = (imp_sphinx_file){names[i][0], bytes, (size_t)about.st_size};
  }
}

static uint32_t state = 1;

static uint32_t drawn(uint32_t below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

// A sixteenth of a second of noise each, of another loudness: the front end takes it for speech.
static void fill_bursts(int16_t *samples, size_t count) {
  int size = 0;
  for (size_t i = 0; i < count; i++) {
    if (i % 1000 == 0) {
      static const int sizes[] = {100, 400, 1500, 6000, 20000};
      size = sizes[drawn(5)];
    }
    int sum = 0;
    for (int k = 0; k < 4; k++) {
      sum += (int)drawn(65536) - 32768;
    }
    samples[i] = (int16_t)(sum / 4 * size / 20000);
  }
}

static double used(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

typedef struct graph {
  imp_sphinx_text dictionary, text;
  uint32_t *phrases;
  size_t lines;
} graph;

static void add_words(graph *graph, uint32_t count) {
  for (uint32_t word = 0; word < count; word++) {
    const uint8_t phones[3] = {(uint8_t)(word % 39), (uint8_t)(word / 39 % 39), (uint8_t)(word / 1521 % 39)};
    imp_sphinx_add_word(&graph->dictionary, word, 0, phones, word < 39 ? 1 : word < 1521 ? 2 : 3);
  }
}

// Each is a word; what cannot be left out of what is heard.
static graph phrases(uint32_t count) {
  graph made = {.phrases = calloc(count, sizeof *made.phrases), .lines = count};
  add_words(&made, count);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t variant = 0;
    imp_sphinx_add_phrase(&made.text, -100, &i, &variant, 1, 0);
    made.phrases[i] = i;
  }
  return made;
}

// One after the other, all as likely.
static void add_model(graph *graph, uint32_t count, float probability) {
  uint32_t *numbers = calloc(count + 2, sizeof *numbers);
  float *probabilities = calloc(count + 2, sizeof *probabilities);
  for (uint32_t i = 0; i < count + 2; i++) {
    numbers[i] = i;
    probabilities[i] = i == 0 ? -99 : probability;
  }
  const imp_sphinx_ngrams order = {count + 2, numbers, probabilities, NULL};
  imp_sphinx_write_model(&graph->text, &order, 1);
  free(numbers);
  free(probabilities);
}

static graph words(uint32_t count) {
  graph made = {.lines = 0};
  add_words(&made, count);
  add_model(&made, count, 0);
  return made;
}

// The whole file. fopen is PocketSphinx's here, and opens none.
static char *read_file(const char *path, size_t *length) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat about;
  if (file < 0 || fstat(file, &about) != 0) {
    dprintf(STDOUT_FILENO, "%s cannot be read\n", path);
    _exit(2);
  }
  *length = (size_t)about.st_size;
  char *bytes = calloc(*length + 1, 1);
  for (size_t at = 0; at < *length;) {
    ssize_t more = read(file, bytes + at, *length - at);
    if (more <= 0) {
      dprintf(STDOUT_FILENO, "%s cannot be read\n", path);
      _exit(2);
    }
    at += (size_t)more;
  }
  close(file);
  return bytes;
}

static size_t read_phones(char *text, uint8_t *phones, size_t room) {
  static const char *const names[] = {"AA", "AE", "AH", "AO", "AW", "AY", "B",  "CH", "D",  "DH",
                                      "EH", "ER", "EY", "F",  "G",  "HH", "IH", "IY", "JH", "K",
                                      "L",  "M",  "N",  "NG", "OW", "OY", "P",  "R",  "S",  "SH",
                                      "T",  "TH", "UH", "UW", "V",  "W",  "Y",  "Z",  "ZH"};
  size_t count = 0;
  char *rest;
  for (char *name = strtok_r(text, " ", &rest); name && count < room; name = strtok_r(NULL, " ", &rest)) {
    for (uint8_t phone = 0; phone < sizeof names / sizeof *names; phone++) {
      if (strcmp(name, names[phone]) == 0) {
        phones[count++] = phone;
      }
    }
  }
  return count;
}

// What the sound says, and as many other words, out of all of the dictionary.
static graph of_dictionary(const char *folder, uint32_t count) {
  static const char *const said[] = {"front", "rear", "side", "left", "right", "center"};
  graph made = {.lines = 0};
  char path[4096];
  size_t length;
  snprintf(path, sizeof path, "%s/en-us.dict", folder);
  char *text = read_file(path, &length), *rest;
  uint32_t words = 0, line = 0, every = 120000 / count;
  for (char *word = strtok_r(text, "\n", &rest); word; word = strtok_r(NULL, "\n", &rest)) {
    bool is_taken = ++line % every == 0 && words < count;
    size_t end = strcspn(word, " ");
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
      is_taken = is_taken || (strlen(said[i]) == end && strncmp(word, said[i], end) == 0);
    }
    uint8_t phones[64];
    size_t phone_count = is_taken && word[end] ? read_phones(word + end + 1, phones, sizeof phones) : 0;
    if (phone_count > 0) {
      imp_sphinx_add_word(&made.dictionary, words++, 0, phones, phone_count);
    }
  }
  free(text);
  add_model(&made, words, -2.5f);
  return made;
}

static void release(graph *graph) {
  imp_sphinx_text_free(&graph->dictionary);
  imp_sphinx_text_free(&graph->text);
  free(graph->phrases);
}

static imp_sphinx_status create(const graph *graph, const imp_sphinx_file *model, imp_sphinx **made) {
  const imp_sphinx_parts parts = {.files = model,
                                  .file_count = 5,
                                  .dictionary = &graph->dictionary,
                                  .graph = &graph->text,
                                  .phrases = graph->phrases,
                                  .line_count = graph->lines};
  return imp_sphinx_create(&parts, made);
}

// ---- Trials ---------------------------------------------------------------------

static own mine;

static void try_guard(void) {
  static const imp_sphinx_file lent = {"lent", "abc", 3};
  volatile int ended = 0;
  guard outer;
  guard_enter(&outer, &mine, &lent, 1);
  if (setjmp(outer.back)) {
    check(false, "a guard that was within ended the one around it");
    return;
  }
  for (volatile int way = 0; way < 3; way++) {
    guard inner;
    guard_enter(&inner, &mine, &lent, 1);
    if (setjmp(inner.back)) {
      ended++;
      continue;
    }
    FILE *file = fopen("lent", "r");
    check(file && fgetc(file) == 'a', "what is lent is not read");
    void *volatile memory = malloc(1000);
    check(memory && mine.heap.count >= 1, "what is reserved within a guard is not noted");
    if (way == 0) {
      exit(3);
    } else if (way == 1) {
      abort();
    }
    extern void __wrap___assert_fail(const char *, const char *, unsigned, const char *);
    __wrap___assert_fail("x", "y", 1, "z");
  }
  check(ended == 3, "exit, abort or an assertion did not end the call alone");
  check(!fopen("/etc/passwd", "r") && !fopen("lent", "w") && !popen("true", "r"), "a file was opened");
  void *volatile kept = malloc(10);
  size_t before = mine.heap.count;
  kept = realloc(kept, 5000);
  check(kept && mine.heap.count == before, "what is made larger is another");
  free(kept);
  check(mine.heap.count == before - 1, "what was freed is still noted");
  guard_leave(&outer);
  heap_free(&mine.heap);
  check(mine.heap.count == 0 && mine.heap.room == 0, "the table stays");
}

// Each tells what is the matter, and leaves nothing.
static void try_refusals(void) {
  graph right = words(50);
  size_t before = 0;
  for (int time = 0; time < 12; time++) {
    imp_sphinx *made = NULL;
    imp_sphinx_file broken[5];
    memcpy(broken, files, sizeof broken);
    // Not the first one, of which PocketSphinx believes all: the manifest pins it.
    broken[1 + time % 2].length /= 3;
    check(create(&right, broken, &made) == IMP_SPHINX_MODEL, "a model that was cut is not told from a graph");
    graph wrong = words(50);
    wrong.text.length /= 3;
    check(create(&wrong, files, &made) == IMP_SPHINX_GRAPH, "a graph that was cut is not told from a model");
    release(&wrong);
    wrong = phrases(3);
    wrong.phrases[1] = 3;
    check(create(&wrong, files, &made) == IMP_SPHINX_GRAPH, "a line of no phrase is taken");
    release(&wrong);
    check(create(&right, files, &made) == IMP_SPHINX_OK, "what is right is refused after that");
    imp_sphinx_destroy(made);
    size_t now = mallinfo2().uordblks;
    // The first times reserve what stays: streams, and what the C library keeps for the thread.
    if (time == 3) {
      before = now;
    }
    check(time < 4 || now <= before + 20000, "memory is left after a refusal");
  }
  release(&right);
}

static void hear(imp_sphinx *sphinx, const int16_t *sound, size_t count, size_t piece, imp_sphinx_event *found,
                 size_t room, size_t *found_count) {
  *found_count = 0;
  imp_sphinx_event events[IMP_SPEECH_EVENTS_MAXIMUM];
  for (size_t at = 0; at < count; at += piece) {
    size_t more;
    size_t length = count - at < piece ? count - at : piece;
    check(imp_sphinx_hear(sphinx, sound + at, length, events, &more) == IMP_SPHINX_OK, "a step fails");
    for (size_t i = 0; i < more && *found_count < room; i++) {
      found[(*found_count)++] = events[i];
    }
  }
  size_t more;
  check(imp_sphinx_end(sphinx, events, &more) == IMP_SPHINX_OK, "the end fails");
  for (size_t i = 0; i < more && *found_count < room; i++) {
    found[(*found_count)++] = events[i];
  }
}

enum { MOST = 4096 };
static imp_sphinx_event first[MOST], second[MOST];

static void try_phrases(uint32_t count) {
  enum { SOUND = 10 * IMP_SPHINX_RATE };
  static int16_t sound[SOUND];
  graph graph = phrases(count);
  imp_sphinx *made;
  check(create(&graph, files, &made) == IMP_SPHINX_OK, "the phrases are refused");
  fill_bursts(sound, SOUND);
  double before = used();
  size_t found;
  hear(made, sound, SOUND, IMP_SPHINX_RATE, first, MOST, &found);
  check(used() - before < 30, "10 s of phrases take longer than 30 s of a processor");
  check(found > 50, "phrases of a phone are not found in noise");
  imp_sphinx_destroy(made);
  release(&graph);
}

static void try_words(uint32_t count, uint32_t seconds) {
  enum { LONGEST = 60 };
  static int16_t sound[LONGEST * IMP_SPHINX_RATE];
  size_t length_of_sound = (seconds < LONGEST ? seconds : LONGEST) * (size_t)IMP_SPHINX_RATE;
  static imp_sphinx_word heard[IMP_SPEECH_WORDS_MAXIMUM];
  graph graph = words(count);
  imp_sphinx *made;
  check(create(&graph, files, &made) == IMP_SPHINX_OK, "the words are refused");
  fill_bursts(sound, length_of_sound);
  imp_sphinx_event events[IMP_SPEECH_EVENTS_MAXIMUM];
  double slowest = 0, before;
  size_t found;
  for (size_t at = 0; at < length_of_sound; at += IMP_SPHINX_RATE) {
    before = used();
    check(imp_sphinx_hear(made, sound + at, IMP_SPHINX_RATE, events, &found) == IMP_SPHINX_OK, "a step fails");
    slowest = used() - before > slowest ? used() - before : slowest;
  }
  before = used();
  check(imp_sphinx_end(made, events, &found) == IMP_SPHINX_OK, "the end fails");
  size_t length = IMP_SPEECH_WORDS_MAXIMUM;
  check(imp_sphinx_words(made, IMP_SPEECH_ALTERNATIVES, heard, &length) == IMP_SPHINX_OK, "no words");
  check(slowest < 20, "a step takes longer than 20 s of a processor");
  check(used() - before < 20, "the end takes longer than 20 s of a processor");
  imp_sphinx_destroy(made);
  release(&graph);
}

static void try_again(void) {
  enum { SOUND = 4 * IMP_SPHINX_RATE };
  static int16_t sound[SOUND];
  graph graph = phrases(4); // so few that no step has more hits than events
  imp_sphinx *made;
  check(create(&graph, files, &made) == IMP_SPHINX_OK, "the phrases are refused");
  fill_bursts(sound, SOUND);
  size_t expected, found;
  hear(made, sound, SOUND, IMP_SPHINX_RATE / 10, first, MOST, &expected);
  check(expected > 5, "nothing is spotted");
  static const size_t pieces[] = {1, 160, 777};
  for (size_t i = 0; i < 3; i++) {
    check(imp_sphinx_reset(made) == IMP_SPHINX_OK, "a reset fails");
    hear(made, sound, SOUND, pieces[i], second, MOST, &found);
    check(found == expected, "another number is spotted in pieces after a reset");
    for (size_t k = 0; k < expected && found == expected; k++) {
      check(first[k].kind == second[k].kind && first[k].phrase == second[k].phrase &&
                first[k].at == second[k].at && first[k].score >= second[k].score &&
                first[k].score <= second[k].score,
            "another phrase, score or time in pieces after a reset");
    }
  }
  imp_sphinx_destroy(made);
  release(&graph);
}

// A decoder begins with what is its own.
static exits *exits_of(imp_sphinx *sphinx) {
  return &((own *)(void *)sphinx)->exits;
}

// The bounds are where they were in a new decoder.
static void try_exits_after_reset(void) {
  enum { SOUND = 2 * IMP_SPHINX_RATE };
  static int16_t sound[SOUND];
  graph graph = words(300);
  imp_sphinx *made;
  check(create(&graph, files, &made) == IMP_SPHINX_OK, "the words are refused");
  const exits before = *exits_of(made);
  check(before.turn > 0, "a new decoder has not counted its first frames");
  fill_bursts(sound, SOUND);
  size_t found;
  hear(made, sound, SOUND, IMP_SPHINX_RATE, first, MOST, &found);
  check(exits_of(made)->turn > before.turn, "what is heard is not counted");
  check(imp_sphinx_reset(made) == IMP_SPHINX_OK, "a reset fails");
  const exits after = *exits_of(made);
  check(after.left == before.left && after.here == before.here && after.frame == before.frame &&
            after.turn == before.turn,
        "a decoder that was set back counts otherwise than a new one");
  imp_sphinx_destroy(made);
  release(&graph);
}

static void hear_words(const graph *graph, bool is_bounded, const int16_t *sound, size_t length,
                       imp_sphinx_word *heard, size_t *count) {
  imp_sphinx *made;
  size_t found;
  *count = 0;
  if (create(graph, files, &made) != IMP_SPHINX_OK) {
    check(false, "words of the dictionary are refused");
    return;
  }
  if (!is_bounded) {
    exits_of(made)->most = exits_of(made)->most_here = UINT32_MAX;
  }
  hear(made, sound, length, IMP_SPHINX_RATE, first, MOST, &found);
  *count = IMP_SPEECH_WORDS_MAXIMUM;
  check(imp_sphinx_words(made, 0, heard, count) == IMP_SPHINX_OK, "no words");
  imp_sphinx_destroy(made);
}

static void try_bounds(const char *folder, const char *path, uint32_t count) {
  static imp_sphinx_word bounded[IMP_SPEECH_WORDS_MAXIMUM], free_of_them[IMP_SPEECH_WORDS_MAXIMUM];
  size_t length, found, expected;
  char *bytes = read_file(path, &length);
  int16_t *sound = malloc(length + 1);
  memcpy(sound, bytes, length);
  free(bytes);
  graph graph = of_dictionary(folder, count);
  hear_words(&graph, false, sound, length / 2, free_of_them, &expected);
  hear_words(&graph, true, sound, length / 2, bounded, &found);
  check(expected * IMP_SPHINX_RATE > length / 2, "less than a word a second is heard");
  check(found == expected, "with bounds there are more words, or fewer");
  for (size_t i = 0; i < expected && found == expected; i++) {
    check(bounded[i].word == free_of_them[i].word && bounded[i].begin == free_of_them[i].begin &&
              bounded[i].end == free_of_them[i].end && bounded[i].confidence >= free_of_them[i].confidence &&
              bounded[i].confidence <= free_of_them[i].confidence,
          "with bounds a word, its time or its confidence is another");
    check(bounded[i].confidence > 0, "nothing is known of how sure a word is");
  }
  release(&graph);
  free(sound);
}

int main(int count, char **arguments) {
  if (count < 3) {
    return 64;
  }
  map_models(arguments[1]);
  guard_silence();
  const char *what = arguments[2];
  uint32_t number = count > 3 ? (uint32_t)strtoul(arguments[3], NULL, 10) : 0;
  if (strcmp(what, "guard") == 0) {
    try_guard();
  } else if (strcmp(what, "refusals") == 0) {
    try_refusals();
  } else if (strcmp(what, "phrases") == 0) {
    try_phrases(number);
  } else if (strcmp(what, "words") == 0) {
    try_words(number, count > 4 ? (uint32_t)strtoul(arguments[4], NULL, 10) : 15);
  } else if (strcmp(what, "again") == 0) {
    try_again();
    try_exits_after_reset();
  } else if (strcmp(what, "bounds") == 0 && count > 4) {
    try_bounds(arguments[1], arguments[3], (uint32_t)strtoul(arguments[4], NULL, 10));
  } else {
    return 64;
  }
  return wrongs > 0;
}
