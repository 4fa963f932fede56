// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
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
  write_file = 1 << 1,
  read_file = 1 << 2,
  read_folder = 1 << 3,
  of_version_1 = (1 << 13) - 1, // execute to make symbolic link
  refer = 1 << 13,              // version 2
  truncate_file = 1 << 14,      // version 3
  device_control = 1 << 15,     // version 5
  bind_tcp = 1 << 0,            // version 4
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

// What a plugin's libraries and OpenVINO read besides their own. Without /sys/devices/system OpenVINO waits
// for ever: docs/proposals/0001-openvino-in-a-sandbox.md.
static const char *const of_the_system[] = {
    "/lib",          "/lib64",        "/usr/lib",   "/usr/lib64",   "/usr/local/lib",
    "/etc/ld.so.cache", "/sys/devices/system", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat",
    "/dev/null",     "/dev/urandom",
};

// For names, and for the certificates of those that are asked.
static const char *const of_the_network[] = {
    "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf",
    "/etc/services",    "/etc/ssl",   "/etc/pki",           "/run/systemd/resolve", "/usr/share/ca-certificates",
};

static int add(int rules, int object, uint64_t allowed) {
  const struct beneath rule = {allowed, object};
  return syscall(SYS_landlock_add_rule, rules, 1, &rule, 0) == 0 ? 0 : -errno;
}

static int allow(int rules, int object) {
  struct stat info;
  if (fstat(object, &info) != 0) return -errno;
  return add(rules, object, read_file | (S_ISDIR(info.st_mode) ? read_folder : 0));
}

static int allow_listing(int rules, int object) {
  struct stat info;
  if (fstat(object, &info) != 0) return -errno;
  return S_ISDIR(info.st_mode) ? add(rules, object, read_folder) : -ENOTDIR;
}

// Whatever else is said to be a device is not written to.
static int allow_use(int rules, int object, uint64_t handled) {
  struct stat info;
  if (fstat(object, &info) != 0) return -errno;
  if (!S_ISCHR(info.st_mode)) return -ENODEV;
  return add(rules, object, read_file | write_file | (handled & device_control));
}

int imp_wall_grant(const char *path) {
  const int object = open(path, O_PATH | O_CLOEXEC);
  return object < 0 ? -errno : object;
}

// What is not on this machine needs no rule.
static int allow_path(int rules, const char *path) {
  const int object = imp_wall_grant(path);
  if (object < 0) return 0;
  const int result = allow(rules, object);
  close(object);
  return result;
}

static int allow_paths(int rules, const char *const *paths, size_t count) {
  int result = 0;
  for (size_t index = 0; index < count && result == 0; index++) result = allow_path(rules, paths[index]);
  return result;
}

// Swift's run-time libraries lie wherever its toolchain does; plugins need more of them than this program.
static int allow_folder_of(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  const char *name = strrchr(info->dlpi_name, '/');
  if (name == NULL || strncmp(name + 1, "libswift", strlen("libswift")) != 0) return 0;
  char folder[4096];
  const size_t length = (size_t)(name - info->dlpi_name);
  if (length == 0 || length >= sizeof folder) return 0;
  memcpy(folder, info->dlpi_name, length);
  folder[length] = 0;
  return allow_path(*(int *)context, folder);
}

static uint64_t handled_by(long version) {
  uint64_t files = of_version_1;
  if (version >= 2) files |= refer;
  if (version >= 3) files |= truncate_file;
  if (version >= 5) files |= device_control;
  return files;
}

static int make_rules(long version, int with_network) {
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
  return rules >= 0 ? (int)rules : -errno;
}

static int allow_granted(int rules, const imp_grants *grants, uint64_t handled) {
  int result = 0;
  const int *object = grants->objects;
  for (size_t index = 0; index < grants->readable && result == 0; index++) result = allow(rules, *object++);
  for (size_t index = 0; index < grants->listable && result == 0; index++) {
    result = allow_listing(rules, *object++);
  }
  for (size_t index = 0; index < grants->usable && result == 0; index++) {
    result = allow_use(rules, *object++, handled);
  }
  return result;
}

int imp_wall_files(const imp_grants *grants, int with_network) {
  const long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
  if (version < 0) return -errno;
  int rules = make_rules(version, with_network);
  if (rules < 0) return rules;
  int result = allow_paths(rules, of_the_system, sizeof of_the_system / sizeof of_the_system[0]);
  if (result == 0 && with_network) {
    result = allow_paths(rules, of_the_network, sizeof of_the_network / sizeof of_the_network[0]);
  }
  if (result == 0) result = dl_iterate_phdr(allow_folder_of, &rules);
  if (result == 0) result = allow_granted(rules, grants, handled_by(version));
  if (result == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) result = -errno;
  if (result == 0 && syscall(SYS_landlock_restrict_self, rules, 0) != 0) result = -errno;
  close(rules);
  return result;
}

int imp_wall_is_device(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISCHR(status.st_mode);
}

int imp_wall_identity(const char *path, uint64_t *device, uint64_t *inode) {
  struct stat status;
  if (stat(path, &status) != 0) return -errno;
  *device = status.st_dev;
  *inode = status.st_ino;
  return 0;
}
