// SPDX-License-Identifier: Apache-2.0
// What a trial does to drivers, and Swift cannot say. All answer 0 or a negative errno.
#ifndef IMPRINT_CDEVICETRIALS_H
#define IMPRINT_CDEVICETRIALS_H

#include <stddef.h>
#include <stdint.h>

// Sets what is written to a loopback's node from now on; *size becomes the bytes of one frame.
int trial_feed_format(int node, uint32_t fourcc, uint32_t width, uint32_t height, uint32_t rate,
                      uint32_t *size);

// Chooses one of a camera's inputs.
int trial_choose_input(int node, uint32_t index);

// Loads and unloads a driver. `settings` as after insmod.
int trial_load_driver(const char *path, const char *settings);
int trial_unload_driver(const char *name);

// Sends a message to the socket of that number as if it were an event of the kernel's.
int trial_forge_event(uint32_t socket, const char *message, size_t length);

// Fills a frame as no other index does: the index first, then numbers that follow from it (Knuth's
// generator), so that a copy that is off by a byte shows. In C, as the emulated processor would fall behind
// the camera otherwise.
void trial_picture(uint64_t index, void *bytes, size_t length);

// Seconds of the processor that this process has used: in its own code and in the system's.
double trial_processor_seconds(void);

#endif
