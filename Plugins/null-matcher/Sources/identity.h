// SPDX-License-Identifier: Apache-2.0
// What is said here and in plugin.yaml. `sdkctl plugin lint` compares both, so each is one literal, or one
// name of the contract's, on a line of its own; a host refuses a plugin whose two differ.
#ifndef PLUGIN_IDENTITY_H
#define PLUGIN_IDENTITY_H

#define PLUGIN_ID "dev.imprint.null-matcher"
#define PLUGIN_VERSION "1.0.0"
#define PLUGIN_VENDOR "Imprint"
#define PLUGIN_ABILITY IMP_MATCHER_ID

// The name of the template format. Templates of different names are never
// compared: choose a new one (and in plugin.yaml) once yours differ.
#define MATCHER_ALGORITHM "imprint.null"
#define MATCHER_WRITES 1 // version of the templates it makes
#define MATCHER_READS_MIN 1
#define MATCHER_READS_MAX 1
#define MATCHER_TEMPLATE_BYTES 268 // the most
#define MATCHER_NEEDS_FACE 0
#define MATCHER_SYMMETRIC 1
#define MATCHER_SIMILARITY_MIN -1
#define MATCHER_SIMILARITY_MAX 1

// What a template begins with, so that no other format's bytes pass for it. A new plugin gets one of its own.
#define MATCHER_MAGIC {0x4E, 0x55, 0x4C, 0x4D}

#endif
