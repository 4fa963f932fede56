// SPDX-License-Identifier: Apache-2.0
// Landlock: which files the calling thread, and all that it starts, may still get at. What a wall allows is
// its maker's business (landlock.c for a worker, CCheckWatch for a plugin that is examined); how it is said
// to the kernel is here.
#ifndef C_IMPRINT_LINUX_LANDLOCK_H
#define C_IMPRINT_LINUX_LANDLOCK_H

#include <stdint.h>

// What may be done with a file, or with all below a folder: the kernel's bits.
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
  uint64_t handled; // what this kernel refuses where no rule allows it
} imp_landlock;

// Which rules this kernel has; negative where it has none. Signals are held back from 6 on.
long imp_landlock_version(void);

// Begins rules that allow nothing yet; signals to processes outside and their abstract sockets are refused
// where the kernel can, and TCP without the network. Answers 0, or a negative errno: -ENOSYS and -EOPNOTSUPP
// where the kernel has no Landlock. Ended by imp_landlock_end.
int imp_landlock_begin(imp_landlock *wall, int with_network);

// Allows something of an open file, or of an open folder with all below. What the kernel does not know it
// does not refuse either, and what only folders have is left out of files.
int imp_landlock_allow(const imp_landlock *wall, int object, uint64_t what);

// The same by its path. What is not on this machine needs no rule.
int imp_landlock_allow_path(const imp_landlock *wall, const char *path, uint64_t what);

// The same of the folder that a loaded library lies in, by the name that dl_iterate_phdr gives of it. The
// program itself, which has none, needs no rule.
int imp_landlock_allow_folder_of(const imp_landlock *wall, const char *library, uint64_t what);

// Where `result` is 0 puts the rules in force, for good; forgets them in any case. Answers `result`, or why
// they are not in force.
int imp_landlock_end(imp_landlock *wall, int result);

#endif
