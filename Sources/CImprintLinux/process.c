// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "CImprintLinux.h"

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  int number = posix_spawnattr_setsigmask(attributes, &none);
  if (number == 0) number = posix_spawnattr_setsigdefault(attributes, &all);
  if (number == 0) {
    number = posix_spawnattr_setflags(attributes,
                                      POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  }
  return number;
}

// Both descriptors are above their targets, so no dup2 overwrites a later one's source.
static int set_actions(posix_spawn_file_actions_t *actions, int socket, int errors) {
  int number = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDWR, 0);
  if (number == 0) number = posix_spawn_file_actions_adddup2(actions, STDIN_FILENO, STDOUT_FILENO);
  if (number == 0) {
    number = posix_spawn_file_actions_adddup2(actions, errors < 0 ? STDIN_FILENO : errors, STDERR_FILENO);
  }
  if (number == 0) number = posix_spawn_file_actions_adddup2(actions, socket, IMP_PROGRAM_SOCKET);
  if (number == 0) number = posix_spawn_file_actions_addclosefrom_np(actions, IMP_PROGRAM_SOCKET + 1);
  return number;
}

static int spawn(const char *program, const char *const *arguments, const char *const *environment, int socket,
                 int errors) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  int number = posix_spawnattr_init(&attributes);
  if (number != 0) return -number;
  number = posix_spawn_file_actions_init(&actions);
  if (number != 0) {
    posix_spawnattr_destroy(&attributes);
    return -number;
  }
  pid_t child = -1;
  number = set_attributes(&attributes);
  if (number == 0) number = set_actions(&actions, socket, errors);
  if (number == 0) {
    number = posix_spawn(&child, program, &actions, &attributes, (char *const *)arguments,
                         (char *const *)environment);
  }
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return number == 0 ? child : -number;
}

// Kills and reaps a child by its pid, which is not reused until it is reaped. If this program ignores SIGCHLD
// the kernel reaps, so first check that there is such a child.
static void end_child(pid_t child) {
  siginfo_t info;
  if (waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return;
  imp_number_signal(child, SIGKILL);
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
  }
}

static int open_process(pid_t child) { return (int)syscall(SYS_pidfd_open, child, 0); }

int imp_process_start(const char *program, const char *const *arguments, const char *const *environment,
                      int socket, int errors) {
  const int moved = fcntl(socket, F_DUPFD_CLOEXEC, 10);
  if (moved < 0) return -errno;
  int moved_errors = -1;
  if (errors >= 0) {
    moved_errors = fcntl(errors, F_DUPFD_CLOEXEC, 10);
    if (moved_errors < 0) {
      const int number = errno;
      close(moved);
      return -number;
    }
  }
  const pid_t child = spawn(program, arguments, environment, moved, moved_errors);
  close(moved);
  if (moved_errors >= 0) close(moved_errors);
  if (child < 0) return child;
  // Not reaped yet: the pid is still the child's, unless this program ignores SIGCHLD.
  const int process = open_process(child);
  if (process >= 0) return process;
  // Without a descriptor it cannot be watched.
  const int number = errno;
  end_child(child);
  return -number;
}

int imp_process_errors(int *read_end, int *write_end) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -errno;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  *read_end = ends[0];
  *write_end = ends[1];
  return 0;
}

int imp_process_number(int process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fdinfo/%d", process);
  FILE *facts = fopen(path, "re");
  if (facts == NULL) return -errno;
  char line[128];
  int number = 0;
  while (number == 0 && fgets(line, sizeof line, facts) != NULL) sscanf(line, "Pid: %d", &number);
  fclose(facts);
  // 0: of another namespace, -1: it has ended.
  return number > 0 ? number : -ESRCH;
}

int imp_process_may_arrange(const char *groups) {
  const char *const names[] = {"trusted.delegate", "user.delegate"};
  for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
    char mark = 0;
    if (getxattr(groups, names[index], &mark, 1) == 1 && mark == '1') return 1;
  }
  return 0;
}

int imp_process_time(int number, uint64_t *nanoseconds) {
  clockid_t clock;
  struct timespec time;
  const int failed = clock_getcpuclockid(number, &clock);
  if (failed != 0) return -failed;
  if (clock_gettime(clock, &time) != 0) return -errno;
  *nanoseconds = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
  return 0;
}

int imp_process_reap(int process, int wait, imp_process_end *end) {
  *end = (imp_process_end){0, 0, 0};
  siginfo_t info;
  int done;
  do {
    memset(&info, 0, sizeof info);
    done = waitid((idtype_t)P_PIDFD, (id_t)process, &info, WEXITED | (wait ? 0 : WNOHANG));
  } while (done != 0 && errno == EINTR);
  if (done != 0) return errno == ECHILD ? 0 : -errno;
  if (info.si_pid == 0) return -EAGAIN;
  end->is_known = 1;
  if (info.si_code == CLD_EXITED) {
    end->status = info.si_status;
  } else {
    end->signal = info.si_status;
  }
  return 0;
}

int imp_process_signal(int process, int signal) {
  return syscall(SYS_pidfd_send_signal, process, signal, NULL, 0) == 0 ? 0 : -errno;
}

int imp_process_follow(int parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return -errno;
  // The parent may have ended before that: then no signal will come.
  return getppid() == parent ? 0 : -ESRCH;
}

void imp_thread_name(const char *name) {
  char room[16] = {0};
  strncpy(room, name, sizeof room - 1);
  pthread_setname_np(pthread_self(), room);
}
