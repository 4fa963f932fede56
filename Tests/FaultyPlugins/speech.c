// SPDX-License-Identifier: Apache-2.0
// A speech recogniser: each burst of loud sound is a word, by how long it lasts. Correct, but for the fault
// it is built with.
#include "plugin.h"

#include <imprint/speech-graph.h>

#include <math.h>

#define RATE 16000
#define BLOCK 160       // frames that are loud or not together
#define LEAST 5         // loud blocks of a word
#define QUIET 5         // blocks that end it
#define LONGEST_MS 4000
#define MOST_WORDS 64   // of an utterance; of phrases the last ones count
#define BUNDLES 2

// One that takes graphs of both kinds, and one that has two words of its own.
static const imp_speech_bundle made_bundles[BUNDLES] = {
    {
        .size = sizeof(imp_speech_bundle),
        .can = IMP_SPEECH_CAN_MODEL | IMP_SPEECH_CAN_PHRASES | IMP_SPEECH_CAN_PRONOUNCE |
               IMP_SPEECH_CAN_CONFIDENCE | IMP_SPEECH_CAN_ALTERNATIVES | IMP_SPEECH_CAN_ACTIVITY,
        .rate = RATE,
        .longest_ms = LONGEST_MS,
        .words = 40,
        .ngrams = 2000,
        .order = FAULT == bundle_out_of_range ? 9 : 3,
        .phrases = 10,
        .dictionary = 2,
        .name = "example-bursts",
        .language = "en-US",
        .symbols = "W AH N T UW HH",
    },
    {
        .size = sizeof(imp_speech_bundle),
        .can = IMP_SPEECH_CAN_OPEN,
        .rate = RATE,
        .longest_ms = LONGEST_MS,
        .name = "example-own",
        .language = "de",
    },
};

static const struct {
  const char *word;
  uint32_t count;
  imp_speech_pronunciation spoken[2];
} dictionary[] = {
    {"one", 2, {{sizeof(imp_speech_pronunciation), 3, {0, 1, 2}}, {sizeof(imp_speech_pronunciation), 4, {5, 0, 1, 2}}}},
    {"two", 1, {{sizeof(imp_speech_pronunciation), 2, {3, 4}}}},
};

struct heard {
  uint64_t begin, end;
  uint32_t word;
  float confidence;
};

struct imp_speech_recognizer {
  imp_plugin *plugin;
  const imp_speech_bundle *bundle;
  uint8_t *graph; // null: the bundle's own words
  imprint_speech_graph read;
  uint32_t words, alternatives;
  // Of the utterance.
  uint64_t frames, blocks;
  uint32_t filled;
  double energy;
  uint64_t begin, end;
  uint32_t loud, quiet;
  bool is_speech;
  struct heard heard[MOST_WORDS];
  uint32_t count, told;
  // What only faults look at.
  uint32_t utterances;
  uint64_t piece_begin, piece_length;
  pthread_t maker;
};

static unsigned all_utterances; // only a fault looks at it
static uint64_t all_frames;

// ---- Bundles -----------------------------------------------------------------

static imp_status bundles(imp_plugin *plugin, imp_speech_bundle *bundles, size_t *count) {
  static unsigned fills; // only a fault looks at it
  if (!count || (*count > 0 && !bundles)) return missing(plugin, "the array or its length");
  for (size_t i = 0; i < *count; i++)
    if (bundles[i].size != sizeof *bundles) return wrong_size(plugin, "an entry", bundles[i].size, sizeof *bundles);
  size_t capacity = *count;
  *count = BUNDLES;
  if (capacity < BUNDLES) {
    if (FAULT == bundles_fill_short_array && capacity > 0) bundles[0] = made_bundles[0];
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "there are %d bundles", BUNDLES);
  }
  memcpy(bundles, made_bundles, sizeof made_bundles);
  if (FAULT == bundles_change && ++fills % 2 == 0) bundles[0].words--;
  return IMP_OK;
}

static const imp_speech_bundle *find_bundle(imp_text name) {
  for (size_t i = 0; i < BUNDLES; i++)
    if (is_text(name, made_bundles[i].name) || FAULT == recognizer_of_any_bundle) return &made_bundles[i];
  return NULL;
}

static imp_status pronunciations(imp_plugin *plugin, imp_text bundle, imp_text word, imp_speech_pronunciation *entries,
                                 size_t *count) {
  if (!count || (*count > 0 && !entries)) return missing(plugin, "the array or its length");
  for (size_t i = 0; i < *count; i++)
    if (entries[i].size != sizeof *entries) return wrong_size(plugin, "an entry", entries[i].size, sizeof *entries);
  const imp_speech_bundle *found = find_bundle(bundle);
  if (!found || !(found->can & IMP_SPEECH_CAN_PRONOUNCE))
    return fail(plugin, IMP_E_UNSUPPORTED, "there is no such bundle, or it has no dictionary");
  bool is_word = word.length >= 1 && word.length <= 95 && imprint_is_graph_text((const uint8_t *)word.data, word.length);
  if (!is_word && FAULT != pronounces_any_text) return fail(plugin, IMP_E_ARGUMENT, "that is no word");
  imp_speech_pronunciation made[2];
  size_t capacity = *count, number = 0;
  for (size_t i = 0; i < sizeof dictionary / sizeof *dictionary; i++)
    if (is_text(word, dictionary[i].word)) {
      number = dictionary[i].count;
      memcpy(made, dictionary[i].spoken, sizeof made);
    }
  if (FAULT == pronounces_what_it_lacks && number == 0) {
    number = 1;
    made[0] = dictionary[1].spoken[0];
  }
  if (FAULT == pronounces_twice && number == 2) made[1] = made[0];
  if (FAULT == pronounces_by_other_symbols && number == 2) made[1].symbols[0] = 6;
  *count = number;
  if (capacity < number) return fail(plugin, IMP_RETRY_SHORT_BUFFER, "there are %zu pronunciations", number);
  for (size_t i = 0; i < number; i++) entries[i] = made[i];
  return IMP_OK;
}

// ---- Listening ---------------------------------------------------------------

static bool is_of_phrases(const imp_speech_recognizer *it) {
  return it->graph && it->read.kind == IMPRINT_GRAPH_PHRASES;
}

static imp_text text_of(const imp_speech_recognizer *it, uint32_t word) {
  static const char *const own[] = {"ja", "nein"};
  if (!it->graph) return (imp_text){own[word % 2], strlen(own[word % 2])};
  size_t at = it->read.first_word;
  imprint_graph_word found = imprint_next_graph_word(&it->read, &at);
  for (uint32_t i = 0; i < word; i++) found = imprint_next_graph_word(&it->read, &at);
  return found.text;
}

static imp_speech_event *tell(imp_speech_hearing *hearing, uint32_t kind, uint64_t at) {
  imp_speech_event *event = &hearing->events[hearing->event_count++];
  *event = (imp_speech_event){.size = sizeof *event, .kind = kind, .at = at};
  return event;
}

static void tell_activity(const imp_speech_recognizer *it, imp_speech_hearing *hearing, uint32_t kind, uint64_t block) {
  if (!(it->bundle->can & IMP_SPEECH_CAN_ACTIVITY)) return;
  uint64_t at = block * BLOCK + (FAULT == event_beyond_the_sound ? 60 * RATE : 0);
  tell(hearing, kind, at);
  if (FAULT == speech_begins_twice && kind == IMP_SPEECH_EVENT_SPEECH) tell(hearing, kind, at);
}

static void end_burst(imp_speech_recognizer *it, imp_speech_hearing *hearing) {
  bool is_word = it->is_speech;
  it->is_speech = false;
  uint32_t loud = it->loud;
  it->loud = it->quiet = 0;
  if (!is_word) return;
  tell_activity(it, hearing, IMP_SPEECH_EVENT_SILENCE, it->end);
  if (it->count == MOST_WORDS) memmove(it->heard, it->heard + 1, sizeof it->heard - sizeof *it->heard), it->count--;
  struct heard *heard = &it->heard[it->count++];
  *heard = (struct heard){it->begin * BLOCK, it->end * BLOCK, (uint32_t)(it->end - it->begin) % it->words,
                          (float)loud / (float)(it->end - it->begin)};
  if (FAULT == words_depend_on_the_call) heard->word = all_utterances % it->words;
  if (FAULT == words_of_the_process) heard->begin += (uint64_t)getpid() % (uint64_t)(heard->end - heard->begin);
  if (FAULT == learns_for_ever) heard->word = (heard->word + it->utterances) % it->words;
  if (FAULT == recognizers_share_what_they_hear) heard->confidence = (float)(all_frames % 100000) / 100000;
  if (FAULT == times_rounded_to_the_piece && it->piece_length > 0) {
    heard->begin -= heard->begin % it->piece_length;
    if (it->count > 1 && heard->begin < heard[-1].end) heard->begin = heard[-1].end;
  }
  if (FAULT == misses_phrases_across_pieces && heard->end <= it->piece_begin) return;
  size_t at = it->graph ? it->read.content : 0;
  for (uint32_t i = 0; is_of_phrases(it) && i < it->read.phrases; i++) {
    imprint_graph_phrase phrase = imprint_next_graph_phrase(&it->read, &at);
    if (phrase.words != 1 || imprint_graph_number(phrase.said) != heard->word + IMPRINT_GRAPH_FIRST_WORD) continue;
    imp_speech_event *event = tell(hearing, IMP_SPEECH_EVENT_TRIGGER, heard->end);
    event->phrase = i + (FAULT == spots_no_phrase ? it->read.phrases : 0);
    event->score = FAULT == phrase_below_its_threshold  ? phrase.threshold - 1
                   : FAULT == phrase_beyond_any_score   ? 101
                   : FAULT == phrase_score_is_no_number ? NAN
                                                        : 100;
    event->begin = FAULT == phrase_ends_before_it_begins ? heard->end + 1 : heard->begin;
  }
}

static void end_block(imp_speech_recognizer *it, imp_speech_hearing *hearing) {
  bool is_loud = it->energy > 4e-4 * it->filled;
  uint64_t block = it->blocks++;
  it->energy = 0;
  it->filled = 0;
  if (is_loud) {
    if (it->loud++ == 0) it->begin = block;
    it->quiet = 0;
    it->end = block + 1;
    if (it->loud == LEAST) it->is_speech = true, tell_activity(it, hearing, IMP_SPEECH_EVENT_SPEECH, it->begin);
  } else if (it->loud > 0 && ++it->quiet == QUIET) {
    end_burst(it, hearing);
  }
}

static void write_word(const imp_speech_recognizer *it, const struct heard *heard, uint32_t alternative, bool is_result,
                       imp_speech_hearing *hearing) {
  imp_speech_word *word = &hearing->words[hearing->word_count++];
  *word = (imp_speech_word){.size = sizeof *word, .alternative = alternative, .begin = heard->begin, .end = heard->end};
  imp_text text = text_of(it, (heard->word + alternative) % it->words);
  memcpy(word->text, text.data, text.length);
  bool is_told = is_result && it->bundle->can & IMP_SPEECH_CAN_CONFIDENCE;
  word->confidence = is_told ? heard->confidence : IMP_SPEECH_NO_CONFIDENCE;
  if (FAULT == confidence_of_a_partial_result) word->confidence = heard->confidence;
  if (FAULT == confidence_is_no_number && is_told) word->confidence = NAN;
  if (FAULT == confidence_in_percent && is_told) word->confidence = 100 * heard->confidence;
  if (FAULT == words_end_before_they_begin) word->begin = heard->end, word->end = heard->begin;
  if (FAULT == words_beyond_the_sound) word->end += 60 * RATE;
  if (FAULT == words_are_no_text) word->text[0] = (char)0xFF;
  if (FAULT == words_without_end) memset(word->text, 'a', sizeof word->text);
  if (FAULT == words_of_no_graph) memcpy(word->text, "unheard", 8);
}

static void write_words(const imp_speech_recognizer *it, bool is_result, imp_speech_hearing *hearing) {
  bool has_alternative = is_result && it->bundle->can & IMP_SPEECH_CAN_ALTERNATIVES && it->words > 1;
  uint32_t alternatives = has_alternative && it->alternatives > 0 ? 1 : 0;
  if (FAULT == alternatives_that_nobody_wants && is_result) alternatives = 3;
  if (FAULT == always_an_alternative && has_alternative) alternatives = 1;
  for (uint32_t alternative = 0; alternative <= alternatives; alternative++)
    for (uint32_t i = 0; i < it->count; i++) write_word(it, &it->heard[i], alternative, is_result, hearing);
  if (FAULT == writes_past_words) hearing->words[hearing->word_capacity].size = 0;
}

static imp_status check_hearing(const imp_plugin *plugin, imp_speech_hearing *hearing) {
  if (!hearing) return missing(plugin, "what is heard");
  if (hearing->size != sizeof *hearing && FAULT != hearing_ignores_size)
    return wrong_size(plugin, "what is heard", hearing->size, sizeof *hearing);
  for (uint32_t i = 0; hearing->events && i < hearing->event_capacity; i++)
    if (hearing->events[i].size != sizeof *hearing->events)
      return wrong_size(plugin, "an event", hearing->events[i].size, sizeof *hearing->events);
  for (uint32_t i = 0; hearing->words && i < hearing->word_capacity && FAULT != words_ignore_size; i++)
    if (hearing->words[i].size != sizeof *hearing->words)
      return wrong_size(plugin, "a word", hearing->words[i].size, sizeof *hearing->words);
  if (hearing->events && hearing->words && hearing->event_capacity >= IMP_SPEECH_EVENTS_MAXIMUM &&
      hearing->word_capacity >= IMP_SPEECH_WORDS_MAXIMUM)
    return IMP_OK;
  if (FAULT == fills_short_hearing && hearing->words && hearing->word_capacity > 0) hearing->words[0].begin = 1;
  hearing->event_count = IMP_SPEECH_EVENTS_MAXIMUM;
  hearing->word_count = FAULT == asks_for_too_much ? 1000000 : IMP_SPEECH_WORDS_MAXIMUM;
  return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the lists need room for the most events and words");
}

static imp_status check_sound(const imp_speech_recognizer *it, const imp_sound *sound) {
  const imp_plugin *plugin = it->plugin;
  if (!sound) return missing(plugin, "the sound");
  if (sound->size != sizeof *sound) return wrong_size(plugin, "the sound", sound->size, sizeof *sound);
  bool is_float = sound->format == IMP_AUDIO_FLOAT32, is_rate = sound->rate == RATE || FAULT == recognizes_any_rate;
  if ((!is_float && sound->format != IMP_AUDIO_S16) || sound->channels != 1 || !is_rate)
    return fail(plugin, IMP_E_SAMPLE, "%u channels of format %u at %u", sound->channels, sound->format, sound->rate);
  imp_bytes bytes = sound->samples;
  size_t width = is_float ? 4 : 2, count = bytes.length / width;
  if ((!bytes.data && bytes.length > 0) || bytes.length % width || (uintptr_t)bytes.data % width)
    return fail(plugin, IMP_E_ARGUMENT, "%zu bytes are no whole samples, or lie askew", bytes.length);
  if (count < 1 || (count > RATE && FAULT != recognizes_any_length))
    return fail(plugin, IMP_E_SAMPLE, "%zu frames; it takes 1 to %d", count, RATE);
  for (size_t i = 0; is_float && i < count && FAULT != recognizes_what_is_no_number; i++)
    if (!isfinite(((const float *)bytes.data)[i])) return fail(plugin, IMP_E_SAMPLE, "sample %zu is not a number", i);
  if (is_of_phrases(it) || FAULT == utterance_without_end) return IMP_OK;
  if (it->frames + count <= (uint64_t)RATE * LONGEST_MS / 1000) return IMP_OK;
  return fail(plugin, IMP_E_STATE, "the utterance would be longer than %d ms; finish or reset it", LONGEST_MS);
}

static imp_status step(imp_speech_recognizer *it, const imp_sound *sound, imp_speech_hearing *hearing) {
  imp_status status = check_hearing(it->plugin, hearing);
  if (status == IMP_OK) status = check_sound(it, sound);
  if ((FAULT == refused_sound_is_heard && status == IMP_E_SAMPLE) ||
      (FAULT == short_hearing_is_heard && status == IMP_RETRY_SHORT_BUFFER))
    it->frames += BLOCK, it->blocks++;
  if (status != IMP_OK) return status;
  if (FAULT == recognizer_bound_to_thread && !pthread_equal(it->maker, pthread_self()))
    return fail(it->plugin, IMP_E_STATE, "this is not the thread that made the recogniser");
  bool is_float = sound->format == IMP_AUDIO_FLOAT32;
  size_t count = sound->samples.length / (is_float ? 4 : 2);
  hearing->event_count = hearing->word_count = 0;
  it->piece_begin = it->frames;
  it->piece_length = count;
  for (size_t i = 0; i < count; i++) {
    float sample = is_float ? ((const float *)sound->samples.data)[i]
                            : (float)((const int16_t *)sound->samples.data)[i] / (FAULT == integers_are_louder ? 8192 : 32768);
    it->frames++;
    all_frames++;
    it->energy += (double)sample * sample;
    if (++it->filled == BLOCK) end_block(it, hearing);
  }
  if (FAULT == words_end_with_the_piece && it->loud > 0) end_burst(it, hearing);
  if (is_of_phrases(it) || (it->count == it->told && FAULT != partial_without_change)) return IMP_OK;
  it->told = it->count;
  tell(hearing, IMP_SPEECH_EVENT_PARTIAL, it->frames);
  write_words(it, false, hearing);
  return IMP_OK;
}

static void begin(imp_speech_recognizer *it) {
  it->frames = it->blocks = it->begin = it->end = 0;
  it->piece_begin = it->piece_length = 0;
  it->filled = it->loud = it->quiet = it->count = it->told = 0;
  it->energy = 0;
  it->is_speech = false;
}

static imp_status finish(imp_speech_recognizer *it, imp_speech_hearing *hearing) {
  imp_status status = check_hearing(it->plugin, hearing);
  if (status != IMP_OK) return status;
  hearing->event_count = hearing->word_count = 0;
  if (it->loud > 0) end_burst(it, hearing);
  if (FAULT == partial_at_the_end && it->count > 0) tell(hearing, IMP_SPEECH_EVENT_PARTIAL, it->frames);
  if (FAULT == hears_a_word_in_nothing && it->frames == 0) it->heard[it->count++] = (struct heard){0, 0, 0, 1};
  if (!is_of_phrases(it)) write_words(it, true, hearing);
  it->utterances++;
  all_utterances++;
  if (FAULT != next_utterance_goes_on) begin(it);
  return IMP_OK;
}

static void reset(imp_speech_recognizer *it) {
  if (FAULT != reset_keeps_the_utterance) begin(it);
  if (FAULT != learns_for_ever) it->utterances = 0;
}

// ---- Table -------------------------------------------------------------------

static void destroy(imp_speech_recognizer *it) {
  free(it->graph);
  free(it);
}

// What a fault does with a graph that the rules refuse, or take.
static imp_status read_graph(imp_bytes graph, const imp_speech_bundle *bundle, imprint_speech_graph *read,
                             const char **wrong) {
  imp_status status = imprint_read_speech_graph(graph, bundle, read, wrong);
  if (FAULT == takes_damaged_graphs && status == IMP_E_GRAPH_DAMAGED && graph.length >= 40) {
    // As if it had no checksum.
    uint8_t *copy = malloc(graph.length);
    memcpy(copy, graph.data, graph.length);
    uint32_t sum = imprint_graph_sum(copy, graph.length - 4);
    memcpy(copy + graph.length - 4, &sum, 4);
    status = imprint_read_speech_graph((imp_bytes){copy, graph.length}, bundle, read, wrong);
    free(copy);
  }
  if (FAULT == takes_minus_zero && status == IMP_E_GRAPH_DAMAGED && graph.length >= 40 &&
      imprint_graph_number(graph.data + graph.length - 4) == imprint_graph_sum(graph.data, graph.length - 4)) {
    // As if each minus zero were none.
    uint8_t *copy = malloc(graph.length);
    bool is_changed = false;
    memcpy(copy, graph.data, graph.length);
    for (size_t i = 36; i + 8 <= graph.length; i++)
      if (imprint_graph_number(copy + i) == 0x80000000u) copy[i + 3] = 0, is_changed = true;
    uint32_t sum = imprint_graph_sum(copy, graph.length - 4);
    memcpy(copy + graph.length - 4, &sum, 4);
    if (is_changed) status = imprint_read_speech_graph((imp_bytes){copy, graph.length}, bundle, read, wrong);
    free(copy);
  }
  if (FAULT == newer_graphs_are_damaged && status == IMP_E_GRAPH_VERSION) return IMP_E_GRAPH_DAMAGED;
  if (FAULT == takes_foreign_graphs && status == IMP_E_GRAPH_FOREIGN) return IMP_OK;
  if (FAULT == takes_any_symbol && status == IMP_E_GRAPH_SYMBOL) return IMP_OK;
  if (FAULT == takes_large_graphs && status == IMP_E_GRAPH_TOO_LARGE) return IMP_OK;
  if (FAULT == refuses_graphs_of_its_name && status == IMP_OK && graph.data[33] > 0) return IMP_E_GRAPH_FOREIGN;
  return status;
}

static imp_status create(imp_plugin *plugin, const imp_speech_recognizer_options *options, imp_bytes graph,
                         imp_speech_recognizer **recognizer) {
  if (!options || !recognizer) return missing(plugin, "options or the place for the recogniser");
  if (options->size != sizeof *options) return wrong_size(plugin, "options", options->size, sizeof *options);
  if (options->threads < 1 && FAULT != recognizer_of_no_threads)
    return fail(plugin, IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
  if (options->alternatives > IMP_SPEECH_ALTERNATIVES && FAULT != takes_any_alternatives)
    return fail(plugin, IMP_E_ARGUMENT, "alternatives must be 0...%d", IMP_SPEECH_ALTERNATIVES);
  if ((!options->bundle.data && options->bundle.length > 0) || (!graph.data && graph.length > 0))
    return missing(plugin, "the bundle's name or the graph");
  const imp_speech_bundle *bundle = find_bundle(options->bundle);
  if (!bundle) return fail(plugin, IMP_E_UNSUPPORTED, "there is no such bundle");
  if (graph.length == 0 && !(bundle->can & IMP_SPEECH_CAN_OPEN))
    return fail(plugin, IMP_E_UNSUPPORTED, "it listens for nothing without a graph");
  const char *wrong = "it is refused";
  imprint_speech_graph read = {.words = 2};
  imp_status status = graph.length > 0 ? read_graph(graph, bundle, &read, &wrong) : IMP_OK;
  if (status != IMP_OK) return fail(plugin, status, "the graph: %s", wrong ? wrong : "it is refused");
  imp_speech_recognizer *made = calloc(1, sizeof *made);
  if (!made && FAULT != recognizer_ignores_memory_failure) return fail(plugin, IMP_E_MEMORY, "no memory");
  made->plugin = plugin;
  made->bundle = bundle;
  made->read = read;
  made->words = read.words;
  made->alternatives = options->alternatives;
  made->maker = pthread_self();
  if (graph.length > 0 && FAULT == keeps_the_graph_that_was_lent) {
    *recognizer = made;
    made->graph = malloc(1);
    return IMP_OK;
  }
  if (graph.length > 0) {
    made->graph = malloc(graph.length);
    if (!made->graph) {
      free(made);
      return fail(plugin, IMP_E_MEMORY, "no memory for the graph");
    }
    memcpy(made->graph, graph.data, graph.length);
    made->read.bytes = made->graph;
  }
  *recognizer = made;
  return IMP_OK;
}

static const char *const plugin_abilities[] = {IMP_SPEECH_RECOGNIZER_ID};

static const imp_speech_recognizer_ability table = {
    sizeof(imp_speech_recognizer_ability), 0, bundles, pronunciations, create, step, finish, reset, destroy};

static const void *plugin_table(const char *id) {
  (void)id;
  return &table;
}
