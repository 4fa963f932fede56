// SPDX-License-Identifier: Apache-2.0
// A face extractor: it describes a face by its coarse brightness.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: two pictures of one person under other light differ.
// To make it yours, replace `read_grid` and `write_template`; what is checked
// before stays as it is.
#include "grid.hpp"

#include <algorithm>
#include <array>

#include "identity.h"

using imprint::guarded;
using imprint::sized;

struct imp_plugin {
  explicit imp_plugin(const imprint::Host &host) : host(host) {}
  const imprint::Host host;
};

struct imp_face_extractor {
  const imprint::Host host;
};

namespace {

// ---- The format -------------------------------------------------------------

// A template: magic, then the cells.
constexpr size_t at_cells = 4, template_bytes = at_cells + cell_count;
constexpr std::array<uint8_t, at_cells> magic = TEMPLATE_MAGIC;
constexpr uint32_t needs_face = 0; // an image of a face alone will do
static_assert(sizeof TEMPLATE_FORMAT <= sizeof imp_face_format::name, "the format's name is too long");

void write_template(const Cells &cells, uint8_t *out) {
  std::copy(magic.begin(), magic.end(), out);
  std::transform(cells.begin(), cells.end(), out + at_cells, [](int8_t cell) { return uint8_t(cell); });
}

// ---- The ability ------------------------------------------------------------

imp_status formats(imp_plugin *plugin, imp_face_format *formats, size_t *count) noexcept {
  return guarded(plugin->host, [&] {
    imp_face_format format{};
    format.version = TEMPLATE_VERSION;
    format.template_bytes_max = format.template_bytes_fixed = template_bytes;
    format.needs_face = needs_face;
    imprint::copy_text(format.name, TEMPLATE_FORMAT);
    imprint::fill_list(formats, count, &format, 1);
  });
}

imp_status create(imp_plugin *plugin, const imp_face_extractor_options *options,
                  imp_face_extractor **extractor) noexcept {
  return guarded(plugin->host, [&] {
    imprint::check_format(options, TEMPLATE_FORMAT);
    // The place first: what is made would be lost where there is none.
    imp_face_extractor *&place = imprint::place(extractor, "the extractor");
    place = new imp_face_extractor{plugin->host};
  });
}

imp_status extract(imp_face_extractor *extractor, const imp_image *image, const imp_face *face,
                   const imp_point3 *landmarks, uint32_t landmark_count, imp_buffer *payload,
                   imp_extraction *extraction) noexcept {
  return guarded(extractor->host, [&] {
    const imprint::Image picture(image, grid);
    imprint::check_landmarks(face, landmarks, landmark_count);
    imp_buffer &buffer = imprint::place(payload, "the template");
    imp_extraction &out = sized(extraction, "the extraction");
    // Asked for before the image is looked at.
    uint8_t *room = imprint::room(buffer, template_bytes);
    write_template(read_grid(picture, face), room);
    buffer.length = template_bytes;
    imprint::tell(out, TEMPLATE_VERSION);
  });
}

void destroy(imp_face_extractor *extractor) noexcept { delete extractor; }

struct Identity {
  using plugin = imp_plugin;
  static constexpr const char *id = PLUGIN_ID, *version = PLUGIN_VERSION, *vendor = PLUGIN_VENDOR;
  static constexpr const char *ability = PLUGIN_ABILITY;
  static const void *table() noexcept {
    static const imp_face_extractor_ability table = {
        sizeof(imp_face_extractor_ability), 0, formats, create, extract, destroy};
    return &table;
  }
};

} // namespace

const imp_entry *imp_plugin_entry(void) { return imprint::entry<Identity>(); }
