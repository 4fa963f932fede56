// SPDX-License-Identifier: Apache-2.0
// The entry: the one symbol of a plugin, and how the two sides meet.
//
// Host and plugin meet in this order: imp_plugin_entry, compare the contract
// ranges, descriptor compared with the manifest, open, ability, ..., close.
//
// Threads. Each function's comment ends with the calls it never overlaps:
//   [any thread]              none: it may overlap with all, itself included
//   [one at a time: library]  open and close of this library in this process,
//                             whichever host or opened plugin they are for
//   [one at a time: plugin]   those marked so, on one opened plugin
//   [one at a time: object]   those marked so, on one object made from it
// Whichever thread makes them: no function may count on its thread. Where the
// manifest says `concurrency.instances: serial`, no two calls into an opened
// plugin overlap, but for those marked [any thread] and those that wait for a
// device: next_frame, read, a watch's next, a card's begin, transmit and control.
// These are one at a time for their object alone.
#ifndef IMPRINT_PLUGIN_H
#define IMPRINT_PLUGIN_H

#include "base.h"
#include "host.h"
#include "status.h"

IMP_BEGIN_DECLS

// An opened plugin. What it points to is the plugin's own.
typedef struct imp_plugin imp_plugin;
typedef struct imp_entry imp_entry;

// Who the plugin is: the binary's word, compared with the manifest's field by
// field. All strings are UTF-8, null-terminated, at most 255 bytes.
// A library of many gives an imp_library_descriptor instead.
typedef struct imp_descriptor {
  uint32_t size; // sizeof(imp_descriptor)
  uint32_t ability_count;
  const char *IMP_NONNULL id;      // reverse-DNS: "org.example.my-matcher"
  const char *IMP_NONNULL version; // semantic version: "1.0.0"
  const char *IMP_NONNULL vendor;
  // The ids that `ability` answers, in any order; ability_count of them.
  const char *IMP_NONNULL const *IMP_NULLABLE abilities;
} imp_descriptor;

// A parameter that the plugins of a library of many may have. Both strings are
// UTF-8, null-terminated.
typedef struct imp_parameter_declaration {
  uint32_t size;       // sizeof(imp_parameter_declaration)
  uint32_t type;       // IMP_PARAMETER_... (host.h)
  uint32_t required;   // 1: every plugin's manifest gives it; 0: it may be left out
  uint32_t length_max; // of a text: 1...1024 bytes; 0 of all others
  // Of an integer or a number, both included; 0 of all others. Those of an
  // integer are whole, within -2^53...2^53.
  double min;
  double max;
  // A small letter, then letters and digits, with single '-', '_' or '.' between
  // them: "inputWidth"; at most 63 bytes. Each name is there once.
  const char *IMP_NONNULL name;
  const char *IMP_NONNULL purpose; // for people: one line of 1...255 bytes
} imp_parameter_declaration;

// What a library of many gives in the descriptor's place, as a pointer to its
// first field: one library that serves several plugins. Each has a manifest of
// its own, whose `library.ofMany` says what this says of the library. What a
// plugin is beyond that (formats, models, limits) follows from the parameters of
// its manifest, which it is lent when it is opened (host.h). Plugins of one
// library that are open side by side go by their own alone.
typedef struct imp_library_descriptor {
  // As any other's, but: its size is sizeof(imp_library_descriptor), which tells
  // it apart; id, version and vendor are the library's; and the abilities are
  // all that its plugins may have, each of which provides what its manifest says.
  imp_descriptor library;
  uint32_t parameter_count; // 0...64
  uint32_t reserved;
  const imp_parameter_declaration *IMP_NULLABLE parameters; // in any order; parameter_count of them
} imp_library_descriptor;

// The entry table. Constant, in the plugin's own memory, valid while loaded.
struct imp_entry {
  // The contract versions this plugin speaks, both included. These two fields
  // keep their place in every version: a host that finds no common version
  // reads nothing else, and its refusal names both ranges.
  uint32_t abi_min;
  uint32_t abi_max;
  uint32_t size; // sizeof(imp_entry)
  uint32_t reserved;

  // Says who the plugin is, or its library. No thread, file, device, network or lasting
  // memory is touched.
  // The descriptor stays the plugin's, constant while loaded. Cannot fail.
  // [any thread, any time]
  const imp_descriptor *IMP_NONNULL (*IMP_NONNULL describe)(const imp_entry *IMP_NONNULL self);

  // Opens the plugin for one host. host->abi_version is the version agreed;
  // the plugin behaves as that version says.
  // *plugin is the plugin's and lives until close; the host passes it back
  // and never looks inside. A plugin may be opened more than once.
  // After a failure nothing stays behind.
  // IMP_E_ARGUMENT also where a parameter that it requires is not there.
  // IMP_E_UNSUPPORTED: parameters that it cannot serve together.
  // IMP_E_ABILITY, IMP_E_MODEL, IMP_E_FILE, IMP_E_ENTITLEMENT.
  // [one at a time: library]
  imp_status (*IMP_NONNULL open)(const imp_entry *IMP_NONNULL self, const imp_host *IMP_NONNULL host,
                                 imp_plugin *IMP_NULLABLE *IMP_NONNULL plugin);

  // Ends an opened plugin. All objects made from it have been destroyed
  // before. Every thread it started has ended when this returns.
  // Cannot fail. [one at a time: library]
  void (*IMP_NONNULL close)(imp_plugin *IMP_NONNULL plugin);

  // Finds one of the plugin's abilities, such as IMP_MATCHER_ID.
  // The table is the plugin's, constant until close.
  // Null for an id that the descriptor does not list, an empty one among
  // them.
  // [any thread, from open until close]
  const void *IMP_NULLABLE (*IMP_NONNULL ability)(imp_plugin *IMP_NONNULL plugin, const char *IMP_NONNULL id);
};

// Gives the entry table. It does nothing else: no thread, file, device,
// network or memory.
// The table stays the plugin's, constant while loaded.
// Null where the plugin cannot run at all. [any thread, any time]
IMP_EXPORT const imp_entry *IMP_NULLABLE imp_plugin_entry(void);

IMP_END_DECLS

#endif
