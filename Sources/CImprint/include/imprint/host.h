// SPDX-License-Identifier: Apache-2.0
// What a plugin may request of its host. There is no other interface to it.
#ifndef IMPRINT_HOST_H
#define IMPRINT_HOST_H

#include "base.h"
#include "status.h"

IMP_BEGIN_DECLS

typedef struct imp_host imp_host;

// Passed to open (plugin.h); valid until close returns.
struct imp_host {
  uint32_t size;        // sizeof(imp_host)
  uint32_t abi_version; // the version negotiated for this plugin
  imp_text name;        // of the host program, for logs only; valid until close returns
  imp_text version;     // likewise
  void *IMP_NULLABLE context; // the host's own

  // Finds a host ability, such as IMP_HOST_LOG_ID.
  // The host owns the table; it is valid until close returns.
  // Null if the host has no such ability: a plugin that needs it returns
  // IMP_E_ABILITY from open, one that can do without it continues.
  // [any thread, from open until close returns]
  const void *IMP_NULLABLE (*IMP_NONNULL ability)(const imp_host *IMP_NONNULL host,
                                                  const char *IMP_NONNULL id);
};

// ---- Log ------------------------------------------------------------------

#define IMP_HOST_LOG_ID "imprint.host.log/1"

#define IMP_LOG_DEBUG 1
#define IMP_LOG_INFO 2
#define IMP_LOG_WARNING 3
#define IMP_LOG_ERROR 4

typedef struct imp_host_log {
  uint32_t size; // sizeof(imp_host_log)
  uint32_t reserved;

  // Writes one line to the host's log; the host adds the plugin's id.
  // The plugin owns the text, valid until return; truncated after 4096 bytes. Never
  // templates, keys, pixels or names of people.
  // Cannot fail. [any thread, from open until close returns]
  void (*IMP_NONNULL write)(const imp_host *IMP_NONNULL host, uint32_t severity, imp_text text);
} imp_host_log;

// ---- Report ---------------------------------------------------------------

#define IMP_HOST_REPORT_ID "imprint.host.report/1"

typedef struct imp_host_report {
  uint32_t size; // sizeof(imp_host_report)
  uint32_t reserved;

  // Explains the status that the current call is about to return: place, reason and
  // remedy. The last explanation of a call counts. The plugin owns the text, valid
  // until return; truncated after 1024 bytes. Cannot fail. [the thread of the call,
  // during the call]
  void (*IMP_NONNULL words)(const imp_host *IMP_NONNULL host, imp_status status, imp_text text);
} imp_host_report;

// ---- Files ----------------------------------------------------------------

#define IMP_HOST_FILES_ID "imprint.host.files/1"

typedef struct imp_host_files {
  uint32_t size; // sizeof(imp_host_files)
  uint32_t reserved;

  // Gives read access to a file that the plugin's manifest names under `models`, by
  // its name there. Its hash has been compared with the manifest's. The host owns
  // the bytes, read-only and valid until close returns; another call returns the
  // same bytes. They are aligned to 64. The plugin owns the name, valid
  // until return.
  // IMP_E_MODEL: not in the manifest, not on disk, or its hash differs.
  // [any thread, from open until close returns]
  imp_status (*IMP_NONNULL model)(const imp_host *IMP_NONNULL host, imp_text name,
                                  imp_bytes *IMP_NONNULL bytes);

  // Writes the path of the folder of a shared run-time library that the manifest
  // names under `runtimes`, as UTF-8 without a null. Its files' hashes have been
  // compared with the manifest's. The caller owns the buffer and the name, valid
  // until return.
  // IMP_E_FILE: not in the manifest, not installed, or a hash differs.
  // IMP_RETRY_SHORT_BUFFER: see imp_buffer.
  // [any thread, from open until close returns]
  imp_status (*IMP_NONNULL runtime_folder)(const imp_host *IMP_NONNULL host, imp_text name,
                                           imp_buffer *IMP_NONNULL path);
} imp_host_files;

// ---- Entitlement ----------------------------------------------------------

#define IMP_HOST_ENTITLEMENT_ID "imprint.host.entitlement/1"

// A licence feature that the plugin's manifest names.
typedef struct imp_licensed_feature {
  uint32_t size;    // sizeof(imp_licensed_feature)
  uint32_t granted; // 1, or 0 if the licence does not grant it
  imp_text name;    // such as "VERIF"
} imp_licensed_feature;

// What the plugin was granted when it was opened. The host has verified the
// licence, and checks it again before each licensed operation: a plugin never
// checks a licence, and may use this to disable what is not granted. The host owns
// all of it, constant until close returns: it can be read from any thread, without
// a call.
typedef struct imp_host_entitlement {
  uint32_t size; // sizeof(imp_host_entitlement)
  uint32_t feature_count;
  // The features of the manifest and no others, in its order.
  const imp_licensed_feature *IMP_NULLABLE features; // null if there are none
  imp_text license;    // the licence's id, for logs only; empty if there is none
  int64_t valid_until; // seconds since 1970 UTC; 0 if there is no licence
} imp_host_entitlement;

// ---- Parameters -----------------------------------------------------------

// Only for the plugins of a library of many (imp_library_descriptor).
#define IMP_HOST_PARAMETERS_ID "imprint.host.parameters/1"

#define IMP_PARAMETER_BOOLEAN 1
#define IMP_PARAMETER_INTEGER 2
#define IMP_PARAMETER_NUMBER 3
#define IMP_PARAMETER_TEXT 4

// A parameter as set in the manifest.
typedef struct imp_parameter {
  uint32_t size;   // sizeof(imp_parameter)
  uint32_t type;   // IMP_PARAMETER_..., as the library declares it
  int64_t integer; // of an integer; 0 or 1 for a boolean; else 0
  double number;   // of a number; else 0
  imp_text text;   // of a text; else empty
} imp_parameter;

typedef struct imp_host_parameters {
  uint32_t size; // sizeof(imp_host_parameters)
  uint32_t reserved;

  // Gives a parameter of the manifest, by its name. The host owns it, constant and
  // valid until close returns. The plugin owns the name, valid until return. Before
  // open the host has validated all of them against the library's declarations:
  // each is declared, of its type and in its range, and no required one is missing.
  // Null for one that the manifest does not set.
  // [any thread, from open until close returns]
  const imp_parameter *IMP_NULLABLE (*IMP_NONNULL value)(const imp_host *IMP_NONNULL host, imp_text name);
} imp_host_parameters;

// ---- Cache ----------------------------------------------------------------

// What a plugin would otherwise make anew in each process, such as compiled
// networks. No plugin can require it: a host may have none for this plugin (one
// has none for a plugin in a worker), and forgets what it likes. No answer depends
// on whether there is one, nor on what is found in it.
#define IMP_HOST_CACHE_ID "imprint.host.cache/1"

#define IMP_CACHE_KEY_LENGTH 1024      // the longest key, in bytes
#define IMP_CACHE_LENGTH (64ull << 20) // the longest that is kept, in bytes

typedef struct imp_host_cache {
  uint32_t size; // sizeof(imp_host_cache)
  uint32_t reserved;

  // Gives what was kept under the key, unchanged, by the same library for the same
  // manifest on a processor with the same instructions; length 0 if nothing is, or if
  // it was damaged. The host owns the bytes, read-only and valid until close returns;
  // another call gives the same ones. They are aligned to 64. The plugin owns
  // the key, valid until return. Reads a file, at the speed of SHA-256. Cannot fail.
  // [any thread, from open until close returns]
  void (*IMP_NONNULL find)(const imp_host *IMP_NONNULL host, imp_bytes key, imp_bytes *IMP_NONNULL bytes);

  // Keeps a copy of the bytes, in place of what was kept under the key, for later
  // processes of this user. Never templates, keys, pixels or names of people.
  // The plugin owns both, valid until return. Writes a file. Cannot fail: what cannot
  // be kept is not. [any thread, from open until close returns]
  void (*IMP_NONNULL keep)(const imp_host *IMP_NONNULL host, imp_bytes key, imp_bytes bytes);
} imp_host_cache;

IMP_END_DECLS

#endif
