// SPDX-License-Identifier: Apache-2.0
// A process that ends with whoever started it, and with it all that it started. Functions answer 0, or a
// negative errno.
#ifndef C_CHECK_PROCESS_H
#define C_CHECK_PROCESS_H

#include <sys/types.h>

typedef struct imp_check_process {
  pid_t pid;      // of the keeper: it waits for the program, and ends what that left behind
  int descriptor; // a pidfd of the keeper, close-on-exec; readable once all have ended
  int ended;      // a pipe: the keeper writes how the program ended
} imp_check_process;

// How the program ended, and what became of its descendants.
typedef struct imp_check_end {
  int status;      // as waitpid gives it
  int has_escaped; // 1: some process of it may go on: it could not be ended, or the keeper was
} imp_check_end;

// Starts a program in a session of its own, with these descriptors as its 0 to 3
// and no others, no core file, and the default answer to every signal. Between it and this process stands its
// keeper, which every descendant comes back to that leaves session, group or parents; it and the program get
// SIGKILL when the calling thread ends. The strings and lists stay the caller's; both lists end with null.
int imp_check_start(const char *path, char *const *arguments, char *const *environment,
                    const int descriptors[4], imp_check_process *started);

// Ends the program where it runs, and every descendant, waits for that, and closes the descriptors.
int imp_check_collect(imp_check_process *process, imp_check_end *end);

// From now on other processes of this user cannot look into this one, nor can a core file.
void imp_check_protect(void);

#endif
