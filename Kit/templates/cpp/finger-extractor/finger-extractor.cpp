// SPDX-License-Identifier: Apache-2.0
// A finger extractor: it describes a fingerprint by its ridge orientation.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: a finger placed differently on the sensor differs.
// To make it yours, replace `read_ridges` and `write_template`; what is checked
// before stays as it is.
#include "plugin.hpp"
#include "ridges.h"

#include <string>

using imprint::Failure;
using imprint::guarded;
using imprint::sized;

struct imp_finger_extractor {
  const imprint::Host host;
};

namespace {

// Pixels per metre: 254 to 1016 dots per inch.
constexpr uint32_t resolution_min = 10000, resolution_max = 40000;
static_assert(sizeof TEMPLATE_FORMAT <= sizeof imp_finger_format::name, "the format's name is too long");

// Throws Failure where there is no print, or too little of one.
void check_quality(const ridges &seen) {
  if (seen.seen == 0) throw Failure(IMP_E_NO_SUBJECT, "the image is blank; place the finger on the sensor");
  if (seen.ridged < RIDGED_CELLS)
    throw Failure(IMP_E_QUALITY, "ridges are visible in " + std::to_string(seen.ridged) + " of " +
                                     std::to_string(CELLS) + " places, " + std::to_string(RIDGED_CELLS) +
                                     " are needed; clean the finger, and place it flat");
}

// Throws Failure where an image is not what the format takes.
void check_print(const imprint::Image &image) {
  if (!image.is_grey() || image.resolution() < resolution_min || image.resolution() > resolution_max)
    throw Failure(IMP_E_SAMPLE, std::to_string(image.resolution()) + " pixels per metre" +
                                   (image.is_grey() ? "" : ", in colours") + "; grey of " +
                                   std::to_string(resolution_min) + " to " + std::to_string(resolution_max) +
                                   " is supported");
}

// The same of what is said of the finger. It tells nothing that the template needs.
void check_finger(const imp_finger &finger) {
  const uint32_t way = finger.impression;
  const bool is_known = way <= IMP_IMPRESSION_LIVE_SWIPE || way == IMP_IMPRESSION_LIVE_CONTACTLESS ||
                        way == IMP_IMPRESSION_OTHER || way == IMP_IMPRESSION_UNKNOWN;
  if (finger.position > IMP_FINGER_LEFT_LITTLE || !is_known)
    throw Failure(IMP_E_ARGUMENT, "finger position " + std::to_string(finger.position) +
                                      " or impression " + std::to_string(way) + " is unknown");
}

imp_status formats(imp_plugin *plugin, imp_finger_format *formats, size_t *count) noexcept {
  return guarded(plugin->host, [&] {
    imp_finger_format format{};
    format.version = TEMPLATE_VERSION;
    format.template_bytes_max = format.template_bytes_fixed = TEMPLATE_BYTES;
    format.resolution_min = resolution_min;
    format.resolution_max = resolution_max;
    imprint::copy_text(format.name, TEMPLATE_FORMAT);
    imprint::fill_list(formats, count, &format, 1);
  });
}

imp_status create(imp_plugin *plugin, const imp_finger_extractor_options *options,
                  imp_finger_extractor **extractor) noexcept {
  return guarded(plugin->host, [&] {
    imprint::check_format(options, TEMPLATE_FORMAT);
    // The place first: what is made would be lost where there is none.
    imp_finger_extractor *&place = imprint::place(extractor, "the extractor");
    place = new imp_finger_extractor{plugin->host};
  });
}

imp_status extract(imp_finger_extractor *extractor, const imp_image *image, const imp_finger *finger,
                   imp_buffer *payload, imp_extraction *extraction) noexcept {
  return guarded(extractor->host, [&] {
    const imprint::Image print(image);
    check_print(print);
    check_finger(sized(finger, "the finger"));
    imp_buffer &buffer = imprint::place(payload, "the template");
    imp_extraction &out = sized(extraction, "the extraction");
    // Checked first: a call that is refused changes nothing.
    uint8_t *room = imprint::room(buffer, TEMPLATE_BYTES);
    imprint::Forgotten<ridges> seen{};
    read_ridges(image, &seen);
    check_quality(seen);
    write_template(&seen, room);
    buffer.length = TEMPLATE_BYTES;
    imprint::tell(out, TEMPLATE_VERSION);
  });
}

void destroy(imp_finger_extractor *extractor) noexcept { delete extractor; }

constexpr imp_finger_extractor_ability table = {
    sizeof(imp_finger_extractor_ability), 0, formats, create, extract, destroy};

} // namespace

const void *const plugin_tables[] = {&table};
