// SPDX-License-Identifier: Apache-2.0
// A matcher without an extractor: its templates are made by another plugin.
#define PLUGIN_ABILITY_COUNT 1
#include "matcher.c"
