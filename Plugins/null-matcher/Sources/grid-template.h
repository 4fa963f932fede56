// SPDX-License-Identifier: Apache-2.0
// What a template's bytes are: made here, read by whoever compares them.
#ifndef GRID_TEMPLATE_H
#define GRID_TEMPLATE_H

#include "grid.h"

// Offsets into the payload: magic, format version (little-endian), zero, CRC-32 of the cells (little-endian),
// then the cells.
#define AT_MAGIC 0
#define AT_VERSION 4
#define AT_ZERO 6
#define AT_CRC 8
#define AT_CELLS 12

extern const uint8_t template_magic[AT_VERSION];

// CRC-32 as in IEEE 802.3.
uint32_t crc32_of(const uint8_t *bytes, size_t count);

// Writes a template of TEMPLATE_BYTES.
void write_template(const int8_t cells[CELLS], uint8_t *out);

#endif
