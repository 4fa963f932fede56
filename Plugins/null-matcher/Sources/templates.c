// SPDX-License-Identifier: Apache-2.0
#include "templates.h"

#include <string.h>

imp_status check_format(const imp_plugin *plugin, uint32_t threads, imp_text format) {
  if (threads < 1)
    return fail(plugin, IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
  if (!format.data || format.length == 0)
    return fail(plugin, IMP_E_ARGUMENT, "the format's name is empty");
  if (format.length != strlen(TEMPLATE_FORMAT) || memcmp(format.data, TEMPLATE_FORMAT, format.length) != 0)
    return fail(plugin, IMP_E_UNSUPPORTED, "there is no such format; there is only '%s'",
                TEMPLATE_FORMAT);
  return IMP_OK;
}

imp_status check_room(const imp_plugin *plugin, imp_buffer *payload) {
  if (!payload)
    return fail(plugin, IMP_E_ARGUMENT, "there is no buffer for the template");
  if (payload->data && payload->capacity >= TEMPLATE_BYTES)
    return IMP_OK;
  payload->length = TEMPLATE_BYTES;
  return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the template needs %d bytes", TEMPLATE_BYTES);
}

imp_status check_outputs(const imp_plugin *plugin, imp_buffer *payload, const imp_extraction *extraction) {
  imp_status status = check_struct(plugin, extraction, sizeof *extraction, "the extraction");
  return status == IMP_OK ? check_room(plugin, payload) : status;
}

void tell(imp_buffer *payload, imp_extraction *extraction) {
  payload->length = TEMPLATE_BYTES;
  extraction->version = TEMPLATE_VERSION;
  extraction->quality = -1; // not measured
  extraction->reserved = 0;
}
