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

// An extractor and a matcher of the one format that a plugin lists.
static inline imp_face_extractor *face_extractor(const imp_face_extractor_ability *table, imp_plugin *plugin,
                                                 imp_face_format *format) {
  imp_face_extractor *made = NULL;
  size_t count = 1;
  *format = (imp_face_format){.size = sizeof *format};
  if (table->formats(plugin, format, &count) != IMP_OK)
    need(NULL, "it lists no format that it makes");
  imp_face_extractor_options options = {.size = sizeof options, .threads = 1};
  options.format = (imp_text){format->name, strlen(format->name)};
  if (table->create(plugin, &options, &made) != IMP_OK)
    need(NULL, "it makes no extractor");
  return made;
}

static inline imp_matcher *matcher(const imp_matcher_ability *table, imp_plugin *plugin,
                                   imp_matcher_format *format) {
  imp_matcher *made = NULL;
  size_t count = 1;
  *format = (imp_matcher_format){.size = sizeof *format};
  if (table->formats(plugin, format, &count) != IMP_OK)
    need(NULL, "it lists no format that it compares");
  imp_matcher_options options = {.size = sizeof options, .threads = 1};
  options.format = (imp_text){format->name, strlen(format->name)};
  if (table->create(plugin, &options, &made) != IMP_OK)
    need(NULL, "it makes no matcher");
  return made;
}

#endif
