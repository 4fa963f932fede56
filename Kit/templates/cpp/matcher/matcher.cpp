// SPDX-License-Identifier: Apache-2.0
// A matcher: it compares faces by their coarse brightness, as comparing.hpp does. What is checked before
// stays as it is.
#include "comparing.hpp"

#include <imprint/gallery.h>

using imprint::Failure;
using imprint::guarded;
using imprint::sized;

struct imp_matcher {
  const imprint::Host host;
};

namespace {

// ---- Galleries --------------------------------------------------------------

// A gallery, once each of its templates lies within it.
const imp_gallery &checked(const imp_gallery *gallery) {
  const imp_gallery &many = sized(gallery, "the gallery");
  imprint::expect_right(imprint_check_gallery(&many, TEMPLATE_BYTES));
  return many;
}

// Template i of a gallery that was checked.
imp_bytes template_of(const imp_gallery &gallery, uint64_t i) {
  return imprint_template_of(&gallery, TEMPLATE_BYTES, i);
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
    const Cells b = read_template(reference, reference_version, "reference");
    out = correlate(a.data(), b.data());
  });
}

imp_status compare_many(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                        const imp_gallery *gallery, float *similarities) noexcept {
  return guarded(matcher->host, [&] {
    const imp_gallery &many = checked(gallery);
    if (many.count > 0) imprint::place(similarities, "the similarities");
    const Cells a = read_template(probe, probe_version, "probe");
    for (uint64_t i = 0; i < many.count; i++) try {
        const Cells b = read_template(template_of(many, i), many.version, "reference");
        similarities[i] = correlate(a.data(), b.data());
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
