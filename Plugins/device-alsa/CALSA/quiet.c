// SPDX-License-Identifier: Apache-2.0
#include "quiet.h"

#include <stdarg.h>
#include <stdio.h>

static _Thread_local quiet *current;

static void hear(const char *file, int line, const char *function, int error, const char *format,
                 va_list arguments) {
  (void)file;
  (void)line;
  (void)function;
  (void)error;
  if (current != NULL && current->words[0] == '\0') {
    vsnprintf(current->words, sizeof current->words, format, arguments);
  }
}

void quiet_begin(quiet *quiet) {
  quiet->words[0] = '\0';
  quiet->around = current;
  current = quiet;
  quiet->before = snd_lib_error_set_local(hear);
}

void quiet_end(quiet *quiet) {
  snd_lib_error_set_local(quiet->before);
  current = quiet->around;
}
