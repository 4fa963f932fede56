// SPDX-License-Identifier: Apache-2.0
// A voice extractor: it describes a voice by its coarse spectrum.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: the same voice differs from microphone to microphone.
// To make it yours, replace `hear` and `write_template`; what is checked before
// stays as it is.
#include "bands.h"
#include "plugin.hpp"

#include <algorithm>
#include <cmath>
#include <string>

using imprint::Failure;
using imprint::guarded;
using imprint::sized;

struct imp_voice_extractor {
  const imprint::Host host;
};

namespace {

constexpr uint32_t shortest_ms = 500, longest_ms = 60000;
constexpr int speech_ms = 300; // of sound that is loud enough, at least
static_assert(sizeof TEMPLATE_FORMAT <= sizeof imp_voice_format::name, "the format's name is too long");

// The sound, once it is what the format takes; the host's.
struct Samples {
  const float *first;
  size_t count;

  const float *begin() const { return first; }
  const float *end() const { return first + count; }
};

// Throws Failure IMP_E_QUALITY where a voice cannot be told from it.
void check_quality(const Samples &samples, const voice &heard) {
  const size_t clipped = count_clipped(samples.first, samples.count);
  if (clipped * 100 > samples.count)
    throw Failure(IMP_E_QUALITY, "it is clipped: " + std::to_string(clipped) + " of " +
                                     std::to_string(samples.count) +
                                     " samples are at full scale; lower the gain");
  if (heard_ms(&heard) < speech_ms)
    throw Failure(IMP_E_QUALITY, "too little speech: " + std::to_string(heard_ms(&heard)) + " ms are loud enough, " +
                                     std::to_string(speech_ms) + " are needed; speak up");
}

// Throws Failure where a sound is not what the format takes.
Samples samples_of(const imp_sound &sound) {
  if (sound.format != IMP_AUDIO_FLOAT32 || sound.rate != RATE || sound.channels != 1)
    throw Failure(IMP_E_SAMPLE, std::to_string(sound.channels) + " channels of format " +
                                   std::to_string(sound.format) + " at " + std::to_string(sound.rate) +
                                   " frames per second; one channel of floats (3) at " + std::to_string(RATE) +
                                   " is supported");
  const imp_bytes bytes = sound.samples;
  if ((!bytes.data && bytes.length > 0) || bytes.length % sizeof(float) != 0 ||
      reinterpret_cast<uintptr_t>(bytes.data) % alignof(float) != 0)
    throw Failure(IMP_E_ARGUMENT, "the sound's " + std::to_string(bytes.length) +
                                      " bytes are null, not whole samples, or misaligned");
  const Samples samples = {reinterpret_cast<const float *>(bytes.data), bytes.length / sizeof(float)};
  if (samples.count < shortest_ms * (RATE / 1000) || samples.count > longest_ms * (RATE / 1000))
    throw Failure(IMP_E_SAMPLE, "the sound has " + std::to_string(samples.count) + " samples; " +
                                   std::to_string(shortest_ms) + " to " + std::to_string(longest_ms) +
                                   " ms are supported");
  const float *wrong = std::find_if_not(samples.begin(), samples.end(),
                                        [](float sample) { return std::isfinite(sample); });
  if (wrong != samples.end())
    throw Failure(IMP_E_SAMPLE,
                  "sample " + std::to_string(wrong - samples.begin()) + " of the sound is not a number");
  return samples;
}

imp_status formats(imp_plugin *plugin, imp_voice_format *formats, size_t *count) noexcept {
  return guarded(plugin->host, [&] {
    imp_voice_format format{};
    format.version = TEMPLATE_VERSION;
    format.template_bytes_max = format.template_bytes_fixed = TEMPLATE_BYTES;
    format.rate = RATE;
    format.shortest_ms = shortest_ms;
    format.longest_ms = longest_ms;
    imprint::copy_text(format.name, TEMPLATE_FORMAT);
    imprint::fill_list(formats, count, &format, 1);
  });
}

imp_status create(imp_plugin *plugin, const imp_voice_extractor_options *options,
                  imp_voice_extractor **extractor) noexcept {
  return guarded(plugin->host, [&] {
    imprint::check_format(options, TEMPLATE_FORMAT);
    // The place first: what is made would be lost where there is none.
    imp_voice_extractor *&place = imprint::place(extractor, "the extractor");
    place = new imp_voice_extractor{plugin->host};
  });
}

imp_status extract(imp_voice_extractor *extractor, const imp_sound *sound, imp_buffer *payload,
                   imp_extraction *extraction) noexcept {
  return guarded(extractor->host, [&] {
    const Samples samples = samples_of(sized(sound, "the sound"));
    imp_buffer &buffer = imprint::place(payload, "the template");
    imp_extraction &out = sized(extraction, "the extraction");
    // Checked first: a call that is refused changes nothing.
    uint8_t *room = imprint::room(buffer, TEMPLATE_BYTES);
    imprint::Forgotten<voice> heard{};
    hear(samples.first, samples.count, &heard);
    check_quality(samples, heard);
    write_template(&heard, room);
    buffer.length = TEMPLATE_BYTES;
    imprint::tell(out, TEMPLATE_VERSION);
  });
}

imp_status measure(imp_voice_extractor *extractor, const imp_sound *sound, imp_voice_facts *facts) noexcept {
  return guarded(extractor->host, [&] {
    const Samples samples = samples_of(sized(sound, "the sound"));
    imp_voice_facts &out = sized(facts, "the facts");
    imprint::Forgotten<voice> heard{};
    hear(samples.first, samples.count, &heard);
    write_facts(&heard, count_clipped(samples.first, samples.count), samples.count, &out);
  });
}

void destroy(imp_voice_extractor *extractor) noexcept { delete extractor; }

constexpr imp_voice_extractor_ability table = {
    sizeof(imp_voice_extractor_ability), 0, formats, create, extract, measure, destroy};

} // namespace

const void *const plugin_tables[] = {&table};
