// SPDX-License-Identifier: Apache-2.0
// A process that ends with whoever started it. Functions answer 0, or a negative errno.
#ifndef C_CHECK_PROCESS_H
#define C_CHECK_PROCESS_H

#include <sys/types.h>

typedef struct imp_check_process {
  pid_t pid;
  int descriptor; // a pidfd, close-on-exec; readable once the process has ended
} imp_check_process;

// Starts a program in a session of its own, with these descriptors as its 0 to 3
// and no others, no core file, and the default answer to every signal. It gets
// SIGKILL when the calling thread ends. The strings and lists stay the caller's;
// both lists end with null.
int imp_check_start(const char *path, char *const *arguments, char *const *environment,
                    const int descriptors[4], imp_check_process *started);

// Ends the process and all of its session that has not left its process group,
// waits for it, closes the descriptor, and writes the status as waitpid gives it.
int imp_check_collect(imp_check_process *process, int *status);

// Sends SIGKILL by the pidfd.
int imp_check_kill(const imp_check_process *process);

#endif
