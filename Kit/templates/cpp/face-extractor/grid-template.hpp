// SPDX-License-Identifier: Apache-2.0
// What a template's bytes are: made here, read by whoever compares them.
#ifndef GRID_TEMPLATE_HPP
#define GRID_TEMPLATE_HPP

#include "grid.hpp"

// A template: magic, format version (little-endian), zero, CRC-32 of the cells
// (little-endian), then the cells.
constexpr size_t at_version = 4, at_zero = 6, at_crc = 8, at_cells = 12;
constexpr std::array<uint8_t, at_version> template_magic = TEMPLATE_MAGIC;
static_assert(TEMPLATE_BYTES == at_cells + cell_count, "identity.h and plugin.yaml say another length");

// CRC-32 as in IEEE 802.3 (polynomial 0xEDB88320, reflected), bit by bit.
inline uint32_t crc32_of(const uint8_t *bytes, size_t count) {
  uint32_t crc = 0xFFFFFFFFu;
  for (size_t i = 0; i < count; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (0xEDB88320u & (0u - (crc & 1u)));
  }
  return ~crc;
}

// Writes a template of TEMPLATE_BYTES.
inline void write_template(const Cells &cells, uint8_t *out) {
  std::fill_n(out, at_cells, uint8_t(0));
  std::copy(template_magic.begin(), template_magic.end(), out);
  out[at_version] = TEMPLATE_VERSION;
  std::transform(cells.begin(), cells.end(), out + at_cells, [](int8_t cell) { return uint8_t(cell); });
  uint32_t crc = crc32_of(out + at_cells, cell_count);
  for (int i = 0; i < 4; i++) out[at_crc + i] = uint8_t(crc >> (8 * i));
}

#endif
