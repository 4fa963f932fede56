// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program: counts the calls that change files, and lets the one with the number FAULT_AT
// fail.
//   FAULT_HOW=kill      the process is killed before the call is made
//   FAULT_HOW=once      that call answers "no space left"
//   FAULT_HOW=full      that call and every later one that takes room answers so, as on a full disk
// FAULT_LOG names a file that gets a line for each call: what, and which path.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int calls;

static void path_of(int folder, const char *name, char *out, size_t room) {
  char link[64], base[2048] = "";
  if (name == NULL || name[0] != '/') {
    if (folder == AT_FDCWD) {
      snprintf(link, sizeof link, "/proc/self/cwd");
    } else {
      snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    }
    ssize_t length = readlink(link, base, sizeof base - 1);
    base[length > 0 ? length : 0] = 0;
  }
  snprintf(out, room, "%s%s%s", base, name && name[0] != '/' ? "/" : "", name ? name : "");
}

static void note(const char *what, int folder, const char *name) {
  const char *log = getenv("FAULT_LOG");
  if (log == NULL) return;
  char path[3000], line[3200];
  path_of(folder, name, path, sizeof path);
  int length = snprintf(line, sizeof line, "%s %s\n", what, path);
  int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  if (syscall(SYS_write, file, line, (size_t)length) < 0) abort();
  syscall(SYS_close, file);
}

// Whether this call is to fail.
static int fails(int takes_room) {
  const char *at = getenv("FAULT_AT"), *how = getenv("FAULT_HOW");
  int call = ++calls;
  if (at == NULL || how == NULL || call < atoi(at)) return 0;
  if (strcmp(how, "kill") == 0 && call == atoi(at)) raise(SIGKILL);
  if (strcmp(how, "once") == 0 ? call == atoi(at) : takes_room && strcmp(how, "full") == 0) {
    errno = ENOSPC;
    return 1;
  }
  return 0;
}

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

int openat(int folder, const char *path, int flags, ...) {
  mode_t mode = 0;
  if (flags & O_CREAT) {
    va_list list;
    va_start(list, flags);
    mode = va_arg(list, mode_t);
    va_end(list);
    note("create", folder, path);
    if (fails(1)) return -1;
  }
  REAL(openat);
  return real(folder, path, flags, mode);
}

int open(const char *path, int flags, ...) {
  mode_t mode = 0;
  if (flags & O_CREAT) {
    va_list list;
    va_start(list, flags);
    mode = va_arg(list, mode_t);
    va_end(list);
    note("create", AT_FDCWD, path);
    if (fails(1)) return -1;
  }
  REAL(open);
  return real(path, flags, mode);
}

int mkdir(const char *path, mode_t mode) {
  note("folder", AT_FDCWD, path);
  if (fails(1)) return -1;
  REAL(mkdir);
  return real(path, mode);
}

int mkdirat(int folder, const char *path, mode_t mode) {
  note("folder", folder, path);
  if (fails(1)) return -1;
  REAL(mkdirat);
  return real(folder, path, mode);
}

ssize_t write(int file, const void *bytes, size_t count) {
  if (file > 2) {
    note("write", file, NULL);
    if (fails(1)) return -1;
  }
  REAL(write);
  return real(file, bytes, count);
}

int fsync(int file) {
  note("sync", file, NULL);
  if (fails(1)) return -1;
  REAL(fsync);
  return real(file);
}

int fchmod(int file, mode_t mode) {
  if (fails(0)) return -1;
  REAL(fchmod);
  return real(file, mode);
}

int renameat(int folder, const char *old, int other, const char *new) {
  note("rename", other, new);
  if (fails(0)) return -1;
  REAL(renameat);
  return real(folder, old, other, new);
}

int renameat2(int folder, const char *old, int other, const char *new, unsigned flags) {
  note("rename", other, new);
  if (fails(0)) return -1;
  REAL(renameat2);
  return real(folder, old, other, new, flags);
}

int unlinkat(int folder, const char *path, int flags) {
  if (fails(0)) return -1;
  REAL(unlinkat);
  return real(folder, path, flags);
}
