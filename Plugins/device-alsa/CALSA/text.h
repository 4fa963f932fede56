// SPDX-License-Identifier: Apache-2.0
// Small files of /sys and /proc, and texts that fit or are cut.
#ifndef IMPRINT_CALSA_TEXT_H
#define IMPRINT_CALSA_TEXT_H

#include <stddef.h>

// The beginning of a file without the line breaks at its end; its length, or -1 where it cannot be read.
long text_read(const char *path, char *text, size_t room);

// As text_read, the path made as printf makes it.
__attribute__((format(printf, 3, 4))) long text_readf(char *text, size_t room, const char *format, ...);

// Copies as much as fits, and never half of a UTF-8 character.
void text_copy(char *to, size_t room, const char *from);

// The rest of the line after `key` and what separates them; the line's first characters are `key`. 0: no such
// line.
int text_line(const char *text, const char *key, char *value, size_t room);

#endif
