// SPDX-License-Identifier: Apache-2.0
// The libraries that the running program has loaded.
#ifndef C_IMPRINT_LINUX_LIBRARIES_H
#define C_IMPRINT_LINUX_LIBRARIES_H

#include <stddef.h>

// Writes the folder that Swift's own library, libswiftCore.so, was loaded from, as the loader was told it,
// with a null. Answers its length; 0 where Swift is a part of the program, -ENAMETOOLONG where the room is
// too short.
int imp_libraries_swift(char *folder, size_t room);

#endif
