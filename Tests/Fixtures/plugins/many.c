// SPDX-License-Identifier: Apache-2.0
// A library of many that makes templates of images: four bytes of one, as each plugin's parameters say.
// Macros make it misbehave; see README.md.
#include <imprint/imprint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FIX_DECLARE
#define FIX_DECLARE
#endif
#ifndef FIX_EXTRACT
#define FIX_EXTRACT
#endif

#define TEMPLATE_BYTES 4
#define PARAMETERS 4

struct imp_plugin {
  const imp_host *host;
  char format[64];
  int64_t start;
  double scale;
  int is_inverted;
};

struct imp_face_extractor {
  imp_plugin *plugin;
};

static int is_format(const imp_plugin *plugin, imp_text name) {
  return name.length == strlen(plugin->format) && memcmp(name.data, plugin->format, name.length) == 0;
}

static imp_status formats(imp_plugin *plugin, imp_face_format *formats, size_t *count) {
  size_t room = *count;
  *count = 1;
  if (room < 1 || !formats) return IMP_RETRY_SHORT_BUFFER;
  if (formats->size != sizeof *formats) return IMP_E_ABI;
  *formats = (imp_face_format){.size = sizeof *formats, .version = 1, .template_bytes_max = TEMPLATE_BYTES,
                               .template_bytes_fixed = TEMPLATE_BYTES};
  strcpy(formats->name, plugin->format);
  return IMP_OK;
}

static imp_status create(imp_plugin *plugin, const imp_face_extractor_options *options,
                         imp_face_extractor **made) {
  if (!is_format(plugin, options->format)) return IMP_E_UNSUPPORTED;
  *made = malloc(sizeof **made);
  (*made)->plugin = plugin;
  return IMP_OK;
}

static imp_status extract(imp_face_extractor *extractor, const imp_image *image, const imp_face *face,
                          const imp_point3 *landmarks, uint32_t landmark_count, imp_buffer *payload,
                          imp_extraction *extraction) {
  const imp_plugin *plugin = extractor->plugin;
  (void)face, (void)landmarks, (void)landmark_count;
  FIX_EXTRACT
  for (int i = 0; i < TEMPLATE_BYTES; i++) {
    uint8_t value = (uint8_t)(image->pixels.data[plugin->start + i] * plugin->scale);
    payload->data[i] = plugin->is_inverted ? 255 - value : value;
  }
  payload->length = TEMPLATE_BYTES;
  extraction->version = 1;
  extraction->quality = 50;
  return IMP_OK;
}

static void destroy(imp_face_extractor *extractor) { free(extractor); }

static const imp_face_extractor_ability table = {
    sizeof(imp_face_extractor_ability), 0, formats, create, extract, destroy};

// ---- Entry ----

// The library has more abilities than its plugins provide.
static const char *const abilities[] = {IMP_MATCHER_ID, IMP_FACE_EXTRACTOR_ID};

static imp_parameter_declaration declared[PARAMETERS] = {
    {sizeof *declared, IMP_PARAMETER_TEXT, 1, 63, 0, 0, "format", "The name of the format."},
    {sizeof *declared, IMP_PARAMETER_INTEGER, 0, 0, 0, 12, "start", "The first byte of the image that counts."},
    {sizeof *declared, IMP_PARAMETER_NUMBER, 0, 0, 0, 1, "scale", "What bytes are multiplied by."},
    {sizeof *declared, IMP_PARAMETER_BOOLEAN, 0, 0, 0, 0, "inverted", "Whether dark is bright."},
};

static imp_library_descriptor descriptor = {
    .library = {.size = sizeof descriptor, .ability_count = 2, .id = "org.example.library", .version = "2.1.0",
                .vendor = "Example of many", .abilities = abilities},
    .parameter_count = PARAMETERS, .parameters = declared};

static const imp_descriptor *describe(const imp_entry *self) {
  (void)self;
  FIX_DECLARE
  return &descriptor.library;
}

static imp_status plugin_open(const imp_entry *self, const imp_host *host, imp_plugin **plugin) {
  (void)self;
  const imp_host_parameters *parameters = host->ability(host, IMP_HOST_PARAMETERS_ID);
  if (!parameters) return IMP_E_ABILITY;
  if (parameters->size != sizeof *parameters) return IMP_E_ABI;
  const imp_parameter *given[PARAMETERS];
  for (int i = 0; i < PARAMETERS; i++) {
    given[i] = parameters->value(host, (imp_text){declared[i].name, strlen(declared[i].name)});
    if (given[i] && (given[i]->size != sizeof **given || given[i]->type != declared[i].type)) return IMP_E_ABI;
  }
  if (!given[0] || parameters->value(host, (imp_text){"no such", 7}) || parameters->value(host, (imp_text){0}))
    return IMP_E_ARGUMENT;
  imp_plugin *made = calloc(1, sizeof *made);
  *made = (imp_plugin){.host = host, .start = given[1] ? given[1]->integer : 0,
                       .scale = given[2] ? given[2]->number : 1, .is_inverted = given[3] && given[3]->integer};
  memcpy(made->format, given[0]->text.data, given[0]->text.length);
  *plugin = made;
  return IMP_OK;
}

static void plugin_close(imp_plugin *plugin) { free(plugin); }

static const void *ability(imp_plugin *plugin, const char *id) {
  (void)plugin;
  return strcmp(id, IMP_FACE_EXTRACTOR_ID) == 0 ? &table : NULL;
}

static const imp_entry entry = {1, 1, sizeof entry, 0, describe, plugin_open, plugin_close, ability};

const imp_entry *imp_plugin_entry(void) { return &entry; }
