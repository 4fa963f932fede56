// SPDX-License-Identifier: Apache-2.0
// The plugin itself: who it is, and its entry.
#include "plugin.hpp"

namespace {

struct Identity {
  using plugin = imp_plugin;
  static constexpr const char *id = PLUGIN_ID, *version = PLUGIN_VERSION, *vendor = PLUGIN_VENDOR;
  static constexpr auto &abilities = plugin_abilities;
  static constexpr auto &tables = plugin_tables;
};

} // namespace

const imp_entry *imp_plugin_entry(void) { return imprint::entry<Identity>(); }
