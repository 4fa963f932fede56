// SPDX-License-Identifier: Apache-2.0
// What the plugin can do: the tables of PLUGIN_ABILITIES, in that order.
#include "plugin.h"

extern const imp_face_extractor_ability face_extractor_table;
extern const imp_matcher_ability matcher_table;
extern const imp_matcher_search_ability search_table;

const void *const plugin_tables[] = {&face_extractor_table, &matcher_table, &search_table};
