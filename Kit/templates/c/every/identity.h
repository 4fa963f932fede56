// SPDX-License-Identifier: Apache-2.0
// What is said here and in plugin.yaml. `sdkctl plugin lint` compares both, so each is one literal, or names
// of the contract's, on a line of its own; a host refuses a plugin whose two differ.
#ifndef PLUGIN_IDENTITY_H
#define PLUGIN_IDENTITY_H

#define PLUGIN_ID "@ID@"
#define PLUGIN_VERSION "1.0.0"
#define PLUGIN_VENDOR "@VENDOR_C@"
#define PLUGIN_ABILITIES @ABILITIES_C@
@FORMAT@
#endif
