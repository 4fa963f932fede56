// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <linux/capability.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "CImprintLinux.h"

int imp_wall_privileges(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -errno;
  // Ambient ones first: without them nothing is left once the three sets are empty.
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  const struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  if (syscall(SYS_capset, &header, none) != 0) return -errno;
  return prctl(PR_SET_DUMPABLE, 0) == 0 ? 0 : -errno;
}

// Before 5.14 the kernel counts all of a user's threads in all namespaces; it never limits root's.
int imp_limits_count_threads(void) {
  struct utsname system;
  unsigned major = 0, minor = 0;
  if (!imp_wall_has_own_users() || geteuid() == 0) return 0;
  if (uname(&system) != 0 || sscanf(system.release, "%u.%u", &major, &minor) != 2) return 0;
  return major > 5 || (major == 5 && minor >= 14);
}

// Never above what the process was given.
static int limit(__rlimit_resource_t resource, rlim_t value) {
  struct rlimit now;
  if (getrlimit(resource, &now) != 0) return -errno;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < value) value = now.rlim_max;
  const struct rlimit made = {value, value};
  return setrlimit(resource, &made) == 0 ? 0 : -errno;
}

int imp_wall_limits(const imp_limits *limits) {
  int result = limit(RLIMIT_CORE, 0);
  if (result == 0) result = limit(RLIMIT_FSIZE, 0);
  if (result == 0) result = limit(RLIMIT_MSGQUEUE, 0);
  // Of the kernel's memory: timers and signals that wait, and pages that cannot be swapped.
  if (result == 0) result = limit(RLIMIT_SIGPENDING, IMP_LIMIT_SIGNALS);
  if (result == 0) result = limit(RLIMIT_MEMLOCK, IMP_LIMIT_LOCKED);
  if (result == 0 && limits->descriptors > 0) result = limit(RLIMIT_NOFILE, limits->descriptors);
  if (result == 0 && limits->data > 0) result = limit(RLIMIT_DATA, limits->data);
  if (result == 0 && limits->processor > 0) result = limit(RLIMIT_CPU, limits->processor);
  if (result == 0 && limits->address_space > 0) result = limit(RLIMIT_AS, limits->address_space);
  if (result == 0 && limits->threads > 0 && imp_limits_count_threads()) result = limit(RLIMIT_NPROC, limits->threads);
  return result;
}
