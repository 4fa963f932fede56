// SPDX-License-Identifier: Apache-2.0
// The entry of every plugin in this folder, correct but for its fault. A file that includes it defines
// plugin_abilities and plugin_table, and before PLUGIN_ABILITY_COUNT where there is more than one.
#ifndef FAULTY_PLUGIN_H
#define FAULTY_PLUGIN_H

#include "faults.h"

#include <imprint/imprint.h>

#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// Given by the compiler's command line, as they stand in the manifest.
#ifndef PLUGIN_ID
#define PLUGIN_ID "org.example.faulty"
#endif

#ifndef PLUGIN_ABILITY_COUNT
#define PLUGIN_ABILITY_COUNT 1
#endif

static const char *const plugin_abilities[PLUGIN_ABILITY_COUNT];
static const void *plugin_table(const char *id);

// A library of many defines PLUGIN_PARAMETERS before: what it declares. It takes what it is lent when it is
// opened.
#ifdef PLUGIN_PARAMETERS
static const imp_parameter_declaration plugin_parameters[PLUGIN_PARAMETERS];
static imp_status take_parameters(imp_plugin *plugin, const imp_host_parameters *parameters);
#endif

struct imp_plugin {
  const imp_host *host;
  const imp_host_report *report; // null: the host takes no words
  const imp_host_log *log;       // null: the host keeps no log
  const imp_host_cache *cache;   // null: the host keeps nothing else either
  bool was_kept;                 // only a fault looks at it
  pthread_t thread;
  void *own; // what a library of many makes of the parameters
};

// Hands the words for `status` to the host, and gives the status back.
__attribute__((format(printf, 3, 4))) static imp_status fail(const imp_plugin *plugin, imp_status status,
                                                             const char *format, ...) {
  char words[256];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  if (plugin->report && length > 0) {
    size_t count = (size_t)length < sizeof words ? (size_t)length : sizeof words - 1;
    plugin->report->words(plugin->host, status, (imp_text){words, count});
  }
  return status;
}

__attribute__((unused)) static imp_status missing(const imp_plugin *plugin, const char *what) {
  return fail(plugin, IMP_E_ARGUMENT, "%s is missing", what);
}

__attribute__((unused)) static imp_status wrong_size(const imp_plugin *plugin, const char *what, uint32_t is,
                                                     size_t should) {
  return fail(plugin, IMP_E_ABI, "the size field of %s is %u, not %zu", what, is, should);
}

// A device whose locator is that.
__attribute__((unused)) static bool is_text(imp_text text, const char *what) {
  return text.length == strlen(what) && (text.length == 0 || memcmp(text.data, what, text.length) == 0);
}

// The monotonic clock.
__attribute__((unused)) static uint64_t clock_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

__attribute__((unused)) static uint64_t later(uint64_t time, uint64_t by) {
  return by > UINT64_MAX - time ? UINT64_MAX : time + by;
}

// What a thread waits on until a time of the monotonic clock, or until another one cancels.
struct waiting {
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  bool is_cancelled;
};

__attribute__((unused)) static void waiting_begin(struct waiting *waiting) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init(&waiting->mutex, NULL);
  pthread_cond_init(&waiting->wake, &attributes);
  pthread_condattr_destroy(&attributes);
}

__attribute__((unused)) static void waiting_end(struct waiting *waiting) {
  pthread_cond_destroy(&waiting->wake);
  pthread_mutex_destroy(&waiting->mutex);
}

// Waits until `end`, or until it is cancelled where anything is to wake it. True: it was cancelled.
__attribute__((unused)) static bool waiting_until(struct waiting *waiting, uint64_t end, bool is_woken) {
  struct timespec when = {(time_t)(end / 1000000000u), (long)(end % 1000000000u)};
  pthread_mutex_lock(&waiting->mutex);
  while ((!waiting->is_cancelled || !is_woken) && clock_now() < end)
    pthread_cond_timedwait(&waiting->wake, &waiting->mutex, &when);
  bool is_cancelled = waiting->is_cancelled;
  pthread_mutex_unlock(&waiting->mutex);
  return is_cancelled;
}

__attribute__((unused)) static void waiting_cancel(struct waiting *waiting, bool is_cancelled) {
  pthread_mutex_lock(&waiting->mutex);
  waiting->is_cancelled = is_cancelled;
  pthread_cond_broadcast(&waiting->wake);
  pthread_mutex_unlock(&waiting->mutex);
}

__attribute__((unused)) static void sleep_for(uint64_t nanoseconds) {
  struct timespec time = {(time_t)(nanoseconds / 1000000000u), (long)(nanoseconds % 1000000000u)};
  nanosleep(&time, NULL);
}

__attribute__((unused)) static void hang(void) {
  for (;;) sleep_for(1000000000u);
}

__attribute__((unused)) static void *idle(void *context) {
  hang();
  return context;
}

__attribute__((unused)) static void start_idle_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, idle, NULL);
  pthread_detach(thread);
}

// Memory that is touched, and that the compiler cannot see is not used.
__attribute__((unused)) static void *leak(size_t bytes) {
  static void *volatile last;
  last = malloc(bytes);
  return memset(last, 1, bytes);
}

// 20 ms of a processor, not of the clock: on a busy machine it is the longer work, as all other work is.
__attribute__((unused)) static void *compute(void *context) {
  struct timespec used;
  do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  while (used.tv_sec == 0 && used.tv_nsec < 20000000);
  return context;
}

__attribute__((unused)) static void compute_on_three_threads(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, compute, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}

// Writes to the log of a host that closed the plugin long ago.
__attribute__((unused)) static void *log_late(void *context) {
  imp_plugin plugin = *(imp_plugin *)context;
  free(context);
  sleep_for(20000000u);
  if (plugin.log) plugin.log->write(plugin.host, IMP_LOG_INFO, (imp_text){"still here", 10});
  return NULL;
}

__attribute__((constructor)) static void loaded(void) {
  if (FAULT == thread_at_load) start_idle_thread();
  if (FAULT == file_at_load && open("/dev/null", O_RDONLY) < 0) abort();
  if (FAULT == socket_at_load && socket(AF_INET, SOCK_DGRAM, 0) < 0) abort();
}

static const imp_descriptor *describe(const imp_entry *self) {
  (void)self;
#define DESCRIPTOR(TYPE, ID)                                                                              \
  {.size = sizeof(TYPE), .ability_count = PLUGIN_ABILITY_COUNT, .id = ID,                                 \
   .version = FAULT == descriptor_differs ? "1.0.1" : "1.0.0", .vendor = "Example", .abilities = plugin_abilities}
  if (FAULT == slow_describe) sleep_for(300000000u);
#ifdef PLUGIN_PARAMETERS
  static const imp_library_descriptor many = {
      .library = DESCRIPTOR(imp_library_descriptor, "org.example.faulty-library"),
      .parameter_count = PLUGIN_PARAMETERS,
      .parameters = plugin_parameters,
  };
  return &many.library;
#else
  static const imp_descriptor descriptor = DESCRIPTOR(imp_descriptor, PLUGIN_ID);
  return &descriptor;
#endif
}

// Finds what it kept when it was opened before, or keeps it.
static void keep_something(imp_plugin *plugin) {
  static const uint8_t something[4] = {1, 2, 3, 4};
  const imp_bytes key = {(const uint8_t *)"something", 9};
  imp_bytes found = {NULL, 0};
  if (!plugin->cache) return;
  plugin->cache->find(plugin->host, key, &found);
  plugin->was_kept = found.length == sizeof something && memcmp(found.data, something, sizeof something) == 0;
  if (!plugin->was_kept) plugin->cache->keep(plugin->host, key, (imp_bytes){something, sizeof something});
}

static imp_plugin *opened; // only faults look at these
static const volatile uint8_t *block_at_close;

static imp_status plugin_open(const imp_entry *self, const imp_host *host, imp_plugin **plugin) {
  (void)self;
  if (!host || !plugin) return IMP_E_ARGUMENT;
  if (host->size != sizeof *host && FAULT != ignores_host_size) return IMP_E_ABI;
  if (host->abi_version != 1 && FAULT != ignores_version) return IMP_E_ABI;
  const imp_host_report *report = host->ability(host, IMP_HOST_REPORT_ID);
  const imp_host_log *log = host->ability(host, IMP_HOST_LOG_ID);
  const imp_host_cache *cache = host->ability(host, IMP_HOST_CACHE_ID);
  bool sizes_are_right = (!report || report->size == sizeof *report) && (!log || log->size == sizeof *log) &&
                         (!cache || cache->size == sizeof *cache);
  if (!sizes_are_right && FAULT != ignores_host_tables) return IMP_E_ABI;
  if (FAULT == opens_once && opened) return IMP_E_STATE;
  if (FAULT == shares_one_plugin && opened) {
    *plugin = opened;
    return IMP_OK;
  }
  imp_plugin *made = calloc(1, sizeof *made);
  if (!made) return IMP_E_MEMORY;
  made->host = host;
  made->report = report;
  made->log = log;
  made->cache = cache;
  keep_something(made);
#ifdef PLUGIN_PARAMETERS
  const imp_host_parameters *parameters = host->ability(host, IMP_HOST_PARAMETERS_ID);
  imp_status status = !parameters ? IMP_E_ABILITY : parameters->size != sizeof *parameters ? IMP_E_ABI : IMP_OK;
  if (status == IMP_OK) status = take_parameters(made, parameters);
  if (status != IMP_OK) {
    free(made);
    return status;
  }
#endif
  if (FAULT == wants_report) made->report->words(host, IMP_OK, (imp_text){"opened", 6});
  opened = made;
  *plugin = made;
  return IMP_OK;
}

static void plugin_close(imp_plugin *plugin) {
  if (FAULT == hangs_in_close) hang();
  if (FAULT == keeps_block_until_close && block_at_close) (void)*block_at_close;
  opened = NULL;
  if (FAULT == thread_after_close) start_idle_thread();
  if (FAULT == logs_after_close) {
    imp_plugin *copy = malloc(sizeof *copy);
    *copy = *plugin;
    pthread_t thread;
    pthread_create(&thread, NULL, log_late, copy);
    pthread_detach(thread);
  }
  if (FAULT == leaks_at_close) leak(1 << 16);
  free(plugin->own);
  free(plugin);
}

static const void *ability(imp_plugin *plugin, const char *id) {
  (void)plugin;
  for (size_t i = 0; i < PLUGIN_ABILITY_COUNT; i++)
    if (strcmp(id, plugin_abilities[i]) == 0) return plugin_table(plugin_abilities[i]);
  const char *own = plugin_abilities[0];
  if (FAULT == answers_unknown_ability) return plugin_table(own);
  if (FAULT == answers_longer_ability && strncmp(id, own, strlen(own)) == 0) return plugin_table(own);
  return NULL;
}

static const imp_entry entry = {1, 1, sizeof(imp_entry), 0, describe, plugin_open, plugin_close, ability};

const imp_entry *imp_plugin_entry(void) {
  return &entry;
}

#endif
