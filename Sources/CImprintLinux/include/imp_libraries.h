// SPDX-License-Identifier: Apache-2.0
// The libraries that the running program has loaded.
#ifndef C_IMPRINT_LINUX_LIBRARIES_H
#define C_IMPRINT_LINUX_LIBRARIES_H

#include <stddef.h>

// Writes the folder that libswiftCore.so was loaded from, as known to the loader,
// null-terminated. Returns its length; 0 if Swift is linked statically,
// -ENAMETOOLONG if the buffer is too short.
int imp_libraries_swift(char *folder, size_t room);

#endif
