// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <seccomp.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CCheckWatch.h"

// The kernel's interface, by its own numbers: the header of an old system lacks the later ones.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

enum {
  execute = 1 << 0,
  write_file = 1 << 1,
  read_file = 1 << 2,
  read_folder = 1 << 3,
  of_version_1 = (1 << 13) - 1, // execute to make symbolic link
  refer = 1 << 13,              // version 2
  truncate_file = 1 << 14,      // version 3
  device_control = 1 << 15,     // version 5
  abstract_socket = 1 << 0,     // version 6
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
  if (version >= 3) files |= truncate_file;
  if (version >= 5) files |= device_control;
  return files;
}

// What is not on this machine needs no rule.
static int allow(int rules, const char *path, uint64_t of_folders, uint64_t of_files) {
  const int object = open(path, O_PATH | O_CLOEXEC);
  if (object < 0) return 0;
  struct stat info;
  int result = fstat(object, &info) == 0 ? 0 : -errno;
  const struct beneath rule = {S_ISDIR(info.st_mode) ? of_folders : of_files, object};
  if (result == 0 && syscall(SYS_landlock_add_rule, rules, 1, &rule, 0) != 0) result = -errno;
  close(object);
  return result;
}

static int allow_all(int rules, const char *const *paths, uint64_t of_folders, uint64_t of_files) {
  int result = 0;
  for (; *paths != NULL && result == 0; paths++) result = allow(rules, *paths, of_folders, of_files);
  return result;
}

// Swift's run-time libraries lie wherever its toolchain does; a plugin may need more of them than this program.
static int allow_folder_of(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  const char *name = strrchr(info->dlpi_name, '/');
  char folder[4096];
  const size_t length = name == NULL ? 0 : (size_t)(name - info->dlpi_name);
  if (length == 0 || length >= sizeof folder) return 0;
  memcpy(folder, info->dlpi_name, length);
  folder[length] = 0;
  return allow(*(int *)context, folder, read_file | read_folder | execute, read_file);
}

static long landlock_version(void) { return syscall(SYS_landlock_create_ruleset, NULL, 0, 1); }

int imp_check_walls_hold_signals(void) { return landlock_version() >= 6; }

static int restrict_files(const imp_check_walls *walls) {
  const long version = landlock_version();
  if (version < 0) return -errno;
  const uint64_t handled = handled_by(version);
  const struct ruleset set = {handled, 0, version >= 6 ? abstract_socket | signals : 0};
  const size_t length = version >= 6 ? sizeof set : sizeof set.files;
  int rules = (int)syscall(SYS_landlock_create_ruleset, &set, length, 0);
  if (rules < 0) return -errno;
  const uint64_t reading = read_file | execute, using = read_file | write_file | (handled & device_control);
  const uint64_t of_a_file = read_file | write_file | execute | (handled & (truncate_file | device_control));
  int result = allow_all(rules, walls->readable, reading | read_folder, reading);
  if (result == 0) result = allow_all(rules, walls->listable, read_folder, 0);
  if (result == 0) result = allow_all(rules, walls->usable, using | read_folder, using);
  if (result == 0) result = allow_all(rules, walls->writable, handled, of_a_file);
  if (result == 0) result = dl_iterate_phdr(allow_folder_of, &rules);
  if (result == 0 && syscall(SYS_landlock_restrict_self, rules, 0) != 0) result = -errno;
  close(rules);
  return result;
}

// What would lead around the wall of files, or out of this process, and what no plugin has to ask for.
static const char *const closed[] = {
    "io_uring_setup", "io_uring_enter", "io_uring_register", "pidfd_getfd", "bpf", "perf_event_open", "add_key",
    "request_key", "keyctl", "open_by_handle_at", "userfaultfd", "kcmp", "process_madvise",
};

// These the watch tells of, where there is one.
static const char *const watched[] = {"ptrace", "process_vm_readv", "process_vm_writev"};

static int close_calls(scmp_filter_ctx filter, const char *const *names, size_t count) {
  int status = 0;
  for (size_t index = 0; index < count && status == 0; index++) {
    const int number = seccomp_syscall_resolve_name(names[index]);
    // A processor or a library that lacks the call cannot make it by its name either.
    if (number >= 0) status = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number, 0);
  }
  return status;
}

static int restrict_calls(const imp_check_walls *walls) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (filter == NULL) return -ENOMEM;
  int status = close_calls(filter, closed, sizeof closed / sizeof *closed);
  if (status == 0 && !walls->is_watched) {
    status = close_calls(filter, watched, sizeof watched / sizeof *watched);
    // A service of this account would do outside what is closed here: by its socket it is asked to.
    if (status == 0 && !walls->services) {
      status = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(socket), 1,
                                SCMP_A0(SCMP_CMP_MASKED_EQ, 0xffffffffu, AF_UNIX));
    }
  }
  if (status == 0) status = seccomp_load(filter);
  seccomp_release(filter);
  return status;
}

int imp_check_close_walls(const imp_check_walls *walls) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -errno;
  const int status = restrict_files(walls);
  return status != 0 ? status : restrict_calls(walls);
}
