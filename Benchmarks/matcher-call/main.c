// SPDX-License-Identifier: Apache-2.0
// Nanoseconds of one comparison of two templates by a face matcher, through its C table, as a host calls it.
//
//     matcher-call <plugin's library> <libembedding.so>
//
// Prints "<compare> <prepared> <kernel>", the least of many interleaved rounds each: compare of two
// templates, which are both read and checked; of a probe with each of many references in one call, for each
// of them; and the kernel that F6 compares with, called directly on the same vectors, which checks neither.
//
// The host is of a few lines and lends no file: what compares needs no network.
#define _GNU_SOURCE
#include <CEmbedding.h>
#include <imprint/imprint.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 200, CALLS = 5000, MANY = 1000, VALUES = IMP_EMBEDDING_LENGTH };

static double now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static _Noreturn void fail(const char *words) {
  fprintf(stderr, "matcher-call: %s\n", words ? words : "unknown");
  exit(1);
}

static imp_status no_model(const imp_host *host, imp_text name, imp_bytes *bytes) {
  (void)host, (void)name, (void)bytes;
  return IMP_E_MODEL;
}

static imp_status no_folder(const imp_host *host, imp_text name, imp_buffer *path) {
  (void)host, (void)name, (void)path;
  return IMP_E_FILE;
}

static const void *ability(const imp_host *host, const char *id) {
  static const imp_host_files files = {.size = sizeof files, .model = no_model, .runtime_folder = no_folder};
  (void)host;
  return strcmp(id, IMP_HOST_FILES_ID) == 0 ? &files : NULL;
}

static void *symbol(const char *path, const char *name) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void *found = library ? dlsym(library, name) : NULL;
  if (!found)
    fail(dlerror());
  return found;
}

// ---- Templates ----------------------------------------------------------------

static uint32_t drawn = 1;

// The same numbers each time, -0.5 to 0.5.
static float draw(void) {
  drawn = drawn * 1664525 + 1013904223;
  return (float)(drawn >> 8) / (1 << 24) - 0.5f;
}

static void make_f6(uint8_t *payload) {
  float values[VALUES];
  for (int i = 0; i < VALUES; i++)
    values[i] = draw();
  if (!imp_embedding_make(values, values, payload))
    fail("no vector");
}

// CRC-32, IEEE 802.3.
static uint32_t check_of(uint32_t check, const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    check ^= bytes[i];
    for (int bit = 0; bit < 8; bit++)
      check = check >> 1 ^ (check & 1 ? 0xedb88320u : 0);
  }
  return check;
}

// 116 bytes: the head, the check of all but itself, and 128 numbers of 6 bits.
static void make_f5(uint8_t *payload) {
  memset(payload, 0, 20);
  memcpy(payload, "IMF5\1\62", 6);
  for (int i = 20; i < 116; i++)
    payload[i] = (uint8_t)(draw() * 255);
  const uint32_t check = ~check_of(check_of(~0u, payload, 16), payload + 20, 96);
  memcpy(payload + 16, &check, sizeof check);
}

int main(int count, char **arguments) {
  if (count != 3)
    fail("usage: matcher-call <plugin's library> <libembedding.so>");
  float (*kernel)(const uint8_t *, const uint8_t *);
  const imp_entry *(*entry_of)(void);
  // ISO C knows no function behind an object's pointer.
  memcpy(&kernel, &(void *){symbol(arguments[2], "imp_embedding_cosine")}, sizeof kernel);
  memcpy(&entry_of, &(void *){symbol(arguments[1], "imp_plugin_entry")}, sizeof entry_of);

  const imp_host host = {
      .size = sizeof host, .abi_version = 1, .name = {"bench", 5}, .version = {"1", 1}, .ability = ability};
  const imp_entry *entry = entry_of();
  imp_plugin *plugin = NULL;
  imp_matcher *matcher = NULL;
  imp_matcher_format format = {.size = sizeof format};
  size_t formats = 1;
  if (!entry || entry->open(entry, &host, &plugin) != IMP_OK)
    fail("it does not open");
  // Volatile: the compiler may not know what is in it.
  const imp_matcher_ability *volatile table = entry->ability(plugin, IMP_MATCHER_ID);
  if (!table || table->formats(plugin, &format, &formats) != IMP_OK)
    fail("it compares nothing");
  const imp_matcher_options options = {
      .size = sizeof options, .threads = 1, .format = {format.name, strlen(format.name)}};
  if (table->create(plugin, &options, &matcher) != IMP_OK)
    fail("it makes no matcher");
  const int is_f5 = strcmp(format.name, "imprint.face-f5") == 0;
  if (!is_f5 && strcmp(format.name, "imprint.face-f6") != 0)
    fail("its templates cannot be made here");

  const size_t bytes = format.template_bytes_fixed;
  const uint32_t version = format.reads_version_max;
  uint8_t *references = malloc(bytes * MANY), probe[1024], units[2][VALUES * sizeof(float)];
  float *similarities = malloc(MANY * sizeof *similarities);
  if (!references || !similarities || bytes > sizeof probe)
    fail("no memory");
  void (*make)(uint8_t *) = is_f5 ? make_f5 : make_f6;
  make(probe);
  for (int i = 0; i < MANY; i++)
    make(references + (size_t)i * bytes);
  make_f6(units[0]);
  make_f6(units[1]);
  const imp_gallery gallery = {
      .size = sizeof gallery, .version = version, .count = MANY, .data = {references, bytes * MANY}};

  double least[3] = {1e18, 1e18, 1e18};
  volatile float seen;
  for (int round = 0; round < ROUNDS; round++) {
    double marks[4];
    float similarity = 0;
    marks[0] = now_ns();
    for (int i = 0; i < CALLS; i++)
      if (table->compare(matcher, (imp_bytes){probe, bytes}, version,
                         (imp_bytes){references + (size_t)(i % MANY) * bytes, bytes}, version,
                         &similarity) != IMP_OK)
        fail("it does not compare");
    marks[1] = now_ns();
    if (table->compare_many(matcher, (imp_bytes){probe, bytes}, version, &gallery, similarities) != IMP_OK)
      fail("it does not compare many");
    marks[2] = now_ns();
    for (int i = 0; i < CALLS; i++)
      seen = kernel(units[0], units[1]);
    marks[3] = now_ns();
    // The last of both is of the same two.
    if (similarities[(CALLS - 1) % MANY] != similarity)
      fail("the comparison of one with many is another than of one with one");
    const double times[3] = {(marks[1] - marks[0]) / CALLS, (marks[2] - marks[1]) / MANY,
                             (marks[3] - marks[2]) / CALLS};
    for (int k = 0; k < 3; k++)
      least[k] = times[k] < least[k] ? times[k] : least[k];
  }
  (void)seen;
  printf("%.2f %.2f %.2f\n", least[0], least[1], least[2]);
  table->destroy(matcher);
  entry->close(plugin);
  free(references);
  free(similarities);
  return 0;
}
