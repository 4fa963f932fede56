// SPDX-License-Identifier: Apache-2.0
// What a system call is to the watch by its arguments.
#ifndef C_CHECK_WATCH_KINDS_H
#define C_CHECK_WATCH_KINDS_H

#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>

#include "CCheckWatch.h"

typedef struct imp_watch_kind_rule {
  const char *name;
  // The kind of a call with these arguments; `otherwise` is the table's.
  int (*kind)(const imp_watch_rules *rules, const struct seccomp_data *data, int otherwise);
} imp_watch_kind_rule;

// The rule of a call; null where its arguments do not matter.
const imp_watch_kind_rule *imp_watch_rule_of(const char *name);

// Has a call looked at: always, or with the arguments that matter.
int imp_watch_add(scmp_filter_ctx filter, const imp_call *call, int32_t number);

// Copies from this process's memory, wherever that is; 0 where not all of it is there.
int imp_watch_copy(uint64_t place, void *room, size_t length);

// Whether a path begins as one of a list does, which ends with null.
int imp_watch_begins(const char *path, const char *const *list);

#endif
