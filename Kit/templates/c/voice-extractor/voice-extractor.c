// SPDX-License-Identifier: Apache-2.0
// A voice extractor: it describes a voice by its coarse spectrum.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: one voice before two microphones differs.
// To make it yours, replace `hear` and `write_template`; what is checked before
// stays as it is.
#include "plugin.h"

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
  if (!sound)
    return fail(plugin, IMP_E_ARGUMENT, "there is no sound");
  if (sound->size != sizeof *sound)
    return fail(plugin, IMP_E_ABI, "the sound's size field is %u, not %zu", sound->size, sizeof *sound);
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
  if (status != IMP_OK)
    return status;
  if (!payload || !extraction)
    return fail(plugin, IMP_E_ARGUMENT, "there is no buffer for the template");
  if (extraction->size != sizeof *extraction)
    return fail(plugin, IMP_E_ABI, "the extraction's size field is %u, not %zu", extraction->size,
                sizeof *extraction);
  // Asked for before it is listened to, so that nothing has to be undone.
  if (!payload->data || payload->capacity < TEMPLATE_BYTES) {
    payload->length = TEMPLATE_BYTES;
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the template needs %d bytes", TEMPLATE_BYTES);
  }
  voice voice = {0};
  const void *samples = sound->samples.data;
  status = hear(plugin, samples, sound->samples.length / sizeof(float), &voice);
  if (status == IMP_OK) {
    write_template(&voice, payload->data);
    payload->length = TEMPLATE_BYTES;
    extraction->version = TEMPLATE_VERSION;
    extraction->quality = -1; // not measured
    extraction->reserved = 0;
  }
  forget(&voice, sizeof voice);
  return status;
}

// ---- The table --------------------------------------------------------------

static imp_status list_formats(imp_plugin *plugin, imp_voice_format *formats, size_t *count) {
  if (!count)
    return fail(plugin, IMP_E_ARGUMENT, "there is no place for the number of formats");
  size_t room = formats ? *count : 0;
  for (size_t i = 0; i < room; i++)
    if (formats[i].size != sizeof *formats)
      return fail(plugin, IMP_E_ABI, "entry %zu of the list has size %u, not %zu", i, formats[i].size,
                  sizeof *formats);
  *count = 1;
  if (room < 1)
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the list needs room for 1 format");
  formats[0] = (imp_voice_format){
      .size = sizeof *formats,
      .version = TEMPLATE_VERSION,
      .template_bytes_max = TEMPLATE_BYTES,
      .template_bytes_fixed = TEMPLATE_BYTES,
      .rate = RATE,
      .shortest_ms = SHORTEST_MS,
      .longest_ms = LONGEST_MS,
      .name = TEMPLATE_FORMAT,
  };
  return IMP_OK;
}

static imp_status create(imp_plugin *plugin, const imp_voice_extractor_options *options,
                         imp_voice_extractor **extractor) {
  if (!options || !extractor)
    return fail(plugin, IMP_E_ARGUMENT, "options or the place for the extractor are missing");
  if (options->size != sizeof *options)
    return fail(plugin, IMP_E_ABI, "the options' size field is %u, not %zu", options->size, sizeof *options);
  if (options->threads < 1)
    return fail(plugin, IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
  imp_text format = options->format;
  if (!format.data || format.length == 0)
    return fail(plugin, IMP_E_ARGUMENT, "the format's name is empty");
  if (format.length != strlen(TEMPLATE_FORMAT) || memcmp(format.data, TEMPLATE_FORMAT, format.length) != 0)
    return fail(plugin, IMP_E_UNSUPPORTED, "there is no such format; the one there is is '%s'", TEMPLATE_FORMAT);
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
