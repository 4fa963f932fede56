// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CCheckWatch.h"
#include "kinds.h"

#ifndef SECCOMP_USER_NOTIF_FLAG_CONTINUE
#define SECCOMP_USER_NOTIF_FLAG_CONTINUE 1
#endif

struct watcher {
  int descriptor;
  imp_watch_rules rules;
};

// In this process, where it lies: another thread may change it meanwhile, so this finds out what is asked,
// and is no wall. Answers whether all of it could be read.
int imp_watch_copy(uint64_t place, void *room, size_t length) {
  const int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  if (memory < 0) return 0;
  const ssize_t count = pread(memory, room, length, (off_t)place);
  close(memory);
  return count == (ssize_t)length;
}

static const char *path_at(uint64_t place, char room[PATH_MAX]) {
  room[0] = 0;
  if (place == 0) return room;
  const int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  if (memory < 0) return "?";
  ssize_t count = pread(memory, room, PATH_MAX - 1, (off_t)place);
  if (count < 0) {
    // It may end right before memory that is not there: byte by byte then.
    for (count = 0; count < PATH_MAX - 1; count++)
      if (pread(memory, room + count, 1, (off_t)place + count) != 1 || room[count] == 0) break;
  }
  close(memory);
  room[count < 0 ? 0 : count] = 0;
  return room;
}

// What a descriptor is open on: a path, or what the kernel calls it.
static const char *path_behind(uint64_t descriptor, char room[PATH_MAX]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", (int)descriptor);
  const ssize_t length = readlink(link, room, PATH_MAX - 1);
  room[length < 0 ? 0 : length] = 0;
  return room;
}

// A path that begins at an open folder, as the kernel would read it; left as it is where that is too long.
static const char *path_within(uint64_t folder, char room[PATH_MAX]) {
  char behind[PATH_MAX], whole[2 * PATH_MAX];
  const int length = snprintf(whole, sizeof whole, "%s/%s", path_behind(folder, behind), room);
  if (length < PATH_MAX) memcpy(room, whole, (size_t)length + 1);
  return room;
}

// The file that a call names; null where it names none.
static const char *file_named(const struct seccomp_data *data, int where, char room[PATH_MAX]) {
  const int argument = where & 0xf;
  switch (where & ~0xf) {
  case IMP_CALL_PATH(0): return path_at(data->args[argument], room);
  case IMP_CALL_FILE(0): return path_behind(data->args[argument], room);
  case IMP_CALL_AT(0):
    // Without a path the descriptor before it is meant.
    if (*path_at(data->args[argument], room) == 0) return path_behind(data->args[argument - 1], room);
    // The folder of the process itself is not looked up: a path that begins there is nowhere allowed.
    if (*room == '/' || (int)data->args[argument - 1] == AT_FDCWD) return room;
    return path_within(data->args[argument - 1], room);
  default: return NULL;
  }
}

// Whether a path's beginning does not say where it leads: it goes up, or through a process's `root` or `cwd`,
// which are folders anywhere.
static int leads_away(const char *path) {
  if (strstr(path, "/..") != NULL) return 1;
  if (strncmp(path, "/proc/", strlen("/proc/")) != 0) return 0;
  for (const char *part = path; part != NULL; part = strchr(part + 1, '/')) {
    const size_t length = strcspn(part + 1, "/");
    if (length == 4 && strncmp(part + 1, "root", length) == 0) return 1;
    if (length == 3 && strncmp(part + 1, "cwd", length) == 0) return 1;
  }
  return 0;
}

int imp_watch_begins(const char *path, const char *const *list) {
  if (leads_away(path)) return 0;
  for (; *list != NULL; list++)
    if (strncmp(path, *list, strlen(*list)) == 0) return 1;
  return 0;
}

// Memory that has no file (memfd_create), by the path of its descriptor: libraries that write to paths alone
// write to it so.
static int is_memory(const char *path) {
  static const char descriptors[] = "/proc/self/fd/", memory[] = "/memfd:";
  char target[sizeof memory];
  if (strncmp(path, descriptors, strlen(descriptors)) != 0 || leads_away(path)) return 0;
  const ssize_t length = readlink(path, target, strlen(memory));
  return length == (ssize_t)strlen(memory) && memcmp(target, memory, strlen(memory)) == 0;
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
  case IMP_WATCH_PASS: return 1;
  case IMP_WATCH_NETWORK: return rules->network;
  case IMP_WATCH_READ: return imp_watch_begins(path, rules->readable) || imp_watch_begins(path, rules->writable);
  case IMP_WATCH_WRITE: return imp_watch_begins(path, rules->writable) || is_memory(path);
  default: return 0;
  }
}

// A call that the table lets nobody make, with its arguments: the kind that it is with these, or that of the
// table.
static int kind_of(const struct watcher *watcher, const imp_call *call, const struct seccomp_data *data) {
  const imp_watch_kind_rule *rule = imp_watch_rule_of(call->name);
  return rule != NULL ? rule->kind(&watcher->rules, data, call->watch) : call->watch;
}

static int is_allowed(const struct watcher *watcher, const struct seccomp_data *data) {
  const imp_call *call = imp_call_numbered(data->nr);
  if (call == NULL) return 0;
  const int kind = kind_of(watcher, call, data);
  char room[PATH_MAX];
  const char *path = file_named(data, call->first, room);
  int is_allowed = judged(&watcher->rules, kind, path == NULL ? "" : path);
  if (is_allowed && kind != IMP_WATCH_PASS && call->second != IMP_CALL_NOWHERE) {
    path = file_named(data, call->second, room);
    is_allowed = judged(&watcher->rules, kind, path);
  }
  if (!is_allowed) note(kind, call->name, path);
  return is_allowed;
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

// Numbers up to this are looked at: later ones are of kernels that are years away.
enum { known_numbers = 512 };

static int add_rules(scmp_filter_ctx filter) {
  for (int32_t number = 0; number < known_numbers; number++) {
    const imp_call *call = imp_call_numbered(number);
    int status = 0;
    if (call == NULL) {
      // Of a later kernel than this build: nobody knows what it does. A kernel without it answers the same.
      status = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), number, 0);
    } else if (strcmp(call->name, "clone3") == 0) {
      // Whether it starts a thread lies in memory: glibc does without it where there is none.
      status = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), number, 0);
    } else {
      status = imp_watch_add(filter, call, number);
    }
    if (status != 0) return status;
  }
  return 0;
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
  int status = add_rules(filter);
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
