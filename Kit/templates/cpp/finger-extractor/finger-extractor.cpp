// SPDX-License-Identifier: Apache-2.0
// A finger extractor: it describes a print by the way that its ridges run.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: a finger that lies elsewhere on the sensor differs.
// To make it yours, replace `Ridges`; what is checked before stays as it is.
#include "plugin.hpp"

#include <algorithm>
#include <array>
#include <string>

using imprint::Failure;
using imprint::guarded;
using imprint::sized;

struct imp_finger_extractor {
  const imprint::Host host;
};

namespace {

// ---- The format -------------------------------------------------------------

// Pixels in a metre: 254 to 1016 dots per inch.
constexpr uint32_t resolution_min = 10000, resolution_max = 40000;

// Cells a side, each of 2 mm, around the middle of the image.
constexpr int grid = 8, cell_count = grid * grid;
constexpr uint32_t cells_in_a_metre = 500;

// A template: magic, then of each cell, row by row, two signed bytes: cosine and sine of twice the angle at
// which its ridges run, 127 where all of them do. Both 0: nothing is to be seen there.
constexpr size_t at_cells = 4;
static_assert(TEMPLATE_BYTES == at_cells + 2 * cell_count, "identity.h and plugin.yaml say another length");
constexpr std::array<uint8_t, at_cells> magic = TEMPLATE_MAGIC;
static_assert(sizeof TEMPLATE_FORMAT <= sizeof imp_finger_format::name, "the format's name is too long");

// ---- The algorithm ----------------------------------------------------------

// Squares of steps from pixel to pixel, on average, where there is more to be seen than noise.
constexpr int64_t contrast = 400;
// Of 127: so much of what is to be seen in a cell runs one way, where it is ridges; and so many such cells
// have to be there.
constexpr int ridges_from = 64, ridged_needed = 16;

// What was seen of a print. It tells as much as the template, and is overwritten when it goes: the memory is
// somebody else's next.
class Ridges {
public:
  explicit Ridges(const imprint::Image &image) : side_(image.resolution() / cells_in_a_metre) {
    for (int cell = 0; cell < cell_count; cell++) {
      int8_t *way = &ways_[2 * size_t(cell)];
      if (!read(image, cell / grid, cell % grid, way)) continue;
      seen_++;
      ridged_ += way[0] * way[0] + way[1] * way[1] >= ridges_from * ridges_from;
    }
  }
  Ridges(const Ridges &) = delete;
  ~Ridges() { imprint::forget(this, sizeof *this); }

  // Throws Failure where there is no print, or too little of one.
  void check() const {
    if (seen_ == 0) throw Failure(IMP_E_NO_SUBJECT, "the image is blank; put the finger down");
    if (ridged_ < ridged_needed)
      throw Failure(IMP_E_QUALITY, "ridges are to be seen in " + std::to_string(ridged_) + " of " +
                                       std::to_string(cell_count) + " places, " + std::to_string(ridged_needed) +
                                       " are needed; clean the finger, and lay it flat");
  }

  void write(uint8_t *out) const {
    std::copy(magic.begin(), magic.end(), out);
    std::transform(ways_.begin(), ways_.end(), out + at_cells, [](int8_t way) { return uint8_t(way); });
  }

private:
  // The cell's pixels along one side of the image, those at its edges left out: start and end.
  std::array<int64_t, 2> find(int cell, uint32_t limit) const {
    const int64_t start = int64_t(limit) / 2 + int64_t(cell - grid / 2) * side_;
    return {std::max<int64_t>(start, 1), std::min<int64_t>(start + side_, int64_t(limit) - 1)};
  }

  // Which way the ridges of a cell run. All in whole numbers: no compiler and no machine computes it
  // otherwise. False: too little of the cell lies in the image, or it is blank.
  bool read(const imprint::Image &image, int row, int column, int8_t *way) const {
    const auto [left, right] = find(column, image.width());
    const auto [top, bottom] = find(row, image.height());
    const int64_t wide = right - left, high = bottom - top;
    if (wide <= 0 || high <= 0 || 2 * wide * high < side_ * side_) return false;
    int64_t along = 0, across = 0, all = 0;
    for (int64_t y = top; y < bottom; y++) {
      const uint8_t *above = image.row(uint32_t(y - 1)), *here = image.row(uint32_t(y)),
                    *below = image.row(uint32_t(y + 1));
      for (int64_t x = left; x < right; x++) {
        const int64_t dx = here[x + 1] - here[x - 1], dy = below[x] - above[x];
        // Ridges run across the steps.
        along += dy * dy - dx * dx;
        across -= 2 * dx * dy;
        all += dx * dx + dy * dy;
      }
    }
    if (all < contrast * wide * high) return false;
    way[0] = int8_t(along * 127 / all);
    way[1] = int8_t(across * 127 / all);
    return true;
  }

  const int64_t side_;
  std::array<int8_t, 2 * cell_count> ways_{};
  int seen_ = 0, ridged_ = 0;
};

// ---- The ability ------------------------------------------------------------

// Throws Failure where an image is not what the format takes.
void check_print(const imprint::Image &image) {
  if (!image.is_grey() || image.resolution() < resolution_min || image.resolution() > resolution_max)
    throw Failure(IMP_E_SAMPLE, std::to_string(image.resolution()) + " pixels a metre" +
                                   (image.is_grey() ? "" : ", in colours") + "; grey of " +
                                   std::to_string(resolution_min) + " to " + std::to_string(resolution_max) +
                                   " is taken");
}

// The same of what is said of the finger. It tells nothing that the template needs.
void check_finger(const imp_finger &finger) {
  const uint32_t way = finger.impression;
  const bool is_known = way <= IMP_IMPRESSION_LIVE_SWIPE || way == IMP_IMPRESSION_LIVE_CONTACTLESS ||
                        way == IMP_IMPRESSION_OTHER || way == IMP_IMPRESSION_UNKNOWN;
  if (finger.position > IMP_FINGER_LEFT_LITTLE || !is_known)
    throw Failure(IMP_E_ARGUMENT, "there is no finger of position " + std::to_string(finger.position) +
                                      ", or none of impression " + std::to_string(way));
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
    // Asked for before the image is looked at.
    uint8_t *room = imprint::room(buffer, TEMPLATE_BYTES);
    const Ridges ridges(print);
    ridges.check();
    ridges.write(room);
    buffer.length = TEMPLATE_BYTES;
    imprint::tell(out, TEMPLATE_VERSION);
  });
}

void destroy(imp_finger_extractor *extractor) noexcept { delete extractor; }

constexpr imp_finger_extractor_ability table = {
    sizeof(imp_finger_extractor_ability), 0, formats, create, extract, destroy};

} // namespace

const void *const plugin_tables[] = {&table};
