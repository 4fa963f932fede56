// SPDX-License-Identifier: Apache-2.0
// A matcher: brightness in 64 cells. Correct, but for the fault it is built with.
#include "plugin.h"

#include <math.h>

#define GRID 8
#define CELLS (GRID * GRID)

// Offsets into the payload: magic, version, number of cells, their sum (little-endian), cells as signed
// bytes.
#define AT_VERSION 4
#define AT_COUNT 5
#define AT_SUM 6
#define AT_CELLS 8
#define TEMPLATE_BYTES (AT_CELLS + CELLS)

static const uint8_t magic[4] = {'F', 'L', 'T', 'Y'};

struct imp_matcher {
  imp_plugin *plugin;
  const uint8_t *image; // what only faults keep
  const uint8_t *probe;
  int8_t kept[CELLS];
  unsigned calls, short_calls;
  int descriptor;
  pthread_t maker;
};

static unsigned all_calls;

#if FAULT_EXPORTS_MORE
IMP_EXPORT void faulty_extra_symbol(void);
void faulty_extra_symbol(void) {}
#endif

#if FAULT_TEXT_RELOCATIONS
// An address in the code, which only the loader can fill in.
__asm__(".text\n.quad imp_plugin_entry\n");
#endif

// ---- Template ----------------------------------------------------------------

// Nothing of a template stays on the stack.
static void wipe(void *memory, size_t length) {
  explicit_bzero(memory, length);
}

// Two bytes that any change of a single cell changes.
static uint16_t sum_of(const uint8_t *cells, size_t count) {
  uint32_t low = 1, high = 0;
  for (size_t i = 0; i < count; i++) {
    low = (low + cells[i]) % 251;
    high = (high + low) % 251;
  }
  return (uint16_t)(high << 8 | low);
}

static void write_template(const int8_t cells[CELLS], uint8_t out[TEMPLATE_BYTES]) {
  memcpy(out, magic, sizeof magic);
  out[AT_VERSION] = 1;
  out[AT_COUNT] = CELLS;
  memcpy(out + AT_CELLS, cells, CELLS);
  uint16_t sum = sum_of(out + AT_CELLS, CELLS);
  out[AT_SUM] = (uint8_t)sum;
  out[AT_SUM + 1] = (uint8_t)(sum >> 8);
}

static imp_status read_template(imp_bytes bytes, uint32_t version, int8_t cells[CELLS], const char **words) {
  bool newer_counts = FAULT != accepts_newer;
  *words = "its version is not 1; update the plugin";
  if (version != 1 && FAULT == aborts_on_newer) abort();
  if (version != 1 && newer_counts) return IMP_E_TEMPLATE_VERSION;
  *words = "it has a wrong length; enrol again";
  bool length_is_right = bytes.length == TEMPLATE_BYTES;
  if (FAULT == accepts_truncated) length_is_right = bytes.length >= AT_CELLS && bytes.length <= TEMPLATE_BYTES;
  if (FAULT == accepts_longer) length_is_right = bytes.length >= TEMPLATE_BYTES;
  if (!bytes.data || !length_is_right) return IMP_E_TEMPLATE_DAMAGED;
  *words = "it is another algorithm's";
  if (memcmp(bytes.data, magic, sizeof magic) != 0 && FAULT != accepts_foreign) return IMP_E_TEMPLATE_FORMAT;
  *words = "its version is not 1; update the plugin";
  if (bytes.data[AT_VERSION] != 1 && newer_counts && FAULT != accepts_foreign) return IMP_E_TEMPLATE_VERSION;
  size_t count = bytes.length - AT_CELLS < CELLS ? bytes.length - AT_CELLS : CELLS;
  *words = "it was changed since it was made; enrol again";
  uint16_t sum = sum_of(bytes.data + AT_CELLS, count);
  bool intact = bytes.data[AT_COUNT] == CELLS && bytes.data[AT_SUM] == (uint8_t)sum &&
                bytes.data[AT_SUM + 1] == (uint8_t)(sum >> 8);
  if (FAULT == accepts_foreign || FAULT == accepts_truncated) intact = true;
  if (FAULT == exits_on_damage && !intact) exit(0);
  if (FAULT == trusts_count) {
    // A count that the bytes state, and nothing that compares it with their length.
    intact = true;
    const volatile uint8_t *cell = bytes.data + AT_CELLS;
    for (unsigned i = 0; i < bytes.data[AT_COUNT]; i++) (void)cell[i];
  }
  if (!intact) return IMP_E_TEMPLATE_DAMAGED;
  memset(cells, 0, CELLS);
  memcpy(cells, bytes.data + AT_CELLS, count);
  *words = "it is empty; enrol again";
  bool flat = true;
  for (int i = 0; i < CELLS; i++) flat = flat && cells[i] == 0;
  if (flat) return IMP_E_TEMPLATE_DAMAGED;
  return IMP_OK;
}

// Normalised correlation, in whole numbers up to the last step: the same in both orders.
static float correlate(const int8_t a[CELLS], const int8_t b[CELLS]) {
  int32_t ab = 0, aa = 0, bb = 0;
  for (int i = 0; i < CELLS; i++) {
    int weight = FAULT == asymmetric ? 1 + (a[i] & 1) : 1;
    ab += a[i] * b[i] * weight;
    aa += a[i] * a[i] * weight;
    bb += b[i] * b[i] * weight;
  }
  double value = aa && bb ? ab / (sqrt((double)aa) * sqrt((double)bb)) : 0;
  value = fmax(-1, fmin(1, value));
  bool same = memcmp(a, b, CELLS) == 0;
  if (FAULT == similarity_nan && same) return NAN;
  if (FAULT == similarity_infinite && same) return INFINITY;
  if (FAULT == similarity_out_of_range && same) return 1.0625f;
  if (FAULT == worst_to_itself) return (float)-value;
  if (FAULT == scores_alike) return value > 0.999 ? 1.0f : 0.5f;
  return (float)value;
}

// ---- Extracting --------------------------------------------------------------

static imp_status check_image(const imp_plugin *plugin, const imp_image *image) {
  if (!image) return missing(plugin, "the image");
  if (image->size != sizeof *image) return wrong_size(plugin, "the image", image->size, sizeof *image);
  if (image->format != IMP_PIXEL_GREY8 && image->format != IMP_PIXEL_RGB24 && FAULT != accepts_bad_layout)
    return fail(plugin, IMP_E_SAMPLE, "pixel format %u is neither grey (1) nor RGB (2)", image->format);
  bool is_large = image->width >= GRID && image->height >= GRID;
  if (FAULT == divides_by_zero) is_large = image->width > 0 && image->height > 0;
  if (!is_large || image->width > 65535 || image->height > 65535)
    return fail(plugin, IMP_E_SAMPLE, "%u x %u pixels; a side needs %d...65535", image->width, image->height, GRID);
  if (FAULT == ignores_image_size) return IMP_OK;
  uint64_t row = (uint64_t)image->width * (image->format == IMP_PIXEL_RGB24 ? 3 : 1);
  uint64_t needed = (uint64_t)(image->height - 1) * image->row_bytes + row;
  if (FAULT == wraps_image_size) needed = (uint32_t)((image->height - 1) * image->row_bytes + (uint32_t)row);
  if (!image->pixels.data || image->row_bytes < row || image->pixels.length < needed)
    return fail(plugin, IMP_E_SAMPLE, "%zu bytes in rows of %u do not hold %u x %u pixels", image->pixels.length,
                image->row_bytes, image->width, image->height);
  return IMP_OK;
}

static int brightness(const imp_image *image, uint32_t x, uint32_t y) {
  size_t row_bytes = image->row_bytes;
  if (FAULT == expects_packed_rows) row_bytes = image->width * (image->format == IMP_PIXEL_RGB24 ? 3u : 1u);
  const uint8_t *row = image->pixels.data + y * row_bytes;
  if (image->format != IMP_PIXEL_RGB24) return row[x];
  return (77 * row[3 * (size_t)x] + 150 * row[3 * (size_t)x + 1] + 29 * row[3 * (size_t)x + 2]) >> 8;
}

// Fills the cells. The sharpness is the mean step from pixel to pixel, 0...255. False: no contrast.
static bool read_cells(const imp_image *image, int8_t cells[CELLS], float *sharpness) {
  int64_t mean[CELLS], all = 0, steps = 0, furthest = 0;
  for (uint32_t cell = 0; cell < CELLS; cell++) {
    uint32_t left = cell % GRID * image->width / GRID, right = (cell % GRID + 1) * image->width / GRID;
    uint32_t top = cell / GRID * image->height / GRID, bottom = (cell / GRID + 1) * image->height / GRID;
    int64_t sum = 0;
    for (uint32_t y = top; y < bottom; y++)
      for (uint32_t x = left; x < right; x++) {
        int here = brightness(image, x, y);
        sum += here;
        steps += x > 0 ? abs(here - brightness(image, x - 1, y)) : 0;
      }
    mean[cell] = sum * 256 / ((int64_t)(right - left) * (bottom - top));
    all += mean[cell];
  }
  *sharpness = (float)steps / ((float)image->width * (float)image->height);
  for (int i = 0; i < CELLS; i++) {
    mean[i] -= all / CELLS;
    furthest = llabs(mean[i]) > furthest ? llabs(mean[i]) : furthest;
  }
  if (furthest < 256) return false;
  for (int i = 0; i < CELLS; i++) cells[i] = (int8_t)(mean[i] * 127 / furthest);
  return true;
}

static void misuse_image(imp_matcher *matcher, const imp_image *image) {
  volatile uint8_t *pixels = (volatile uint8_t *)image->pixels.data;
  if (FAULT == writes_into_image) pixels[0] = (uint8_t)(pixels[0] ^ 1);
  if (FAULT == reads_past_image) (void)pixels[(size_t)image->height * image->row_bytes];
  if (FAULT == keeps_image) {
    if (matcher->image) (void)*(const volatile uint8_t *)matcher->image;
    matcher->image = image->pixels.data;
  }
#if defined __x86_64__
  // A load that needs 16-byte alignment, as a careless vector loop makes it.
  if (FAULT == expects_aligned_pixels) __asm__ volatile("movdqa (%0), %%xmm0" : : "r"(pixels) : "xmm0");
#endif
}

static imp_status extract(imp_matcher *matcher, const imp_image *image, const imp_face *face,
                          const imp_point3 *landmarks, uint32_t landmark_count, imp_buffer *payload,
                          imp_extraction *extraction) {
  (void)landmarks, (void)landmark_count;
  const imp_plugin *plugin = matcher->plugin;
  if (FAULT == hangs_in_extract) hang();
  imp_status status = check_image(plugin, image);
  if (status != IMP_OK) return status;
  if (face && face->size != sizeof *face) return wrong_size(plugin, "the face", face->size, sizeof *face);
  if (!payload || !extraction) return missing(plugin, "the room for the template");
  if (extraction->size != sizeof *extraction)
    return wrong_size(plugin, "the extraction", extraction->size, sizeof *extraction);
  misuse_image(matcher, image);
  if (FAULT == bound_to_thread && !pthread_equal(matcher->maker, pthread_self()))
    return fail(plugin, IMP_E_STATE, "this is not the thread that made the matcher");
  static int8_t one_place[CELLS];
  int8_t own[CELLS], *cells = FAULT == extracts_in_one_place ? one_place : own;
  float sharpness;
  bool has_contrast = read_cells(image, cells, &sharpness);
  if (FAULT == extracts_in_one_place) sleep_for(1000000u); // what it does with the cells takes its time
  if (!has_contrast) {
    if (FAULT == traps_on_flat_image) __builtin_trap();
    if (FAULT == untyped_failure) return -1;
    return fail(plugin, IMP_E_QUALITY, "the picture has no contrast; take another one");
  }
  if (FAULT == too_many_threads) compute_on_three_threads();
  matcher->calls++;
  all_calls++;
  if (FAULT == counts_calls) cells[0] = (int8_t)matcher->calls;
  if (FAULT == shares_state) cells[1] = (int8_t)(all_calls - matcher->calls);
  // All of the number: two processes may well have the same remainder.
  for (int i = 2, rest = getpid(); FAULT == differs_by_process && rest > 0; i++, rest /= 127)
    cells[i] = (int8_t)(rest % 127);
  uint32_t length = TEMPLATE_BYTES;
  if (!payload->data || payload->capacity < length) {
    if (FAULT == fills_short_buffer && payload->data) memset(payload->data, 0, payload->capacity);
    matcher->short_calls++;
    matcher->calls--;
    all_calls--;
    if (FAULT != hides_needed_length) payload->length = length;
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "the template needs %u bytes", length);
  }
  if (FAULT == short_buffer_counts) cells[0] = (int8_t)(cells[0] ^ matcher->short_calls);
  if (FAULT == writes_past_template) payload->data[payload->capacity] = 0;
  uint8_t made[TEMPLATE_BYTES];
  write_template(cells, made);
  if (FAULT == expects_zeroed_buffer)
    for (int i = 0; i < TEMPLATE_BYTES; i++) payload->data[i] |= made[i];
  else
    memcpy(payload->data, made, TEMPLATE_BYTES);
  if (FAULT == template_shorter && image->format == IMP_PIXEL_GREY8) length -= 4;
  if (FAULT == leaves_template) {
    uint8_t *copies = leak(1 << 16);
    for (size_t at = 1024; at < 1 << 16; at += 1024) memcpy(copies + at, payload->data, TEMPLATE_BYTES);
    free(copies);
  }
  if (FAULT == writes_template_file) {
    char path[256];
    snprintf(path, sizeof path, "%s/faulty-template", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    FILE *file = fopen(path, "w");
    if (file) {
      fwrite(payload->data, 1, TEMPLATE_BYTES, file);
      fclose(file);
    }
  }
  wipe(made, sizeof made);
  wipe(cells, CELLS);
  payload->length = length;
  extraction->version = FAULT == wrong_version ? 2 : 1;
  float quality = fminf(100, sharpness * 4);
  if (FAULT == quality_out_of_range) quality = 255;
  if (FAULT == quality_rises_with_blur) quality = 100 - quality;
  extraction->quality = quality;
  extraction->reserved = 0;
  return IMP_OK;
}

// ---- Comparing ---------------------------------------------------------------

static int8_t scratch[2][CELLS]; // where only a fault keeps what it compares

static imp_status compare(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                          imp_bytes reference, uint32_t reference_version, float *similarity) {
  if (!similarity) return missing(matcher->plugin, "the place for the similarity");
  if (FAULT == touches_outputs) *similarity = 0;
  if (FAULT == leaks_in_compare) leak(1024);
  int8_t cells[2][CELLS];
  int8_t(*pair)[CELLS] = FAULT == compares_in_one_place ? scratch : cells;
  const char *words;
  imp_status status = read_template(probe, probe_version, pair[0], &words);
  if (status != IMP_OK) return fail(matcher->plugin, status, "probe: %s", words);
  if (FAULT == compares_in_one_place) sched_yield();
  status = read_template(reference, reference_version, pair[1], &words);
  if (status != IMP_OK) return fail(matcher->plugin, status, "reference: %s", words);
  if (FAULT == keeps_probe) {
    // A cache that takes an address for a template.
    imp_matcher *cache = (imp_matcher *)(uintptr_t)matcher;
    if (cache->probe != probe.data) memcpy(cache->kept, pair[0], CELLS);
    cache->probe = probe.data;
    memcpy(pair[0], cache->kept, CELLS);
  }
  *similarity = correlate(pair[0], pair[1]);
  if (FAULT != compares_in_one_place) wipe(pair, sizeof cells);
  return IMP_OK;
}

static bool shape_is_right(const imp_gallery *gallery) {
  if (gallery->data.length > 0 && !gallery->data.data) return false;
  if (!gallery->offsets)
    return gallery->data.length % TEMPLATE_BYTES == 0 && gallery->data.length / TEMPLATE_BYTES == gallery->count;
  if (FAULT == many_reads_past_offsets) return true;
  for (uint64_t i = 0; i < gallery->count; i++)
    if (gallery->offsets[i] > gallery->offsets[i + 1]) return false;
  return gallery->offsets[gallery->count] <= gallery->data.length;
}

static imp_status compare_many(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                               const imp_gallery *gallery, float *similarities) {
  const imp_plugin *plugin = matcher->plugin;
  if (!gallery) return missing(plugin, "the gallery");
  if (gallery->size != sizeof *gallery && FAULT != ignores_gallery_size)
    return wrong_size(plugin, "the gallery", gallery->size, sizeof *gallery);
  if (!shape_is_right(gallery) || (gallery->count > 0 && !similarities))
    return fail(plugin, IMP_E_ARGUMENT, "the gallery's offsets or length do not fit its data");
  if (FAULT == many_fails_when_empty && gallery->count == 0)
    return fail(plugin, IMP_E_ARGUMENT, "the gallery is empty");
  int8_t a[CELLS], b[CELLS];
  const char *words;
  imp_status status = read_template(probe, probe_version, a, &words);
  if (status != IMP_OK) return fail(plugin, status, "probe: %s", words);
  for (uint64_t i = 0; i < gallery->count; i++) {
    uint64_t from = gallery->offsets ? gallery->offsets[i] : i * TEMPLATE_BYTES;
    uint64_t to = gallery->offsets ? gallery->offsets[i + 1] : from + TEMPLATE_BYTES;
    imp_bytes item = {gallery->data.data ? gallery->data.data + from : NULL, to - from};
    uint64_t place = FAULT == many_mixes_order ? gallery->count - 1 - i : i;
    status = read_template(item, gallery->version, b, &words);
    similarities[place] = status == IMP_OK ? correlate(a, b) : NAN;
    if (FAULT == many_hides_damage && status != IMP_OK) similarities[place] = 0;
    if (FAULT == many_rounds && status == IMP_OK) similarities[place] = roundf(similarities[place] * 1000) / 1000;
  }
  wipe(a, sizeof a);
  wipe(b, sizeof b);
  return IMP_OK;
}

// ---- Table -------------------------------------------------------------------

static const imp_matcher_info *describe_matcher(imp_plugin *plugin) {
  (void)plugin;
  static const imp_matcher_info info = {
      .size = sizeof(imp_matcher_info),
      .modality = IMP_MODALITY_FACE,
      .algorithm = "example.faulty",
      .writes_version = 1,
      .reads_version_min = 1,
      .reads_version_max = 1,
      .template_bytes_max = TEMPLATE_BYTES,
      .template_bytes_fixed = TEMPLATE_BYTES,
      .symmetric = FAULT == info_differs ? 0 : 1,
      .similarity_min = -1,
      .similarity_max = 1,
  };
  return &info;
}

static imp_status create(imp_plugin *plugin, const imp_matcher_options *options, imp_matcher **matcher) {
  if (FAULT == hangs_in_create) hang();
  if (!options || !matcher) return missing(plugin, "options or the place for the matcher");
  if (options->size != sizeof *options) return wrong_size(plugin, "options", options->size, sizeof *options);
  if (options->threads < 1 && FAULT != accepts_options)
    return fail(plugin, IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
  imp_matcher *made = calloc(1, sizeof *made);
  if (!made && FAULT != ignores_memory_failure) return fail(plugin, IMP_E_MEMORY, "no memory for a matcher");
  made->plugin = plugin;
  made->maker = pthread_self();
  made->descriptor = FAULT == leaks_descriptors ? open("/dev/null", O_RDONLY) : -1;
  if (FAULT == forks && fork() == 0) _exit(0);
  if (FAULT == runs_programs && system("true") != 0) return IMP_E_INTERNAL;
  *matcher = made;
  return IMP_OK;
}

static void destroy(imp_matcher *matcher) {
  free(matcher);
}

static const char *const plugin_abilities[] = {IMP_MATCHER_ID};

static const imp_matcher_ability table = {
    FAULT == wrong_table_size ? sizeof(imp_matcher_ability) - 8 : sizeof(imp_matcher_ability),
    0,
    describe_matcher,
    create,
    extract,
    compare,
    compare_many,
    destroy,
};

static const void *plugin_table(const char *id) {
  (void)id;
  return &table;
}
