// SPDX-License-Identifier: Apache-2.0
// A plugin that makes templates of sound and compares them; see README.md. Of the
// contract it sees what a plugin for voices needs, and no face. A template is
// where the energy of the sound lies: enough for tones, and no biometric algorithm.
#include <imprint/draft/matcher.h>
#include <imprint/draft/voice-extractor.h>
#include <imprint/host.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef IMPRINT_DRAFT_FACE_H
#error "what a plugin for voices includes brings faces along"
#endif

#define FORMAT "example.voice"
#define RATE 16000
#define FRAME 256 // bins of 62.5 Hz
#define BANDS 12
#define TEMPLATE_BYTES (4 + BANDS)

static const char magic[4] = {'T', 'O', 'N', 'E'};
// The first bin of each band, and the end of the last.
static const int edges[BANDS + 1] = {1, 3, 5, 8, 12, 17, 24, 33, 45, 60, 80, 104, 128};

struct imp_plugin {
  const imp_host *host;
};

struct imp_voice_extractor {
  imp_plugin *plugin;
};

struct imp_matcher {
  imp_plugin *plugin;
};

static imp_status fail(const imp_plugin *plugin, imp_status status, const char *words) {
  const imp_host_report *report = plugin->host->ability(plugin->host, IMP_HOST_REPORT_ID);
  report->words(plugin->host, status, (imp_text){words, strlen(words)});
  return status;
}

static int is_ours(imp_text format) {
  return format.length == strlen(FORMAT) && memcmp(format.data, FORMAT, format.length) == 0;
}

// ---- Sound to template ----

static imp_status extractor_formats(imp_plugin *plugin, imp_voice_format *formats, size_t *count) {
  (void)plugin;
  size_t room = *count;
  *count = 1;
  if (room < 1 || !formats) return IMP_RETRY_SHORT_BUFFER;
  if (formats->size != sizeof *formats) return IMP_E_ABI;
  *formats = (imp_voice_format){.size = sizeof *formats, .version = 1, .template_bytes_max = TEMPLATE_BYTES,
                                .template_bytes_fixed = TEMPLATE_BYTES, .rate = RATE, .shortest_ms = 300,
                                .longest_ms = 10000, .name = FORMAT};
  return IMP_OK;
}

static imp_status extractor_create(imp_plugin *plugin, const imp_voice_extractor_options *options,
                                   imp_voice_extractor **made) {
  if (!is_ours(options->format)) return IMP_E_UNSUPPORTED;
  *made = malloc(sizeof **made);
  (*made)->plugin = plugin;
  return IMP_OK;
}

// Adds one frame's energy to each band.
static void add_frame(const float *samples, double *bands) {
  for (int band = 0; band < BANDS; band++)
    for (int bin = edges[band]; bin < edges[band + 1]; bin++) {
      // Goertzel: the energy at one frequency.
      double turn = 2 * cos(2 * M_PI * bin / FRAME), last = 0, before = 0;
      for (int i = 0; i < FRAME; i++) {
        double next = samples[i] + turn * last - before;
        before = last;
        last = next;
      }
      bands[band] += (last * last + before * before - turn * last * before) / (edges[band + 1] - edges[band]);
    }
}

static imp_status extract(imp_voice_extractor *extractor, const imp_sound *sound, imp_buffer *payload,
                          imp_extraction *extraction) {
  if (sound->format != IMP_AUDIO_FLOAT32 || sound->rate != RATE || sound->channels != 1) return IMP_E_SAMPLE;
  const float *samples = (const float *)(const void *)sound->samples.data;
  size_t count = sound->samples.length / sizeof *samples;
  double bands[BANDS] = {0}, loudness = 0, mean = 0, furthest = 0;
  for (size_t i = 0; i < count; i++) loudness += samples[i] * samples[i] / (double)count;
  if (loudness < 1e-4) return fail(extractor->plugin, IMP_E_QUALITY, "it is too quiet: speak up");
  for (size_t i = 0; i + FRAME <= count; i += FRAME) add_frame(samples + i, bands);
  for (int band = 0; band < BANDS; band++) {
    bands[band] = log(bands[band] + 1e-9);
    mean += bands[band] / BANDS;
  }
  for (int band = 0; band < BANDS; band++) furthest = fmax(furthest, fabs(bands[band] - mean));
  memcpy(payload->data, magic, sizeof magic);
  // How loud it was does not matter, only where it was louder.
  for (int band = 0; band < BANDS; band++)
    payload->data[4 + band] = (uint8_t)(int8_t)lrint((bands[band] - mean) / (furthest + 1e-9) * 127);
  memset(bands, 0, sizeof bands);
  payload->length = TEMPLATE_BYTES;
  extraction->version = 1;
  extraction->quality = 70;
  return IMP_OK;
}

// How loud it is, and nothing else.
static imp_status measure(imp_voice_extractor *extractor, const imp_sound *sound, imp_voice_facts *facts) {
  (void)extractor;
  if (sound->format != IMP_AUDIO_FLOAT32 || sound->rate != RATE || sound->channels != 1) return IMP_E_SAMPLE;
  const float *samples = (const float *)(const void *)sound->samples.data;
  size_t count = sound->samples.length / sizeof *samples;
  double loudness = 0;
  for (size_t i = 0; i < count; i++) loudness += samples[i] * samples[i] / (double)count;
  *facts = (imp_voice_facts){.size = sizeof *facts, .known = IMP_VOICE_SPEECH};
  if (loudness < 1e-4) return IMP_OK;
  facts->known |= IMP_VOICE_LEVEL;
  facts->speech_ms = (uint32_t)(count * 1000 / RATE);
  facts->level_db = (float)fmin(200, 10 * log10(2 * loudness));
  return IMP_OK;
}

static void extractor_destroy(imp_voice_extractor *extractor) { free(extractor); }

static const imp_voice_extractor_ability extractor_table = {
    sizeof(imp_voice_extractor_ability), 0, extractor_formats, extractor_create, extract, measure,
    extractor_destroy};

// ---- Templates to similarities ----

static imp_status matcher_formats(imp_plugin *plugin, imp_matcher_format *formats, size_t *count) {
  (void)plugin;
  size_t room = *count;
  *count = 1;
  if (room < 1 || !formats) return IMP_RETRY_SHORT_BUFFER;
  if (formats->size != sizeof *formats) return IMP_E_ABI;
  *formats = (imp_matcher_format){.size = sizeof *formats, .modality = IMP_MODALITY_VOICE,
                                  .reads_version_min = 1, .reads_version_max = 1,
                                  .template_bytes_max = TEMPLATE_BYTES, .template_bytes_fixed = TEMPLATE_BYTES,
                                  .symmetric = 1, .similarity_min = -1, .similarity_max = 1, .name = FORMAT};
  return IMP_OK;
}

static imp_status matcher_create(imp_plugin *plugin, const imp_matcher_options *options, imp_matcher **made) {
  if (!is_ours(options->format)) return IMP_E_UNSUPPORTED;
  *made = malloc(sizeof **made);
  (*made)->plugin = plugin;
  return IMP_OK;
}

static int is_template(imp_bytes bytes) {
  return bytes.length == TEMPLATE_BYTES && memcmp(bytes.data, magic, sizeof magic) == 0;
}

// Normalised correlation.
static imp_status compare(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                          imp_bytes reference, uint32_t reference_version, float *similarity) {
  if (probe_version != 1 || reference_version != 1) return IMP_E_TEMPLATE_VERSION;
  if (!is_template(probe) || !is_template(reference))
    return fail(matcher->plugin, IMP_E_TEMPLATE_DAMAGED, "it is no template of a tone");
  int ab = 0, aa = 0, bb = 0;
  for (int i = 4; i < TEMPLATE_BYTES; i++) {
    int a = (int8_t)probe.data[i], b = (int8_t)reference.data[i];
    ab += a * b, aa += a * a, bb += b * b;
  }
  double value = aa == 0 || bb == 0 ? 0 : ab / sqrt((double)aa * bb);
  *similarity = (float)fmax(-1, fmin(1, value));
  return IMP_OK;
}

static imp_status compare_many(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                               const imp_gallery *gallery, float *similarities) {
  for (uint64_t i = 0; i < gallery->count; i++) {
    uint64_t start = gallery->offsets ? gallery->offsets[i] : i * TEMPLATE_BYTES;
    uint64_t end = gallery->offsets ? gallery->offsets[i + 1] : start + TEMPLATE_BYTES;
    imp_bytes reference = {gallery->data.data + start, end - start};
    if (compare(matcher, probe, probe_version, reference, gallery->version, &similarities[i]) != IMP_OK)
      similarities[i] = NAN;
  }
  return IMP_OK;
}

static imp_status fuse(const imp_matcher *matcher, const imp_gallery *gallery, imp_buffer *payload,
                       imp_fusion *fusion) {
  (void)matcher, (void)gallery, (void)payload, (void)fusion;
  return IMP_E_UNSUPPORTED;
}

static void matcher_destroy(imp_matcher *matcher) { free(matcher); }

static const imp_matcher_ability matcher_table = {
    sizeof(imp_matcher_ability), 0, matcher_formats, matcher_create, compare, compare_many, fuse,
    matcher_destroy};

// ---- Entry ----

static const char *const abilities[] = {IMP_VOICE_EXTRACTOR_ID, IMP_MATCHER_ID};

static const imp_descriptor descriptor = {.size = sizeof descriptor, .ability_count = 2,
                                          .id = "org.example.voice", .version = "1.0.0", .vendor = "Example",
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
  if (strcmp(id, IMP_VOICE_EXTRACTOR_ID) == 0) return &extractor_table;
  if (strcmp(id, IMP_MATCHER_ID) == 0) return &matcher_table;
  return NULL;
}

static const imp_entry entry = {1, 1, sizeof entry, 0, describe, plugin_open, plugin_close, ability};

const imp_entry *imp_plugin_entry(void) { return &entry; }
