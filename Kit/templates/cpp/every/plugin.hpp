// SPDX-License-Identifier: Apache-2.0
// What the files of this plugin share.
#ifndef PLUGIN_HPP
#define PLUGIN_HPP

#include <imprint/imprint.hpp>

#include <iterator>

#include "identity.h"

// One opened plugin. There may be several at once, so nothing of it is global.
struct imp_plugin {
  explicit imp_plugin(const imprint::Host &host) : host(host) {}
  const imprint::Host host;
};

inline constexpr const char *plugin_abilities[] = {PLUGIN_ABILITIES};

// Their tables, in that order. More or fewer do not compile.
extern const void *const plugin_tables[std::size(plugin_abilities)];

#endif
