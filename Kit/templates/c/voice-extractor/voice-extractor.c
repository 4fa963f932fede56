// SPDX-License-Identifier: Apache-2.0
// A voice extractor: it describes a voice by its coarse spectrum.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: the same voice differs from microphone to microphone.
// To make it yours, replace `hear` and `write_template`; what is checked
// before stays as it is.
#include "bands.h"
#include "templates.h"

#include <stdlib.h>

#define SHORTEST_MS 500
#define LONGEST_MS 60000
#define SPEECH_MS 300 // of sound that is loud enough, at least

_Static_assert(sizeof TEMPLATE_FORMAT <= sizeof(((imp_voice_format *)0)->name), "the format's name is too long");

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
                "%u channels of format %u at %u frames per second; one channel of floats (3) at %d is supported",
                sound->channels, sound->format, sound->rate, RATE);
  imp_bytes bytes = sound->samples;
  if ((!bytes.data && bytes.length > 0) || bytes.length % sizeof(float) != 0 ||
      (uintptr_t)bytes.data % _Alignof(float) != 0)
    return fail(plugin, IMP_E_ARGUMENT, "the sound's %zu bytes are null, not whole samples, or misaligned",
                bytes.length);
  const float *samples = (const float *)(const void *)bytes.data;
  size_t count = bytes.length / sizeof(float);
  if (count < SHORTEST_MS * (RATE / 1000) || count > LONGEST_MS * (RATE / 1000))
    return fail(plugin, IMP_E_SAMPLE, "the sound has %zu samples; %d to %d ms are supported", count, SHORTEST_MS,
                LONGEST_MS);
  for (size_t i = 0; i < count; i++)
    if (!isfinite(samples[i]))
      return fail(plugin, IMP_E_SAMPLE, "sample %zu of the sound is not a number", i);
  return IMP_OK;
}

// Whether a voice can be told from a sound. Else the status to answer; its words are told.
static imp_status check_quality(const imp_plugin *plugin, const float *samples, size_t count, const voice *voice) {
  size_t clipped = count_clipped(samples, count);
  if (clipped * 100 > count)
    return fail(plugin, IMP_E_QUALITY, "it is clipped: %zu of %zu samples are at full scale; lower the gain",
                clipped, count);
  if (heard_ms(voice) < SPEECH_MS)
    return fail(plugin, IMP_E_QUALITY, "too little speech: %d ms are loud enough, %d are needed; speak up",
                heard_ms(voice), SPEECH_MS);
  return IMP_OK;
}

static imp_status extract(imp_voice_extractor *extractor, const imp_sound *sound, imp_buffer *payload,
                          imp_extraction *extraction) {
  const imp_plugin *plugin = extractor->plugin;
  imp_status status = check_sound(plugin, sound);
  // Checked first: a call that is refused changes nothing.
  if (status == IMP_OK)
    status = check_outputs(plugin, payload, extraction);
  if (status != IMP_OK)
    return status;
  voice voice = {0};
  const float *samples = (const float *)(const void *)sound->samples.data;
  size_t count = sound->samples.length / sizeof(float);
  hear(samples, count, &voice);
  status = check_quality(plugin, samples, count, &voice);
  if (status == IMP_OK) {
    write_template(&voice, payload->data);
    tell(payload, extraction);
  }
  forget(&voice, sizeof voice);
  return status;
}

// Tells how a sound is, with a template or without.
static imp_status measure(imp_voice_extractor *extractor, const imp_sound *sound, imp_voice_facts *facts) {
  const imp_plugin *plugin = extractor->plugin;
  imp_status status = check_sound(plugin, sound);
  if (status == IMP_OK)
    status = check_struct(plugin, facts, sizeof *facts, "the facts");
  if (status != IMP_OK)
    return status;
  voice voice = {0};
  const float *samples = (const float *)(const void *)sound->samples.data;
  size_t count = sound->samples.length / sizeof(float);
  hear(samples, count, &voice);
  write_facts(&voice, count_clipped(samples, count), count, facts);
  forget(&voice, sizeof voice);
  return IMP_OK;
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
    return fail(plugin, IMP_E_ARGUMENT, "the pointer to the extractor is null");
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
    .measure = measure,
    .destroy = destroy,
};

const void *const plugin_tables[] = {&table};
