// SPDX-License-Identifier: Apache-2.0
// A face extractor: it describes a face by its coarse brightness.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: two pictures of one person under different light differ.
// To make it yours, replace `read_grid` and `write_template`; what is checked
// before stays as it is.
#include "grid-template.hpp"

using imprint::guarded;
using imprint::sized;

struct imp_face_extractor {
  const imprint::Host host;
};

namespace {

static_assert(sizeof TEMPLATE_FORMAT <= sizeof imp_face_format::name, "the format's name is too long");

imp_status formats(imp_plugin *plugin, imp_face_format *formats, size_t *count) noexcept {
  return guarded(plugin->host, [&] {
    imp_face_format format{};
    format.version = TEMPLATE_VERSION;
    format.template_bytes_max = format.template_bytes_fixed = TEMPLATE_BYTES;
    format.needs_face = NEEDS_FACE;
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
    // Checked first: a call that is refused changes nothing.
    uint8_t *room = imprint::room(buffer, TEMPLATE_BYTES);
    write_template(read_grid(picture, face), room);
    buffer.length = TEMPLATE_BYTES;
    imprint::tell(out, TEMPLATE_VERSION);
  });
}

void destroy(imp_face_extractor *extractor) noexcept { delete extractor; }

} // namespace

extern const imp_face_extractor_ability face_extractor_table = {
    sizeof(imp_face_extractor_ability), 0, formats, create, extract, destroy};
