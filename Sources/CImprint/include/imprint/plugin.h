// SPDX-License-Identifier: Apache-2.0
// The entry point: the one symbol of a plugin, and the handshake of both sides.
//
// The handshake, in this order: imp_plugin_entry, compare the contract ranges,
// compare the descriptor with the manifest, open, ability, ..., close.
//
// Threads. Each function's comment ends with the calls it never overlaps:
//   [any thread]              none: it may overlap with all, itself included
//   [one at a time: library]  open and close of this library in this process,
//                             for any host or opened plugin
//   [one at a time: plugin]   those marked so, on one opened plugin
//   [one at a time: object]   those marked so, on one object made from it
// On any thread: no function may rely on thread identity. Where the manifest says
// `concurrency.instances: serial`, no two calls into an opened plugin overlap, but
// for those marked [any thread] and those that wait for a device: next_frame, read,
// a watch's next, a card's begin, transmit and control. These are one at a time per
// object only.
#ifndef IMPRINT_PLUGIN_H
#define IMPRINT_PLUGIN_H

#include "base.h"
#include "host.h"
#include "status.h"

IMP_BEGIN_DECLS

// An opened plugin. Opaque to the host.
typedef struct imp_plugin imp_plugin;
typedef struct imp_entry imp_entry;

// The plugin's identity as the binary states it, compared with the manifest field
// by field. All strings are UTF-8, null-terminated, at most 255 bytes. A library of
// many returns an imp_library_descriptor instead.
typedef struct imp_descriptor {
  uint32_t size; // sizeof(imp_descriptor)
  uint32_t ability_count;
  const char *IMP_NONNULL id;      // reverse-DNS: "org.example.my-matcher"
  const char *IMP_NONNULL version; // semantic version: "1.0.0"
  const char *IMP_NONNULL vendor;
  // The ids that `ability` finds, in any order; ability_count of them.
  const char *IMP_NONNULL const *IMP_NULLABLE abilities;
} imp_descriptor;

// A parameter that the plugins of a library of many may have. Both strings are
// UTF-8, null-terminated.
typedef struct imp_parameter_declaration {
  uint32_t size;       // sizeof(imp_parameter_declaration)
  uint32_t type;       // IMP_PARAMETER_... (host.h)
  uint32_t required;   // 1: every plugin's manifest sets it; 0: optional
  uint32_t length_max; // of a text: 1...1024 bytes; 0 for all others
  // Of an integer or a number, inclusive; 0 for all others. Those of an integer are
  // whole, within -2^53...2^53.
  double min;
  double max;
  // A lower-case letter, then letters and digits, with single '-', '_' or '.'
  // between them: "inputWidth"; at most 63 bytes. Names are unique.
  const char *IMP_NONNULL name;
  const char *IMP_NONNULL purpose; // for people: one line of 1...255 bytes
} imp_parameter_declaration;

// What a library of many, which serves several plugins, returns as its descriptor,
// as a pointer to its first field. Each plugin has a manifest of its own, whose
// `library.ofMany` repeats what this states of the library. All else about a plugin
// (formats, models, limits) follows from the parameters of its manifest, which it
// can read once it is opened (host.h). Plugins of one library that are open at the
// same time use only their own.
typedef struct imp_library_descriptor {
  // As any other, except: its size is sizeof(imp_library_descriptor), which
  // distinguishes it; id, version and vendor are the library's; and the abilities
  // are all that its plugins may have, each of which provides those in its
  // manifest.
  imp_descriptor library;
  uint32_t parameter_count; // 0...64
  uint32_t reserved;
  const imp_parameter_declaration *IMP_NULLABLE parameters; // in any order; parameter_count of them
} imp_library_descriptor;

// The entry table. Constant, in the plugin's own memory, valid while loaded.
struct imp_entry {
  // The contract versions this plugin supports, inclusive. These two fields keep
  // their offset in every version: a host that finds no common version reads
  // nothing else, and its error names both ranges.
  uint32_t abi_min;
  uint32_t abi_max;
  uint32_t size; // sizeof(imp_entry)
  uint32_t reserved;

  // Returns the identity of the plugin, or of its library. Uses no thread, file,
  // device, network or persistent memory. The plugin owns the descriptor,
  // constant while loaded. Cannot fail.
  // [any thread, any time]
  const imp_descriptor *IMP_NONNULL (*IMP_NONNULL describe)(const imp_entry *IMP_NONNULL self);

  // Opens the plugin for one host. host->abi_version is the negotiated version; the
  // plugin behaves as that version specifies. The plugin owns *plugin, which
  // lives until close; the host treats it as opaque. A plugin may be opened more
  // than once. A failure leaves nothing allocated.
  // IMP_E_ARGUMENT also if a required parameter is missing. IMP_E_UNSUPPORTED: a
  // combination of parameters that it does not support.
  // IMP_E_ABILITY, IMP_E_MODEL, IMP_E_FILE, IMP_E_ENTITLEMENT.
  // [one at a time: library]
  imp_status (*IMP_NONNULL open)(const imp_entry *IMP_NONNULL self, const imp_host *IMP_NONNULL host,
                                 imp_plugin *IMP_NULLABLE *IMP_NONNULL plugin);

  // Closes an opened plugin. All objects made from it have been destroyed before.
  // Every thread it started has terminated when this returns.
  // Cannot fail. [one at a time: library]
  void (*IMP_NONNULL close)(imp_plugin *IMP_NONNULL plugin);

  // Finds one of the plugin's abilities, such as IMP_MATCHER_ID.
  // The plugin owns the table, constant until close. Null for an id that the
  // descriptor does not list, such as an empty one.
  // [any thread, from open until close]
  const void *IMP_NULLABLE (*IMP_NONNULL ability)(imp_plugin *IMP_NONNULL plugin, const char *IMP_NONNULL id);
};

// Returns the entry table. It does nothing else: no thread, file, device, network
// or memory. The plugin owns the table, constant while loaded. Null if the
// plugin cannot run at all. [any thread, any time]
IMP_EXPORT const imp_entry *IMP_NULLABLE imp_plugin_entry(void);

IMP_END_DECLS

#endif
