// SPDX-License-Identifier: Apache-2.0
// A speech recogniser: each burst of sound is a word of the graph, by its pitch.
//
// It understands nobody, but it does what a host asks of one: graphs, partial
// results, triggers, times and confidences. To make it yours, replace `bursts.h`;
// what is checked before stays as it is.
#include "bursts.h"
#include "plugin.h"

#include <imprint/speech-graph.h>

#include <stdlib.h>

#define RATE 16000
#define LONGEST_MS 30000

static const imp_speech_bundle the_bundle = {
    .size = sizeof the_bundle,
    .can = IMP_SPEECH_CAN_MODEL | IMP_SPEECH_CAN_PHRASES | IMP_SPEECH_CAN_CONFIDENCE | IMP_SPEECH_CAN_ACTIVITY,
    .rate = RATE,
    .longest_ms = LONGEST_MS,
    .words = 1000,
    .ngrams = 100000,
    .order = 3,
    .phrases = 20,
    .name = "bursts",
    .language = "en-US",
    // Of your acoustic model. It knows no words: a dictionary would be CAN_PRONOUNCE.
    .symbols = "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH",
};

struct imp_speech_recognizer {
  const imp_plugin *plugin;
  uint8_t *graph; // a copy: the host's is its own again after create
  imprint_speech_graph read;
  size_t *words; // where each of the graph's words begins
  listener listener;
  uint32_t told; // words of the last partial result
};

// ---- Listening --------------------------------------------------------------

static imp_status check_sound(const imp_plugin *plugin, const imp_sound *sound) {
  imp_status status = check_struct(plugin, sound, sizeof *sound, "the sound");
  if (status != IMP_OK)
    return status;
  bool is_float = sound->format == IMP_AUDIO_FLOAT32;
  if ((!is_float && sound->format != IMP_AUDIO_S16) || sound->rate != RATE || sound->channels != 1)
    return fail(plugin, IMP_E_SAMPLE, "%u channels of format %u at %u frames per second; one channel at %d is supported",
                sound->channels, sound->format, sound->rate, RATE);
  imp_bytes bytes = sound->samples;
  size_t width = is_float ? sizeof(float) : sizeof(int16_t), count = bytes.length / width;
  if ((!bytes.data && bytes.length > 0) || bytes.length % width != 0 || (uintptr_t)bytes.data % width != 0)
    return fail(plugin, IMP_E_ARGUMENT, "the sound's %zu bytes are null, not whole samples, or misaligned", bytes.length);
  if (count < 1 || count > RATE)
    return fail(plugin, IMP_E_SAMPLE, "the sound has %zu samples; 1 to %d are supported", count, RATE);
  const float *samples = (const float *)(const void *)bytes.data;
  for (size_t i = 0; is_float && i < count; i++)
    if (!isfinite(samples[i]))
      return fail(plugin, IMP_E_SAMPLE, "sample %zu of the sound is not a number", i);
  return IMP_OK;
}

static imp_status check_hearing(const imp_plugin *plugin, imp_speech_hearing *hearing) {
  imp_status status = check_struct(plugin, hearing, sizeof *hearing, "what is heard");
  if (status != IMP_OK)
    return status;
  for (uint32_t i = 0; status == IMP_OK && hearing->events && i < hearing->event_capacity; i++)
    status = check_struct(plugin, &hearing->events[i], sizeof *hearing->events, "an event");
  for (uint32_t i = 0; status == IMP_OK && hearing->words && i < hearing->word_capacity; i++)
    status = check_struct(plugin, &hearing->words[i], sizeof *hearing->words, "a word");
  if (status != IMP_OK)
    return status;
  // Asked for before it listens: what was heard cannot be heard again.
  if (hearing->events && hearing->words && hearing->event_capacity >= IMP_SPEECH_EVENTS_MAXIMUM &&
      hearing->word_capacity >= IMP_SPEECH_WORDS_MAXIMUM)
    return IMP_OK;
  hearing->event_count = IMP_SPEECH_EVENTS_MAXIMUM;
  hearing->word_count = IMP_SPEECH_WORDS_MAXIMUM;
  return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the lists need room for %d events and %d words",
              IMP_SPEECH_EVENTS_MAXIMUM, IMP_SPEECH_WORDS_MAXIMUM);
}

static bool spots_phrases(const imp_speech_recognizer *recognizer) {
  return recognizer->read.kind == IMPRINT_GRAPH_PHRASES;
}

static imp_speech_event *add_event(imp_speech_hearing *hearing, uint32_t kind, uint64_t at) {
  imp_speech_event *event = &hearing->events[hearing->event_count++];
  *event = (imp_speech_event){.size = sizeof *event, .kind = kind, .at = at};
  return event;
}

// The phrases that end with the last word.
static void spot(const imp_speech_recognizer *recognizer, imp_speech_hearing *hearing) {
  const listener *listener = &recognizer->listener;
  size_t at = recognizer->read.content;
  for (uint32_t i = 0; i < recognizer->read.phrases; i++) {
    imprint_graph_phrase phrase = imprint_next_graph_phrase(&recognizer->read, &at);
    if (phrase.words > listener->count)
      continue;
    const heard_word *first = &listener->heard[listener->count - phrase.words];
    bool is_said = true;
    for (uint32_t w = 0; w < phrase.words; w++)
      is_said = is_said && first[w].word + IMPRINT_GRAPH_FIRST_WORD == imprint_graph_number(phrase.said + 4 * w);
    // A second has at most 7 bursts, whose 15 other events need room too.
    if (!is_said || hearing->event_count >= IMP_SPEECH_EVENTS_MAXIMUM - 16)
      continue;
    imp_speech_event *event = add_event(hearing, IMP_SPEECH_EVENT_TRIGGER, first[phrase.words - 1].end);
    event->phrase = i;
    event->score = 100; // a burst is as it should be, or not
    event->begin = first[0].begin;
  }
}

static void tell(const imp_speech_recognizer *recognizer, found found, imp_speech_hearing *hearing) {
  const listener *listener = &recognizer->listener;
  uint32_t block = frames_of_a_block(listener);
  if (found == SPEECH_BEGAN)
    add_event(hearing, IMP_SPEECH_EVENT_SPEECH, listener->begin * block);
  if (found != SPEECH_ENDED)
    return;
  add_event(hearing, IMP_SPEECH_EVENT_SILENCE, listener->end * block);
  if (spots_phrases(recognizer))
    spot(recognizer, hearing);
}

static void write_words(const imp_speech_recognizer *recognizer, bool is_result, imp_speech_hearing *hearing) {
  for (uint32_t i = 0; i < recognizer->listener.count; i++) {
    const heard_word *heard = &recognizer->listener.heard[i];
    size_t at = recognizer->words[heard->word];
    imp_text text = imprint_next_graph_word(&recognizer->read, &at).text;
    imp_speech_word *word = &hearing->words[i];
    *word = (imp_speech_word){.size = sizeof *word, .begin = heard->begin, .end = heard->end};
    word->confidence = is_result ? heard->confidence : IMP_SPEECH_NO_CONFIDENCE;
    memcpy(word->text, text.data, text.length);
  }
  hearing->word_count = recognizer->listener.count;
}

static imp_status step(imp_speech_recognizer *recognizer, const imp_sound *sound, imp_speech_hearing *hearing) {
  const imp_plugin *plugin = recognizer->plugin;
  listener *listener = &recognizer->listener;
  imp_status status = check_hearing(plugin, hearing);
  if (status == IMP_OK)
    status = check_sound(plugin, sound);
  if (status != IMP_OK)
    return status;
  bool is_float = sound->format == IMP_AUDIO_FLOAT32;
  size_t count = sound->samples.length / (is_float ? sizeof(float) : sizeof(int16_t));
  if (!spots_phrases(recognizer) && listener->frames + count > (uint64_t)RATE * LONGEST_MS / 1000)
    return fail(plugin, IMP_E_STATE, "the utterance would be longer than %d ms; finish or reset it", LONGEST_MS);
  const float *floats = (const float *)(const void *)sound->samples.data;
  const int16_t *integers = (const int16_t *)(const void *)sound->samples.data;
  hearing->event_count = hearing->word_count = 0;
  for (size_t i = 0; i < count; i++)
    tell(recognizer, hear_sample(listener, is_float ? floats[i] : (float)integers[i] / 32768), hearing);
  if (!spots_phrases(recognizer) && listener->count != recognizer->told) {
    recognizer->told = listener->count;
    add_event(hearing, IMP_SPEECH_EVENT_PARTIAL, listener->frames);
    write_words(recognizer, false, hearing);
  }
  return IMP_OK;
}

static void reset(imp_speech_recognizer *recognizer) {
  listen_anew(&recognizer->listener, RATE, recognizer->read.words);
  recognizer->told = 0;
}

static imp_status finish(imp_speech_recognizer *recognizer, imp_speech_hearing *hearing) {
  imp_status status = check_hearing(recognizer->plugin, hearing);
  if (status != IMP_OK)
    return status;
  hearing->event_count = hearing->word_count = 0;
  tell(recognizer, hear_the_end(&recognizer->listener), hearing);
  if (!spots_phrases(recognizer))
    write_words(recognizer, true, hearing);
  reset(recognizer);
  return IMP_OK;
}

// ---- The table --------------------------------------------------------------

static imp_status list_bundles(imp_plugin *plugin, imp_speech_bundle *bundles, size_t *count) {
  return list_all(plugin, &the_bundle, 1, sizeof the_bundle, bundles, count);
}

static imp_status check_bundle(const imp_plugin *plugin, imp_text asked) {
  if (!asked.data || asked.length == 0)
    return fail(plugin, IMP_E_ARGUMENT, "the bundle's name is empty");
  if (asked.length != strlen(the_bundle.name) || memcmp(asked.data, the_bundle.name, asked.length) != 0)
    return fail(plugin, IMP_E_UNSUPPORTED, "there is no such bundle; there is only '%s'", the_bundle.name);
  return IMP_OK;
}

static imp_status pronunciations(imp_plugin *plugin, imp_text bundle, imp_text word, imp_speech_pronunciation *entries,
                                 size_t *count) {
  (void)word;
  (void)entries;
  if (!count)
    return fail(plugin, IMP_E_ARGUMENT, "the pointer to the number of pronunciations is null");
  imp_status status = check_bundle(plugin, bundle);
  return status != IMP_OK ? status : fail(plugin, IMP_E_UNSUPPORTED, "'%s' has no dictionary", the_bundle.name);
}

static void destroy(imp_speech_recognizer *recognizer) {
  free(recognizer->graph);
  free(recognizer->words);
  free(recognizer);
}

static imp_status create(imp_plugin *plugin, const imp_speech_recognizer_options *options, imp_bytes graph,
                         imp_speech_recognizer **recognizer) {
  imp_status status = check_struct(plugin, options, sizeof *options, "the options");
  if (status != IMP_OK)
    return status;
  if (!recognizer || (!graph.data && graph.length > 0))
    return fail(plugin, IMP_E_ARGUMENT, "the pointer to the recogniser, or the graph, is null");
  if (options->threads < 1 || options->alternatives > IMP_SPEECH_ALTERNATIVES)
    return fail(plugin, IMP_E_ARGUMENT, "threads must be 1 or more, and alternatives 0...%d", IMP_SPEECH_ALTERNATIVES);
  status = check_bundle(plugin, options->bundle);
  if (status != IMP_OK)
    return status;
  if (graph.length == 0)
    return fail(plugin, IMP_E_UNSUPPORTED, "'%s' listens for nothing without a graph", the_bundle.name);
  const char *wrong;
  imprint_speech_graph read;
  status = imprint_read_speech_graph(graph, &the_bundle, &read, &wrong);
  if (status != IMP_OK)
    return fail(plugin, status, "the graph: %s", wrong);
  imp_speech_recognizer *made = calloc(1, sizeof *made);
  if (made) {
    made->plugin = plugin;
    made->graph = malloc(graph.length);
    made->words = malloc(read.words * sizeof *made->words);
  }
  if (!made || !made->graph || !made->words) {
    if (made)
      destroy(made);
    return fail(plugin, IMP_E_MEMORY, "no memory for a recogniser");
  }
  memcpy(made->graph, graph.data, graph.length);
  made->read = read;
  made->read.bytes = made->graph;
  size_t at = read.first_word;
  for (uint32_t i = 0; i < read.words; i++) {
    made->words[i] = at;
    imprint_next_graph_word(&made->read, &at);
  }
  reset(made);
  *recognizer = made;
  return IMP_OK;
}

static const imp_speech_recognizer_ability table = {
    .size = sizeof(imp_speech_recognizer_ability),
    .bundles = list_bundles,
    .pronunciations = pronunciations,
    .create = create,
    .step = step,
    .finish = finish,
    .reset = reset,
    .destroy = destroy,
};

const void *const plugin_tables[] = {&table};
