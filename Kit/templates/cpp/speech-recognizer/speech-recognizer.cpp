// SPDX-License-Identifier: Apache-2.0
// A speech recogniser: each burst of sound is a word of the graph, by its pitch.
//
// It understands nobody, but it does what a host asks of one: graphs, partial
// results, triggers, times and confidences. To make it yours, replace `bursts.h`;
// what is checked before stays as it is.
#include "bursts.h"
#include "plugin.hpp"

#include <imprint/speech-graph.h>

#include <cstring>
#include <string>
#include <vector>

using imprint::Failure;
using imprint::guarded;
using imprint::sized;

namespace {

constexpr uint32_t rate = 16000, longest_ms = 30000;

imp_speech_bundle make_bundle() {
  imp_speech_bundle bundle{};
  bundle.size = sizeof bundle;
  bundle.can = IMP_SPEECH_CAN_MODEL | IMP_SPEECH_CAN_PHRASES | IMP_SPEECH_CAN_CONFIDENCE | IMP_SPEECH_CAN_ACTIVITY;
  bundle.rate = rate;
  bundle.longest_ms = longest_ms;
  bundle.words = 1000;
  bundle.ngrams = 100000;
  bundle.order = 3;
  bundle.phrases = 20;
  imprint::copy_text(bundle.name, "bursts");
  imprint::copy_text(bundle.language, "en-US");
  // Of your acoustic model. It knows no words: a dictionary would be CAN_PRONOUNCE.
  imprint::copy_text(bundle.symbols, "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH "
                                     "T TH UH UW V W Y Z ZH");
  return bundle;
}

// A graph that was read, and a copy of its bytes: the host's are its own again after create.
struct Graph {
  std::vector<uint8_t> bytes;
  imprint_speech_graph read{};
  std::vector<size_t> words{}; // where each of its words begins

  explicit Graph(imp_bytes lent) : bytes(lent.data, lent.data + lent.length) {
    const imp_speech_bundle bundle = make_bundle();
    const char *wrong = nullptr;
    const imp_status status = imprint_read_speech_graph({bytes.data(), bytes.size()}, &bundle, &read, &wrong);
    if (status != IMP_OK) throw Failure(status, std::string("the graph: ") + wrong);
    size_t at = read.first_word;
    for (uint32_t i = 0; i < read.words; i++) {
      words.push_back(at);
      imprint_next_graph_word(&read, &at);
    }
  }

  bool is_of_phrases() const { return read.kind == IMPRINT_GRAPH_PHRASES; }
};

} // namespace

struct imp_speech_recognizer {
  const imprint::Host host;
  const Graph graph;
  listener heard{};
  uint32_t told = 0; // words of the last partial result

  imp_speech_recognizer(const imprint::Host &host, imp_bytes lent) : host(host), graph(lent) { begin(); }

  void begin() {
    listen_anew(&heard, rate, graph.read.words);
    told = 0;
  }
};

namespace {

// ---- Listening --------------------------------------------------------------

// The samples of a sound that it takes.
std::vector<float> samples_of(const imp_sound *lent) {
  const imp_sound &sound = sized(lent, "the sound");
  const bool is_float = sound.format == IMP_AUDIO_FLOAT32;
  if ((!is_float && sound.format != IMP_AUDIO_S16) || sound.rate != rate || sound.channels != 1)
    throw Failure(IMP_E_SAMPLE, std::to_string(sound.channels) + " channels of format " + std::to_string(sound.format) +
                                    " at " + std::to_string(sound.rate) + " frames per second; one channel at " +
                                    std::to_string(rate) + " is supported");
  const imp_bytes bytes = sound.samples;
  const size_t width = is_float ? sizeof(float) : sizeof(int16_t), count = bytes.length / width;
  if ((!bytes.data && bytes.length > 0) || bytes.length % width != 0 ||
      reinterpret_cast<uintptr_t>(bytes.data) % width != 0)
    throw Failure(IMP_E_ARGUMENT, "the sound is null, not whole samples, or misaligned");
  if (count < 1 || count > rate)
    throw Failure(IMP_E_SAMPLE, "the sound has " + std::to_string(count) + " samples; 1 to " + std::to_string(rate) +
                                    " are supported");
  const void *data = bytes.data;
  if (is_float) {
    const float *floats = static_cast<const float *>(data);
    std::vector<float> samples(floats, floats + count);
    for (float sample : samples)
      if (!std::isfinite(sample)) throw Failure(IMP_E_SAMPLE, "a sample of the sound is not a number");
    return samples;
  }
  const int16_t *integers = static_cast<const int16_t *>(data);
  std::vector<float> samples;
  for (size_t i = 0; i < count; i++) samples.push_back(static_cast<float>(integers[i]) / 32768);
  return samples;
}

// What is to be filled. Asked for before it listens: what was heard cannot be heard again.
imp_speech_hearing &room_of(imp_speech_hearing *lent) {
  imp_speech_hearing &hearing = sized(lent, "what is heard");
  imprint::all_sized(hearing.events, hearing.event_capacity, "an event");
  imprint::all_sized(hearing.words, hearing.word_capacity, "a word");
  if (hearing.events && hearing.words && hearing.event_capacity >= IMP_SPEECH_EVENTS_MAXIMUM &&
      hearing.word_capacity >= IMP_SPEECH_WORDS_MAXIMUM)
    return hearing;
  hearing.event_count = IMP_SPEECH_EVENTS_MAXIMUM;
  hearing.word_count = IMP_SPEECH_WORDS_MAXIMUM;
  throw Failure(IMP_RETRY_SHORT_BUFFER, "the lists need room for the most events and words");
}

imp_speech_event &add_event(imp_speech_hearing &hearing, uint32_t kind, uint64_t at) {
  imp_speech_event &event = hearing.events[hearing.event_count++];
  event = {};
  event.size = sizeof event;
  event.kind = kind;
  event.at = at;
  return event;
}

// The phrases that end with the last word.
void spot(const imp_speech_recognizer &recognizer, imp_speech_hearing &hearing) {
  const imprint_speech_graph &graph = recognizer.graph.read;
  const listener &heard = recognizer.heard;
  size_t at = graph.content;
  for (uint32_t i = 0; i < graph.phrases; i++) {
    const imprint_graph_phrase phrase = imprint_next_graph_phrase(&graph, &at);
    if (phrase.words > heard.count) continue;
    const heard_word *first = &heard.heard[heard.count - phrase.words];
    bool is_said = true;
    for (uint32_t w = 0; w < phrase.words; w++)
      is_said = is_said && first[w].word + IMPRINT_GRAPH_FIRST_WORD == imprint_graph_number(phrase.said + 4 * w);
    // A second has at most 7 bursts, whose 15 other events need room too.
    if (!is_said || hearing.event_count >= IMP_SPEECH_EVENTS_MAXIMUM - 16) continue;
    imp_speech_event &event = add_event(hearing, IMP_SPEECH_EVENT_TRIGGER, first[phrase.words - 1].end);
    event.phrase = i;
    event.score = 100; // a burst is as it should be, or not
    event.begin = first[0].begin;
  }
}

void tell(const imp_speech_recognizer &recognizer, found found, imp_speech_hearing &hearing) {
  const listener &heard = recognizer.heard;
  const uint32_t block = frames_of_a_block(&heard);
  if (found == SPEECH_BEGAN) add_event(hearing, IMP_SPEECH_EVENT_SPEECH, heard.begin * block);
  if (found != SPEECH_ENDED) return;
  add_event(hearing, IMP_SPEECH_EVENT_SILENCE, heard.end * block);
  if (recognizer.graph.is_of_phrases()) spot(recognizer, hearing);
}

void write_words(const imp_speech_recognizer &recognizer, bool is_result, imp_speech_hearing &hearing) {
  for (uint32_t i = 0; i < recognizer.heard.count; i++) {
    const heard_word &heard = recognizer.heard.heard[i];
    size_t at = recognizer.graph.words[heard.word];
    const imp_text text = imprint_next_graph_word(&recognizer.graph.read, &at).text;
    imp_speech_word &word = hearing.words[i];
    word = {};
    word.size = sizeof word;
    word.begin = heard.begin;
    word.end = heard.end;
    word.confidence = is_result ? heard.confidence : IMP_SPEECH_NO_CONFIDENCE;
    std::memcpy(word.text, text.data, text.length);
  }
  hearing.word_count = recognizer.heard.count;
}

imp_status step(imp_speech_recognizer *recognizer, const imp_sound *sound, imp_speech_hearing *lent) noexcept {
  return guarded(recognizer->host, [&] {
    imp_speech_hearing &hearing = room_of(lent);
    const std::vector<float> samples = samples_of(sound);
    listener &heard = recognizer->heard;
    const bool is_of_phrases = recognizer->graph.is_of_phrases();
    if (!is_of_phrases && heard.frames + samples.size() > uint64_t(rate) * longest_ms / 1000)
      throw Failure(IMP_E_STATE, "the utterance would be longer than " + std::to_string(longest_ms) +
                                     " ms; finish or reset it");
    hearing.event_count = hearing.word_count = 0;
    for (float sample : samples) tell(*recognizer, hear_sample(&heard, sample), hearing);
    if (is_of_phrases || heard.count == recognizer->told) return;
    recognizer->told = heard.count;
    add_event(hearing, IMP_SPEECH_EVENT_PARTIAL, heard.frames);
    write_words(*recognizer, false, hearing);
  });
}

imp_status finish(imp_speech_recognizer *recognizer, imp_speech_hearing *lent) noexcept {
  return guarded(recognizer->host, [&] {
    imp_speech_hearing &hearing = room_of(lent);
    hearing.event_count = hearing.word_count = 0;
    tell(*recognizer, hear_the_end(&recognizer->heard), hearing);
    if (!recognizer->graph.is_of_phrases()) write_words(*recognizer, true, hearing);
    recognizer->begin();
  });
}

void reset(imp_speech_recognizer *recognizer) noexcept { recognizer->begin(); }

// ---- The table --------------------------------------------------------------

imp_status bundles(imp_plugin *plugin, imp_speech_bundle *bundles, size_t *count) noexcept {
  return guarded(plugin->host, [&] {
    imp_speech_bundle made = make_bundle();
    imprint::fill_list(bundles, count, &made, 1);
  });
}

imp_status pronunciations(imp_plugin *plugin, imp_text bundle, imp_text, imp_speech_pronunciation *,
                          size_t *count) noexcept {
  return guarded(plugin->host, [&] {
    imprint::place(count, "the number of pronunciations");
    imprint::check_choice(1, bundle, make_bundle().name, "bundle");
    throw Failure(IMP_E_UNSUPPORTED, "the bundle has no dictionary");
  });
}

imp_status create(imp_plugin *plugin, const imp_speech_recognizer_options *options, imp_bytes graph,
                  imp_speech_recognizer **recognizer) noexcept {
  return guarded(plugin->host, [&] {
    const imp_speech_recognizer_options &asked = sized(options, "the options");
    if (!graph.data && graph.length > 0) throw Failure(IMP_E_ARGUMENT, "the graph is null");
    if (asked.alternatives > IMP_SPEECH_ALTERNATIVES)
      throw Failure(IMP_E_ARGUMENT, "alternatives must be 0..." + std::to_string(IMP_SPEECH_ALTERNATIVES));
    imprint::check_choice(asked.threads, asked.bundle, make_bundle().name, "bundle");
    if (graph.length == 0) throw Failure(IMP_E_UNSUPPORTED, "the bundle listens for nothing without a graph");
    imp_speech_recognizer *&place = imprint::place(recognizer, "the recogniser");
    place = new imp_speech_recognizer(plugin->host, graph);
  });
}

void destroy(imp_speech_recognizer *recognizer) noexcept { delete recognizer; }

constexpr imp_speech_recognizer_ability table = {
    sizeof(imp_speech_recognizer_ability), 0, bundles, pronunciations, create, step, finish, reset, destroy};

} // namespace

const void *const plugin_tables[] = {&table};
