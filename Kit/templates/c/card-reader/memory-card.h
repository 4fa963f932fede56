// SPDX-License-Identifier: Apache-2.0
// The card in the reader: it keeps 64 bytes. For C and C++.
#ifndef MEMORY_CARD_H
#define MEMORY_CARD_H

#include <imprint/imprint.h>

#include <stdbool.h>
#include <string.h>

#define CARD_BYTES 64

// Answer to reset: T=1, no historical bytes (ISO/IEC 7816-3).
static const uint8_t atr[] = {0x3b, 0x80, 0x80, 0x01, 0x01};

// READ BINARY and UPDATE BINARY (ISO/IEC 7816-4), with one byte each for offset and length. The response has
// room for every answer of this card; its length is returned.
static inline size_t answer_command(uint8_t content[CARD_BYTES], imp_bytes command, uint8_t *response) {
  const uint8_t *bytes = command.data;
  uint16_t word = 0x6d00;
  size_t length = 0;
  bool is_read = command.length == 5 && bytes[1] == 0xb0;
  bool is_update = command.length > 5 && bytes[1] == 0xd6 && command.length == 5u + bytes[4];
  if (is_read || is_update) {
    size_t offset = bytes[3], count = bytes[4];
    word = bytes[2] != 0 || offset + count > CARD_BYTES ? 0x6b00 : 0x9000;
    if (word == 0x9000 && is_update)
      memcpy(content + offset, bytes + 5, count);
    if (word == 0x9000 && is_read) {
      memcpy(response, content + offset, count);
      length = count;
    }
  }
  response[length++] = (uint8_t)(word >> 8);
  response[length++] = (uint8_t)word;
  return length;
}

#endif
