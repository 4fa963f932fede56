// SPDX-License-Identifier: Apache-2.0
// Every system call of Linux that this build knows, and who may make it: a worker behind its walls, and a
// plugin that is examined in the process (CCheckWatch). One table for both, so that none is forgotten by one
// of them.
#ifndef C_IMPRINT_LINUX_CALLS_H
#define C_IMPRINT_LINUX_CALLS_H

#include <stddef.h>
#include <stdint.h>

// What becomes of a call in a worker.
#define IMP_CALL_OPEN 1   // let through
#define IMP_CALL_JUDGED 2 // by its arguments, or by what the plugin is granted
#define IMP_CALL_TOLD 3   // refused with EPERM, and told once
#define IMP_CALL_ABSENT 4 // refused with ENOSYS, as a kernel without it does

// What a call is to the watch over a plugin that is examined in the process.
#define IMP_WATCH_PASS 0    // let through; the reason says why
#define IMP_WATCH_NETWORK 1 // a socket is made, bound or connected
#define IMP_WATCH_READ 2    // a file is opened to be read
#define IMP_WATCH_WRITE 3   // a file is opened to be written, made, renamed, removed, or its rights changed
#define IMP_WATCH_PROCESS 4 // another process is started, looked into or signalled
#define IMP_WATCH_SYSTEM 5  // the system is changed, or who this process is to it

// Where a call names a file: an argument that is a path, one that is a descriptor, or a path whose descriptor
// stands right before it and is meant where the path is empty.
#define IMP_CALL_NOWHERE 0
#define IMP_CALL_PATH(argument) (0x10 + (argument))
#define IMP_CALL_FILE(argument) (0x20 + (argument))
#define IMP_CALL_AT(argument) (0x30 + (argument))

typedef struct imp_call {
  const char *name;
  int32_t number; // on this processor; negative where it, or this build of libseccomp, has none
  int worker;     // IMP_CALL_...
  int watch;      // IMP_WATCH_..., before its arguments are looked at
  int first;      // IMP_CALL_PATH, ...: the file that is judged
  int second;     // a further one
  const char *reason;
} imp_call;

// The table: in no order, each name once. *count becomes how many there are.
const imp_call *imp_call_table(size_t *count);

// The entry of a call by its number on this processor; null for a number that has none.
const imp_call *imp_call_numbered(int32_t number);

#endif
