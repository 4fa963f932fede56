// SPDX-License-Identifier: Apache-2.0
// Processes by descriptor: started, watched, ended, reaped. A process's number is sent a signal only where no
// descriptor can be had of a child, and through the functions below alone (scripts/checks/signals).
#ifndef C_IMPRINT_LINUX_PROCESS_H
#define C_IMPRINT_LINUX_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

// The descriptor that a started program finds its socket at.
#define IMP_PROGRAM_SOCKET 3

// Starts a program in a session of its own, with `socket` as IMP_PROGRAM_SOCKET, the null device as input
// and output, `errors` (which may be -1: the null device) as error output, no other descriptor, no blocked
// and no ignored signal. Answers a descriptor of the process, the caller's to close.
//
// Where the program asks to end with its parent, that is the thread that called this.
int imp_process_start(const char *program, const char *const *arguments, const char *const *environment,
                      int socket, int errors);

// Makes a pipe for error output: *read_end does not wait, both close on exec.
int imp_process_errors(int *read_end, int *write_end);

// The number of a process, as this program's /proc has it; -ESRCH where it has ended, -ENOENT without /proc.
int imp_process_number(int process);

// Nanoseconds of processor time that a process has used. Its number must not be another's by now.
int imp_process_time(int number, uint64_t *nanoseconds);

// 1 where a service manager says that whoever runs below a folder of control groups may arrange it (systemd's
// `Delegate=`).
int imp_process_may_arrange(const char *groups);

typedef struct imp_process_end {
  int32_t is_known; // 0 where another part of this program took the status first
  int32_t signal;   // that ended it; 0 where it left by itself
  int32_t status;   // that it left with
} imp_process_end;

// Reaps a process that has ended; with `wait`, waits for that. -EAGAIN where it still runs.
int imp_process_reap(int process, int wait, imp_process_end *end);

// Sends a signal.
int imp_process_signal(int process, int signal);

// Sends a signal to the process of that number. -EINVAL for 0 and below: to the kernel they mean groups, and
// all processes there are.
int imp_number_signal(pid_t process, int signal);

// In the started program, first of all: it ends with the thread that started it. -ESRCH where `parent` is
// not, or no longer, its parent.
int imp_process_follow(int parent);

// Names the calling thread for people, at most 15 bytes.
void imp_thread_name(const char *name);

#endif
