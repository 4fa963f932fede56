// SPDX-License-Identifier: Apache-2.0
// The microphone's own switch, kept in a file so that all processes see the same: it holds the word `off`, or
// the microphone is on. A file that is not there is on.
#ifndef IMPRINT_VIRTUAL_MICROPHONE_SWITCH_H
#define IMPRINT_VIRTUAL_MICROPHONE_SWITCH_H

int switch_is_off(const char *path);

// A negative errno where it cannot be kept.
int switch_set(const char *path, int is_on);

#endif
