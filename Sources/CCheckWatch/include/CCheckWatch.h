// SPDX-License-Identifier: Apache-2.0
// What a thread asks of the system, seen before it is done; and what is left in
// memory. Functions answer 0, or a negative errno.
#ifndef C_CHECK_WATCH_H
#define C_CHECK_WATCH_H

#include <stddef.h>
#include <stdint.h>

#include "imp_calls.h" // the kinds of calls, and the table of them

// What may be done. Lists end with null; the strings begin paths, and stay the
// caller's, for ever.
typedef struct imp_watch_rules {
  const char *const *readable;
  const char *const *writable; // readable too
  const char *const *services; // sockets of this machine that may be connected to
  int network;                 // 1: it is allowed, to anywhere
  int kernel_events;           // 1: what the kernel tells of devices may be heard
} imp_watch_rules;

// A call that was refused.
typedef struct imp_watch_refusal {
  int kind;
  const char *call; // its name
  char path[256];   // cut; empty where it has none
} imp_watch_refusal;

// From now on the calling thread, and every thread it or they start, is refused
// every other call of the table's kinds with EACCES, and every call that the table
// does not know with ENOSYS, for ever; each refusal of the first sort is noted.
// A thread of its own judges; it is started here and is not judged itself. It
// calls nothing of anybody else, so that what is judged may hold any lock.
int imp_watch_start(imp_watch_rules rules);

// The refusals so far, oldest first; at most 64 are kept. Answers 0 and fills the one
// of that index, or -ENOENT where there is none.
int imp_watch_refused(size_t index, imp_watch_refusal *refusal);

// What a process may still do that is about to run a plugin's code. Lists end with null; what is not there is
// passed over.
typedef struct imp_check_walls {
  const char *const *readable; // files, and folders with all below; run too
  const char *const *listable; // folders whose names may be seen, with those of all folders below
  const char *const *usable;   // device nodes, and folders of such: opened to read, write and control
  const char *const *writable; // files, and folders with all below: anything is done there
  int services; // 1: it may connect to services of this machine by their sockets
  // 1: imp_watch_start follows, and tells of looking into other processes, refused here otherwise
  int is_watched;
} imp_check_walls;

// Closes them for good, for the calling thread and all that it starts, so while there is one: files by
// Landlock, with the memory of processes outside and, where the kernel has that, signals to them; what root
// may do beyond files, by its capabilities; by seccomp what leads around that. Answers 0, or a negative
// errno: -ENOSYS and -EOPNOTSUPP where the kernel has no Landlock. Before its rules are in force nothing is
// refused.
int imp_check_close_walls(const imp_check_walls *walls);

// Whether they keep signals to processes outside from being sent: 1 from Linux 6.12 on, else 0. Where they do
// not, a process of the same user can be ended by the plugin, and is not made to say anything else.
int imp_check_walls_hold_signals(void);

// Counts where bytes lie in this process's writable memory but the first thread's
// stack, where every call leaves something that the next one overwrites. The bytes are given
// inverted (each XOR 0xFF), so that what is given is no place itself; nor does
// looking leave any. Stops at `most`. Answers the count, or a negative errno.
int imp_memory_count(const uint8_t *inverted, size_t length, int most);

#endif
