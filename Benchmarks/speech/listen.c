// SPDX-License-Identifier: Apache-2.0
// A host with one plugin: what a recogniser hears in files of raw sound (16 bits, its rate), and what that
// takes.
//
//   listen LIBRARY MODELS GRAPH <files, one a line
//
// Each file is an utterance after a reset, given a tenth of a second at a time. A line of output for each:
// the file, its words with their confidences, and the phrases that were spotted with their ends in
// milliseconds, between tabs. The last line is `total`, seconds of sound, seconds of this process,
// milliseconds of create, and the peak of resident memory in kB.
#include <imprint/imprint.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char *models;

static void *map(const char *path, size_t *length) {
  int file = open(path, O_RDONLY);
  struct stat about;
  if (file < 0 || fstat(file, &about) != 0) {
    perror(path);
    exit(1);
  }
  *length = (size_t)about.st_size;
  void *bytes = *length ? mmap(NULL, *length, PROT_READ, MAP_PRIVATE, file, 0) : NULL;
  close(file);
  return bytes == MAP_FAILED ? NULL : bytes;
}

static imp_status model(const imp_host *host, imp_text name, imp_bytes *bytes) {
  (void)host;
  char path[4096];
  snprintf(path, sizeof path, "%s/%.*s", models, (int)name.length, name.data);
  bytes->data = map(path, &bytes->length);
  return IMP_OK;
}

static imp_status runtime(const imp_host *host, imp_text name, imp_buffer *path) {
  (void)host, (void)name, (void)path;
  return IMP_E_FILE;
}

static const imp_host_files files = {.size = sizeof files, .model = model, .runtime_folder = runtime};

static const void *ability(const imp_host *host, const char *id) {
  (void)host;
  return strcmp(id, IMP_HOST_FILES_ID) == 0 ? &files : NULL;
}

static const imp_host host = {.size = sizeof host, .abi_version = 1, .ability = ability};

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static imp_speech_event events[IMP_SPEECH_EVENTS_MAXIMUM];
static imp_speech_word words[IMP_SPEECH_WORDS_MAXIMUM];

static imp_speech_hearing room(void) {
  for (size_t i = 0; i < IMP_SPEECH_EVENTS_MAXIMUM; i++) {
    events[i].size = sizeof events[i];
  }
  for (size_t i = 0; i < IMP_SPEECH_WORDS_MAXIMUM; i++) {
    words[i].size = sizeof words[i];
  }
  return (imp_speech_hearing){sizeof(imp_speech_hearing),
                              IMP_SPEECH_EVENTS_MAXIMUM,
                              0,
                              IMP_SPEECH_WORDS_MAXIMUM,
                              0,
                              0,
                              events,
                              words};
}

static void check(imp_status status, const char *what) {
  if (status != IMP_OK) {
    fprintf(stderr, "%s: status %d\n", what, (int)status);
    exit(1);
  }
}

static void keep_hits(const imp_speech_hearing *hearing, char *hits, size_t length) {
  for (uint32_t i = 0; i < hearing->event_count; i++) {
    size_t used = strlen(hits);
    if (events[i].kind == IMP_SPEECH_EVENT_TRIGGER) {
      snprintf(hits + used, length - used, "%s%u@%u", used ? " " : "", events[i].phrase,
               (unsigned)(events[i].at / 16));
    }
  }
}

int main(int count, char **arguments) {
  if (count != 4) {
    fprintf(stderr, "usage: listen LIBRARY MODELS GRAPH <files\n");
    return 64;
  }
  models = arguments[2];
  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  const imp_entry *(*find)(void) =
      library ? (const imp_entry *(*)(void))dlsym(library, "imp_plugin_entry") : 0;
  if (!find) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  const imp_entry *entry = find();
  imp_plugin *plugin;
  check(entry->open(entry, &host, &plugin), "open");
  const imp_speech_recognizer_ability *speech = entry->ability(plugin, IMP_SPEECH_RECOGNIZER_ID);
  imp_speech_bundle bundle = {.size = sizeof bundle};
  size_t bundles = 1;
  check(speech->bundles(plugin, &bundle, &bundles), "bundles");
  imp_bytes graph;
  graph.data = map(arguments[3], &graph.length);
  const imp_speech_recognizer_options options = {
      .size = sizeof options, .threads = 1, .bundle = {bundle.name, strlen(bundle.name)}};
  double start = seconds(CLOCK_MONOTONIC);
  imp_speech_recognizer *recognizer;
  check(speech->create(plugin, &options, graph, &recognizer), "create");
  double made = seconds(CLOCK_MONOTONIC) - start, heard = 0;
  char path[4096], hits[8192];
  double before = seconds(CLOCK_PROCESS_CPUTIME_ID);
  while (fgets(path, sizeof path, stdin)) {
    path[strcspn(path, "\n")] = 0;
    size_t length;
    const uint8_t *sound = map(path, &length);
    hits[0] = 0;
    speech->reset(recognizer);
    size_t piece = bundle.rate / 10 * 2;
    for (size_t at = 0; at < length; at += piece) {
      imp_sound part = {.size = sizeof part, .format = IMP_AUDIO_S16, .rate = bundle.rate, .channels = 1};
      part.samples = (imp_bytes){sound + at, length - at < piece ? length - at : piece};
      imp_speech_hearing hearing = room();
      check(speech->step(recognizer, &part, &hearing), path);
      keep_hits(&hearing, hits, sizeof hits);
    }
    imp_speech_hearing hearing = room();
    check(speech->finish(recognizer, &hearing), path);
    keep_hits(&hearing, hits, sizeof hits);
    printf("%s\t", path);
    for (uint32_t i = 0; i < hearing.word_count; i++) {
      printf("%s%s/%.3f", i ? " " : "", words[i].text, (double)words[i].confidence);
    }
    printf("\t%s\n", hits);
    heard += (double)length / 2 / bundle.rate;
    munmap((void *)(uintptr_t)sound, length);
  }
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("total\t%.1f\t%.2f\t%.1f\t%ld\n", heard, seconds(CLOCK_PROCESS_CPUTIME_ID) - before, made * 1000,
         usage.ru_maxrss);
  speech->destroy(recognizer);
  entry->close(plugin);
  return 0;
}
