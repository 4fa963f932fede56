// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "CPuppet.h"

#define HEADER_BYTES 24
#define POINT_FLOATS (3 + 3 * PUPPET_POINTS)

// CRC-32C (RFC 9260, appendix A), reflected.
static uint32_t checksum(const uint8_t *bytes, size_t length) {
  uint32_t table[256];
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t rest = i;
    for (int bit = 0; bit < 8; bit++) {
      rest = rest & 1 ? (rest >> 1) ^ 0x82F63B78u : rest >> 1;
    }
    table[i] = rest;
  }
  uint32_t sum = ~0u;
  for (size_t i = 0; i < length; i++) {
    sum = (sum >> 8) ^ table[(sum ^ bytes[i]) & 0xFF];
  }
  return ~sum;
}

static uint32_t word(const uint8_t *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

int puppet_model_read(const uint8_t *bytes, size_t length, puppet_model **model) {
  if (length < 8 || memcmp(bytes, "IMPUPPET", 8) != 0) {
    return PUPPET_E_MAGIC;
  }
  if (length < HEADER_BYTES) {
    return PUPPET_E_LENGTH;
  }
  if (word(bytes + 8) != 1) {
    return PUPPET_E_VERSION;
  }
  const uint32_t width = word(bytes + 12), height = word(bytes + 16);
  if (width < 1 || height < 1 || width > PUPPET_LARGEST_SIDE || height > PUPPET_LARGEST_SIDE) {
    return PUPPET_E_ARGUMENT;
  }
  if (word(bytes + 20) != PUPPET_POINTS) {
    return PUPPET_E_POINTS;
  }
  const size_t pixels = HEADER_BYTES + 4 * POINT_FLOATS;
  const size_t end = pixels + 3 * (size_t)width * height;
  if (length != end + 4) {
    return PUPPET_E_LENGTH;
  }
  if (checksum(bytes, end) != word(bytes + end)) {
    return PUPPET_E_CHECKSUM;
  }
  float numbers[POINT_FLOATS];
  for (int i = 0; i < POINT_FLOATS; i++) {
    const uint32_t bits = word(bytes + HEADER_BYTES + 4 * i);
    memcpy(&numbers[i], &bits, sizeof bits);
  }
  return puppet_model_create(bytes + pixels, width, height, 3 * (size_t)width, numbers + 3, numbers, model);
}
