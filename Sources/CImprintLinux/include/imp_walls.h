// SPDX-License-Identifier: Apache-2.0
// The walls around a worker. Each closes for good: for the calling thread, and the threads it starts later.
// They are closed in the order they are declared in, while the process has one thread.
#ifndef C_IMPRINT_LINUX_WALLS_H
#define C_IMPRINT_LINUX_WALLS_H

#include <stddef.h>
#include <stdint.h>

#define IMP_WALL_NAMESPACES 1 // mounts, IPC, host name and, without the network, network of its own
#define IMP_WALL_PRIVILEGES 2 // no capability, no new privilege, not dumpable
#define IMP_WALL_LIMITS 4     // memory, addresses, descriptors, threads, timers, file length, core, processor
#define IMP_WALL_FILES 8      // Landlock: nothing is written, and read what is granted alone
#define IMP_WALL_CALLS 16     // seccomp: the system calls that computing needs

// Gives up what the process shares with others. Without being allowed to at once, in a user namespace of its
// own in which it is who it was.
int imp_wall_namespaces(int with_network);

// 1 where that took a user namespace of its own.
int imp_wall_has_own_users(void);

// Gives up every capability, and that any program or file gives one.
int imp_wall_privileges(void);

typedef struct imp_limits {
  uint64_t data;       // bytes of memory that may be written to; 0: as it is
  uint64_t processor;  // seconds of processor time; 0: as it is
  uint64_t descriptors; // open at once; 0: as it is
  uint64_t address_space; // bytes that anything is mapped at, and so the kernel's tables of it; 0: as it is
  uint64_t threads;       // at once, where the kernel counts this process's own; 0: as it is
} imp_limits;

// Timers and signals that wait at once.
#define IMP_LIMIT_SIGNALS 256
// Bytes of memory that cannot be swapped.
#define IMP_LIMIT_LOCKED (8 << 20)

// 1 where the kernel counts the threads of this process alone, so that it can limit them: in a user namespace
// of its own, and not for root.
int imp_limits_count_threads(void);

// Sets the limits. No file can be made longer, and no core is written.
int imp_wall_limits(const imp_limits *limits);

// What is granted beside what every worker needs: descriptors opened with O_PATH or to be read.
typedef struct imp_grants {
  const int *objects; // those to be read first, then those to be listed, then those to be used
  size_t readable;    // files, and folders with all below
  size_t listable;    // folders whose names may be seen, with those of all folders below, no file of them
  size_t usable;      // device nodes: opened for reading and writing, with their ioctls; no other file is
} imp_grants;

// Leaves to be read: what is granted, the system's libraries, those this program was loaded with, and what is
// said of the processors. Nothing but granted device nodes can be written, and nothing run. Without the
// network, TCP is refused as well where the kernel can.
// -ENOSYS and -EOPNOTSUPP: the kernel has no Landlock.
int imp_wall_files(const imp_grants *grants, int with_network);

// Opens a file or folder so that it can be granted, and nothing else. Answers the descriptor; close-on-exec.
int imp_wall_grant(const char *path);

// 1 where a path leads to a character device: a file or folder of that name is nobody's camera.
int imp_wall_is_device(const char *path);

// Which file a path leads to; a negative errno where there is none.
int imp_wall_identity(const char *path, uint64_t *device, uint64_t *inode);

#define IMP_DEVICE_NODES 1   // files are opened to be written as well: Landlock leaves nodes alone
#define IMP_DEVICE_EVENTS 2  // the host makes a socket for the kernel's events of devices
#define IMP_DEVICE_SERVICE 4 // the host makes the connection to the service for cards; not with the network

// Leaves the system calls that computing, threads and reading need. What is on the list of those that do harm
// answers EPERM, and is told once to `report`, a socket, as an imp_worker_blocked; the others answer ENOSYS.
// devices: a sum of the above. Sockets of those are asked for on `report`, and come on `answers`; -1 without.
int imp_wall_calls(int with_network, uint32_t devices, int report, int answers);

#endif
