// SPDX-License-Identifier: Apache-2.0
// What is said here and in plugin.yaml. `sdkctl plugin lint` compares both, so each is one literal, or names
// of the contract's, on a line of its own; a host refuses a plugin whose two differ.
#ifndef PLUGIN_IDENTITY_H
#define PLUGIN_IDENTITY_H

#define PLUGIN_ID "dev.imprint.null-matcher"
#define PLUGIN_VERSION "1.0.0"
#define PLUGIN_VENDOR "Imprint"
#define PLUGIN_ABILITIES IMP_FACE_EXTRACTOR_ID, IMP_MATCHER_ID, IMP_MATCHER_SEARCH_ID

// The name of the template format. Templates of different names are never compared: choose a new one (and in
// plugin.yaml) once yours differ.
#define TEMPLATE_FORMAT "imprint.null"
#define TEMPLATE_VERSION 1 // of the templates it makes
// What a template begins with, so that no other format's bytes pass for it. A new plugin gets one of its own.
#define TEMPLATE_MAGIC {0x4E, 0x55, 0x4C, 0x4D}
#define TEMPLATE_BYTES 268 // the most
#define NEEDS_FACE 0       // 1: it takes a face with landmarks; 0: an image of a face alone will do

// What it compares.
#define MATCHER_READS_MIN 1 // versions of templates that it takes
#define MATCHER_READS_MAX 1
#define MATCHER_SYMMETRIC 1
#define MATCHER_SIMILARITY_MIN -1
#define MATCHER_SIMILARITY_MAX 1
#define MATCHER_FUSES 1 // version of the templates that it makes of several; 0: of none

#endif
