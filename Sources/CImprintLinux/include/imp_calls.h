// SPDX-License-Identifier: Apache-2.0
// Every system call of Linux that this build knows, and who may make it: a worker behind its walls, and a
// plugin that is examined in the process (CCheckWatch). One table for both, so that none is forgotten by one
// of them.
#ifndef C_IMPRINT_LINUX_CALLS_H
#define C_IMPRINT_LINUX_CALLS_H

#include <stddef.h>
#include <stdint.h>

// How a system call is treated in a worker.
#define IMP_CALL_OPEN 1   // allowed
#define IMP_CALL_JUDGED 2 // by its arguments, or by what the plugin is granted
#define IMP_CALL_TOLD 3   // refused with EPERM, and reported once
#define IMP_CALL_ABSENT 4 // refused with ENOSYS, like a kernel without it

// How a system call is classified by the watch over a plugin under examination in
// process.
#define IMP_WATCH_PASS 0    // allowed; the reason says why
#define IMP_WATCH_NETWORK 1 // a socket is made, bound or connected
#define IMP_WATCH_READ 2    // a file is opened for reading
#define IMP_WATCH_WRITE 3   // a file is opened for writing, created, renamed, removed, or its mode changed
#define IMP_WATCH_PROCESS 4 // another process is started, inspected or signalled
#define IMP_WATCH_SYSTEM 5  // the system or the process's credentials are changed

// How a call refers to a file: by a path argument, by a descriptor, or by a path
// with its directory descriptor right before it, which applies if the path is
// empty or relative.
#define IMP_CALL_NOWHERE 0
#define IMP_CALL_PATH(argument) (0x10 + (argument))
#define IMP_CALL_FILE(argument) (0x20 + (argument))
#define IMP_CALL_AT(argument) (0x30 + (argument))

typedef struct imp_call {
  const char *name;
  int32_t number; // on this processor; negative where it, or this build of libseccomp, has none
  int worker;     // IMP_CALL_...
  int watch;      // IMP_WATCH_..., before its arguments are inspected
  int first;      // IMP_CALL_PATH, ...: the file that is checked
  int second;     // a further one
  const char *reason;
} imp_call;

// The table: unordered, names unique. *count becomes its length.
const imp_call *imp_call_table(size_t *count);

// The entry of a call by its number on this architecture; null if there is none.
const imp_call *imp_call_numbered(int32_t number);

#endif
