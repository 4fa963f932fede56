// SPDX-License-Identifier: Apache-2.0
// A library of many: a voice extractor whose formats follow from the parameters of each plugin. Correct, but
// for the fault it is built with.
#define PLUGIN_PARAMETERS 4
#include "voice.c"

#define NAME_BYTES 63

static const imp_parameter_declaration plugin_parameters[PLUGIN_PARAMETERS] = {
    {sizeof(imp_parameter_declaration), IMP_PARAMETER_TEXT, 1, NAME_BYTES, 0, 0, "format",
     "What its first format is called."},
    {sizeof(imp_parameter_declaration), IMP_PARAMETER_INTEGER, 1, 0, FAULT == declares_no_range ? 96000 : 8000, 48000,
     "rate", "Samples in a second of the sound that it takes."},
    {sizeof(imp_parameter_declaration), IMP_PARAMETER_NUMBER, 0, 0, 0.25, 2, "shortest",
     "Seconds of sound that it needs; 0.5 where that is not given."},
    {sizeof(imp_parameter_declaration), IMP_PARAMETER_BOOLEAN, 0, 0, 0, 0, "anyLength",
     "Whether templates may differ in length."},
};

static imp_voice_format everybodys[FORMATS]; // only a fault looks at it

static const imp_voice_format *formats_of(const imp_plugin *plugin) {
  return FAULT == keeps_parameters_for_all ? everybodys : plugin->own;
}

static imp_status take_parameters(imp_plugin *plugin, const imp_host_parameters *parameters) {
  const imp_parameter *given[PLUGIN_PARAMETERS];
  for (size_t i = 0; i < PLUGIN_PARAMETERS; i++) {
    const imp_parameter_declaration *declared = &plugin_parameters[i];
    given[i] = parameters->value(plugin->host, (imp_text){declared->name, strlen(declared->name)});
    bool is_needed = (declared->required && FAULT != trusts_parameters) || FAULT == wants_every_parameter;
    if (!given[i] && is_needed) return fail(plugin, IMP_E_ARGUMENT, "%s is not given", declared->name);
    if (given[i] && given[i]->size != sizeof *given[i]) return IMP_E_ABI;
  }
  if (FAULT == trusts_parameters && !given[0]) __builtin_trap();
  imp_text name = given[0]->text;
  if (!name.data || name.length > NAME_BYTES) return fail(plugin, IMP_E_ARGUMENT, "it is no name");
  if (FAULT == traps_at_the_end_of_a_range && given[1]->integer == 48000) __builtin_trap();
  imp_voice_format *formats = calloc(FORMATS, sizeof *formats);
  if (!formats) return IMP_E_MEMORY;
  memcpy(formats, made_formats, sizeof made_formats);
  memset(formats[0].name, 0, sizeof formats[0].name);
  memcpy(formats[0].name, name.data, name.length);
  formats[0].rate = (uint32_t)given[1]->integer;
  if (given[2]) formats[0].shortest_ms = (uint32_t)(given[2]->number * 1000);
  if (given[3] && given[3]->integer) formats[0].template_bytes_fixed = 0;
  memcpy(everybodys, formats, sizeof everybodys);
  plugin->own = formats;
  return IMP_OK;
}
