// SPDX-License-Identifier: Apache-2.0
// What is said here and in plugin.yaml. `sdkctl plugin lint` compares both, so each is one literal, or one
// name of the contract's, on a line of its own; a host refuses a plugin whose two differ.
#ifndef PLUGIN_IDENTITY_H
#define PLUGIN_IDENTITY_H

#define PLUGIN_ID "@ID@"
#define PLUGIN_VERSION "1.0.0"
#define PLUGIN_VENDOR "@VENDOR_C@"
#define PLUGIN_ABILITY @ABILITY_C@

// The name of the template format, which is said here alone. Templates of
// different names are never compared: choose a new one once yours differ.
#define TEMPLATE_FORMAT "@ALGORITHM@"
#define TEMPLATE_VERSION 1 // of the templates it makes

// What a template begins with, so that no other format's bytes pass for it: made from the format's name. Of a
// new name it is the first four bytes that `printf 'imprint template magic\n%s' NAME | sha256sum` says.
#define TEMPLATE_MAGIC {@MAGIC@}

#endif
