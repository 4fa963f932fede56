// SPDX-License-Identifier: Apache-2.0
// A voice extractor: how alike a sound is to itself a moment later, for 64 such moments. Correct, but for the
// fault it is built with.
#include "plugin.h"

#include <math.h>

#define CELLS 64
#define FORMATS 2

// Offsets into the payload: magic, version, number of cells, their sum (little-endian), cells as signed
// bytes.
#define AT_VERSION 4
#define AT_COUNT 5
#define AT_SUM 6
#define AT_CELLS 8
#define TEMPLATE_BYTES (AT_CELLS + CELLS)

#define LONGEST_MS 20000
#define LONG_MS 2000 // what is shorter gets fewer cells, where lengths may differ

static const uint8_t magic[4] = {'F', 'L', 'T', 'V'};

static unsigned all_calls; // only a fault looks at it

// One whose templates have one length, and one whose templates differ.
static const imp_voice_format made_formats[FORMATS] = {
    {
        .size = sizeof(imp_voice_format),
        .version = 1,
        .template_bytes_max = TEMPLATE_BYTES,
        .template_bytes_fixed = TEMPLATE_BYTES,
        .rate = 16000,
        .shortest_ms = 500,
        .longest_ms = FAULT == format_out_of_range ? 600001 : LONGEST_MS,
        .name = "example.faulty-wide",
    },
    {
        .size = sizeof(imp_voice_format),
        .version = 3,
        .template_bytes_max = FAULT == voice_format_differs ? TEMPLATE_BYTES + 8 : TEMPLATE_BYTES,
        .rate = 8000,
        .shortest_ms = 250,
        .longest_ms = LONGEST_MS,
        .name = "example.faulty-narrow",
    },
};

#ifdef PLUGIN_PARAMETERS
static const imp_voice_format *formats_of(const imp_plugin *plugin);
#else
static const imp_voice_format *formats_of(const imp_plugin *plugin) {
  (void)plugin;
  return made_formats;
}
#endif

struct imp_voice_extractor {
  imp_plugin *plugin;
  const imp_voice_format *format;
  const char *name; // this and what follows are there for faults alone
  const float *kept;
  const float *known;
  int8_t known_cells[CELLS];
  unsigned calls, short_calls, measured;
  pthread_t maker;
};

// ---- Formats -----------------------------------------------------------------

static imp_status formats(imp_plugin *plugin, imp_voice_format *formats, size_t *count) {
  static unsigned fills; // only a fault looks at it
  if (!count || (*count > 0 && !formats)) return missing(plugin, "the array or its length");
  for (size_t i = 0; i < *count; i++)
    if (formats[i].size != sizeof *formats && FAULT != formats_ignore_size)
      return wrong_size(plugin, "an entry", formats[i].size, sizeof *formats);
  size_t capacity = *count;
  *count = FORMATS;
  if (capacity < FORMATS) {
    if (FAULT == formats_fill_short_array && capacity > 0) formats[0] = formats_of(plugin)[0];
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "there are %d formats", FORMATS);
  }
  memcpy(formats, formats_of(plugin), sizeof made_formats);
  if (FAULT == formats_share_a_name) memcpy(formats[1].name, formats[0].name, sizeof formats[0].name);
  if (FAULT == formats_change_places && ++fills % 2 == 0) {
    formats[0] = made_formats[1];
    formats[1] = made_formats[0];
  }
  return IMP_OK;
}

static const imp_voice_format *find_format(const imp_plugin *plugin, imp_text name) {
  for (size_t i = 0; i < FORMATS; i++) {
    const imp_voice_format *format = &formats_of(plugin)[i];
    const char *own = format->name;
    if (is_text(name, own) || FAULT == extractor_of_any_format) return format;
    size_t beginning = name.length < strlen(own) ? name.length : strlen(own);
    if (FAULT == extractor_of_a_beginning && beginning > 0 && memcmp(name.data, own, beginning) == 0)
      return format;
  }
  return NULL;
}

// ---- Sound -------------------------------------------------------------------

static imp_status check_length(const imp_plugin *plugin, const imp_voice_format *format, uint64_t frames) {
  uint64_t rate = format->rate, shortest = format->shortest_ms * rate, longest = LONGEST_MS * rate;
  bool is_short = frames * 1000 < shortest, is_long = frames * 1000 > longest;
  if (FAULT == refuses_the_shortest) is_short = frames * 1000 <= shortest;
  if ((!is_short && !is_long) || FAULT == hears_any_length) return IMP_OK;
  return fail(plugin, IMP_E_SAMPLE, "%llu frames at %u a second; it takes %u...%u ms",
              (unsigned long long)frames, format->rate, format->shortest_ms, LONGEST_MS);
}

static imp_status check_sound(const imp_plugin *plugin, const imp_voice_format *format,
                              const imp_sound *sound) {
  if (!sound) return missing(plugin, "the sound");
  if (sound->size != sizeof *sound && FAULT != extract_ignores_sound_size)
    return wrong_size(plugin, "the sound", sound->size, sizeof *sound);
  bool layout_is_right = sound->format == IMP_AUDIO_FLOAT32 || FAULT == hears_any_layout;
  bool channels_are_right = sound->channels == 1 || FAULT == hears_any_channels;
  bool rate_is_right = sound->rate == format->rate || FAULT == hears_any_rate;
  if (!layout_is_right || !channels_are_right || !rate_is_right)
    return fail(plugin, IMP_E_SAMPLE, "%u channels of format %u at %u; it takes one of format %d at %u",
                sound->channels, sound->format, sound->rate, IMP_AUDIO_FLOAT32, format->rate);
  imp_bytes bytes = sound->samples;
  size_t width = sizeof(float);
  if ((!bytes.data && bytes.length > 0) || bytes.length % width || (uintptr_t)bytes.data % width)
    return fail(plugin, IMP_E_ARGUMENT, "%zu bytes are no whole samples, or lie askew", bytes.length);
  imp_status status = check_length(plugin, format, bytes.length / width);
  if (status != IMP_OK || FAULT == hears_what_is_no_number) return status;
  const float *samples = (const float *)bytes.data;
  for (size_t i = 0; i < bytes.length / width; i++)
    if (!isfinite(samples[i])) return fail(plugin, IMP_E_SAMPLE, "sample %zu is not a number", i);
  return IMP_OK;
}

static void misuse_sound(imp_voice_extractor *extractor, const float *samples, size_t count) {
  volatile float *own = (volatile float *)(uintptr_t)samples;
  if (FAULT == writes_into_sound) own[0] = own[0] / 2;
  if (FAULT == reads_past_sound) (void)own[count];
  // What a load of four samples does that needs 16-byte alignment.
  if (FAULT == expects_aligned_sound && (uintptr_t)samples % 16 != 0) __builtin_trap();
  if (FAULT == keeps_format_name) (void)*(const volatile char *)extractor->name;
  if (FAULT == keeps_sound) {
    if (extractor->kept) (void)*(const volatile float *)extractor->kept;
    extractor->kept = samples;
  }
}

// Fills the cells. Null: it does for a template; else the reason why not.
static const char *hear(const imp_sound *sound, uint32_t rate, int8_t cells[CELLS], float *quality) {
  const float *samples = (const float *)sound->samples.data;
  size_t count = sound->samples.length / sizeof *samples;
  double energy = 0, most = 0;
  float peak = 0;
  for (size_t i = 0; i < count; i++) {
    energy += (double)samples[i] * samples[i];
    peak = fmaxf(peak, fabsf(samples[i]));
  }
  if (!(energy > 1e-6 * (double)count)) return "it is too quiet";
  if (peak > 1) return "it is too loud";
  for (size_t cell = 0; cell < CELLS; cell++) {
    size_t later = (cell + 1) * rate / 8000;
    double sum = 0;
    for (size_t i = later; i < count; i++) sum += (double)samples[i] * samples[i - later];
    cells[cell] = (int8_t)lround(127 * fmax(-1, fmin(1, sum / energy)));
    // Where the pitch of a voice is.
    if (cell >= 20) most = fmax(most, sum / energy);
  }
  *quality = (float)fmin(100, 100 * most);
  return NULL;
}

// ---- Templates ---------------------------------------------------------------

static void write_template(const int8_t *cells, uint8_t count, uint8_t version, uint8_t out[TEMPLATE_BYTES]) {
  memcpy(out, magic, sizeof magic);
  out[AT_VERSION] = version;
  out[AT_COUNT] = count;
  memcpy(out + AT_CELLS, cells, count);
  uint32_t low = 1, high = 0;
  for (size_t i = 0; i < count; i++) {
    low = (low + out[AT_CELLS + i]) % 251;
    high = (high + low) % 251;
  }
  out[AT_SUM] = (uint8_t)low;
  out[AT_SUM + 1] = (uint8_t)high;
}

// Faults that are in the template itself.
static void change_cells(imp_voice_extractor *extractor, const float *samples, int8_t cells[CELLS]) {
  if (FAULT == hears_no_difference) memset(cells, 1, CELLS);
  if (FAULT == counts_sounds) cells[0] = (int8_t)extractor->calls;
  if (FAULT == measuring_changes_templates) cells[2] = (int8_t)extractor->measured;
  if (FAULT == extractors_share_a_count) cells[1] = (int8_t)(all_calls - extractor->calls);
  // All of the number: two processes may well have the same remainder.
  for (int i = 0, rest = getpid(); FAULT == hears_the_process && rest > 0; i++, rest /= 127)
    cells[i] = (int8_t)(rest % 127);
  if (FAULT == knows_sound_by_its_place) {
    // A cache that takes an address for a sound.
    if (extractor->known != samples) memcpy(extractor->known_cells, cells, CELLS);
    extractor->known = samples;
    memcpy(cells, extractor->known_cells, CELLS);
  }
}

static void leave_template(const uint8_t *made, uint32_t length) {
  uint8_t *copies = leak(1 << 16);
  for (size_t at = 1024; at < 1 << 16; at += 1024) memcpy(copies + at, made, length);
  free(copies);
}

static imp_status refuse(const imp_plugin *plugin, const char *reason) {
  if (FAULT == traps_on_silence) __builtin_trap();
  if (FAULT == voice_refuses_without_a_word) return IMP_E_QUALITY;
  imp_status status = FAULT == finds_no_face ? IMP_E_NO_SUBJECT : IMP_E_QUALITY;
  return fail(plugin, status, "%s; speak again", reason);
}

static imp_status extract(imp_voice_extractor *extractor, const imp_sound *sound, imp_buffer *payload,
                          imp_extraction *extraction) {
  const imp_plugin *plugin = extractor->plugin;
  const imp_voice_format *format = extractor->format;
  if (!payload || !extraction) return missing(plugin, "the room for the template");
  if (extraction->size != sizeof *extraction)
    return wrong_size(plugin, "the extraction", extraction->size, sizeof *extraction);
  if (FAULT == voice_touches_outputs) extraction->quality = 0;
  imp_status status = check_sound(plugin, format, sound);
  if (status != IMP_OK) return status;
  if (FAULT == voice_bound_to_thread && !pthread_equal(extractor->maker, pthread_self()))
    return fail(plugin, IMP_E_STATE, "this is not the thread that made the extractor");
  const float *samples = (const float *)sound->samples.data;
  size_t frames = sound->samples.length / sizeof *samples;
  misuse_sound(extractor, samples, frames);

  static int8_t one_place[CELLS];
  int8_t own[CELLS] = {0}, *cells = FAULT == hears_in_one_place ? one_place : own;
  float quality = -1;
  const char *reason = hear(sound, format->rate, cells, &quality);
  if (FAULT == hears_in_one_place) sleep_for(1000000u); // what it does with the cells takes its time
  if (reason) return refuse(plugin, reason);
  if (FAULT == hears_nobody) return fail(plugin, IMP_E_NO_SUBJECT, "there is no face in the sound");
  if (FAULT == hears_on_three_threads) compute_on_three_threads();
  change_cells(extractor, samples, cells);

  bool is_long = frames >= (uint64_t)LONG_MS * format->rate / 1000;
  uint8_t count = format->template_bytes_fixed || is_long ? CELLS : CELLS - 8;
  uint32_t length = AT_CELLS + count;
  if (FAULT == voice_template_shorter && !is_long) length -= 4;
  if (!payload->data || payload->capacity < length) {
    if (FAULT == voice_fills_short_buffer && payload->data) memset(payload->data, 0, payload->capacity);
    extractor->short_calls++;
    if (FAULT != voice_hides_needed_length) payload->length = length;
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the template needs %u bytes", length);
  }
  extractor->calls++;
  all_calls++;
  if (FAULT == voice_short_buffer_counts) cells[0] = (int8_t)(cells[0] ^ extractor->short_calls);
  if (FAULT == writes_past_voice_template) payload->data[payload->capacity] = 0;
  uint8_t made[TEMPLATE_BYTES];
  write_template(cells, count, (uint8_t)format->version, made);
  if (FAULT == voice_expects_zeroed_buffer)
    for (uint32_t i = 0; i < length; i++) payload->data[i] |= made[i];
  else
    memcpy(payload->data, made, length);
  if (FAULT == leaves_voice_template) leave_template(made, length);
  explicit_bzero(made, sizeof made);
  explicit_bzero(cells, CELLS);
  payload->length = length;
  extraction->version = format->version + (FAULT == voice_of_another_version ? 1 : 0);
  extraction->quality = FAULT == voice_quality_is_no_number ? NAN : quality;
  extraction->reserved = 0;
  return IMP_OK;
}

// ---- Facts -------------------------------------------------------------------

#define PIECE_MS 20

// Of each piece it asks whether it is loud.
static imp_voice_facts facts_of(const float *samples, size_t count, uint32_t rate) {
  imp_voice_facts facts = {.size = sizeof facts};
  size_t piece = rate * PIECE_MS / 1000, loud = 0, clipped = 0;
  double speech = 0, rest = 0;
  for (size_t at = 0; at + piece <= count; at += piece) {
    double energy = 0;
    for (size_t i = at; i < at + piece; i++) energy += (double)samples[i] * samples[i];
    if (energy > 1e-6 * (double)piece) loud++, speech += energy;
    else rest += energy;
  }
  for (size_t i = 0; i < count; i++) clipped += fabsf(samples[i]) >= 1;
  size_t others = count / piece - loud;
  facts.known = IMP_VOICE_SPEECH | IMP_VOICE_CLIPPED;
  facts.speech_ms = (uint32_t)loud * PIECE_MS;
  if (FAULT == hears_speech_in_silence) facts.speech_ms = (uint32_t)(count / piece) * PIECE_MS;
  facts.clipped = (float)((double)clipped / (double)count);
  if (FAULT == clipped_in_percent) facts.clipped *= 100;
  if (loud > 0) {
    facts.known |= IMP_VOICE_LEVEL;
    facts.level_db = (float)fmin(200, 10 * log10(2 * speech / (double)(loud * piece)));
    if (FAULT == level_in_bels) facts.level_db /= 10;
  }
  if (loud > 0 && others > 0 && rest > 0) {
    double ratio = speech / (double)loud / (rest / (double)others);
    facts.known |= IMP_VOICE_SNR;
    facts.snr_db = (float)fmax(-200, fmin(200, 10 * log10(ratio)));
  }
  if (FAULT == gives_unknown_facts && loud == 0) facts.level_db = -100;
  return facts;
}

static imp_status measure(imp_voice_extractor *extractor, const imp_sound *sound, imp_voice_facts *facts) {
  const imp_plugin *plugin = extractor->plugin;
  if (!facts) return missing(plugin, "the facts");
  if (facts->size != sizeof *facts && FAULT != measure_ignores_facts_size)
    return wrong_size(plugin, "the facts", facts->size, sizeof *facts);
  if (FAULT == measure_touches_facts) facts->known = 0;
  imp_status status = check_sound(plugin, extractor->format, sound);
  if (status == IMP_E_SAMPLE && FAULT == measures_any_sound && sound->channels == 2) status = IMP_OK;
  if (status != IMP_OK) return status;
  size_t count = sound->samples.length / sizeof(float);
  imp_voice_facts found = facts_of((const float *)sound->samples.data, count, extractor->format->rate);
  if (FAULT == measures_speech_alone && found.speech_ms == 0)
    return fail(plugin, IMP_E_QUALITY, "nobody speaks; speak up");
  extractor->measured++;
  if (FAULT == facts_count_calls) found.clipped = fminf(1, found.clipped + 1e-6f * (float)extractor->measured);
  *facts = found;
  return IMP_OK;
}

// ---- Table -------------------------------------------------------------------

static imp_status create(imp_plugin *plugin, const imp_voice_extractor_options *options,
                         imp_voice_extractor **extractor) {
  if (!options || !extractor) return missing(plugin, "options or the place for the extractor");
  if (options->size != sizeof *options) return wrong_size(plugin, "options", options->size, sizeof *options);
  if (options->threads < 1 && FAULT != extractor_of_no_threads)
    return fail(plugin, IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
  if (!options->format.data && options->format.length > 0) return missing(plugin, "the format's name");
  const imp_voice_format *format = find_format(plugin, options->format);
  if (!format) return fail(plugin, IMP_E_UNSUPPORTED, "it makes no templates of that format");
  imp_voice_extractor *made = calloc(1, sizeof *made);
  if (!made && FAULT != voice_ignores_memory_failure)
    return fail(plugin, IMP_E_MEMORY, "no memory for an extractor");
  made->plugin = plugin;
  made->format = format;
  made->name = options->format.data;
  made->maker = pthread_self();
  *extractor = made;
  return IMP_OK;
}

static void destroy(imp_voice_extractor *extractor) {
  explicit_bzero(extractor->known_cells, sizeof extractor->known_cells);
  free(extractor);
}

static const char *const plugin_abilities[] = {IMP_VOICE_EXTRACTOR_ID};

static const imp_voice_extractor_ability table = {
    sizeof(imp_voice_extractor_ability), 0, formats, create, extract, measure, destroy};

static const void *plugin_table(const char *id) {
  (void)id;
  return &table;
}
