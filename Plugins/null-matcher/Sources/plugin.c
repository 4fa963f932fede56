// SPDX-License-Identifier: Apache-2.0
// The plugin itself: its entry, its opening and closing, and its words.
#include "plugin.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

imp_status fail(const imp_plugin *plugin, imp_status status, const char *format, ...) {
  char words[256];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  if (plugin->report && length > 0) {
    size_t count = (size_t)length < sizeof words ? (size_t)length : sizeof words - 1;
    plugin->report->words(plugin->host, status, (imp_text){words, count});
  }
  return status;
}

void forget(void *bytes, size_t count) {
  // Volatile: the compiler would leave out writing what nobody reads.
  volatile uint8_t *at = bytes;
  for (size_t i = 0; i < count; i++)
    at[i] = 0;
}

imp_status check_struct(const imp_plugin *plugin, const void *lent, size_t size, const char *what) {
  if (!lent)
    return fail(plugin, IMP_E_ARGUMENT, "%s is missing", what);
  uint32_t stated;
  memcpy(&stated, lent, sizeof stated);
  if (stated != size)
    return fail(plugin, IMP_E_ABI, "%s: the size field is %u, not %zu", what, stated, size);
  return IMP_OK;
}

imp_status list_all(const imp_plugin *plugin, const void *made, size_t number, size_t size, void *list,
                    size_t *count) {
  if (!count)
    return fail(plugin, IMP_E_ARGUMENT, "there is no place for the number of entries");
  size_t room = list ? *count : 0;
  for (size_t i = 0; i < room; i++) {
    imp_status status = check_struct(plugin, (const uint8_t *)list + i * size, size, "an entry of the list");
    if (status != IMP_OK)
      return status;
  }
  *count = number;
  if (room < number)
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the list needs room for %zu entries", number);
  if (number > 0)
    memcpy(list, made, number * size);
  return IMP_OK;
}

imp_status check_image(const imp_plugin *plugin, const imp_image *image, uint32_t side) {
  imp_status status = check_struct(plugin, image, sizeof *image, "the image");
  if (status != IMP_OK)
    return status;
  if (image->format != IMP_PIXEL_GREY8 && image->format != IMP_PIXEL_RGB24)
    return fail(plugin, IMP_E_SAMPLE, "pixel format %u is neither grey (1) nor RGB (2)", image->format);
  if (image->width < side || image->height < side || image->width > 65535 || image->height > 65535)
    return fail(plugin, IMP_E_SAMPLE, "%u x %u pixels; a side needs %u...65535", image->width, image->height,
                side);
  uint64_t row = (uint64_t)image->width * (image->format == IMP_PIXEL_GREY8 ? 1 : 3);
  uint64_t needed = (uint64_t)(image->height - 1) * image->row_bytes + row;
  if (image->row_bytes < row || !image->pixels.data || image->pixels.length < needed)
    return fail(plugin, IMP_E_SAMPLE, "%zu bytes in rows of %u do not hold the image's pixels",
                image->pixels.length, image->row_bytes);
  return IMP_OK;
}

static const char *const abilities[] = {PLUGIN_ABILITIES};

static const imp_descriptor *describe(const imp_entry *self) {
  (void)self;
  static const imp_descriptor descriptor = {
      .size = sizeof(imp_descriptor),
      .ability_count = ABILITY_COUNT,
      .id = PLUGIN_ID,
      .version = PLUGIN_VERSION,
      .vendor = PLUGIN_VENDOR,
      .abilities = abilities,
  };
  return &descriptor;
}

static imp_status open_plugin(const imp_entry *self, const imp_host *host, imp_plugin **plugin) {
  // Nothing of a host may be used before its size is known to be right.
  if (!host || host->size != sizeof *host || host->abi_version < self->abi_min ||
      host->abi_version > self->abi_max)
    return IMP_E_ABI;
  if (!plugin)
    return IMP_E_ARGUMENT;
  const imp_host_report *report = host->ability(host, IMP_HOST_REPORT_ID);
  if (report && report->size != sizeof *report)
    return IMP_E_ABI;
  imp_plugin *made = malloc(sizeof *made);
  if (!made)
    return IMP_E_MEMORY;
  *made = (imp_plugin){.host = host, .report = report};
  *plugin = made;
  return IMP_OK;
}

static void close_plugin(imp_plugin *plugin) {
  free(plugin);
}

static const void *ability(imp_plugin *plugin, const char *id) {
  (void)plugin;
  for (size_t i = 0; id && i < ABILITY_COUNT; i++)
    if (strcmp(id, abilities[i]) == 0)
      return plugin_tables[i];
  return NULL;
}

const imp_entry *imp_plugin_entry(void) {
  static const imp_entry entry = {
      .abi_min = 1,
      .abi_max = 1,
      .size = sizeof(imp_entry),
      .describe = describe,
      .open = open_plugin,
      .close = close_plugin,
      .ability = ability,
  };
  return &entry;
}
