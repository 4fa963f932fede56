// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>

#include "imp_process.h"

// A number that was never a process's is what a program that did not start leaves in a variable: 0 mostly, or
// -1.

int imp_number_signal(pid_t process, int signal) {
  if (process <= 0) return -EINVAL;
  return kill(process, signal) == 0 ? 0 : -errno;
}
