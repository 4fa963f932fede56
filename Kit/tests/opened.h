// SPDX-License-Identifier: Apache-2.0
// A host of a few lines, for the programs that scripts/checks/kit builds: it opens a plugin, bare.
#ifndef OPENED_H
#define OPENED_H

#include <imprint/imprint.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const void *no_ability(const imp_host *host, const char *id) {
  (void)host, (void)id;
  return NULL;
}

static const imp_host host = {
    .size = sizeof(imp_host), .abi_version = 1, .name = {"kit", 3}, .version = {"1", 1}, .ability = no_ability};

static const void *need(const void *pointer, const char *what) {
  if (pointer)
    return pointer;
  fprintf(stderr, "%s\n", what);
  exit(2);
}

static const imp_entry *opened(const char *path, imp_plugin **plugin) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    need(NULL, dlerror());
  const imp_entry *(*entry_of)(void);
  void *symbol = dlsym(library, "imp_plugin_entry");
  memcpy(&entry_of, &symbol, sizeof symbol); // ISO C knows no function behind an object's pointer
  need(symbol, path);
  const imp_entry *entry = need(entry_of(), path);
  if (entry->open(entry, &host, plugin) != IMP_OK)
    need(NULL, "it does not open");
  return entry;
}

// An object of the one format that a plugin lists.
#define MAKES_ONE(object)                                                                                    \
  static inline imp_##object *object(const imp_##object##_ability *table, imp_plugin *plugin,                \
                                     FORMAT_OF_##object *format) {                                           \
    imp_##object *made = NULL;                                                                               \
    size_t count = 1;                                                                                        \
    *format = (FORMAT_OF_##object){.size = sizeof *format};                                                  \
    if (table->formats(plugin, format, &count) != IMP_OK)                                                    \
      need(NULL, "it lists no format");                                                                      \
    imp_##object##_options options = {.size = sizeof options, .threads = 1};                                 \
    options.format = (imp_text){format->name, strlen(format->name)};                                         \
    if (table->create(plugin, &options, &made) != IMP_OK)                                                    \
      need(NULL, "it makes none of its format");                                                             \
    return made;                                                                                             \
  }

#define FORMAT_OF_face_extractor imp_face_format
#define FORMAT_OF_voice_extractor imp_voice_format
#define FORMAT_OF_finger_extractor imp_finger_format
#define FORMAT_OF_matcher imp_matcher_format

MAKES_ONE(face_extractor)
MAKES_ONE(voice_extractor)
MAKES_ONE(finger_extractor)
MAKES_ONE(matcher)

#endif
