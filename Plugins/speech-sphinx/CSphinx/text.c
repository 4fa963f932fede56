// SPDX-License-Identifier: Apache-2.0
// What PocketSphinx is given to read. Numbers are written by hand: printf has the comma of the user's
// language.
#include "CSphinx.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void imp_sphinx_erase(void *memory, size_t length) {
  explicit_bzero(memory, length);
}

void imp_sphinx_text_free(imp_sphinx_text *text) {
  free(text->bytes);
  memset(text, 0, sizeof *text);
}

static void add(imp_sphinx_text *text, const char *bytes, size_t length) {
  if (text->is_short) {
    return;
  }
  if (text->room - text->length < length) {
    size_t room = 2 * text->room + length + 256;
    char *larger = realloc(text->bytes, room);
    if (!larger) {
      text->is_short = 1;
      return;
    }
    text->bytes = larger;
    text->room = room;
  }
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
}

static void add_text(imp_sphinx_text *text, const char *more) {
  add(text, more, strlen(more));
}

static void add_number(imp_sphinx_text *text, uint64_t number, int digits) {
  char made[24];
  int at = sizeof made;
  do {
    made[--at] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0 || at > (int)sizeof made - digits);
  add(text, made + at, sizeof made - (size_t)at);
}

// With six digits behind the point.
static void add_decimal(imp_sphinx_text *text, double value) {
  if (value < 0) {
    add_text(text, "-");
  }
  uint64_t millionths = (uint64_t)llround(fabs(value) * 1e6);
  add_number(text, millionths / 1000000, 1);
  add_text(text, ".");
  add_number(text, millionths % 1000000, 6);
}

static void add_name(imp_sphinx_text *text, uint32_t word, uint32_t variant) {
  add_text(text, "w");
  add_number(text, word, 1);
  if (variant > 0) {
    add_text(text, "(");
    add_number(text, variant + 1, 1);
    add_text(text, ")");
  }
}

// A phone by its place.
static void add_phone(imp_sphinx_text *text, uint8_t place) {
  const char *phone = IMP_SPHINX_PHONES;
  for (; place > 0 && *phone; place--) {
    phone += strcspn(phone, " ");
    phone += *phone == ' ';
  }
  add(text, phone, strcspn(phone, " "));
}

void imp_sphinx_add_word(imp_sphinx_text *dictionary, uint32_t word, uint32_t variant, const uint8_t *phones,
                         size_t count) {
  add_name(dictionary, word, variant);
  for (size_t i = 0; i < count; i++) {
    add_text(dictionary, " ");
    add_phone(dictionary, phones[i]);
  }
  add_text(dictionary, "\n");
}

void imp_sphinx_add_phrase(imp_sphinx_text *phrases, float threshold, const uint32_t *words,
                           const uint32_t *variants, size_t count, int has_pauses) {
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && has_pauses) {
      add_text(phrases, "<sil> ");
    }
    add_name(phrases, words[i], variants[i]);
    add_text(phrases, " ");
  }
  // 10^threshold as PocketSphinx reads it: 1...10 and an exponent.
  double whole = floor(threshold);
  add_text(phrases, "/");
  add_decimal(phrases, pow(10, threshold - whole));
  add_text(phrases, whole < 0 ? "e-" : "e+");
  add_number(phrases, (uint64_t)fabs(whole), 1);
  add_text(phrases, "/\n");
}

// ---- A model --------------------------------------------------------------------

static void add_gram_word(imp_sphinx_text *text, uint32_t word) {
  if (word == 0) {
    add_text(text, "<s>");
  } else if (word == 1) {
    add_text(text, "</s>");
  } else {
    add_name(text, word - 2, 0);
  }
}

static void add_gram(imp_sphinx_text *text, const uint32_t *words, uint32_t order, double probability,
                     const float *backoff) {
  add_decimal(text, fmax(-99, probability));
  for (uint32_t i = 0; i < order; i++) {
    add_text(text, i == 0 ? "\t" : " ");
    add_gram_word(text, words[i]);
  }
  if (backoff) {
    add_text(text, "\t");
    add_decimal(text, *backoff);
  }
  add_text(text, "\n");
}

static int by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

// Whether there is such a pair; they are sorted.
static int has_pair(const imp_sphinx_ngrams *pairs, uint32_t first, uint32_t second) {
  uint32_t low = 0, high = pairs->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const uint32_t *pair = pairs->words + 2 * (size_t)middle;
    if (pair[0] < first || (pair[0] == first && pair[1] < second)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < pairs->count && pairs->words[2 * (size_t)low] == first &&
         pairs->words[2 * (size_t)low + 1] == second;
}

// PocketSphinx finds "a b c" by "b c", and guesses where that is missing: so it is written, with the
// probability that it has by backing off. Gives the number of them, sorted, none twice; UINT32_MAX: no
// memory.
static uint32_t missing_pairs(const imp_sphinx_ngrams *orders, uint64_t **found) {
  const imp_sphinx_ngrams *triples = &orders[2];
  uint64_t *pairs = malloc(((size_t)triples->count + 1) * sizeof *pairs);
  if (!pairs) {
    return UINT32_MAX;
  }
  size_t count = 0;
  for (uint32_t i = 0; i < triples->count; i++) {
    const uint32_t *triple = triples->words + 3 * (size_t)i;
    if (!has_pair(&orders[1], triple[1], triple[2])) {
      pairs[count++] = (uint64_t)triple[1] << 32 | triple[2];
    }
  }
  qsort(pairs, count, sizeof *pairs, by_value);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (i == 0 || pairs[i] != pairs[i - 1]) {
      pairs[kept++] = pairs[i];
    }
  }
  *found = pairs;
  return (uint32_t)kept;
}

void imp_sphinx_write_model(imp_sphinx_text *text, const imp_sphinx_ngrams *orders, uint32_t order) {
  uint64_t *added = NULL;
  uint32_t more = order > 2 ? missing_pairs(orders, &added) : 0;
  if (more == UINT32_MAX) {
    text->is_short = 1;
    return;
  }
  // An order without n-grams is none.
  while (order > 1 && orders[order - 1].count == 0) {
    order--;
  }
  add_text(text, "\\data\\\n");
  for (uint32_t n = 1; n <= order; n++) {
    add_text(text, "ngram ");
    add_number(text, n, 1);
    add_text(text, "=");
    add_number(text, orders[n - 1].count + (n == 2 ? more : 0), 1);
    add_text(text, "\n");
  }
  const float none = 0;
  for (uint32_t n = 1; n <= order; n++) {
    const imp_sphinx_ngrams *grams = &orders[n - 1];
    add_text(text, "\n\\");
    add_number(text, n, 1);
    add_text(text, "-grams:\n");
    for (uint32_t i = 0; i < grams->count; i++) {
      const float *backoff = n < order && grams->backoffs ? &grams->backoffs[i] : n < order ? &none : NULL;
      add_gram(text, grams->words + (size_t)n * i, n, grams->probabilities[i], backoff);
    }
    for (uint32_t i = 0; n == 2 && i < more; i++) {
      const uint32_t pair[2] = {(uint32_t)(added[i] >> 32), (uint32_t)added[i]};
      // Of one word there are all, sorted: each is at its number.
      double probability = (double)orders[0].backoffs[pair[0]] + (double)orders[0].probabilities[pair[1]];
      add_gram(text, pair, 2, fmin(0, probability), &none);
    }
  }
  add_text(text, "\n\\end\\\n");
  free(added);
}
