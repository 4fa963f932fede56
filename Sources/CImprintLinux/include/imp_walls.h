// SPDX-License-Identifier: Apache-2.0
// The walls around a worker. Each closes for good: for the calling thread, and the threads it starts later.
// They are closed in the order they are declared in, while the process has one thread.
#ifndef C_IMPRINT_LINUX_WALLS_H
#define C_IMPRINT_LINUX_WALLS_H

#include <stddef.h>
#include <stdint.h>

#define IMP_WALL_NAMESPACES 1 // mounts, IPC, host name and, without the network, network of its own
#define IMP_WALL_PRIVILEGES 2 // no capability, no new privilege, not dumpable
#define IMP_WALL_LIMITS 4     // memory, addresses, descriptors, threads, timers, file length, core, CPU time
#define IMP_WALL_FILES 8      // Landlock: no writes, and reads only of what is granted
#define IMP_WALL_CALLS 16     // seccomp: only system calls needed for computing

// Unshares namespaces. Without the privilege, in a new user namespace with the same
// user.
int imp_wall_namespaces(int with_network);

// 1 if that needed a user namespace of its own.
int imp_wall_has_own_users(void);

// Drops all capabilities, and prevents gaining any (no_new_privs).
int imp_wall_privileges(void);

typedef struct imp_limits {
  uint64_t data;       // bytes of writable memory; 0: unchanged
  uint64_t processor;  // seconds of CPU time; 0: unchanged
  uint64_t descriptors; // maximum number; 0: unchanged
  uint64_t address_space; // bytes mapped in total, which bounds the page tables; 0: unchanged
  uint64_t threads;       // maximum number, if the kernel counts this process's own; 0: unchanged
} imp_limits;

// Pending timers and signals.
#define IMP_LIMIT_SIGNALS 256
// Bytes of memory that cannot be swapped.
#define IMP_LIMIT_LOCKED (8 << 20)

// 1 if the kernel counts only this process's threads, so that it can limit them: in
// a user namespace of its own, and not for root.
int imp_limits_count_threads(void);

// Sets the limits. No file can grow, and no core is dumped.
int imp_wall_limits(const imp_limits *limits);

// Grants in addition to what every worker needs: descriptors opened with O_PATH or
// for reading.
typedef struct imp_grants {
  const int *objects; // readable ones first, then listable, then usable
  size_t readable;    // files, and folders with all below
  size_t listable;    // folders whose entries may be listed recursively, without reading files
  size_t usable;      // device nodes: for reading, writing and ioctl; no other files
} imp_grants;

// Allows reading only: grants, the system's libraries, those loaded by this
// program, and CPU information. Only granted device nodes can be written, and
// nothing executed. Without network access TCP is refused too if the kernel
// supports it. -ENOSYS and -EOPNOTSUPP: the kernel has no Landlock.
int imp_wall_files(const imp_grants *grants, int with_network);

// Opens a file or folder only for granting (O_PATH). Returns the descriptor;
// close-on-exec.
int imp_wall_grant(const char *path);

// 1 if a path leads to a character device: another file of that name is no camera.
int imp_wall_is_device(const char *path);

// The identity of the file at a path; a negative errno if there is none.
int imp_wall_identity(const char *path, uint64_t *device, uint64_t *inode);

#define IMP_DEVICE_NODES 1   // opening for writing too: Landlock restricts it to nodes
#define IMP_DEVICE_EVENTS 2  // the host creates a socket for device events
#define IMP_DEVICE_SERVICE 4 // the host connects to the card service; not with network access

// Allows only the system calls for computing, threads and reading. Harmful ones on
// the list fail with EPERM, and are reported once on `report`, a socket, as an
// imp_worker_blocked; the others fail with ENOSYS. devices: a sum of the above.
// Their sockets are requested on `report`, and received on `answers`; -1 without.
int imp_wall_calls(int with_network, uint32_t devices, int report, int answers);

#endif
