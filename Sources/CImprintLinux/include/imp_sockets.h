// SPDX-License-Identifier: Apache-2.0
// The sockets of devices, which a host makes for its workers: they may make none.
#ifndef C_IMPRINT_LINUX_SOCKETS_H
#define C_IMPRINT_LINUX_SOCKETS_H

#include <stdint.h>

// A socket for the kernel's device events (uevents), not bound yet: those of the
// current network namespace. Returns the descriptor; close-on-exec.
int imp_socket_events(void);

// A connection to a service by its path. Waits at most a second for a busy one.
// Returns the descriptor; close-on-exec.
int imp_socket_service(const char *path);

#endif
