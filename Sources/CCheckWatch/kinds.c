// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/netlink.h>
#include <linux/openat2.h>
#include <linux/sockios.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "kinds.h"

// ---- Files -----------------------------------------------------------------

// Which flags of an open make it a write.
static int opening(uint64_t flags) {
  const int writes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC | O_TMPFILE) & ~O_DIRECTORY) != 0;
  return writes ? IMP_WATCH_WRITE : IMP_WATCH_READ;
}

static int of_open(const imp_watch_rules *rules, const struct seccomp_data *data, int otherwise) {
  (void)rules, (void)otherwise;
  return opening(data->args[1]);
}

static int of_openat(const imp_watch_rules *rules, const struct seccomp_data *data, int otherwise) {
  (void)rules, (void)otherwise;
  return opening(data->args[2]);
}

static int of_openat2(const imp_watch_rules *rules, const struct seccomp_data *data, int otherwise) {
  (void)rules, (void)otherwise;
  struct open_how how;
  // What cannot be read the kernel refuses as well.
  if (data->args[3] < sizeof how || !imp_watch_copy(data->args[2], &how, sizeof how)) return IMP_WATCH_WRITE;
  return opening(how.flags);
}

// ---- This process, and others ----------------------------------------------

// A process's number, or that of a thread: of this process?
static int is_own(uint64_t number) {
  char path[64];
  if ((pid_t)number == getpid()) return 1;
  snprintf(path, sizeof path, "/proc/self/task/%d", (int)number);
  return (pid_t)number > 0 && access(path, F_OK) == 0;
}

// Those to whom 0 is every process of the group.
static int of_signalled(const imp_watch_rules *rules, const struct seccomp_data *data, int otherwise) {
  (void)rules;
  return is_own(data->args[0]) ? IMP_WATCH_PASS : otherwise;
}

// Those to whom 0 is the caller.
static int of_arranged(const imp_watch_rules *rules, const struct seccomp_data *data, int otherwise) {
  (void)rules;
  return (pid_t)data->args[0] == 0 || is_own(data->args[0]) ? IMP_WATCH_PASS : otherwise;
}

// Those that say before it which kind of number comes: 0, or 1 of ioprio_set, is a process.
static int of_priority(const imp_watch_rules *rules, const struct seccomp_data *data, int otherwise) {
  (void)rules;
  const uint64_t process = data->nr == SCMP_SYS(setpriority) ? PRIO_PROCESS : 1;
  if (data->args[0] != process) return otherwise;
  return (pid_t)data->args[1] == 0 || is_own(data->args[1]) ? IMP_WATCH_PASS : otherwise;
}

static int of_clone(const imp_watch_rules *rules, const struct seccomp_data *data, int otherwise) {
  (void)rules;
  return data->args[0] & CLONE_THREAD ? IMP_WATCH_PASS : otherwise;
}

// What a signal of a file goes to.
static int of_fcntl(const imp_watch_rules *rules, const struct seccomp_data *data, int otherwise) {
  (void)rules, (void)otherwise;
  return data->args[1] == F_SETOWN && is_own(data->args[2]) ? IMP_WATCH_PASS : IMP_WATCH_PROCESS;
}

static int of_system(const imp_watch_rules *rules, const struct seccomp_data *data, int otherwise) {
  (void)rules, (void)data, (void)otherwise;
  return IMP_WATCH_SYSTEM;
}

static int of_personality(const imp_watch_rules *rules, const struct seccomp_data *data, int otherwise) {
  (void)rules;
  return (uint32_t)data->args[0] == 0xffffffffu ? IMP_WATCH_PASS : otherwise; // asks what it is
}

// ---- Sockets ---------------------------------------------------------------

// An address in memory: a service of this machine that may be reached? The socket is what may be made, judged
// before.
static int reaches(const imp_watch_rules *rules, uint64_t place, uint64_t length, int otherwise) {
  struct sockaddr_un address;
  memset(&address, 0, sizeof address);
  if (length > sizeof address) length = sizeof address;
  if (!imp_watch_copy(place, &address, length) || address.sun_family != AF_UNIX) return otherwise;
  address.sun_path[sizeof address.sun_path - 1] = 0;
  return imp_watch_begins(address.sun_path, rules->services) ? IMP_WATCH_PASS : otherwise;
}

// A socket to a service of this machine, or to the kernel's events. What it is connected to is judged later.
static int of_socket(const imp_watch_rules *rules, const struct seccomp_data *data, int otherwise) {
  const int is_of_events = data->args[0] == AF_NETLINK && data->args[2] == NETLINK_KOBJECT_UEVENT;
  const int is_local = data->args[0] == AF_UNIX && *rules->services != NULL;
  return is_local || (is_of_events && rules->kernel_events) ? IMP_WATCH_PASS : otherwise;
}

static int of_connect(const imp_watch_rules *rules, const struct seccomp_data *data, int otherwise) {
  return reaches(rules, data->args[1], data->args[2], otherwise);
}

// Bound is a socket of the kernel's events alone: no other of that family was allowed.
static int of_bind(const imp_watch_rules *rules, const struct seccomp_data *data, int otherwise) {
  sa_family_t family = 0;
  if (!imp_watch_copy(data->args[1], &family, sizeof family)) return otherwise;
  return family == AF_NETLINK && rules->kernel_events ? IMP_WATCH_PASS : otherwise;
}

static int of_sendto(const imp_watch_rules *rules, const struct seccomp_data *data, int otherwise) {
  return reaches(rules, data->args[4], data->args[5], otherwise);
}

static int of_sendmsg(const imp_watch_rules *rules, const struct seccomp_data *data, int otherwise) {
  struct msghdr message;
  if (!imp_watch_copy(data->args[1], &message, sizeof message)) return otherwise;
  // To what it is connected to.
  if (message.msg_name == NULL || message.msg_namelen == 0) return IMP_WATCH_PASS;
  return reaches(rules, (uint64_t)(uintptr_t)message.msg_name, message.msg_namelen, otherwise);
}

// ---- All of them -----------------------------------------------------------

static const imp_watch_kind_rule rules[] = {
    {"open", of_open}, {"openat", of_openat}, {"openat2", of_openat2},
    {"kill", of_signalled}, {"tgkill", of_signalled}, {"tkill", of_signalled},
    {"rt_sigqueueinfo", of_signalled}, {"rt_tgsigqueueinfo", of_signalled},
    {"process_vm_readv", of_signalled}, {"process_vm_writev", of_signalled},
    {"prlimit64", of_arranged}, {"sched_setaffinity", of_arranged}, {"sched_setparam", of_arranged},
    {"sched_setscheduler", of_arranged}, {"sched_setattr", of_arranged},
    {"migrate_pages", of_arranged}, {"move_pages", of_arranged},
    {"setpriority", of_priority}, {"ioprio_set", of_priority},
    {"clone", of_clone}, {"fcntl", of_fcntl}, {"prctl", of_system}, {"ioctl", of_system},
    {"personality", of_personality},
    {"socket", of_socket}, {"connect", of_connect}, {"bind", of_bind},
    {"sendto", of_sendto}, {"sendmsg", of_sendmsg},
};

const imp_watch_kind_rule *imp_watch_rule_of(const char *name) {
  for (size_t index = 0; index < sizeof rules / sizeof rules[0]; index++)
    if (strcmp(rules[index].name, name) == 0) return &rules[index];
  return NULL;
}

// Of an argument that the kernel takes as 32 bits it drops the others: a comparison with all 64 is one that
// any bit above leads around.
#define IS(argument, value) {argument, SCMP_CMP_MASKED_EQ, 0xffffffffu, value}

// The arguments with which calls matter that are made often and are harmless otherwise: no other is looked
// at.
static const struct {
  const char *name;
  struct scmp_arg_cmp argument;
} matters[] = {
    {"clone", {0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0}},
    {"sendto", {4, SCMP_CMP_NE, 0, 0}}, // where to, else to what it is connected to
    {"fcntl", IS(1, F_SETOWN)}, {"fcntl", IS(1, F_SETOWN_EX)},
    {"fcntl", IS(1, F_SETLEASE)}, {"fcntl", IS(1, F_NOTIFY)},
    {"prctl", IS(0, PR_SET_SECCOMP)}, {"prctl", IS(0, PR_SET_PTRACER)}, {"prctl", IS(0, PR_SET_DUMPABLE)},
    {"ioctl", IS(1, FS_IOC_SETFLAGS)}, {"ioctl", IS(1, FS_IOC_FSSETXATTR)}, {"ioctl", IS(1, TIOCSTI)},
    // A socket's ways to say what F_SETOWN says.
    {"ioctl", IS(1, FIOSETOWN)}, {"ioctl", IS(1, SIOCSPGRP)},
};

int imp_watch_add(scmp_filter_ctx filter, const imp_call *call, int32_t number) {
  int status = 0, found = 0;
  for (size_t index = 0; status == 0 && index < sizeof matters / sizeof matters[0]; index++) {
    if (strcmp(matters[index].name, call->name) != 0) continue;
    found = 1;
    status = seccomp_rule_add_array(filter, SCMP_ACT_NOTIFY, number, 1, &matters[index].argument);
  }
  if (found || call->watch == IMP_WATCH_PASS) return status;
  return seccomp_rule_add(filter, SCMP_ACT_NOTIFY, number, 0);
}
