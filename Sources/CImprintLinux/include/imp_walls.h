// SPDX-License-Identifier: Apache-2.0
// The walls around a worker. Each closes for good: for the calling thread, and the threads it starts later.
// They are closed in the order they are declared in, while the process has one thread.
#ifndef C_IMPRINT_LINUX_WALLS_H
#define C_IMPRINT_LINUX_WALLS_H

#include <stddef.h>
#include <stdint.h>

#define IMP_WALL_NAMESPACES 1 // mounts, IPC, host name and, without the network, network of its own
#define IMP_WALL_PRIVILEGES 2 // no capability, no new privilege, not dumpable
#define IMP_WALL_LIMITS 4     // memory, descriptors, file length, core, processor time
#define IMP_WALL_FILES 8      // Landlock: nothing is written, and read what is granted alone
#define IMP_WALL_CALLS 16     // seccomp: the system calls that computing needs

// Gives up what the process shares with others. Without being allowed to at once, in a user namespace of its
// own in which it is who it was.
int imp_wall_namespaces(int with_network);

// Gives up every capability, and that any program or file gives one.
int imp_wall_privileges(void);

typedef struct imp_limits {
  uint64_t data;       // bytes of memory that may be written to; 0: as it is
  uint64_t processor;  // seconds of processor time; 0: as it is
  uint64_t descriptors; // open at once; 0: as it is
} imp_limits;

// Sets the limits. No file can be made longer, and no core is written.
int imp_wall_limits(const imp_limits *limits);

// Leaves to be read: the given files and folders (descriptors opened with O_PATH or to be read), the system's
// libraries, those this program was loaded with, and what is said of the processors. Nothing can be written
// or run. Without the network, TCP is refused as well where the kernel can.
// -ENOSYS and -EOPNOTSUPP: the kernel has no Landlock.
int imp_wall_files(const int *readable, size_t count, int with_network);

// Opens a file or folder so that it can be granted, and nothing else. Answers the descriptor; close-on-exec.
int imp_wall_grant(const char *path);

// Leaves the system calls that computing, threads and reading need. What is on the list of those that do harm
// answers EPERM, and is told once to `report`, a socket, as an imp_worker_blocked; the others answer ENOSYS.
int imp_wall_calls(int with_network, int report);

// The name of a system call for people, such as "socket", at most 31 bytes.
void imp_wall_call_name(int32_t number, char name[32]);

#endif
