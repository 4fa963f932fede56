// SPDX-License-Identifier: Apache-2.0
// What Swift's C library does not show of Linux: event descriptors, poll with nanoseconds, and the kernel's
// events of devices.
//
// All answer 0 or a negative errno.
#ifndef IMPRINT_SYSTEM_DEVICES_H
#define IMPRINT_SYSTEM_DEVICES_H

#include <stddef.h>
#include <stdint.h>

// ---- Waits that end early (wake.c) ----------------------------------------

// Opens what ends a wait when it is raised, from any thread; *descriptor is the caller's to close.
int system_open_wake(int *descriptor);
void system_wake(int descriptor);

#define SYSTEM_READY 1u   // there is something to read
#define SYSTEM_STOPPED 2u // the second descriptor was raised
#define SYSTEM_BROKEN 4u  // poll reports an error, or that the device hung up

// Waits for a descriptor, or for none where it is -1, and for the second one, at most timeout_ns; *seen
// becomes SYSTEM_..., 0 after the time or a signal.
int system_wait(int descriptor, int stop, uint64_t timeout_ns, uint32_t *seen);

// ---- The kernel's events (events.c) ---------------------------------------

// Opens a socket that receives the kernel's events; *descriptor is the caller's to close.
int system_open_events(int *descriptor);

// Reads one message. *length is 0 for one to be ignored: it is not the kernel's, or did not fit.
// -EAGAIN where there is none, -ENOBUFS where some were lost.
int system_read_event(int descriptor, char *memory, size_t capacity, size_t *length);

#endif
