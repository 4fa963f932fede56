// SPDX-License-Identifier: Apache-2.0
// What the files of this plugin share.
#ifndef PLUGIN_H
#define PLUGIN_H

#include <imprint/imprint.h>

#include "identity.h"

// One opened plugin. There may be several at once, so nothing of it is global.
struct imp_plugin {
  const imp_host *host;
  const imp_host_report *report; // NULL: the host takes no words
};

// How many abilities the plugin has.
#define ABILITY_COUNT (sizeof((const char *[]){PLUGIN_ABILITIES}) / sizeof(const char *))

// Their tables, in the order of PLUGIN_ABILITIES. More or fewer do not compile.
extern const void *const plugin_tables[ABILITY_COUNT];

// Hands the words for `status` to the host, and gives the status back.
__attribute__((format(printf, 3, 4))) imp_status fail(const imp_plugin *plugin, imp_status status,
                                                      const char *format, ...);

// Overwrites bytes of a template: freed memory is reused, and could be read there.
void forget(void *bytes, size_t count);

// Whether a struct that is lent is there, and of the size that this plugin was built for: nothing else of it
// may be used before. Else the status to answer; its words are told. `what` is its name, for people.
imp_status check_struct(const imp_plugin *plugin, const void *lent, size_t size, const char *what);

// Answers a call that lists what there is: `number` entries of `size` bytes, each of which begins with its
// size field; all of them, or how many there are.
imp_status list_all(const imp_plugin *plugin, const void *made, size_t number, size_t size, void *list,
                    size_t *count);

// Whether an image has the size, format and bytes that the contract asks for, and
// sides of at least `side` pixels. Else the status to answer; its words are told.
imp_status check_image(const imp_plugin *plugin, const imp_image *image, uint32_t side);

#endif
