// SPDX-License-Identifier: Apache-2.0
// Processes by descriptor: started, watched, ended, reaped. A process's number is sent a signal only where no
// descriptor can be had of a child, and through the functions below alone (scripts/checks/signals).
#ifndef C_IMPRINT_LINUX_PROCESS_H
#define C_IMPRINT_LINUX_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

// The descriptor number of a started program's socket.
#define IMP_PROGRAM_SOCKET 3

// Starts a program in a session of its own, with `socket` as IMP_PROGRAM_SOCKET,
// the null device as input and output, `errors` (which may be -1: the null device)
// as error output, no other descriptor, no blocked and no ignored signal. Returns a
// pidfd, which the caller owns.
//
// If the program asks to end with its parent, that is the calling thread.
int imp_process_start(const char *program, const char *const *arguments, const char *const *environment,
                      int socket, int errors);

// Creates a pipe for error output: *read_end is non-blocking, both are
// close-on-exec.
int imp_process_errors(int *read_end, int *write_end);

// The pid of a process, from this program's /proc; -ESRCH if it has ended, -ENOENT
// without /proc.
int imp_process_number(int process);

// The CPU time of a process in nanoseconds. Its pid must not have been reused.
int imp_process_time(int number, uint64_t *nanoseconds);

// 1 if a service manager has delegated a cgroup subtree to its processes (systemd's
// `Delegate=`).
int imp_process_may_arrange(const char *groups);

typedef struct imp_process_end {
  int32_t is_known; // 0 if another part of this program reaped it first
  int32_t signal;   // that killed it; 0 if it exited
  int32_t status;   // exit status
} imp_process_end;

// Reaps a process; with `wait`, waits for its end. -EAGAIN if it is still running.
int imp_process_reap(int process, int wait, imp_process_end *end);

// Sends a signal.
int imp_process_signal(int process, int signal);

// Sends a signal by pid. -EINVAL for 0 and below, which mean groups or all
// processes.
int imp_number_signal(pid_t process, int signal);

// To be called first in the started program: makes it end with the thread that
// started it. -ESRCH if `parent` is not, or no longer, its parent.
int imp_process_follow(int parent);

// Names the calling thread, at most 15 bytes.
void imp_thread_name(const char *name);

#endif
