// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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

int imp_check_start(const char *path, char *const *arguments, char *const *environment,
                    const int descriptors[4], imp_check_process *started) {
  int told[2];
  if (pipe2(told, O_CLOEXEC) != 0) return -errno;
  pid_t parent = getpid();
  // Signals wait: a handler of the parent's must not run in the child.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t pid = fork();
  if (pid == 0) {
    close(told[0]);
    become(path, arguments, environment, descriptors, told[1], parent);
  }
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(told[1]);
  if (pid < 0) {
    close(told[0]);
    return -error;
  }
  int32_t refusal = 0;
  ssize_t count;
  do count = read(told[0], &refusal, sizeof refusal);
  while (count < 0 && errno == EINTR);
  close(told[0]);
  int descriptor = count == 0 ? (int)syscall(SYS_pidfd_open, pid, 0u) : -1;
  if (count == 0 && descriptor >= 0) {
    *started = (imp_check_process){.pid = pid, .descriptor = descriptor};
    return 0;
  }
  if (count == 0) refusal = errno;
  imp_number_signal(pid, SIGKILL);
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
  return refusal > 0 ? -refusal : -ECHILD;
}

int imp_check_kill(const imp_check_process *process) {
  return syscall(SYS_pidfd_send_signal, process->descriptor, SIGKILL, NULL, 0u) < 0 ? -errno : 0;
}

int imp_check_collect(imp_check_process *process, int *status) {
  imp_check_kill(process);
  siginfo_t information;
  // Left unreaped first: until it is reaped its number, which names the group, is nobody else's.
  while (waitid(P_PID, (id_t)process->pid, &information, WEXITED | WNOWAIT) < 0 && errno == EINTR) {}
  imp_group_signal(process->pid, SIGKILL);
  pid_t reaped;
  do reaped = waitpid(process->pid, status, 0);
  while (reaped < 0 && errno == EINTR);
  int error = errno;
  close(process->descriptor);
  return reaped < 0 ? -error : 0;
}
