// SPDX-License-Identifier: Apache-2.0
#include "grid-template.h"

#include <string.h>

_Static_assert(TEMPLATE_BYTES == AT_CELLS + CELLS, "identity.h and plugin.yaml say another length");

const uint8_t template_magic[AT_VERSION] = TEMPLATE_MAGIC;

uint32_t crc32_of(const uint8_t *bytes, size_t count) {
  uint32_t crc = 0xFFFFFFFFu;
  for (size_t i = 0; i < count; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) // polynomial 0xEDB88320, reflected
      crc = (crc >> 1) ^ (0xEDB88320u & (0u - (crc & 1u)));
  }
  return ~crc;
}

void write_template(const int8_t cells[CELLS], uint8_t *out) {
  memset(out, 0, AT_CELLS);
  memcpy(out + AT_MAGIC, template_magic, sizeof template_magic);
  out[AT_VERSION] = TEMPLATE_VERSION;
  memcpy(out + AT_CELLS, cells, CELLS);
  uint32_t crc = crc32_of(out + AT_CELLS, CELLS);
  for (int i = 0; i < 4; i++)
    out[AT_CRC + i] = (uint8_t)(crc >> (8 * i));
}
