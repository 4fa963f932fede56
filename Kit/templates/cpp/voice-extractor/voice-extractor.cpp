// SPDX-License-Identifier: Apache-2.0
// A voice extractor: it describes a voice by its coarse spectrum.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: one voice before two microphones differs.
// To make it yours, replace `Voice` and `write_template`; what is checked before
// stays as it is.
#include "plugin.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

using imprint::Failure;
using imprint::guarded;
using imprint::sized;

struct imp_voice_extractor {
  const imprint::Host host;
};

namespace {

// ---- The format -------------------------------------------------------------

constexpr uint32_t rate = 16000, shortest_ms = 500, longest_ms = 60000;

// A template: magic, then of each band how loud it is on average, less the
// average of all, then of each band how far that goes up and down. Signed bytes
// of eighths: 8 is twice the energy.
constexpr size_t band_count = 16;
constexpr size_t at_means = 4, at_spreads = at_means + band_count;
static_assert(TEMPLATE_BYTES == at_spreads + band_count, "identity.h and plugin.yaml say another length");
constexpr std::array<uint8_t, at_means> magic = TEMPLATE_MAGIC;
static_assert(sizeof TEMPLATE_FORMAT <= sizeof imp_voice_format::name, "the format's name is too long");

// ---- The algorithm ----------------------------------------------------------

// A band has 500 Hz: pieces of 2 ms tell no more apart. A frame, 32 ms, is loud or quiet as a whole.
constexpr size_t piece_samples = 32, frame_samples = 512;
constexpr int64_t speech_ms = 300; // so much has to be loud enough, at least

// A frame's energy, where it is just loud enough: a 256th of full scale.
constexpr int64_t loud_enough = int64_t(128) * 128 * frame_samples;

// 256 times the cosine, 64 steps a turn.
constexpr std::array<int16_t, 64> cosine = {
    256,  255,  251,  245,  237,  226,  213,  198,  181,  162,  142,  121,  98,  74,  50,  25,
    0,    -25,  -50,  -74,  -98,  -121, -142, -162, -181, -198, -213, -226, -237, -245, -251, -255,
    -256, -255, -251, -245, -237, -226, -213, -198, -181, -162, -142, -121, -98, -74, -50, -25,
    0,    25,   50,   74,   98,   121,  142,  162,  181,  198,  213,  226,  237, 245, 251, 255,
};

using Frame = std::array<int32_t, frame_samples>;

// A sample as a whole number, -32768...32768; what lies beyond full scale is cut off. A product with a power
// of two is exact, and all that follows is whole: no compiler and no machine computes it otherwise.
int32_t whole(float sample) { return int32_t(std::clamp(sample, -1.0f, 1.0f) * 32768); }

// What of a frame swings with the middle of a band, 250 Hz and each 500 Hz above: piece by piece, since a
// voice keeps no step with it for longer.
int64_t energy_in(size_t band, const Frame &frame) {
  int64_t energy = 0;
  for (size_t piece = 0; piece < frame.size(); piece += piece_samples) {
    int64_t along = 0, across = 0;
    for (size_t i = 0; i < piece_samples; i++) {
      const size_t turn = (2 * band + 1) * i;
      along += frame[piece + i] * cosine[turn % 64];
      across += frame[piece + i] * cosine[(turn + 48) % 64]; // the sine
    }
    energy += along * along + across * across; // less than 2^62
  }
  return energy;
}

// 64 times the logarithm to base 2, and a constant; between two powers of two a straight line.
int64_t level(int64_t energy) {
  int64_t level = 0;
  // 64 more, so that silence has one, too.
  for (energy += 64; energy >= 128; energy /= 2) level += 64;
  return level + energy;
}

// The sound, once it is what the format takes; the host's.
struct Samples {
  const float *first;
  size_t count;

  const float *begin() const { return first; }
  const float *end() const { return first + count; }
};

// What was heard of a voice. It tells as much as the template, and is overwritten when it goes: the memory is
// somebody else's next.
struct Voice {
  std::array<int64_t, band_count> sums{}, squares{}; // of the levels of all frames that are loud enough
  int64_t frames = 0;

  // Listens to all of it. The rest behind the last whole frame is left out.
  explicit Voice(const Samples &samples) {
    for (size_t at = 0; samples.count - at >= frame_samples; at += frame_samples) hear(samples.first + at);
  }
  Voice(const Voice &) = delete;
  ~Voice() { imprint::forget(this, sizeof *this); }

private:
  void hear(const float *samples) {
    Frame frame;
    std::transform(samples, samples + frame.size(), frame.begin(), whole);
    int32_t mean = 0;
    for (int32_t sample : frame) mean += sample;
    mean /= int32_t(frame.size()); // the microphone's, and no sound
    int64_t energy = 0;
    for (int32_t &sample : frame) {
      sample -= mean;
      energy += int64_t(sample) * sample;
    }
    if (energy < loud_enough) return;
    frames++;
    for (size_t band = 0; band < band_count; band++) {
      const int64_t now = level(energy_in(band, frame));
      sums[band] += now;
      squares[band] += now * now;
    }
  }
};

// Throws Failure IMP_E_QUALITY where a voice cannot be told from it.
void check_quality(const Samples &samples, const Voice &voice) {
  const auto clipped = std::count_if(samples.begin(), samples.end(),
                                     [](float sample) { return std::abs(whole(sample)) >= 32767; });
  if (size_t(clipped) * 100 > samples.count)
    throw Failure(IMP_E_QUALITY, "it is clipped: " + std::to_string(clipped) + " of " +
                                     std::to_string(samples.count) +
                                     " samples are at full scale; turn it down");
  const int64_t heard = voice.frames * int64_t(frame_samples) * 1000 / rate;
  if (heard < speech_ms)
    throw Failure(IMP_E_QUALITY, "too little speech: " + std::to_string(heard) + " ms are loud enough, " +
                                     std::to_string(speech_ms) + " are needed; speak up");
}

// 64ths as eighths, in a signed byte.
uint8_t eighths(int64_t value) { return uint8_t(std::clamp<int64_t>(value / 8, -127, 127)); }

void write_template(const Voice &voice, uint8_t *out) {
  int64_t all = 0;
  for (int64_t sum : voice.sums) all += sum;
  std::copy(magic.begin(), magic.end(), out);
  for (size_t band = 0; band < band_count; band++) {
    const int64_t sum = voice.sums[band], square = voice.frames * voice.squares[band] - sum * sum;
    // How loud all of it is says nothing of whose voice it is.
    out[at_means + band] = eighths(sum / voice.frames - all / (voice.frames * int64_t(band_count)));
    // Below 2^24, and every machine has the nearest root of it.
    out[at_spreads + band] = eighths(int64_t(std::sqrt(double(square / (voice.frames * voice.frames)))));
  }
}

// ---- The ability ------------------------------------------------------------

// Throws Failure where a sound is not what the format takes.
Samples samples_of(const imp_sound &sound) {
  if (sound.format != IMP_AUDIO_FLOAT32 || sound.rate != rate || sound.channels != 1)
    throw Failure(IMP_E_SAMPLE, std::to_string(sound.channels) + " channels of format " +
                                   std::to_string(sound.format) + " at " + std::to_string(sound.rate) +
                                   " frames a second; one of floats (3) at " + std::to_string(rate) +
                                   " is taken");
  const imp_bytes bytes = sound.samples;
  if ((!bytes.data && bytes.length > 0) || bytes.length % sizeof(float) != 0 ||
      reinterpret_cast<uintptr_t>(bytes.data) % alignof(float) != 0)
    throw Failure(IMP_E_ARGUMENT, "the sound's " + std::to_string(bytes.length) +
                                      " bytes are not there, no whole samples, or lie askew");
  const Samples samples = {reinterpret_cast<const float *>(bytes.data), bytes.length / sizeof(float)};
  if (samples.count < shortest_ms * (rate / 1000) || samples.count > longest_ms * (rate / 1000))
    throw Failure(IMP_E_SAMPLE, "the sound has " + std::to_string(samples.count) + " samples; " +
                                   std::to_string(shortest_ms) + " to " + std::to_string(longest_ms) +
                                   " ms are taken");
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
    format.rate = rate;
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
    // Asked for before it is listened to.
    uint8_t *room = imprint::room(buffer, TEMPLATE_BYTES);
    const Voice voice(samples);
    check_quality(samples, voice);
    write_template(voice, room);
    buffer.length = TEMPLATE_BYTES;
    imprint::tell(out, TEMPLATE_VERSION);
  });
}

void destroy(imp_voice_extractor *extractor) noexcept { delete extractor; }

constexpr imp_voice_extractor_ability table = {
    sizeof(imp_voice_extractor_ability), 0, formats, create, extract, destroy};

} // namespace

const void *const plugin_tables[] = {&table};
