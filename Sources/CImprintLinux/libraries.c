// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <string.h>

#include "CImprintLinux.h"

typedef struct {
  char *folder;
  size_t room;
} wanted;

static int look(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  const wanted *here = context;
  const char *name = strrchr(info->dlpi_name, '/');
  if (name == NULL || strcmp(name, "/libswiftCore.so") != 0) return 0;
  const size_t length = (size_t)(name - info->dlpi_name);
  if (length == 0 || length >= here->room) return -ENAMETOOLONG;
  memcpy(here->folder, info->dlpi_name, length);
  here->folder[length] = 0;
  return (int)length;
}

int imp_libraries_swift(char *folder, size_t room) {
  wanted here = {folder, room};
  return dl_iterate_phdr(look, &here);
}
