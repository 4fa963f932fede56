// SPDX-License-Identifier: Apache-2.0
#include "CEmbedding.h"

// Of four bits each: small enough to be read over.
static const uint32_t table[16] = {
    0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
    0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
};

uint32_t imp_embedding_check(uint32_t check, const uint8_t *bytes, size_t count) {
  uint32_t sum = ~check;
  for (size_t i = 0; i < count; i++) {
    sum = sum >> 4 ^ table[(sum ^ bytes[i]) & 15];
    sum = sum >> 4 ^ table[(sum ^ bytes[i] >> 4) & 15];
  }
  return ~sum;
}
