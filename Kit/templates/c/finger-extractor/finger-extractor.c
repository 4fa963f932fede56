// SPDX-License-Identifier: Apache-2.0
// A finger extractor: it describes a print by the way that its ridges run.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: a finger that lies elsewhere on the sensor differs.
// To make it yours, replace `read_ridges` and `write_template`; what is checked
// before stays as it is.
#include "templates.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// ---- The format -------------------------------------------------------------

#define RESOLUTION_MIN 10000 // pixels in a metre: 254 dots per inch
#define RESOLUTION_MAX 40000 // 1016

// Cells a side, each of 2 mm, around the middle of the image.
#define GRID 8
#define CELLS (GRID * GRID)
#define CELLS_IN_A_METRE 500

// A template: magic, then of each cell, row by row, two signed bytes: cosine and sine of twice the angle at
// which its ridges run, 127 where all of them do. Both 0: nothing is to be seen there.
#define AT_CELLS 4
_Static_assert(TEMPLATE_BYTES == AT_CELLS + 2 * CELLS, "identity.h and plugin.yaml say another length");
_Static_assert(sizeof TEMPLATE_FORMAT <= sizeof(((imp_finger_format *)0)->name), "the format's name is too long");

static const uint8_t magic[AT_CELLS] = TEMPLATE_MAGIC;

// ---- The algorithm ----------------------------------------------------------

// Squares of steps from pixel to pixel, on average, where there is more to be seen than noise.
#define CONTRAST 400
// Of 127: so much of what is to be seen in a cell runs one way, where it is ridges; and so many such cells
// have to be there.
#define RIDGES 64
#define RIDGED_CELLS 16

// What was seen of a print. It tells as much as the template.
typedef struct ridges {
  int8_t ways[CELLS][2];
} ridges;

// The cell's pixels along one side of the image, those at its edges left out: start and end.
static void find_cell(uint32_t cell, uint32_t side, uint32_t limit, int64_t *start, int64_t *end) {
  *start = (int64_t)limit / 2 + ((int64_t)cell - GRID / 2) * side;
  *end = *start + side;
  *start = *start < 1 ? 1 : *start;
  *end = *end > (int64_t)limit - 1 ? (int64_t)limit - 1 : *end;
}

// Which way the ridges of a cell run. All in whole numbers: no compiler and no machine computes it
// otherwise. False: too little of the cell lies in the image, or it is blank.
static bool read_cell(const imp_image *image, uint32_t row, uint32_t column, int8_t way[2]) {
  uint32_t side = image->resolution / CELLS_IN_A_METRE;
  int64_t left, right, top, bottom, along = 0, across = 0, all = 0;
  find_cell(column, side, image->width, &left, &right);
  find_cell(row, side, image->height, &top, &bottom);
  int64_t wide = right - left, high = bottom - top;
  if (wide <= 0 || high <= 0 || 2 * wide * high < (int64_t)side * side)
    return false;
  for (int64_t y = top; y < bottom; y++) {
    const uint8_t *above = image->pixels.data + (size_t)(y - 1) * image->row_bytes;
    const uint8_t *here = above + image->row_bytes, *below = here + image->row_bytes;
    for (int64_t x = left; x < right; x++) {
      int64_t dx = here[x + 1] - here[x - 1], dy = below[x] - above[x];
      // Ridges run across the steps.
      along += dy * dy - dx * dx;
      across -= 2 * dx * dy;
      all += dx * dx + dy * dy;
    }
  }
  if (all < CONTRAST * wide * high)
    return false;
  way[0] = (int8_t)(along * 127 / all);
  way[1] = (int8_t)(across * 127 / all);
  return true;
}

static imp_status read_ridges(const imp_plugin *plugin, const imp_image *image, ridges *ridges) {
  int seen = 0, ridged = 0;
  for (uint32_t cell = 0; cell < CELLS; cell++) {
    int8_t *way = ridges->ways[cell];
    if (!read_cell(image, cell / GRID, cell % GRID, way))
      continue;
    seen++;
    ridged += way[0] * way[0] + way[1] * way[1] >= RIDGES * RIDGES;
  }
  if (seen == 0)
    return fail(plugin, IMP_E_NO_SUBJECT, "the image is blank; put the finger down");
  if (ridged < RIDGED_CELLS)
    return fail(plugin, IMP_E_QUALITY, "ridges are to be seen in %d of %d places, %d are needed; clean the finger, "
                "and lay it flat", ridged, CELLS, RIDGED_CELLS);
  return IMP_OK;
}

static void write_template(const ridges *ridges, uint8_t *out) {
  memcpy(out, magic, sizeof magic);
  memcpy(out + AT_CELLS, ridges->ways, sizeof ridges->ways);
}

// ---- Extracting -------------------------------------------------------------

struct imp_finger_extractor {
  const imp_plugin *plugin;
};

// Whether an image is what the format takes. Else the status to answer; its words are told.
static imp_status check_print(const imp_plugin *plugin, const imp_image *image) {
  imp_status status = check_image(plugin, image, 1);
  if (status != IMP_OK)
    return status;
  if (image->format != IMP_PIXEL_GREY8 || image->resolution < RESOLUTION_MIN || image->resolution > RESOLUTION_MAX)
    return fail(plugin, IMP_E_SAMPLE, "pixel format %u of %u pixels a metre; grey (1) of %d to %d is taken",
                image->format, image->resolution, RESOLUTION_MIN, RESOLUTION_MAX);
  return IMP_OK;
}

// The same of what is said of the finger. It tells nothing that the template needs.
static imp_status check_finger(const imp_plugin *plugin, const imp_finger *finger) {
  imp_status status = check_struct(plugin, finger, sizeof *finger, "the finger");
  if (status != IMP_OK)
    return status;
  uint32_t way = finger->impression;
  bool is_known = way <= IMP_IMPRESSION_LIVE_SWIPE || way == IMP_IMPRESSION_LIVE_CONTACTLESS ||
                  way == IMP_IMPRESSION_OTHER || way == IMP_IMPRESSION_UNKNOWN;
  if (finger->position > IMP_FINGER_LEFT_LITTLE || !is_known)
    return fail(plugin, IMP_E_ARGUMENT, "there is no finger of position %u, or none of impression %u",
                finger->position, way);
  return IMP_OK;
}

static imp_status extract(imp_finger_extractor *extractor, const imp_image *image, const imp_finger *finger,
                          imp_buffer *payload, imp_extraction *extraction) {
  const imp_plugin *plugin = extractor->plugin;
  imp_status status = check_print(plugin, image);
  if (status == IMP_OK)
    status = check_finger(plugin, finger);
  // Asked for before the image is looked at, so that nothing has to be undone.
  if (status == IMP_OK)
    status = check_outputs(plugin, payload, extraction);
  if (status != IMP_OK)
    return status;
  ridges ridges = {0};
  status = read_ridges(plugin, image, &ridges);
  if (status == IMP_OK) {
    write_template(&ridges, payload->data);
    tell(payload, extraction);
  }
  forget(&ridges, sizeof ridges);
  return status;
}

// ---- The table --------------------------------------------------------------

static imp_status list_formats(imp_plugin *plugin, imp_finger_format *formats, size_t *count) {
  static const imp_finger_format format = {
      .size = sizeof format,
      .version = TEMPLATE_VERSION,
      .template_bytes_max = TEMPLATE_BYTES,
      .template_bytes_fixed = TEMPLATE_BYTES,
      .resolution_min = RESOLUTION_MIN,
      .resolution_max = RESOLUTION_MAX,
      .name = TEMPLATE_FORMAT,
  };
  return list_all(plugin, &format, 1, sizeof format, formats, count);
}

static imp_status create(imp_plugin *plugin, const imp_finger_extractor_options *options,
                         imp_finger_extractor **extractor) {
  imp_status status = check_struct(plugin, options, sizeof *options, "the options");
  if (status == IMP_OK)
    status = check_format(plugin, options->threads, options->format);
  if (status != IMP_OK)
    return status;
  if (!extractor)
    return fail(plugin, IMP_E_ARGUMENT, "there is no place for the extractor");
  imp_finger_extractor *made = malloc(sizeof *made);
  if (!made)
    return fail(plugin, IMP_E_MEMORY, "no memory for an extractor");
  made->plugin = plugin;
  *extractor = made;
  return IMP_OK;
}

static void destroy(imp_finger_extractor *extractor) {
  free(extractor);
}

static const imp_finger_extractor_ability table = {
    .size = sizeof(imp_finger_extractor_ability),
    .formats = list_formats,
    .create = create,
    .extract = extract,
    .destroy = destroy,
};

const void *const plugin_tables[] = {&table};
