// SPDX-License-Identifier: Apache-2.0
// What speech-graph.h promises, tried without a host: scripts/checks/headers builds and runs it, to look for
// wrong accesses. Its example is that of docs/reference/speech-graph.md.
#include <imprint/speech-graph.h>

#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition) expect(condition, #condition, __LINE__)

static int failures;

static void expect(bool holds, const char *what, int line) {
  if (holds)
    return;
  fprintf(stderr, "speech_graph_h.c:%d: %s\n", line, what);
  failures++;
}

static uint32_t drawn = 1;

// The same numbers each time, below a limit.
static uint32_t draw(uint32_t limit) {
  drawn = drawn * 1664525 + 1013904223;
  return (uint32_t)((uint64_t)drawn * limit >> 32);
}

static const uint8_t example[] = {
    0x69, 0x6d, 0x70, 0x67, 0x72, 0x61, 0x0d, 0x0a, 0x01, 0x00, 0x01, 0x00, 0xba, 0x00, 0x00, 0x00,
    0x02, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x06, 0x00, 0x02, 0x00,
    0x05, 0x00, 0x00, 0x00, 0x65, 0x6e, 0x2d, 0x55, 0x53, 0x02, 0x41, 0x48, 0x02, 0x48, 0x48, 0x01,
    0x4e, 0x01, 0x54, 0x02, 0x55, 0x57, 0x01, 0x57, 0x03, 0x6f, 0x6e, 0x65, 0x02, 0x03, 0x05, 0x00,
    0x02, 0x04, 0x01, 0x05, 0x00, 0x02, 0x03, 0x74, 0x77, 0x6f, 0x01, 0x02, 0x03, 0x04, 0x04, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xc6, 0xc2, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00,
    0x00, 0x00, 0x3d, 0x49, 0xf4, 0xbe, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x3d, 0x49,
    0xf4, 0xbe, 0x00, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x3d, 0x49, 0xf4, 0xbe, 0x00, 0x00,
    0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x9b, 0x20,
    0x9a, 0xbe, 0x00, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x9b, 0x20, 0x9a, 0xbe, 0x02, 0x00,
    0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x62, 0x08, 0xbe, 0x29,
};

static imp_speech_bundle bundle = {
    .size = sizeof(imp_speech_bundle),
    .can = IMP_SPEECH_CAN_MODEL | IMP_SPEECH_CAN_PHRASES,
    .words = 2,
    .ngrams = 8,
    .order = 2,
    .phrases = 1,
    .name = "bundle",
    .language = "EN-us",
    .symbols = "W AH N T UW HH",
};

// Reads a copy that ends where its memory ends.
static imp_status read_copy(const uint8_t *bytes, size_t length, bool is_sealed) {
  uint8_t *copy = malloc(length ? length : 1);
  const char *wrong;
  imprint_speech_graph graph;
  memcpy(copy, bytes, length);
  if (is_sealed && length >= 16) {
    uint32_t count = (uint32_t)length, sum;
    memcpy(copy + 12, &count, sizeof count);
    sum = imprint_graph_sum(copy, length - 4);
    memcpy(copy + length - 4, &sum, sizeof sum);
  }
  imp_status status = imprint_read_speech_graph((imp_bytes){copy, length}, &bundle, &graph, &wrong);
  EXPECT((status == IMP_OK) == (wrong == NULL));
  if (status == IMP_OK) {
    // What was judged can be walked through.
    size_t at = graph.first_word;
    for (uint32_t i = 0; i < graph.words; i++) {
      imprint_graph_word word = imprint_next_graph_word(&graph, &at);
      EXPECT(word.text.length >= 1 && word.text.length <= 95 && word.pronunciations >= 1);
    }
    EXPECT(at == graph.content);
    for (uint32_t i = 0; i < graph.phrases; i++)
      EXPECT(imprint_next_graph_phrase(&graph, &at).words <= 16);
    for (uint32_t n = 1; n <= graph.order; n++) {
      at = imprint_first_graph_ngram(&graph, n);
      for (uint32_t i = 0; i < graph.ngrams[n - 1]; i++) {
        imprint_graph_ngram ngram = imprint_next_graph_ngram(&graph, n, &at);
        EXPECT(imprint_graph_number(ngram.said) < graph.words + IMPRINT_GRAPH_FIRST_WORD);
        EXPECT(ngram.probability <= 0 && ngram.backoff <= 99);
      }
    }
    EXPECT(at == graph.length);
  }
  free(copy);
  return status;
}

static void reads_the_example(void) {
  const char *wrong;
  imprint_speech_graph graph;
  EXPECT(imprint_read_speech_graph((imp_bytes){example, sizeof example}, &bundle, &graph, &wrong) == IMP_OK);
  EXPECT(graph.words == 2 && graph.order == 2 && graph.symbols == 6 && graph.kind == IMPRINT_GRAPH_MODEL);
  size_t at = graph.first_word;
  imprint_graph_word one = imprint_next_graph_word(&graph, &at), two = imprint_next_graph_word(&graph, &at);
  EXPECT(one.text.length == 3 && memcmp(one.text.data, "one", 3) == 0 && one.pronunciations == 2);
  // W AH N, by the bundle's places.
  EXPECT(one.spoken[0] == 3 && graph.places[one.spoken[1]] == 0 && graph.places[one.spoken[2]] == 1);
  EXPECT(two.pronunciations == 1 && two.spoken[0] == 2 && graph.places[two.spoken[2]] == 4);
}

static void walks_through_its_ngrams(void) {
  const char *wrong;
  imprint_speech_graph graph;
  EXPECT(imprint_read_speech_graph((imp_bytes){example, sizeof example}, &bundle, &graph, &wrong) == IMP_OK);
  EXPECT(graph.ngrams[0] == 4 && graph.ngrams[1] == 4 && graph.ngrams[2] == 0);
  size_t at = imprint_first_graph_ngram(&graph, 1);
  for (uint32_t i = 0; i < 4; i++) {
    imprint_graph_ngram ngram = imprint_next_graph_ngram(&graph, 1, &at);
    EXPECT(imprint_graph_number(ngram.said) == i && ngram.backoff == 0);
    EXPECT(i == 0 ? ngram.probability == -99 : ngram.probability < -0.477f && ngram.probability > -0.478f);
  }
  EXPECT(at + 4 == imprint_first_graph_ngram(&graph, 2));
  static const struct {
    uint32_t first, second;
    float least, most;
  } pairs[] = {{0, 2, -0.302f, -0.301f}, {0, 3, -0.302f, -0.301f}, {2, 1, 0, 0}, {3, 1, 0, 0}};
  at += 4;
  for (uint32_t i = 0; i < 4; i++) {
    imprint_graph_ngram ngram = imprint_next_graph_ngram(&graph, 2, &at);
    EXPECT(imprint_graph_number(ngram.said) == pairs[i].first);
    EXPECT(imprint_graph_number(ngram.said + 4) == pairs[i].second);
    EXPECT(ngram.probability >= pairs[i].least && ngram.probability <= pairs[i].most && ngram.backoff == 0);
  }
  EXPECT(at == graph.length);
}

// The places of the example's words, probabilities and back-offs.
static void has_one_form(void) {
  static const struct {
    size_t at, length;
    const char *bytes;
    imp_status status;
  } changes[] = {
      // Probabilities and back-offs of both signs of 0.
      {178, 4, "\0\0\0\x80", IMP_E_GRAPH_DAMAGED},
      {90, 4, "\0\0\0\x80", IMP_E_GRAPH_DAMAGED},
      {86, 4, "\0\0\0\0", IMP_OK},
      {86, 4, "\0\0\0\x80", IMP_E_GRAPH_DAMAGED},
      // A word U+FEFC, and the mark of byte order.
      {71, 3, "\xEF\xBB\xBC", IMP_OK},
      {71, 3, "\xEF\xBB\xBF", IMP_E_GRAPH_DAMAGED},
  };
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    uint8_t changed[sizeof example];
    memcpy(changed, example, sizeof example);
    memcpy(changed + changes[i].at, changes[i].bytes, changes[i].length);
    EXPECT(read_copy(changed, sizeof changed, true) == changes[i].status);
  }
  EXPECT(!imprint_is_graph_text((const uint8_t *)"a\xEF\xBB\xBF", 4));
  EXPECT(imprint_is_graph_text((const uint8_t *)"a\xEF\xBB\xBE", 4));
}

// The threshold of its one phrase, the word `a`.
static imp_status read_phrase(uint32_t threshold) {
  uint8_t graph[] = {
      'i', 'm', 'p', 'g', 'r', 'a', '\r', '\n', 1, 0, 2, 0, 0, 0,   0, 0, 1,   0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0,
      0,   0,   5,   0,   0,   0,   'e',  'n',  '-', 'U', 'S', 1, 'W', 1, 'a', 1, 1, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0,
      0,   0,   0,   0,
  };
  memcpy(graph + sizeof graph - 13, &threshold, sizeof threshold);
  return read_copy(graph, sizeof graph, true);
}

static void judges_thresholds(void) {
  EXPECT(read_phrase(0) == IMP_OK);
  EXPECT(read_phrase(0xC2C80000) == IMP_OK); // -100
  EXPECT(read_phrase(0x80000000) == IMP_E_GRAPH_DAMAGED);
  EXPECT(read_phrase(0x42C80001) == IMP_E_GRAPH_DAMAGED);
  EXPECT(read_phrase(0x7F800000) == IMP_E_GRAPH_DAMAGED);
  EXPECT(read_phrase(0x7FC00000) == IMP_E_GRAPH_DAMAGED);
}

// Whatever else a newer one has: another length and checksum, a head alone, more than the longest of
// version 1.
static void leaves_newer_versions_to_others(void) {
  uint8_t newer[sizeof example];
  memcpy(newer, example, sizeof example);
  newer[8] = 2;
  EXPECT(read_copy(newer, sizeof newer, false) == IMP_E_GRAPH_VERSION);
  for (size_t length = 36; length < 41; length++)
    EXPECT(read_copy(newer, length, false) == IMP_E_GRAPH_VERSION);
  EXPECT(read_copy(newer, 35, false) == IMP_E_GRAPH_DAMAGED);
  uint8_t *longer = calloc(1, IMP_SPEECH_GRAPH_BYTES + 1);
  if (!longer)
    return;
  memcpy(longer, newer, sizeof newer);
  EXPECT(read_copy(longer, IMP_SPEECH_GRAPH_BYTES + 1, false) == IMP_E_GRAPH_VERSION);
  longer[8] = 1;
  EXPECT(read_copy(longer, IMP_SPEECH_GRAPH_BYTES + 1, false) == IMP_E_GRAPH_DAMAGED);
  free(longer);
}

static void says_what_is_wrong(void) {
  imp_speech_bundle right = bundle;
  strcpy(bundle.language, "en");
  EXPECT(read_copy(example, sizeof example, false) == IMP_E_GRAPH_FOREIGN);
  bundle = right;
  bundle.can = IMP_SPEECH_CAN_PHRASES;
  EXPECT(read_copy(example, sizeof example, false) == IMP_E_UNSUPPORTED);
  bundle = right;
  strcpy(bundle.symbols, "W AH N T UW");
  EXPECT(read_copy(example, sizeof example, false) == IMP_E_GRAPH_SYMBOL);
  bundle = right;
  bundle.words = 1;
  EXPECT(read_copy(example, sizeof example, false) == IMP_E_GRAPH_TOO_LARGE);
  bundle = right;
  bundle.ngrams = 7;
  EXPECT(read_copy(example, sizeof example, false) == IMP_E_GRAPH_TOO_LARGE);
  bundle = right;
  bundle.order = 1;
  EXPECT(read_copy(example, sizeof example, false) == IMP_E_GRAPH_TOO_LARGE);
  bundle = right;
}

static void survives_damage(void) {
  for (size_t length = 0; length < sizeof example; length++) {
    EXPECT(read_copy(example, length, false) == IMP_E_GRAPH_DAMAGED);
    EXPECT(read_copy(example, length, true) == IMP_E_GRAPH_DAMAGED);
  }
  for (int time = 0; time < 20000; time++) {
    uint8_t changed[sizeof example];
    memcpy(changed, example, sizeof example);
    for (uint32_t i = draw(3) + 1; i > 0; i--)
      changed[8 + draw(sizeof example - 12)] = draw(4) ? (uint8_t)draw(256) : (uint8_t)(255 * draw(2));
    read_copy(changed, sizeof changed, true);
  }
}

int main(void) {
  reads_the_example();
  walks_through_its_ngrams();
  has_one_form();
  judges_thresholds();
  leaves_newer_versions_to_others();
  says_what_is_wrong();
  survives_damage();
  return failures > 0;
}
