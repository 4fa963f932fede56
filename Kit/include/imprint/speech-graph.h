// SPDX-License-Identifier: Apache-2.0
// For plugins in C and C++: reads the graph that a speech recogniser is given, which
// anybody may have made; its rules: docs/reference/speech-graph.md. Header only, and
// without memory of its own; nothing of it is exported.
#ifndef IMPRINT_SPEECH_GRAPH_H
#define IMPRINT_SPEECH_GRAPH_H

#include <imprint/imprint.h>

#include <stdbool.h>
#include <string.h>

IMP_BEGIN_DECLS

#define IMPRINT_GRAPH_MODEL 1
#define IMPRINT_GRAPH_PHRASES 2
#define IMPRINT_GRAPH_FIRST_WORD 2 // of n-grams and phrases; 0 is the beginning, 1 the end

// A graph that was read. Its bytes stay the host's: copy what outlives create.
typedef struct imprint_speech_graph {
  const uint8_t *bytes;
  size_t length; // without the checksum
  uint32_t kind; // IMPRINT_GRAPH_...
  uint32_t words, phrases, symbols, order;
  size_t first_word, content; // where words begin, and n-grams or phrases
  uint8_t places[255];        // of its symbols, among the bundle's
  uint32_t ngrams[5];         // of a model: how many of each order, from 1
} imprint_speech_graph;

// One word.
typedef struct imprint_graph_word {
  imp_text text;
  uint32_t pronunciations;
  const uint8_t *spoken; // of each: its length, then places in `places`
} imprint_graph_word;

// One phrase.
typedef struct imprint_graph_phrase {
  float threshold;
  uint32_t words;
  const uint8_t *said; // of each: its number, by imprint_graph_number
} imprint_graph_phrase;

// One n-gram.
typedef struct imprint_graph_ngram {
  const uint8_t *said;        // of each of its words: its number, by imprint_graph_number
  float probability, backoff; // logarithms to the base of 10; 0 for the back-off of the highest order
} imprint_graph_ngram;

static inline uint32_t imprint_graph_number(const uint8_t *at) {
  return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline float imprint_graph_value(const uint8_t *at) {
  uint32_t bits = imprint_graph_number(at);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// The next word; `*at` is first_word before the first. Of a graph that was read.
static inline imprint_graph_word imprint_next_graph_word(const imprint_speech_graph *graph, size_t *at) {
  const uint8_t *from = graph->bytes + *at;
  imprint_graph_word word = {{(const char *)(from + 1), from[0]}, from[1 + from[0]], from + 2 + from[0]};
  const uint8_t *end = word.spoken;
  for (uint32_t i = 0; i < word.pronunciations; i++)
    end += 1 + end[0];
  *at = (size_t)(end - graph->bytes);
  return word;
}

// The next phrase; `*at` is content before the first. Of a graph that was read.
static inline imprint_graph_phrase imprint_next_graph_phrase(const imprint_speech_graph *graph, size_t *at) {
  const uint8_t *from = graph->bytes + *at;
  imprint_graph_phrase phrase = {imprint_graph_value(from), from[4], from + 5};
  *at += 5 + 4 * (size_t)phrase.words;
  return phrase;
}

// How many bytes an n-gram of an order takes.
static inline size_t imprint_graph_ngram_bytes(const imprint_speech_graph *graph, uint32_t order) {
  return 4 * (size_t)order + (order < graph->order ? 8 : 4);
}

// Where the n-grams of an order begin, 1...`order`. Of a model that was read.
static inline size_t imprint_first_graph_ngram(const imprint_speech_graph *graph, uint32_t order) {
  size_t at = graph->content + 4;
  for (uint32_t n = 1; n < order; n++)
    at += graph->ngrams[n - 1] * imprint_graph_ngram_bytes(graph, n) + 4;
  return at;
}

// The next n-gram of an order, in increasing order of their words; `*at` is what
// imprint_first_graph_ngram says before the first of ngrams[order - 1]. Of a model that was read.
static inline imprint_graph_ngram imprint_next_graph_ngram(const imprint_speech_graph *graph, uint32_t order,
                                                           size_t *at) {
  const uint8_t *from = graph->bytes + *at, *values = from + 4 * (size_t)order;
  *at += imprint_graph_ngram_bytes(graph, order);
  imprint_graph_ngram ngram = {from, imprint_graph_value(values), 0};
  if (order < graph->order)
    ngram.backoff = imprint_graph_value(values + 4);
  return ngram;
}

// ---- Judging ----------------------------------------------------------------

static inline uint32_t imprint_graph_sum(const uint8_t *bytes, size_t length) {
  uint32_t table[256], sum = ~0u;
  for (uint32_t i = 0; i < 256; i++) {
    table[i] = i;
    for (int bit = 0; bit < 8; bit++)
      table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0x82F63B78u : 0);
  }
  for (size_t i = 0; i < length; i++)
    sum = sum >> 8 ^ table[(sum ^ bytes[i]) & 0xFF];
  return ~sum;
}

// Whether a value is within a range, a number, and not minus zero.
static inline bool imprint_is_graph_value(const uint8_t *at, float least, float most) {
  float value = imprint_graph_value(at);
  return value >= least && value <= most && imprint_graph_number(at) != 0x80000000u;
}

// Whether a text is UTF-8 without white space, control characters and U+FEFF.
static inline bool imprint_is_graph_text(const uint8_t *text, size_t length) {
  for (size_t i = 0; i < length;) {
    uint8_t first = text[i];
    size_t more = first < 0x80 ? 0 : first < 0xC2 ? 4 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : 4;
    if (more > 3 || more >= length - i)
      return false;
    uint32_t code = more == 0 ? first : first & (0x3Fu >> more);
    for (size_t k = 1; k <= more; k++) {
      if ((text[i + k] & 0xC0) != 0x80)
        return false;
      code = code << 6 | (text[i + k] & 0x3F);
    }
    if ((more == 2 && (code < 0x800 || (code >= 0xD800 && code < 0xE000))) ||
        (more == 3 && (code < 0x10000 || code > 0x10FFFF)))
      return false;
    if (code <= 0x20 || (code >= 0x7F && code <= 0xA0) || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
        code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000 ||
        code == 0xFEFF)
      return false;
    i += 1 + more;
  }
  return true;
}

// Whether `a` comes before `b` by their bytes.
static inline bool imprint_graph_precedes(const uint8_t *a, size_t a_length, const uint8_t *b, size_t b_length) {
  int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
  return order < 0 || (order == 0 && a_length < b_length);
}

// Whether n words come before n others.
static inline int imprint_graph_order(const uint8_t *a, const uint8_t *b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    uint32_t left = imprint_graph_number(a + 4 * i), right = imprint_graph_number(b + 4 * i);
    if (left != right)
      return left < right ? -1 : 1;
  }
  return 0;
}

// A list of texts, each with its length before it, in order; then `*at` is behind it.
static inline bool imprint_judge_graph_symbols(imprint_speech_graph *graph, size_t *at) {
  const uint8_t *last = NULL;
  for (uint32_t i = 0; i < graph->symbols; i++) {
    if (*at >= graph->length)
      return false;
    const uint8_t *symbol = graph->bytes + *at;
    if (symbol[0] < 1 || symbol[0] > 16 || symbol[0] >= graph->length - *at ||
        !imprint_is_graph_text(symbol + 1, symbol[0]) ||
        (last && !imprint_graph_precedes(last + 1, last[0], symbol + 1, symbol[0])))
      return false;
    last = symbol;
    *at += 1 + (size_t)symbol[0];
  }
  return true;
}

static inline bool imprint_judge_graph_words(imprint_speech_graph *graph, uint32_t pronunciations, size_t *at) {
  const uint8_t *last = NULL;
  uint32_t found = 0;
  for (uint32_t i = 0; i < graph->words; i++) {
    if (*at >= graph->length)
      return false;
    const uint8_t *word = graph->bytes + *at, *text = word + 1;
    size_t left = graph->length - *at;
    if (word[0] < 1 || word[0] > 95 || left < 2 + (size_t)word[0] || !imprint_is_graph_text(text, word[0]) ||
        (last && !imprint_graph_precedes(last + 1, last[0], text, word[0])) ||
        (word[0] == 3 && memcmp(text, "<s>", 3) == 0) || (word[0] == 4 && memcmp(text, "</s>", 4) == 0))
      return false;
    last = word;
    const uint8_t *spoken = text + word[0] + 1, *end = graph->bytes + graph->length;
    uint32_t count = text[word[0]];
    if (count < 1 || count > 16)
      return false;
    const uint8_t *next = spoken;
    for (uint32_t k = 0; k < count; k++) {
      if (next >= end || next[0] < 1 || next[0] > 64 || next[0] >= end - next)
        return false;
      for (uint32_t s = 1; s <= next[0]; s++)
        if (next[s] >= graph->symbols)
          return false;
      for (const uint8_t *other = spoken; other < next; other += 1 + other[0])
        if (memcmp(other, next, 1 + (size_t)next[0]) == 0)
          return false;
      next += 1 + next[0];
    }
    found += count;
    *at = (size_t)(next - graph->bytes);
  }
  return found == pronunciations;
}

static inline bool imprint_judge_graph_model(imprint_speech_graph *graph, uint32_t *ngrams, size_t at) {
  const uint8_t *below = NULL; // n-grams of the order before
  uint32_t fewer = 0;
  for (uint32_t n = 1; n <= graph->order; n++) {
    size_t each = imprint_graph_ngram_bytes(graph, n), shorter = imprint_graph_ngram_bytes(graph, n - 1);
    if (graph->length - at < 4)
      return false;
    uint32_t count = imprint_graph_number(graph->bytes + at), history = 0;
    const uint8_t *grams = graph->bytes + at + 4;
    if (count > (graph->length - at - 4) / each || count > 4000000 - *ngrams ||
        (n == 1 && count != graph->words + IMPRINT_GRAPH_FIRST_WORD))
      return false;
    for (uint32_t i = 0; i < count; i++) {
      const uint8_t *gram = grams + i * each;
      for (uint32_t w = 0; w < n; w++) {
        uint32_t word = imprint_graph_number(gram + 4 * w);
        if (word >= graph->words + IMPRINT_GRAPH_FIRST_WORD || (n > 1 && word == 0 && w > 0) ||
            (n > 1 && word == 1 && w + 1 < n))
          return false;
      }
      if (i > 0 && imprint_graph_order(gram - each, gram, n) >= 0)
        return false;
      // Both are sorted: its beginning is the next one below, or none.
      while (n > 1 && history < fewer && imprint_graph_order(below + history * shorter, gram, n - 1) < 0)
        history++;
      if (n > 1 && (history == fewer || imprint_graph_order(below + history * shorter, gram, n - 1) != 0))
        return false;
      if (!imprint_is_graph_value(gram + 4 * n, -99, 0) ||
          (n < graph->order && !imprint_is_graph_value(gram + 4 * n + 4, -99, 99)))
        return false;
    }
    graph->ngrams[n - 1] = count;
    *ngrams += count;
    below = grams;
    fewer = count;
    at += 4 + count * each;
  }
  return at == graph->length;
}

static inline bool imprint_judge_graph_phrases(const imprint_speech_graph *graph, size_t at) {
  for (uint32_t i = 0; i < graph->phrases; i++) {
    if (graph->length - at < 5)
      return false;
    imprint_graph_phrase phrase = {imprint_graph_value(graph->bytes + at), graph->bytes[at + 4], graph->bytes + at + 5};
    if (!imprint_is_graph_value(graph->bytes + at, -100, 100) || phrase.words < 1 || phrase.words > 16 ||
        (graph->length - at - 5) / 4 < phrase.words)
      return false;
    for (uint32_t w = 0; w < phrase.words; w++) {
      uint32_t word = imprint_graph_number(phrase.said + 4 * w);
      if (word < IMPRINT_GRAPH_FIRST_WORD || word >= graph->words + IMPRINT_GRAPH_FIRST_WORD)
        return false;
    }
    size_t earlier = graph->content;
    for (uint32_t k = 0; k < i; k++) {
      imprint_graph_phrase other = imprint_next_graph_phrase(graph, &earlier);
      if (other.words == phrase.words && memcmp(other.said, phrase.said, 4 * (size_t)phrase.words) == 0)
        return false;
    }
    at += 5 + 4 * (size_t)phrase.words;
  }
  return at == graph->length;
}

static inline char imprint_graph_lower(uint8_t letter) {
  return (char)(letter >= 'A' && letter <= 'Z' ? letter + 32 : letter);
}

// Whether it is a tag of BCP 47: parts of 1 to 8 letters or digits.
static inline bool imprint_is_graph_tag(const uint8_t *text, size_t length) {
  size_t part = 0;
  for (size_t i = 0; i <= length; i++) {
    uint8_t letter = i < length ? text[i] : '-', lower = (uint8_t)imprint_graph_lower(letter);
    if (letter == '-' ? part < 1 || part > 8 : !(lower >= 'a' && lower <= 'z') && !(letter >= '0' && letter <= '9'))
      return false;
    part = letter == '-' ? 0 : part + 1;
  }
  return true;
}

// Where a symbol is among a bundle's; -1: nowhere.
static inline int imprint_graph_place(const char *symbols, const uint8_t *symbol, size_t length) {
  for (int place = 0; *symbols; place++) {
    size_t own = strcspn(symbols, " ");
    if (own == length && memcmp(symbols, symbol, length) == 0)
      return place;
    symbols += own + (symbols[own] == ' ');
  }
  return -1;
}

// Reads a graph for a bundle. `*wrong` says what is wrong where it answers no IMP_OK:
// IMP_E_GRAPH_DAMAGED, IMP_E_GRAPH_VERSION, IMP_E_GRAPH_FOREIGN, IMP_E_UNSUPPORTED,
// IMP_E_GRAPH_SYMBOL or IMP_E_GRAPH_TOO_LARGE, the first of these that holds.
static inline imp_status imprint_read_speech_graph(imp_bytes bytes, const imp_speech_bundle *bundle,
                                                   imprint_speech_graph *graph, const char **wrong) {
  const uint8_t *head = bytes.data;
  *wrong = "it is no graph, or damaged; build it anew";
  if (bytes.length < 36 || memcmp(head, "impgra\r\n", 8) != 0)
    return IMP_E_GRAPH_DAMAGED;
  uint32_t version = head[8] | (uint32_t)head[9] << 8;
  if (version > 1) {
    *wrong = "it is of a newer version";
    return IMP_E_GRAPH_VERSION;
  }
  if (bytes.length < 40 || bytes.length > IMP_SPEECH_GRAPH_BYTES)
    return IMP_E_GRAPH_DAMAGED;
  uint32_t pronunciations = imprint_graph_number(head + 20);
  size_t language = head[32], name = head[33], at = 36 + language + name;
  memset(graph, 0, sizeof *graph);
  graph->bytes = head;
  graph->length = bytes.length - 4;
  graph->kind = head[10] | (uint32_t)head[11] << 8;
  graph->words = imprint_graph_number(head + 16);
  graph->phrases = imprint_graph_number(head + 24);
  graph->symbols = head[28] | (uint32_t)head[29] << 8;
  graph->order = head[30];
  bool is_model = graph->kind == IMPRINT_GRAPH_MODEL;
  if (version != 1 || imprint_graph_number(head + 12) != bytes.length ||
      imprint_graph_number(head + graph->length) != imprint_graph_sum(head, graph->length) ||
      (!is_model && graph->kind != IMPRINT_GRAPH_PHRASES) || graph->words < 1 || graph->words > 200000 ||
      pronunciations < graph->words || pronunciations > 400000 || graph->symbols < 1 || graph->symbols > 255 ||
      (is_model ? graph->phrases != 0 || graph->order < 1 || graph->order > 5
                : graph->phrases < 1 || graph->phrases > 1000 || graph->order != 0) ||
      head[31] != 0 || head[34] != 0 || head[35] != 0 || language < 2 || language > 35 || name > 63 ||
      at > graph->length || !imprint_is_graph_tag(head + 36, language) ||
      !imprint_is_graph_text(head + 36 + language, name))
    return IMP_E_GRAPH_DAMAGED;
  size_t symbols = at;
  uint32_t ngrams = 0;
  if (!imprint_judge_graph_symbols(graph, &at))
    return IMP_E_GRAPH_DAMAGED;
  graph->first_word = at;
  if (!imprint_judge_graph_words(graph, pronunciations, &at))
    return IMP_E_GRAPH_DAMAGED;
  graph->content = at;
  if (!(is_model ? imprint_judge_graph_model(graph, &ngrams, at) : imprint_judge_graph_phrases(graph, at)))
    return IMP_E_GRAPH_DAMAGED;

  *wrong = "it is of another language, or for another bundle";
  if (strlen(bundle->language) != language ||
      (name > 0 && (strlen(bundle->name) != name || memcmp(bundle->name, head + 36 + language, name) != 0)))
    return IMP_E_GRAPH_FOREIGN;
  for (size_t i = 0; i < language; i++)
    if (imprint_graph_lower((uint8_t)bundle->language[i]) != imprint_graph_lower(head[36 + i]))
      return IMP_E_GRAPH_FOREIGN;
  *wrong = "the bundle takes no graphs of this kind";
  if (!(bundle->can & (is_model ? IMP_SPEECH_CAN_MODEL : IMP_SPEECH_CAN_PHRASES)))
    return IMP_E_UNSUPPORTED;
  *wrong = "it has a symbol that the bundle does not know";
  for (uint32_t i = 0; i < graph->symbols; i++) {
    int place = imprint_graph_place(bundle->symbols, head + symbols + 1, head[symbols]);
    if (place < 0)
      return IMP_E_GRAPH_SYMBOL;
    graph->places[i] = (uint8_t)place;
    symbols += 1 + (size_t)head[symbols];
  }
  *wrong = "it is larger than the bundle can take";
  if (graph->words > bundle->words || graph->phrases > bundle->phrases || ngrams > bundle->ngrams ||
      graph->order > bundle->order)
    return IMP_E_GRAPH_TOO_LARGE;
  *wrong = NULL;
  return IMP_OK;
}

IMP_END_DECLS

#endif
