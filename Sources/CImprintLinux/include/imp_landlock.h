// SPDX-License-Identifier: Apache-2.0
// Landlock: which files the calling thread, and all that it starts, may still get at. What a wall allows is
// its maker's business (landlock.c for a worker, CCheckWatch for a plugin that is examined); how it is said
// to the kernel is here.
#ifndef C_IMPRINT_LINUX_LANDLOCK_H
#define C_IMPRINT_LINUX_LANDLOCK_H

#include <stdint.h>

// Access rights on a file, or on all below a folder: the kernel's bits.
#define IMP_LANDLOCK_EXECUTE (1u << 0)
#define IMP_LANDLOCK_WRITE_FILE (1u << 1)
#define IMP_LANDLOCK_READ_FILE (1u << 2)
#define IMP_LANDLOCK_READ_FOLDER (1u << 3)
#define IMP_LANDLOCK_MAKE_CHARACTER_DEVICE (1u << 6)
#define IMP_LANDLOCK_MAKE_BLOCK_DEVICE (1u << 11)
#define IMP_LANDLOCK_TRUNCATE (1u << 14)       // version 3
#define IMP_LANDLOCK_DEVICE_CONTROL (1u << 15) // version 5: ioctl
#define IMP_LANDLOCK_ALL ((1u << 16) - 1)      // whatever versions up to 5 have names for

typedef struct imp_landlock {
  int rules;        // a descriptor
  uint64_t handled; // what this kernel refuses unless a rule allows it
} imp_landlock;

// The kernel's Landlock ABI version; negative if it has none. Signals are
// restricted from 6 on.
long imp_landlock_version(void);

// Creates a ruleset that allows nothing yet; signals to outside processes and their
// abstract sockets are refused if the kernel supports it, and TCP without network
// access. Returns 0, or a negative errno: -ENOSYS and -EOPNOTSUPP if the kernel has
// no Landlock. Ended by imp_landlock_end.
int imp_landlock_begin(imp_landlock *wall, int with_network);

// Allows access to an open file, or to an open folder with all below. Rights
// unknown to the kernel are not refused either; those of folders are ignored for
// files.
int imp_landlock_allow(const imp_landlock *wall, int object, uint64_t what);

// The same by path. A missing file needs no rule.
int imp_landlock_allow_path(const imp_landlock *wall, const char *path, uint64_t what);

// The same for the folder of a loaded library, by its name from dl_iterate_phdr.
// The program itself, which has none, needs no rule.
int imp_landlock_allow_folder_of(const imp_landlock *wall, const char *library, uint64_t what);

// If `result` is 0 enforces the rules irrevocably; releases them in any case.
// Returns `result`, or why they are not enforced.
int imp_landlock_end(imp_landlock *wall, int result);

#endif
