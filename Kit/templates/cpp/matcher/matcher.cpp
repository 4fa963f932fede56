// SPDX-License-Identifier: Apache-2.0
// A matcher: it compares pictures by their coarse brightness.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: two pictures of one person under other light differ.
// To make it yours, replace `read_grid` and `correlate`.
#include "grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "identity.h"

using imprint::Failure;
using imprint::guarded;
using imprint::sized;

struct imp_plugin {
  explicit imp_plugin(const imprint::Host &host) : host(host) {}
  const imprint::Host host;
};

struct imp_matcher {
  const imprint::Host host;
};

namespace {

constexpr uint32_t template_version = MATCHER_WRITES;

// A template: magic, format version (little-endian), zero, CRC-32 of the cells
// (little-endian), then the cells.
constexpr size_t at_version = 4, at_crc = 8, at_cells = 12, template_bytes = at_cells + cell_count;
static_assert(template_bytes == MATCHER_TEMPLATE_BYTES, "identity.h and plugin.yaml say another length");
constexpr std::array<uint8_t, 4> magic = MATCHER_MAGIC;

// CRC-32 as in IEEE 802.3 (polynomial 0xEDB88320, reflected), bit by bit.
uint32_t crc32_of(const uint8_t *bytes, size_t count) {
  uint32_t crc = 0xFFFFFFFFu;
  for (size_t i = 0; i < count; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (0xEDB88320u & (0u - (crc & 1u)));
  }
  return ~crc;
}

// ---- The algorithm ----------------------------------------------------------

// Normalised correlation, -1...1. In whole numbers up to the last step, so that
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

// ---- Templates --------------------------------------------------------------

void write_template(const Cells &cells, uint8_t *out) {
  std::fill_n(out, at_cells, uint8_t(0));
  std::copy(magic.begin(), magic.end(), out);
  out[at_version] = template_version;
  std::transform(cells.begin(), cells.end(), out + at_cells, [](int8_t cell) { return uint8_t(cell); });
  uint32_t crc = crc32_of(out + at_cells, cell_count);
  for (int i = 0; i < 4; i++) out[at_crc + i] = uint8_t(crc >> (8 * i));
}

// Reads a payload, which is hostile, even with a right checksum: whoever wrote it could compute that.
Cells read_template(imp_bytes bytes, uint32_t version, const char *which) {
  auto refuse = [&](imp_status status, const char *why) { throw Failure(status, std::string(which) + ": " + why); };
  if (version != template_version) refuse(IMP_E_TEMPLATE_VERSION, "the template's version is not 1; update the plugin");
  if (!bytes.data || bytes.length != template_bytes)
    refuse(IMP_E_TEMPLATE_DAMAGED, "the template has a wrong length; enrol again");
  if (!std::equal(magic.begin(), magic.end(), bytes.data))
    refuse(IMP_E_TEMPLATE_FORMAT, "the template is another algorithm's");
  if (bytes.data[at_version] != template_version || bytes.data[at_version + 1] != 0)
    refuse(IMP_E_TEMPLATE_VERSION, "the payload's version is not 1; update the plugin");
  uint32_t stated = 0;
  for (int i = 0; i < 4; i++) stated |= uint32_t(bytes.data[at_crc + i]) << (8 * i);
  if (bytes.data[6] != 0 || bytes.data[7] != 0 || stated != crc32_of(bytes.data + at_cells, cell_count))
    refuse(IMP_E_TEMPLATE_DAMAGED, "the template was changed since it was made; enrol again");
  Cells cells;
  std::transform(bytes.data + at_cells, bytes.data + template_bytes, cells.begin(), [](uint8_t cell) { return int8_t(cell); });
  if (std::all_of(cells.begin(), cells.end(), [](int8_t cell) { return cell == 0; }))
    refuse(IMP_E_TEMPLATE_DAMAGED, "the template is empty; enrol again");
  return cells;
}

// ---- The ability ------------------------------------------------------------

const imp_matcher_info *describe(imp_plugin *) noexcept {
  static const imp_matcher_info info = {sizeof(imp_matcher_info), IMP_MODALITY_FACE, MATCHER_ALGORITHM,
                                        MATCHER_WRITES, MATCHER_READS_MIN, MATCHER_READS_MAX,
                                        MATCHER_TEMPLATE_BYTES, MATCHER_TEMPLATE_BYTES,
                                        MATCHER_NEEDS_FACE, MATCHER_SYMMETRIC,
                                        MATCHER_SIMILARITY_MIN, MATCHER_SIMILARITY_MAX,
                                        0};
  return &info;
}

imp_status create(imp_plugin *plugin, const imp_matcher_options *options, imp_matcher **matcher) noexcept {
  return guarded(plugin->host, [&] {
    if (sized(options, "the options").threads < 1) throw Failure(IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
    imp_matcher *&place = imprint::place(matcher, "the matcher");
    place = new imp_matcher{plugin->host};
  });
}

imp_status extract(imp_matcher *matcher, const imp_image *image, const imp_face *face, const imp_point3 *, uint32_t,
                   imp_buffer *payload, imp_extraction *extraction) noexcept {
  return guarded(matcher->host, [&] {
    const imprint::Image picture(image, grid);
    imp_buffer &buffer = imprint::place(payload, "the template");
    imp_extraction &out = sized(extraction, "the extraction");
    const Cells cells = read_grid(picture, face);
    write_template(cells, imprint::room(buffer, template_bytes));
    buffer.length = template_bytes;
    imprint::tell(out, template_version);
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

bool has_right_shape(const imp_gallery &gallery) {
  if (gallery.data.length > 0 && !gallery.data.data) return false;
  if (!gallery.offsets)
    return gallery.data.length % template_bytes == 0 && gallery.data.length / template_bytes == gallery.count;
  return std::is_sorted(gallery.offsets, gallery.offsets + gallery.count + 1) &&
         gallery.offsets[gallery.count] <= gallery.data.length;
}

// Template i of a gallery whose shape was checked.
imp_bytes template_of(const imp_gallery &gallery, uint64_t i) {
  uint64_t from = gallery.offsets ? gallery.offsets[i] : i * template_bytes;
  uint64_t to = gallery.offsets ? gallery.offsets[i + 1] : from + template_bytes;
  return {gallery.data.data ? gallery.data.data + from : nullptr, to - from};
}

imp_status compare_many(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version, const imp_gallery *gallery,
                        float *similarities) noexcept {
  return guarded(matcher->host, [&] {
    const imp_gallery &many = sized(gallery, "the gallery");
    if (!has_right_shape(many) || (many.count > 0 && !similarities))
      throw Failure(IMP_E_ARGUMENT, "the gallery's offsets or length do not fit its data");
    const Cells a = read_template(probe, probe_version, "probe");
    for (uint64_t i = 0; i < many.count; i++) try {
        similarities[i] = correlate(a, read_template(template_of(many, i), many.version, "reference"));
      } catch (const Failure &) {
        similarities[i] = std::numeric_limits<float>::quiet_NaN(); // the others are compared all the same
      }
  });
}

void destroy(imp_matcher *matcher) noexcept { delete matcher; }

struct Identity {
  using plugin = imp_plugin;
  static constexpr const char *id = PLUGIN_ID, *version = PLUGIN_VERSION, *vendor = PLUGIN_VENDOR;
  static constexpr const char *ability = PLUGIN_ABILITY;
  static const void *table() noexcept {
    static const imp_matcher_ability table = {
        sizeof(imp_matcher_ability), 0, describe, create, extract, compare, compare_many, destroy};
    return &table;
  }
};

} // namespace

const imp_entry *imp_plugin_entry(void) { return imprint::entry<Identity>(); }
