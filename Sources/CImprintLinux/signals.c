// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>

#include "imp_process.h"

// A failed start leaves an invalid pid in a variable: usually 0 or -1.

int imp_number_signal(pid_t process, int signal) {
  if (process <= 0) return -EINVAL;
  return kill(process, signal) == 0 ? 0 : -errno;
}
