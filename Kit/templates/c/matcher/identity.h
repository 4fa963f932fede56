// SPDX-License-Identifier: Apache-2.0
// Who the plugin is. plugin.yaml says the same; a plugin whose two differ is refused.
#ifndef PLUGIN_IDENTITY_H
#define PLUGIN_IDENTITY_H

#define PLUGIN_ID "@ID@"
#define PLUGIN_VERSION "1.0.0"
#define PLUGIN_VENDOR "@VENDOR_C@"

// The name of the template format. Templates of different names are never
// compared: choose a new one (and in plugin.yaml) once yours differ.
#define ALGORITHM "@ALGORITHM@"

#endif
