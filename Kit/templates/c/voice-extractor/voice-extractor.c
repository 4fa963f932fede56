// SPDX-License-Identifier: Apache-2.0
// A voice extractor: it describes a voice by its coarse spectrum.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: one voice before two microphones differs.
// To make it yours, replace `hear` and `write_template`; what is checked before
// stays as it is.
#include "templates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- The format -------------------------------------------------------------

#define RATE 16000
#define SHORTEST_MS 500
#define LONGEST_MS 60000

// A template: magic, then of each band how loud it is on average, less the
// average of all, then of each band how far that goes up and down. Signed bytes
// of eighths: 8 is twice the energy.
#define BANDS 16
#define AT_MEANS 4
#define AT_SPREADS (AT_MEANS + BANDS)
_Static_assert(TEMPLATE_BYTES == AT_SPREADS + BANDS, "identity.h and plugin.yaml say another length");
_Static_assert(sizeof TEMPLATE_FORMAT <= sizeof(((imp_voice_format *)0)->name), "the format's name is too long");

static const uint8_t magic[AT_MEANS] = TEMPLATE_MAGIC;

// ---- The algorithm ----------------------------------------------------------

// A band has 500 Hz: pieces of 2 ms tell no more apart. A frame, 32 ms, is loud or quiet as a whole.
#define PIECE 32
#define FRAME 512
#define SPEECH_MS 300 // so much has to be loud enough, at least

// A frame's energy, where it is just loud enough: a 256th of full scale.
#define LOUD_ENOUGH ((int64_t)128 * 128 * FRAME)

// What was heard of a voice. It tells as much as the template.
typedef struct voice {
  int64_t sums[BANDS], squares[BANDS]; // of the levels of all frames that are loud enough
  int64_t frames;
} voice;

// 256 times the cosine, 64 steps a turn.
static const int16_t cosine[64] = {
    256,  255,  251,  245,  237,  226,  213,  198,  181,  162,  142,  121,  98,  74,  50,  25,
    0,    -25,  -50,  -74,  -98,  -121, -142, -162, -181, -198, -213, -226, -237, -245, -251, -255,
    -256, -255, -251, -245, -237, -226, -213, -198, -181, -162, -142, -121, -98, -74, -50, -25,
    0,    25,   50,   74,   98,   121,  142,  162,  181,  198,  213,  226,  237, 245, 251, 255,
};

// A sample as a whole number, -32768...32768; what lies beyond full scale is cut off. A product with a power
// of two is exact, and all that follows is whole: no compiler and no machine computes it otherwise.
static int32_t whole(float sample) {
  float within = sample < -1 ? -1 : sample > 1 ? 1 : sample;
  return (int32_t)(within * 32768);
}

// What of a frame swings with the middle of a band, 250 Hz and each 500 Hz above: piece by piece, since a
// voice keeps no step with it for longer.
static int64_t energy_in(uint32_t band, const int32_t frame[FRAME]) {
  int64_t energy = 0;
  for (uint32_t piece = 0; piece < FRAME; piece += PIECE) {
    int64_t along = 0, across = 0;
    for (uint32_t i = 0; i < PIECE; i++) {
      uint32_t turn = (2 * band + 1) * i;
      along += frame[piece + i] * cosine[turn % 64];
      across += frame[piece + i] * cosine[(turn + 48) % 64]; // the sine
    }
    energy += along * along + across * across; // less than 2^62
  }
  return energy;
}

// 64 times the logarithm to base 2, and a constant; between two powers of two a straight line.
static int64_t level(int64_t energy) {
  int64_t level = 0;
  // 64 more, so that silence has one, too.
  for (energy += 64; energy >= 128; energy /= 2)
    level += 64;
  return level + energy;
}

static void hear_frame(const float samples[FRAME], voice *voice) {
  int32_t frame[FRAME], mean = 0;
  for (int i = 0; i < FRAME; i++) {
    frame[i] = whole(samples[i]);
    mean += frame[i];
  }
  mean /= FRAME; // the microphone's, and no sound
  int64_t energy = 0;
  for (int i = 0; i < FRAME; i++) {
    frame[i] -= mean;
    energy += (int64_t)frame[i] * frame[i];
  }
  if (energy < LOUD_ENOUGH)
    return;
  voice->frames++;
  for (uint32_t band = 0; band < BANDS; band++) {
    int64_t now = level(energy_in(band, frame));
    voice->sums[band] += now;
    voice->squares[band] += now * now;
  }
}

// Listens to all of it. The rest behind the last whole frame is left out.
static imp_status hear(const imp_plugin *plugin, const float *samples, size_t count, voice *voice) {
  size_t clipped = 0;
  for (size_t i = 0; i < count; i++)
    clipped += abs(whole(samples[i])) >= 32767;
  if (clipped * 100 > count)
    return fail(plugin, IMP_E_QUALITY, "it is clipped: %zu of %zu samples are at full scale; turn it down",
                clipped, count);
  for (size_t at = 0; count - at >= FRAME; at += FRAME)
    hear_frame(samples + at, voice);
  int64_t heard = voice->frames * FRAME * 1000 / RATE;
  if (heard < SPEECH_MS)
    return fail(plugin, IMP_E_QUALITY, "too little speech: %d ms are loud enough, %d are needed; speak up",
                (int)heard, SPEECH_MS);
  return IMP_OK;
}

// 64ths as eighths, in a signed byte.
static uint8_t eighths(int64_t value) {
  value /= 8;
  return (uint8_t)(value < -127 ? -127 : value > 127 ? 127 : value);
}

static void write_template(const voice *voice, uint8_t *out) {
  int64_t frames = voice->frames, all = 0;
  for (int band = 0; band < BANDS; band++)
    all += voice->sums[band];
  memcpy(out, magic, sizeof magic);
  for (int band = 0; band < BANDS; band++) {
    int64_t sum = voice->sums[band], square = frames * voice->squares[band] - sum * sum;
    // How loud all of it is says nothing of whose voice it is.
    out[AT_MEANS + band] = eighths(sum / frames - all / (frames * BANDS));
    // Below 2^24, and every machine has the nearest root of it.
    out[AT_SPREADS + band] = eighths((int64_t)sqrt((double)(square / (frames * frames))));
  }
}

// ---- Extracting -------------------------------------------------------------

struct imp_voice_extractor {
  const imp_plugin *plugin;
};

// Whether a sound is what the format takes. Else the status to answer; its words are told.
static imp_status check_sound(const imp_plugin *plugin, const imp_sound *sound) {
  imp_status status = check_struct(plugin, sound, sizeof *sound, "the sound");
  if (status != IMP_OK)
    return status;
  if (sound->format != IMP_AUDIO_FLOAT32 || sound->rate != RATE || sound->channels != 1)
    return fail(plugin, IMP_E_SAMPLE,
                "%u channels of format %u at %u frames a second; one of floats (3) at %d is taken",
                sound->channels, sound->format, sound->rate, RATE);
  imp_bytes bytes = sound->samples;
  if ((!bytes.data && bytes.length > 0) || bytes.length % sizeof(float) != 0 ||
      (uintptr_t)bytes.data % _Alignof(float) != 0)
    return fail(plugin, IMP_E_ARGUMENT, "the sound's %zu bytes are not there, no whole samples, or lie askew",
                bytes.length);
  const float *samples = (const float *)(const void *)bytes.data;
  size_t count = bytes.length / sizeof(float);
  if (count < SHORTEST_MS * (RATE / 1000) || count > LONGEST_MS * (RATE / 1000))
    return fail(plugin, IMP_E_SAMPLE, "the sound has %zu samples; %d to %d ms are taken", count, SHORTEST_MS,
                LONGEST_MS);
  for (size_t i = 0; i < count; i++)
    if (!isfinite(samples[i]))
      return fail(plugin, IMP_E_SAMPLE, "sample %zu of the sound is not a number", i);
  return IMP_OK;
}

static imp_status extract(imp_voice_extractor *extractor, const imp_sound *sound, imp_buffer *payload,
                          imp_extraction *extraction) {
  const imp_plugin *plugin = extractor->plugin;
  imp_status status = check_sound(plugin, sound);
  // Asked for before it is listened to, so that nothing has to be undone.
  if (status == IMP_OK)
    status = check_outputs(plugin, payload, extraction);
  if (status != IMP_OK)
    return status;
  voice voice = {0};
  const void *samples = sound->samples.data;
  status = hear(plugin, samples, sound->samples.length / sizeof(float), &voice);
  if (status == IMP_OK) {
    write_template(&voice, payload->data);
    tell(payload, extraction);
  }
  forget(&voice, sizeof voice);
  return status;
}

// ---- The table --------------------------------------------------------------

static imp_status list_formats(imp_plugin *plugin, imp_voice_format *formats, size_t *count) {
  static const imp_voice_format format = {
      .size = sizeof format,
      .version = TEMPLATE_VERSION,
      .template_bytes_max = TEMPLATE_BYTES,
      .template_bytes_fixed = TEMPLATE_BYTES,
      .rate = RATE,
      .shortest_ms = SHORTEST_MS,
      .longest_ms = LONGEST_MS,
      .name = TEMPLATE_FORMAT,
  };
  return list_all(plugin, &format, 1, sizeof format, formats, count);
}

static imp_status create(imp_plugin *plugin, const imp_voice_extractor_options *options,
                         imp_voice_extractor **extractor) {
  imp_status status = check_struct(plugin, options, sizeof *options, "the options");
  if (status == IMP_OK)
    status = check_format(plugin, options->threads, options->format);
  if (status != IMP_OK)
    return status;
  if (!extractor)
    return fail(plugin, IMP_E_ARGUMENT, "there is no place for the extractor");
  imp_voice_extractor *made = malloc(sizeof *made);
  if (!made)
    return fail(plugin, IMP_E_MEMORY, "no memory for an extractor");
  made->plugin = plugin;
  *extractor = made;
  return IMP_OK;
}

static void destroy(imp_voice_extractor *extractor) {
  free(extractor);
}

static const imp_voice_extractor_ability table = {
    .size = sizeof(imp_voice_extractor_ability),
    .formats = list_formats,
    .create = create,
    .extract = extract,
    .destroy = destroy,
};

const void *const plugin_tables[] = {&table};
