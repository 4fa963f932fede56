// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // memfd_create
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiled.h"

#define KEY_ROOM 256

// What a compiled network depends on besides its files, which the host goes by,
// as it goes by the processor: the shape, which a network may leave open, and the
// variable, which makes oneDNN use less of it.
static int key_of(const imp_ov_network *network, const imp_ov_settings *settings, char *key) {
  char shape[IMP_OV_MAX_RANK * 21 + 1] = "";
  size_t used = 0;
  for (uint32_t i = 0; i < network->input.rank; i++) {
    used += (size_t)snprintf(shape + used, sizeof shape - used, "%s%lld", i == 0 ? "" : "x",
                             (long long)network->input.dims[i]);
  }
  const char *most = getenv("ONEDNN_MAX_CPU_ISA");
  const int length = snprintf(key, KEY_ROOM, "openvino %s: %s of %s, %s threads, at most %s", IMP_OV_VERSION,
                              network->name, shape, settings->threads, most != NULL ? most : "all");
  return length > 0 && length < KEY_ROOM;
}

ov_compiled_model *imp_ov_kept_find(imp_ov_runtime *runtime, const imp_ov_network *network,
                                    const imp_ov_settings *settings) {
  char key[KEY_ROOM];
  if (runtime->kept.find == NULL || !key_of(network, settings, key)) {
    return NULL;
  }
  const imp_bytes bytes = runtime->kept.find(runtime->kept.context, key);
  if (bytes.length == 0) {
    return NULL;
  }
  // What is imported goes by the core's settings, not by those that it was compiled
  // with; the library's own would make it bf16 where the CPU has that.
  for (size_t i = 0; i < IMP_OV_SETTINGS; i++) {
    const ov_property *one = &settings->all[i];
    if (runtime->library.ov_core_set_property(runtime->core, "CPU", one->key, (const char *)one->value) != 0) {
      return NULL;
    }
  }
  ov_compiled_model *compiled = NULL;
  if (runtime->library.ov_core_import_model(runtime->core, (const char *)bytes.data, bytes.length, "CPU",
                                            &compiled) != 0) {
    return NULL;
  }
  return compiled;
}

void imp_ov_kept_keep(imp_ov_runtime *runtime, const imp_ov_network *network, const imp_ov_settings *settings,
                      const ov_compiled_model *compiled) {
  char key[KEY_ROOM];
  if (runtime->kept.keep == NULL || !key_of(network, settings, key)) {
    return;
  }
  // The library exports to a path alone.
  const int file = memfd_create("openvino", MFD_CLOEXEC);
  if (file < 0) {
    return;
  }
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  struct stat info;
  if (runtime->library.ov_compiled_model_export_model(compiled, path) == 0 && fstat(file, &info) == 0 &&
      info.st_size > 0) {
    void *data = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (data != MAP_FAILED) {
      runtime->kept.keep(runtime->kept.context, key, (imp_bytes){data, (size_t)info.st_size});
      munmap(data, (size_t)info.st_size);
    }
  }
  close(file);
}
