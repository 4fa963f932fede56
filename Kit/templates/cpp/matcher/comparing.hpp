// SPDX-License-Identifier: Apache-2.0
// The algorithm: how templates are read, compared and made one of.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: two pictures of one person under different light differ.
// To make it yours, replace these functions; who calls them stays as it is.
#ifndef COMPARING_HPP
#define COMPARING_HPP

#include "grid-template.hpp"

#include <cstdlib>
#include <limits>
#include <numeric>
#include <vector>

// Reads a payload, which is untrusted even where its checksum is right: an attacker can compute that.
inline Cells read_template(imp_bytes bytes, uint32_t version, const std::string &which) {
  auto refuse = [&](imp_status status, const char *why) {
    throw imprint::Failure(status, which + ": " + why);
  };
  if (version != TEMPLATE_VERSION)
    refuse(IMP_E_TEMPLATE_VERSION, "the template's version is not 1; update the plugin");
  if (!bytes.data || bytes.length != TEMPLATE_BYTES)
    refuse(IMP_E_TEMPLATE_DAMAGED, "the template has a wrong length; enrol again");
  if (!std::equal(template_magic.begin(), template_magic.end(), bytes.data))
    refuse(IMP_E_TEMPLATE_FORMAT, "the template is another algorithm's");
  if (bytes.data[at_version] != TEMPLATE_VERSION || bytes.data[at_version + 1] != 0)
    refuse(IMP_E_TEMPLATE_VERSION, "the payload's version is not 1; update the plugin");
  uint32_t stated = 0;
  for (int i = 0; i < 4; i++) stated |= uint32_t(bytes.data[at_crc + i]) << (8 * i);
  if (bytes.data[at_zero] != 0 || bytes.data[at_zero + 1] != 0 ||
      stated != crc32_of(bytes.data + at_cells, cell_count))
    refuse(IMP_E_TEMPLATE_DAMAGED, "the template was changed since it was made; enrol again");
  Cells cells;
  std::transform(bytes.data + at_cells, bytes.data + TEMPLATE_BYTES, cells.begin(),
                 [](uint8_t cell) { return int8_t(cell); });
  if (std::all_of(cells.begin(), cells.end(), [](int8_t cell) { return cell == 0; }))
    refuse(IMP_E_TEMPLATE_DAMAGED, "the template is empty; enrol again");
  return cells;
}

// Normalised correlation of cells, -1...1; NaN where one has only zeros. In integers up to the last step, so
// that it is the same on every machine and in both orders.
inline float correlate(const int8_t *a, const int8_t *b) {
  int64_t ab = 0, aa = 0, bb = 0;
  for (size_t i = 0; i < cell_count; i++) {
    ab += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  if (aa == 0 || bb == 0) return std::numeric_limits<float>::quiet_NaN(); // none that was read
  // At most (256 * 128 * 128)^2 < 2^53: exact as a double.
  return float(std::clamp(double(ab) / std::sqrt(double(aa * bb)), -1.0, 1.0));
}

// Makes one of several: their sum, scaled so that the largest magnitude is 127. In
// integers, so that the order does not matter. Throws where one is not like
// the sum of all: then they are not of one person.
inline Cells add_up(const std::vector<Cells> &all) {
  OfCells<int32_t> sums;
  sums.fill(0);
  for (const Cells &one : all)
    for (size_t cell = 0; cell < cell_count; cell++) sums[cell] += one[cell];
  for (const Cells &one : all)
    if (std::inner_product(one.begin(), one.end(), sums.begin(), int64_t(0)) <= 0)
      throw imprint::Failure(IMP_E_TEMPLATES_DISAGREE,
                             "the " + std::to_string(all.size()) + " templates are not of one person");
  int32_t largest = 0;
  for (int32_t sum : sums) largest = std::max(largest, std::abs(sum));
  Cells fused;
  std::transform(sums.begin(), sums.end(), fused.begin(),
                 [&](int32_t sum) { return int8_t(sum * 127 / largest); });
  return fused;
}

#endif
