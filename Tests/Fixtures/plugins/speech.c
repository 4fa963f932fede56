// SPDX-License-Identifier: Apache-2.0
// A plugin with a speech recogniser that says what macros tell it; see README.md. It takes any graph.
#include <imprint/imprint.h>

#include <stdlib.h>
#include <string.h>

#ifndef FIX_BUNDLES
#define FIX_BUNDLES
#endif
#ifndef FIX_WORDS
#define FIX_WORDS
#endif
#ifndef FIX_CREATE
#define FIX_CREATE
#endif
#ifndef FIX_STEP
#define FIX_STEP
#endif
#ifndef FIX_FINISH
#define FIX_FINISH
#endif
#ifndef FIX_RESET
#define FIX_RESET
#endif

struct imp_plugin {
  const imp_host *host;
};

struct imp_speech_recognizer {
  uint32_t alternatives;
  uint64_t call; // of the utterance
  uint64_t frames;
};

static imp_status bundles(imp_plugin *plugin, imp_speech_bundle *bundles, size_t *count) {
  (void)plugin;
  size_t room = *count;
  *count = 2;
  if (room < 2 || bundles == NULL) return IMP_RETRY_SHORT_BUFFER;
  memset(bundles, 0, 2 * sizeof *bundles);
  bundles[0].size = bundles[1].size = sizeof *bundles;
  bundles[0].can = IMP_SPEECH_CAN_MODEL | IMP_SPEECH_CAN_PHRASES | IMP_SPEECH_CAN_PRONOUNCE |
                   IMP_SPEECH_CAN_CONFIDENCE | IMP_SPEECH_CAN_ALTERNATIVES | IMP_SPEECH_CAN_ACTIVITY;
  bundles[0].rate = 8000;
  bundles[0].longest_ms = 2000;
  bundles[0].words = 100;
  bundles[0].ngrams = 1000;
  bundles[0].order = 3;
  bundles[0].phrases = 2;
  bundles[0].dictionary = 7;
  strcpy(bundles[0].name, "en-us");
  strcpy(bundles[0].language, "en-US");
  strcpy(bundles[0].symbols, "AH N W");
  bundles[1].can = IMP_SPEECH_CAN_OPEN;
  bundles[1].rate = 16000;
  bundles[1].longest_ms = 60000;
  strcpy(bundles[1].name, "own");
  strcpy(bundles[1].language, "de");
  FIX_BUNDLES
  return IMP_OK;
}

static imp_status pronunciations(imp_plugin *plugin, imp_text bundle, imp_text word, imp_speech_pronunciation *entries,
                                 size_t *count) {
  (void)plugin, (void)bundle;
  size_t room = *count;
  if (word.length != 3 || memcmp(word.data, "one", 3) != 0) {
    *count = 0;
    return IMP_OK;
  }
  *count = 2;
  if (room < 2 || entries == NULL) return IMP_RETRY_SHORT_BUFFER;
  entries[0] = (imp_speech_pronunciation){sizeof *entries, 3, {2, 0, 1}};
  entries[1] = (imp_speech_pronunciation){sizeof *entries, 2, {0, 1}};
  FIX_WORDS
  return IMP_OK;
}

static imp_status create(imp_plugin *plugin, const imp_speech_recognizer_options *options, imp_bytes graph,
                         imp_speech_recognizer **recognizer) {
  (void)plugin, (void)graph;
  FIX_CREATE
  *recognizer = calloc(1, sizeof **recognizer);
  (*recognizer)->alternatives = options->alternatives;
  return IMP_OK;
}

__attribute__((unused)) static imp_speech_event *happens(imp_speech_hearing *hearing, uint32_t kind, uint64_t at) {
  imp_speech_event *event = &hearing->events[hearing->event_count++];
  event->kind = kind;
  event->at = at;
  return event;
}

__attribute__((unused)) static imp_speech_word *say(imp_speech_hearing *hearing, uint32_t alternative, const char *text,
                                                    uint64_t begin, uint64_t end, float confidence) {
  imp_speech_word *word = &hearing->words[hearing->word_count++];
  word->alternative = alternative;
  word->begin = begin;
  word->end = end;
  word->confidence = confidence;
  strcpy(word->text, text);
  return word;
}

static imp_status step(imp_speech_recognizer *recognizer, const imp_sound *sound, imp_speech_hearing *hearing) {
  const uint64_t call = recognizer->call++;
  recognizer->frames += sound->samples.length / 4;
  const uint64_t frames = recognizer->frames;
  (void)call, (void)frames;
  hearing->event_count = hearing->word_count = 0;
  FIX_STEP
  return IMP_OK;
}

static imp_status finish(imp_speech_recognizer *recognizer, imp_speech_hearing *hearing) {
  const uint64_t frames = recognizer->frames;
  const uint32_t alternatives = recognizer->alternatives;
  (void)frames, (void)alternatives;
  hearing->event_count = hearing->word_count = 0;
  recognizer->call = recognizer->frames = 0;
  FIX_FINISH
  return IMP_OK;
}

static void reset(imp_speech_recognizer *recognizer) {
  FIX_RESET
  recognizer->call = recognizer->frames = 0;
}

static void destroy(imp_speech_recognizer *recognizer) { free(recognizer); }

static const imp_speech_recognizer_ability table = {sizeof(imp_speech_recognizer_ability), 0, bundles, pronunciations,
                                                    create, step, finish, reset, destroy};

static const char *const abilities[] = {IMP_SPEECH_RECOGNIZER_ID};

static const imp_descriptor descriptor = {.size = sizeof(imp_descriptor), .ability_count = 1,
                                          .id = "org.example.fixture", .version = "1.0.0", .vendor = "Example",
                                          .abilities = abilities};

static const imp_descriptor *describe(const imp_entry *self) {
  (void)self;
  return &descriptor;
}

static imp_status plugin_open(const imp_entry *self, const imp_host *host, imp_plugin **plugin) {
  (void)self;
  *plugin = malloc(sizeof **plugin);
  (*plugin)->host = host;
  return IMP_OK;
}

static void plugin_close(imp_plugin *plugin) { free(plugin); }

static const void *ability(imp_plugin *plugin, const char *id) {
  (void)plugin;
  return strcmp(id, IMP_SPEECH_RECOGNIZER_ID) == 0 ? &table : NULL;
}

static const imp_entry entry = {1, 1, sizeof(imp_entry), 0, describe, plugin_open, plugin_close, ability};

const imp_entry *imp_plugin_entry(void) { return &entry; }
