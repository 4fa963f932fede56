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
    EXPECT(graph.kind == IMPRINT_GRAPH_MODEL || at == graph.length);
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
  says_what_is_wrong();
  survives_damage();
  return failures > 0;
}
