// SPDX-License-Identifier: Apache-2.0
#include "templates.h"

#include <string.h>

imp_status check_choice(const imp_plugin *plugin, uint32_t threads, imp_text asked, const char *own,
                        const char *what) {
  if (threads < 1)
    return fail(plugin, IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
  if (!asked.data || asked.length == 0)
    return fail(plugin, IMP_E_ARGUMENT, "the %s's name is empty", what);
  if (asked.length != strlen(own) || memcmp(asked.data, own, asked.length) != 0)
    return fail(plugin, IMP_E_UNSUPPORTED, "there is no such %s; there is only '%s'", what, own);
  return IMP_OK;
}

imp_status check_format(const imp_plugin *plugin, uint32_t threads, imp_text format) {
  return check_choice(plugin, threads, format, TEMPLATE_FORMAT, "format");
}

imp_status check_room(const imp_plugin *plugin, imp_buffer *buffer, size_t needed) {
  if (!buffer)
    return fail(plugin, IMP_E_ARGUMENT, "there is no buffer");
  if (buffer->capacity >= needed && (buffer->data || needed == 0))
    return IMP_OK;
  buffer->length = needed;
  return fail(plugin, IMP_RETRY_SHORT_BUFFER, "%zu bytes are needed", needed);
}

imp_status check_outputs(const imp_plugin *plugin, imp_buffer *payload, const imp_extraction *extraction) {
  imp_status status = check_struct(plugin, extraction, sizeof *extraction, "the extraction");
  return status == IMP_OK ? check_room(plugin, payload, TEMPLATE_BYTES) : status;
}

void tell(imp_buffer *payload, imp_extraction *extraction) {
  payload->length = TEMPLATE_BYTES;
  extraction->version = TEMPLATE_VERSION;
  extraction->quality = -1; // not measured
  extraction->reserved = 0;
}
