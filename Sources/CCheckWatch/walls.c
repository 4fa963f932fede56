// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <linux/capability.h>
#include <seccomp.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CCheckWatch.h"
#include "imp_landlock.h"

static const uint64_t reading = IMP_LANDLOCK_READ_FILE | IMP_LANDLOCK_READ_FOLDER | IMP_LANDLOCK_EXECUTE;
static const uint64_t using = IMP_LANDLOCK_READ_FILE | IMP_LANDLOCK_READ_FOLDER | IMP_LANDLOCK_WRITE_FILE |
                              IMP_LANDLOCK_DEVICE_CONTROL;
// But nodes, by which a disk or all memory would lie in the check's own folder.
static const uint64_t anything =
    IMP_LANDLOCK_ALL & ~(IMP_LANDLOCK_MAKE_CHARACTER_DEVICE | IMP_LANDLOCK_MAKE_BLOCK_DEVICE);

static int allow_all(const imp_landlock *wall, const char *const *paths, uint64_t what) {
  int result = 0;
  for (; *paths != NULL && result == 0; paths++) result = imp_landlock_allow_path(wall, *paths, what);
  return result;
}

// Swift's run-time libraries lie wherever its toolchain does; a plugin may need more of them than this
// program.
static int allow_folder_of(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  return imp_landlock_allow_folder_of(context, info->dlpi_name, reading);
}

int imp_check_walls_hold_signals(void) { return imp_landlock_version() >= 6; }

static int restrict_files(const imp_check_walls *walls) {
  imp_landlock wall;
  // The network is the watch's: some plugins are to use it.
  int result = imp_landlock_begin(&wall, 1);
  if (result != 0) return result;
  result = allow_all(&wall, walls->readable, reading);
  if (result == 0) result = allow_all(&wall, walls->listable, IMP_LANDLOCK_READ_FOLDER);
  if (result == 0) result = allow_all(&wall, walls->usable, using);
  if (result == 0) result = allow_all(&wall, walls->writable, anything);
  if (result == 0) result = dl_iterate_phdr(allow_folder_of, &wall);
  return imp_landlock_end(&wall, result);
}

// Root may do more than open files: load a module, read the kernel's memory by /proc/kcore, or the
// processor's ports. What is kept is that files of other users, such as the plugin's, can be read.
static int restrict_root(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  struct __user_cap_data_struct sets[2] = {{0, 0, 0}, {0, 0, 0}};
  if (syscall(SYS_capget, &header, sets) != 0) return -errno;
  const uint32_t kept = 1u << CAP_DAC_OVERRIDE | 1u << CAP_DAC_READ_SEARCH;
  const uint32_t permitted = sets[0].permitted & kept;
  sets[0] = (struct __user_cap_data_struct){sets[0].effective & kept, permitted, 0};
  sets[1] = (struct __user_cap_data_struct){0, 0, 0};
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  return syscall(SYS_capset, &header, sets) == 0 ? 0 : -errno;
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
  if (status == 0 && !walls->is_watched) status = close_calls(filter, watched, sizeof watched / sizeof *watched);
  // A service of this account would do outside what is closed here: by its socket it is asked to. Where there
  // is a watch, too: its rules lie in this process, where the plugin is.
  if (status == 0 && !walls->services) {
    status = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(socket), 1,
                              SCMP_A0(SCMP_CMP_MASKED_EQ, 0xffffffffu, AF_UNIX));
  }
  if (status == 0) status = seccomp_load(filter);
  seccomp_release(filter);
  return status;
}

int imp_check_close_walls(const imp_check_walls *walls) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -errno;
  int status = restrict_files(walls);
  // With no new privilege no program that is started has them again.
  if (status == 0) status = restrict_root();
  return status != 0 ? status : restrict_calls(walls);
}
