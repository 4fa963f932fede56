// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CCheckProcess.h"
#include "CImprintLinux.h"

// Says why the program did not start, to the parent that reads it.
static _Noreturn void give_up(int told) {
  int32_t error = errno;
  ssize_t written = write(told, &error, sizeof error);
  (void)written;
  _exit(127);
}

static void forget_signals(void) {
  struct sigaction usual = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &usual, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

// In the child: only what is safe between fork and exec of a process with threads.
static _Noreturn void become(const char *path, char *const *arguments, char *const *environment,
                             const int descriptors[4], int told, pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent || setsid() < 0) give_up(told);
  forget_signals();
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  // Away from 0 to 3 first: the four may name one another's places.
  int safe[5];
  for (int i = 0; i < 5; i++) {
    safe[i] = fcntl(i < 4 ? descriptors[i] : told, F_DUPFD_CLOEXEC, 16);
    if (safe[i] < 0) give_up(told);
  }
  told = safe[4];
  for (int i = 0; i < 4; i++)
    if (dup2(safe[i], i) < 0) give_up(told);
  // All others close with exec, even those that forgot to say so.
  if (syscall(SYS_close_range, 4u, ~0u, 4u /* CLOSE_RANGE_CLOEXEC */) != 0) {
    for (int i = 4; i < 65536; i++) fcntl(i, F_SETFD, FD_CLOEXEC);
  }
  execve(path, arguments, environment);
  give_up(told);
}

// ---- The keeper ------------------------------------------------------------

// The parent of a process, by /proc; -1 where it has gone.
static pid_t parent_of(const char *number) {
  char path[64];
  char text[512];
  snprintf(path, sizeof path, "/proc/%.20s/stat", number);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return -1;
  text[count] = 0;
  // Behind its name, which may have any character.
  const char *rest = strrchr(text, ')');
  int parent = -1;
  return rest != NULL && sscanf(rest + 1, " %*c %d", &parent) == 1 ? parent : -1;
}

// Kills every child of this process. What those leave behind becomes its child.
static void kill_children(void) {
  DIR *processes = opendir("/proc");
  if (processes == NULL) return;
  const pid_t own = getpid();
  for (struct dirent *entry; (entry = readdir(processes)) != NULL;) {
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    // Until this process reaps it, its number is nobody else's.
    const pid_t child = (pid_t)atoi(entry->d_name);
    if (child > 1 && parent_of(entry->d_name) == own) imp_number_signal(child, SIGKILL);
  }
  closedir(processes);
}

// Reaps what has ended. Answers 1 while there are children; the program's status goes where it belongs.
static int reap(pid_t program, int *status, int *has_ended) {
  for (;;) {
    int of_child;
    const pid_t child = waitpid(-1, &of_child, WNOHANG | __WALL);
    if (child == 0) return 1;
    if (child < 0 && errno == EINTR) continue;
    if (child < 0) return 0;
    if (child == program) {
      *status = of_child;
      *has_ended = 1;
    }
  }
}

// Ends all that is left. Whoever starts new ones faster than they are ended has some seconds for it.
static int end_all(pid_t program, int *status, int *has_ended) {
  struct timespec pause = {0, 1000000};
  for (int round = 0; round < 5000; round++) {
    if (!reap(program, status, has_ended)) return 1;
    kill_children();
    nanosleep(&pause, NULL);
  }
  return 0;
}

// Waits for the program to end, or to be told to end it.
static _Noreturn void keep(pid_t program, int ended) {
  sigset_t awaited;
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  sigaddset(&awaited, SIGTERM);
  imp_check_end end = {0, 0};
  int has_ended = 0;
  while (!has_ended) {
    siginfo_t information;
    const int number = sigwaitinfo(&awaited, &information);
    if (number < 0 && errno != EINTR) break;
    // Only its own starter's wish counts.
    if (number == SIGTERM && information.si_pid == getppid()) break;
    reap(program, &end.status, &has_ended);
  }
  end.has_escaped = !end_all(program, &end.status, &has_ended);
  ssize_t written = write(ended, &end, sizeof end);
  _exit(written == sizeof end ? 0 : 1);
}

struct order {
  const char *path;
  char *const *arguments;
  char *const *environment;
  const int *descriptors;
  int told;
  int ended;
  pid_t parent;
};

// In the first child: becomes the keeper of a second one, which becomes the program.
static _Noreturn void become_keeper(const struct order *order) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != order->parent || setsid() < 0 ||
      prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
    give_up(order->told);
  const pid_t own = getpid();
  // Where its parent ignored them, children would be reaped by nobody.
  signal(SIGCHLD, SIG_DFL);
  // Signals stay blocked here: they are waited for. The program forgets that.
  const pid_t program = fork();
  if (program < 0) give_up(order->told);
  if (program == 0) {
    become(order->path, order->arguments, order->environment, order->descriptors, order->told, own);
  }
  // Whoever waits for these ends of the program's must not wait for the keeper.
  const int ended = fcntl(order->ended, F_DUPFD_CLOEXEC, 16);
  if (ended < 0) _exit(1);
  if (ended > 16) syscall(SYS_close_range, 0u, (unsigned)ended - 1, 0u);
  else syscall(SYS_close_range, 0u, 15u, 0u);
  syscall(SYS_close_range, (unsigned)ended + 1, ~0u, 0u);
  keep(program, ended);
}

static int open_pipes(int told[2], int ended[2]) {
  if (pipe2(told, O_CLOEXEC) != 0) return -errno;
  if (pipe2(ended, O_CLOEXEC) == 0) return 0;
  const int error = errno;
  close(told[0]);
  close(told[1]);
  return -error;
}

int imp_check_start(const char *path, char *const *arguments, char *const *environment,
                    const int descriptors[4], imp_check_process *started) {
  int told[2];
  int ended[2];
  const int opened = open_pipes(told, ended);
  if (opened < 0) return opened;
  const struct order order = {path, arguments, environment, descriptors, told[1], ended[1], getpid()};
  // Signals wait: a handler of the parent's must not run in the child.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t pid = fork();
  if (pid == 0) {
    close(told[0]);
    close(ended[0]);
    become_keeper(&order);
  }
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(told[1]);
  close(ended[1]);
  if (pid < 0) {
    close(told[0]);
    close(ended[0]);
    return -error;
  }
  int32_t refusal = 0;
  ssize_t count;
  do count = read(told[0], &refusal, sizeof refusal);
  while (count < 0 && errno == EINTR);
  close(told[0]);
  int descriptor = count == 0 ? (int)syscall(SYS_pidfd_open, pid, 0u) : -1;
  if (count == 0 && descriptor >= 0) {
    *started = (imp_check_process){.pid = pid, .descriptor = descriptor, .ended = ended[0]};
    return 0;
  }
  if (count == 0) refusal = errno;
  close(ended[0]);
  imp_number_signal(pid, SIGKILL);
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
  return refusal > 0 ? -refusal : -ECHILD;
}

int imp_check_collect(imp_check_process *process, imp_check_end *end) {
  // One that was not started: 0 would mean any child of this program's group.
  if (process->pid <= 0) return -EINVAL;
  // It ends the program and all else; where that has been done, this reaches nobody.
  syscall(SYS_pidfd_send_signal, process->descriptor, SIGTERM, NULL, 0u);
  ssize_t count;
  do count = read(process->ended, end, sizeof *end);
  while (count < 0 && errno == EINTR);
  int status = 0;
  pid_t reaped;
  do reaped = waitpid(process->pid, &status, 0);
  while (reaped < 0 && errno == EINTR);
  int error = errno;
  // Somebody ended the keeper: nobody knows who goes on.
  if (count != sizeof *end) *end = (imp_check_end){status, 1};
  close(process->descriptor);
  close(process->ended);
  return reaped < 0 ? -error : 0;
}

void imp_check_protect(void) { prctl(PR_SET_DUMPABLE, 0); }
