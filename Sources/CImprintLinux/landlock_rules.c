// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CImprintLinux.h"

// The kernel's interface, by its own numbers: the header of an old system lacks the later ones.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

enum {
  of_version_1 = (1 << 13) - 1, // execute to make symbolic link
  refer = 1 << 13,              // version 2
  of_files = IMP_LANDLOCK_EXECUTE | IMP_LANDLOCK_WRITE_FILE | IMP_LANDLOCK_READ_FILE | IMP_LANDLOCK_TRUNCATE |
             IMP_LANDLOCK_DEVICE_CONTROL,
  bind_tcp = 1 << 0, // version 4
  connect_tcp = 1 << 1,
  abstract_socket = 1 << 0, // version 6
  signals = 1 << 1,
};

struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scoped;
};

struct beneath {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

static uint64_t handled_by(long version) {
  uint64_t files = of_version_1;
  if (version >= 2) files |= refer;
  if (version >= 3) files |= IMP_LANDLOCK_TRUNCATE;
  if (version >= 5) files |= IMP_LANDLOCK_DEVICE_CONTROL;
  return files;
}

long imp_landlock_version(void) { return syscall(SYS_landlock_create_ruleset, NULL, 0, 1); }

int imp_landlock_begin(imp_landlock *wall, int with_network) {
  const long version = imp_landlock_version();
  if (version < 0) return -errno;
  struct ruleset set = {handled_by(version), 0, 0};
  size_t length = sizeof set.files;
  if (version >= 4) {
    length = sizeof set.files + sizeof set.network;
    if (!with_network) set.network = bind_tcp | connect_tcp;
  }
  if (version >= 6) {
    length = sizeof set;
    set.scoped = abstract_socket | signals;
  }
  const long rules = syscall(SYS_landlock_create_ruleset, &set, length, 0);
  if (rules < 0) return -errno;
  *wall = (imp_landlock){(int)rules, set.files};
  return 0;
}

int imp_landlock_allow(const imp_landlock *wall, int object, uint64_t what) {
  struct stat info;
  if (fstat(object, &info) != 0) return -errno;
  const struct beneath rule = {what & wall->handled & (S_ISDIR(info.st_mode) ? UINT64_MAX : (uint64_t)of_files), object};
  // The kernel rejects an empty rule.
  if (rule.allowed == 0) return 0;
  return syscall(SYS_landlock_add_rule, wall->rules, 1, &rule, 0) == 0 ? 0 : -errno;
}

int imp_landlock_allow_path(const imp_landlock *wall, const char *path, uint64_t what) {
  const int object = imp_wall_grant(path);
  if (object < 0) return 0;
  const int result = imp_landlock_allow(wall, object, what);
  close(object);
  return result;
}

int imp_landlock_allow_folder_of(const imp_landlock *wall, const char *library, uint64_t what) {
  const char *name = strrchr(library, '/');
  char folder[4096];
  const size_t length = name == NULL ? 0 : (size_t)(name - library);
  if (length == 0 || length >= sizeof folder) return 0;
  memcpy(folder, library, length);
  folder[length] = 0;
  return imp_landlock_allow_path(wall, folder, what);
}

int imp_landlock_end(imp_landlock *wall, int result) {
  if (result == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) result = -errno;
  if (result == 0 && syscall(SYS_landlock_restrict_self, wall->rules, 0) != 0) result = -errno;
  close(wall->rules);
  wall->rules = -1;
  return result;
}
