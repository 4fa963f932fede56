// SPDX-License-Identifier: Apache-2.0
// A matcher: it compares faces by their coarse brightness.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: two pictures of one person under different light differ.
// To make it yours, replace `read_template`, `correlate` and `add_up`; what is
// checked before stays as it is.
#include "grid-template.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

using imprint::Failure;
using imprint::guarded;
using imprint::sized;

struct imp_matcher {
  const imprint::Host host;
};

namespace {

// ---- The algorithm ----------------------------------------------------------

// Reads a payload, which is untrusted even where its checksum is right: an attacker can compute that.
Cells read_template(imp_bytes bytes, uint32_t version, const std::string &which) {
  auto refuse = [&](imp_status status, const char *why) { throw Failure(status, which + ": " + why); };
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

// Normalised correlation, -1...1. In integers up to the last step, so that
// it is the same on every machine and in both orders.
float correlate(const Cells &a, const Cells &b) {
  int64_t ab = 0, aa = 0, bb = 0;
  for (size_t i = 0; i < cell_count; i++) {
    ab += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  // At most (256 * 128 * 128)^2 < 2^53: exact as a double. Neither is 0: see read_template.
  return float(std::clamp(double(ab) / std::sqrt(double(aa * bb)), -1.0, 1.0));
}

// Makes one of several: their sum, scaled so that the largest magnitude is 127. In
// integers, so that the order does not matter. Throws where one is not like
// the sum of all: then they are not of one person.
Cells add_up(const std::vector<Cells> &all) {
  OfCells<int32_t> sums;
  sums.fill(0);
  for (const Cells &one : all)
    for (size_t cell = 0; cell < cell_count; cell++) sums[cell] += one[cell];
  for (const Cells &one : all)
    if (std::inner_product(one.begin(), one.end(), sums.begin(), int64_t(0)) <= 0)
      throw Failure(IMP_E_TEMPLATES_DISAGREE,
                    "the " + std::to_string(all.size()) + " templates are not of one person");
  int32_t largest = 0;
  for (int32_t sum : sums) largest = std::max(largest, std::abs(sum));
  Cells fused;
  std::transform(sums.begin(), sums.end(), fused.begin(),
                 [&](int32_t sum) { return int8_t(sum * 127 / largest); });
  return fused;
}

// ---- Galleries --------------------------------------------------------------

bool has_right_shape(const imp_gallery &gallery) {
  if (gallery.data.length > 0 && !gallery.data.data) return false;
  if (!gallery.offsets)
    return gallery.data.length % TEMPLATE_BYTES == 0 && gallery.data.length / TEMPLATE_BYTES == gallery.count;
  return std::is_sorted(gallery.offsets, gallery.offsets + gallery.count + 1) &&
         gallery.offsets[gallery.count] <= gallery.data.length;
}

// A gallery, once each of its templates lies within it.
const imp_gallery &checked(const imp_gallery *gallery) {
  const imp_gallery &many = sized(gallery, "the gallery");
  if (!has_right_shape(many))
    throw Failure(IMP_E_ARGUMENT, "the gallery's offsets or length do not fit its data");
  return many;
}

// Template i of a gallery that was checked.
imp_bytes template_of(const imp_gallery &gallery, uint64_t i) {
  uint64_t from = gallery.offsets ? gallery.offsets[i] : i * TEMPLATE_BYTES;
  uint64_t to = gallery.offsets ? gallery.offsets[i + 1] : from + TEMPLATE_BYTES;
  return {gallery.data.data ? gallery.data.data + from : nullptr, to - from};
}

// ---- The ability ------------------------------------------------------------

imp_status formats(imp_plugin *plugin, imp_matcher_format *formats, size_t *count) noexcept {
  return guarded(plugin->host, [&] {
    imp_matcher_format format{};
    format.modality = IMP_MODALITY_FACE;
    format.reads_version_min = MATCHER_READS_MIN;
    format.reads_version_max = MATCHER_READS_MAX;
    format.template_bytes_max = format.template_bytes_fixed = TEMPLATE_BYTES;
    format.symmetric = MATCHER_SYMMETRIC;
    format.fuses_version = MATCHER_FUSES;
    format.similarity_min = MATCHER_SIMILARITY_MIN;
    format.similarity_max = MATCHER_SIMILARITY_MAX;
    imprint::copy_text(format.name, TEMPLATE_FORMAT);
    imprint::fill_list(formats, count, &format, 1);
  });
}

imp_status create(imp_plugin *plugin, const imp_matcher_options *options, imp_matcher **matcher) noexcept {
  return guarded(plugin->host, [&] {
    imprint::check_format(options, TEMPLATE_FORMAT);
    // The place first: what is made would be lost where there is none.
    imp_matcher *&place = imprint::place(matcher, "the matcher");
    place = new imp_matcher{plugin->host};
  });
}

imp_status compare(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version, imp_bytes reference,
                   uint32_t reference_version, float *similarity) noexcept {
  return guarded(matcher->host, [&] {
    float &out = imprint::place(similarity, "the similarity");
    const Cells a = read_template(probe, probe_version, "probe");
    out = correlate(a, read_template(reference, reference_version, "reference"));
  });
}

imp_status compare_many(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                        const imp_gallery *gallery, float *similarities) noexcept {
  return guarded(matcher->host, [&] {
    const imp_gallery &many = checked(gallery);
    if (many.count > 0) imprint::place(similarities, "the similarities");
    const Cells a = read_template(probe, probe_version, "probe");
    for (uint64_t i = 0; i < many.count; i++) try {
        similarities[i] = correlate(a, read_template(template_of(many, i), many.version, "reference"));
      } catch (const Failure &) {
        similarities[i] = std::numeric_limits<float>::quiet_NaN(); // the others are compared all the same
      }
  });
}

imp_status fuse(const imp_matcher *matcher, const imp_gallery *gallery, imp_buffer *payload,
                imp_fusion *fusion) noexcept {
  return guarded(matcher->host, [&] {
    imp_buffer &buffer = imprint::place(payload, "the template");
    imp_fusion &out = sized(fusion, "the fusion");
    const imp_gallery &several = checked(gallery);
    if (several.count < 1 || several.count > 64)
      throw Failure(IMP_E_ARGUMENT, "1 to 64 templates are fused at once");
    uint8_t *room = imprint::room(buffer, TEMPLATE_BYTES);
    std::vector<Cells> all;
    all.reserve(several.count);
    for (uint64_t i = 0; i < several.count; i++)
      all.push_back(
          read_template(template_of(several, i), several.version, "template " + std::to_string(i + 1)));
    write_template(add_up(all), room);
    buffer.length = TEMPLATE_BYTES;
    out.version = MATCHER_FUSES;
    out.count = uint32_t(several.count);
    out.quality = -1; // not measured
  });
}

void destroy(imp_matcher *matcher) noexcept { delete matcher; }

} // namespace

extern const imp_matcher_ability matcher_table = {
    sizeof(imp_matcher_ability), 0, formats, create, compare, compare_many, fuse, destroy};
