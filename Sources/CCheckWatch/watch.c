// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/netlink.h>
#include <pthread.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "CCheckWatch.h"

#ifndef SECCOMP_USER_NOTIF_FLAG_CONTINUE
#define SECCOMP_USER_NOTIF_FLAG_CONTINUE 1
#endif

// A call that is judged, and which of its arguments is a path; -1: none.
struct watched {
  int kind;
  int path;
  const char *name;
};

static const struct watched calls[] = {
    {IMP_WATCH_NETWORK, -1, "socket"},     {IMP_WATCH_NETWORK, -1, "connect"},
    {IMP_WATCH_NETWORK, -1, "bind"},       {IMP_WATCH_NETWORK, -1, "listen"},
    {IMP_WATCH_READ, 0, "open"},           {IMP_WATCH_READ, 1, "openat"},
    {IMP_WATCH_READ, 1, "openat2"},        {IMP_WATCH_WRITE, 0, "creat"},
    {IMP_WATCH_WRITE, 0, "mkdir"},         {IMP_WATCH_WRITE, 1, "mkdirat"},
    {IMP_WATCH_WRITE, 0, "unlink"},        {IMP_WATCH_WRITE, 1, "unlinkat"},
    {IMP_WATCH_WRITE, 0, "rename"},        {IMP_WATCH_WRITE, 1, "renameat"},
    {IMP_WATCH_WRITE, 1, "renameat2"},     {IMP_WATCH_WRITE, 0, "rmdir"},
    {IMP_WATCH_WRITE, 0, "symlink"},       {IMP_WATCH_WRITE, 0, "link"},
    {IMP_WATCH_WRITE, 0, "truncate"},      {IMP_WATCH_WRITE, 0, "chmod"},
    {IMP_WATCH_PROCESS, 0, "execve"},      {IMP_WATCH_PROCESS, 1, "execveat"},
    {IMP_WATCH_PROCESS, -1, "fork"},       {IMP_WATCH_PROCESS, -1, "vfork"},
    {IMP_WATCH_PROCESS, -1, "ptrace"},     {IMP_WATCH_PROCESS, -1, "process_vm_readv"},
    {IMP_WATCH_PROCESS, -1, "process_vm_writev"}, {IMP_WATCH_PROCESS, -1, "kill"},
};
static const size_t call_count = sizeof calls / sizeof *calls;

struct watcher {
  int descriptor;
  imp_watch_rules rules;
  int number[sizeof calls / sizeof *calls];
  int clone;
};

static const struct watched *found(const struct watcher *watcher, int number) {
  for (size_t i = 0; i < call_count; i++)
    if (watcher->number[i] == number) return &calls[i];
  return NULL;
}

// Which flags of an open make it a write.
static int writes(uint64_t flags) {
  return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}

// In this process, where the path lies: another thread may change it meanwhile, so
// this finds out what is asked, and is no wall.
static const char *path_of(const struct seccomp_data *data, int argument, char *room) {
  if (argument < 0) return NULL;
  const char *text = (const char *)(uintptr_t)data->args[argument];
  int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  if (memory < 0) return "?";
  ssize_t count = pread(memory, room, PATH_MAX - 1, (off_t)(uintptr_t)text);
  if (count < 0) {
    // It may end right before memory that is not there: byte by byte then.
    for (count = 0; count < PATH_MAX - 1; count++)
      if (pread(memory, room + count, 1, (off_t)(uintptr_t)text + count) != 1 || room[count] == 0) break;
  }
  close(memory);
  room[count < 0 ? 0 : count] = 0;
  return room;
}

static int begins(const char *path, const char *const *list) {
  // Where that leads to cannot be told by its beginning.
  if (strstr(path, "/..") != NULL) return 0;
  for (; *list != NULL; list++)
    if (strncmp(path, *list, strlen(*list)) == 0) return 1;
  return 0;
}

static struct {
  pthread_mutex_t lock;
  size_t count;
  imp_watch_refusal list[64];
} refusals = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void note(int kind, const char *call, const char *path) {
  pthread_mutex_lock(&refusals.lock);
  if (refusals.count < sizeof refusals.list / sizeof *refusals.list) {
    imp_watch_refusal *refusal = &refusals.list[refusals.count++];
    refusal->kind = kind;
    refusal->call = call;
    if (path != NULL) strncpy(refusal->path, path, sizeof refusal->path - 1);
  }
  pthread_mutex_unlock(&refusals.lock);
}

int imp_watch_refused(size_t index, imp_watch_refusal *refusal) {
  pthread_mutex_lock(&refusals.lock);
  int is_there = index < refusals.count;
  if (is_there) *refusal = refusals.list[index];
  pthread_mutex_unlock(&refusals.lock);
  return is_there ? 0 : -ENOENT;
}

static int judged(const imp_watch_rules *rules, int kind, const char *path) {
  switch (kind) {
  case IMP_WATCH_NETWORK: return rules->network;
  case IMP_WATCH_READ: return begins(path, rules->readable) || begins(path, rules->writable);
  case IMP_WATCH_WRITE: return begins(path, rules->writable);
  default: return 0;
  }
}

// The address that connect and bind are given; its family is 0 where there is none.
static struct sockaddr_storage address_of(const struct seccomp_data *data) {
  struct sockaddr_storage address = {0};
  size_t length = data->args[2] < sizeof address ? data->args[2] : sizeof address - 1;
  int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  if (memory < 0) return address;
  if (pread(memory, &address, length, (off_t)data->args[1]) != (ssize_t)length) address.ss_family = 0;
  close(memory);
  return address;
}

// A socket to a service of this machine, or to the kernel's events. What a socket is connected to is judged later.
static int is_local(const imp_watch_rules *rules, const struct seccomp_data *data, const char *name) {
  if (strcmp(name, "socket") == 0) {
    int is_of_events = data->args[0] == AF_NETLINK && data->args[2] == NETLINK_KOBJECT_UEVENT;
    return (data->args[0] == AF_UNIX && *rules->services != NULL) || (is_of_events && rules->kernel_events);
  }
  struct sockaddr_storage address = address_of(data);
  // No other socket of that family was allowed.
  if (strcmp(name, "bind") == 0) return address.ss_family == AF_NETLINK && rules->kernel_events;
  if (strcmp(name, "connect") != 0 || address.ss_family != AF_UNIX) return 0;
  return begins(((const struct sockaddr_un *)&address)->sun_path, rules->services);
}

static int is_allowed(const struct watcher *watcher, const struct seccomp_data *data) {
  static const struct watched clone = {IMP_WATCH_PROCESS, -1, "clone"};
  const struct watched *call = data->nr == watcher->clone ? &clone : found(watcher, data->nr);
  if (call == NULL) return 1;
  int kind = call->kind;
  if (strcmp(call->name, "open") == 0 && writes(data->args[1])) kind = IMP_WATCH_WRITE;
  if (strcmp(call->name, "openat") == 0 && writes(data->args[2])) kind = IMP_WATCH_WRITE;
  // A signal to itself, abort's, is nobody else's matter.
  if (strcmp(call->name, "kill") == 0 && (pid_t)data->args[0] == getpid()) return 1;
  if (kind == IMP_WATCH_NETWORK && is_local(&watcher->rules, data, call->name)) return 1;
  char room[PATH_MAX];
  const char *path = path_of(data, call->path, room);
  if (judged(&watcher->rules, kind, path == NULL ? "" : path)) return 1;
  note(kind, call->name, path);
  return 0;
}

static void *watch(void *given) {
  struct watcher *watcher = given;
  struct seccomp_notif *asked = NULL;
  struct seccomp_notif_resp *answer = NULL;
  if (seccomp_notify_alloc(&asked, &answer) != 0) abort();
  for (;;) {
    memset(asked, 0, sizeof *asked);
    if (seccomp_notify_receive(watcher->descriptor, asked) != 0) {
      if (errno == ENOENT || errno == EINTR) continue;
      return NULL;
    }
    memset(answer, 0, sizeof *answer);
    answer->id = asked->id;
    if (is_allowed(watcher, &asked->data))
      answer->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    else
      answer->error = -EACCES;
    seccomp_notify_respond(watcher->descriptor, answer);
  }
}

static int add_rules(scmp_filter_ctx filter, struct watcher *watcher) {
  for (size_t i = 0; i < call_count; i++) {
    watcher->number[i] = seccomp_syscall_resolve_name(calls[i].name);
    // A processor that lacks the call has another one in its place.
    if (watcher->number[i] < 0) continue;
    int status = seccomp_rule_add(filter, SCMP_ACT_NOTIFY, watcher->number[i], 0);
    if (status != 0) return status;
  }
  // A thread is no process. clone3 has its flags in memory: glibc does without it where there is none.
  watcher->clone = seccomp_syscall_resolve_name("clone");
  int status = seccomp_rule_add(filter, SCMP_ACT_NOTIFY, watcher->clone, 1,
                                SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  if (status != 0) return status;
  int clone3 = seccomp_syscall_resolve_name("clone3");
  return clone3 < 0 ? 0 : seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), clone3, 0);
}

// What the judging thread waits for before it begins.
struct beginning {
  struct watcher *watcher;
  int go; // a pipe: one byte, 1 where the filter is in place
};

static void *watch_when_told(void *given) {
  struct beginning begin = *(struct beginning *)given;
  free(given);
  char go = 0;
  ssize_t count = read(begin.go, &go, 1);
  close(begin.go);
  return count == 1 && go ? watch(begin.watcher) : NULL;
}

// Starts the thread that judges: before the filter, so that it is not judged. Answers the pipe's other end.
static int start_thread(struct watcher *watcher) {
  int ends[2];
  struct beginning *begin = malloc(sizeof *begin);
  if (begin == NULL) return -ENOMEM;
  if (pipe2(ends, O_CLOEXEC) != 0) {
    free(begin);
    return -errno;
  }
  *begin = (struct beginning){watcher, ends[0]};
  pthread_t thread;
  int status = pthread_create(&thread, NULL, watch_when_told, begin);
  if (status != 0) {
    close(ends[0]);
    close(ends[1]);
    free(begin);
    return -status;
  }
  pthread_detach(thread);
  return ends[1];
}

int imp_watch_start(imp_watch_rules rules) {
  // Both stay for ever, as the filter does.
  struct watcher *watcher = calloc(1, sizeof *watcher);
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (watcher == NULL || filter == NULL) return -ENOMEM;
  *watcher = (struct watcher){.descriptor = -1, .rules = rules};
  int status = add_rules(filter, watcher);
  if (status != 0) return status;
  int go = start_thread(watcher);
  if (go < 0) return go;
  status = seccomp_load(filter);
  if (status == 0) {
    watcher->descriptor = seccomp_notify_fd(filter);
    if (watcher->descriptor < 0) status = watcher->descriptor;
  }
  // Neither write nor close is judged.
  char byte = status == 0;
  if (write(go, &byte, 1) != 1 && status == 0) status = -EIO;
  close(go);
  return status;
}
