// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L // PATH_MAX
#include "library.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

// The shared object's name carries OpenVINO's version (2026.4.1): another
// version has another name, so a folder of the wrong version cannot be opened.
static const char imp_ov_library_name[] = "libopenvino_c.so." IMP_OV_VERSION;

imp_status imp_ov_library_open(const char *folder, imp_ov_library *library, char *words) {
  char path[PATH_MAX];
  const int length = snprintf(path, sizeof path, "%s/%s", folder, imp_ov_library_name);
  if (length < 0 || (size_t)length >= sizeof path) {
    snprintf(words, IMP_OV_WORDS, "openvino: the folder's path is longer than %d bytes", PATH_MAX);
    return IMP_E_FILE;
  }
  // Local, so that its symbols serve nobody else; never closed, because its
  // threads' destructors must outlive every plugin.
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == NULL) {
    snprintf(words, IMP_OV_WORDS, "openvino: %s", dlerror());
    return IMP_E_FILE;
  }
#define IMP_OV_FIND(result, name, arguments)                                                                 \
  {                                                                                                          \
    void *symbol = dlsym(handle, #name);                                                                     \
    if (symbol == NULL) {                                                                                    \
      snprintf(words, IMP_OV_WORDS, "openvino: %s has no function %s", imp_ov_library_name, #name);          \
      return IMP_E_FILE;                                                                                     \
    }                                                                                                        \
    memcpy(&library->name, &symbol, sizeof symbol); /* ISO C has no cast from object to function */          \
  }
  IMP_OV_FUNCTIONS(IMP_OV_FIND)
#undef IMP_OV_FIND
  return IMP_OK;
}

void imp_ov_library_explain(const imp_ov_library *library, const char *what, const char *name, ov_status status,
                            char *words) {
  const char *reason = library->ov_get_last_err_msg();
  snprintf(words, IMP_OV_WORDS, "openvino: %s '%s': %s", what, name,
           reason != NULL && *reason != '\0' ? reason : library->ov_get_error_info(status));
  if (reason != NULL) {
    library->ov_free(reason);
  }
  // OpenVINO writes paragraphs; words are one line.
  for (char *letter = words; *letter != '\0'; letter++) {
    if (*letter == '\n' || *letter == '\r' || *letter == '\t') {
      *letter = ' ';
    }
  }
}
