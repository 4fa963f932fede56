// SPDX-License-Identifier: Apache-2.0
// A plugin with a card reader, which macros make misbehave; see README.md. Its card
// answers each command with the command and 9000.
#include <imprint/imprint.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef FIX_LIST
#define FIX_LIST
#endif
#ifndef FIX_STATUS
#define FIX_STATUS
#endif
#ifndef FIX_TRANSMIT
#define FIX_TRANSMIT
#endif
#ifndef FIX_BEGIN
#define FIX_BEGIN
#endif
#ifndef FIX_END
#define FIX_END
#endif
#ifndef FIX_CONTROL
#define FIX_CONTROL
#endif
#ifndef FIX_DISCONNECT
#define FIX_DISCONNECT
#endif
#ifndef FIX_RECONNECT
#define FIX_RECONNECT
#endif
#ifndef FIX_ATTRIBUTE
#define FIX_ATTRIBUTE
#endif

struct imp_plugin {
  const imp_host *host;
};

struct imp_card {
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  int cancelled;
  int commands; // that came this far
  int begun;
  uint32_t share;
  uint32_t last; // disposition
};

static const uint8_t answer_to_reset[] = {0x3b, 0x80, 0x80, 0x01, 0x01};

static imp_status list(imp_plugin *plugin, imp_reader_info *infos, size_t *count) {
  (void)plugin;
  size_t room = *count;
  *count = 1;
  if (room < 1 || infos == NULL) return IMP_RETRY_SHORT_BUFFER;
  infos[0].state = IMP_READER_CARD | IMP_READER_IN_USE;
  infos[0].events = 7;
  infos[0].atr_length = sizeof answer_to_reset;
  memcpy(infos[0].atr, answer_to_reset, sizeof answer_to_reset);
  strcpy(infos[0].locator, "fixture:0");
  strcpy(infos[0].name, "Fixture reader");
  FIX_LIST
  return IMP_OK;
}

static imp_status connect_card(imp_plugin *plugin, const imp_card_options *options, imp_card **out) {
  (void)plugin;
  if (options->locator.length != 9 || memcmp(options->locator.data, "fixture:0", 9) != 0)
    return IMP_E_DEVICE_MISSING;
  imp_card *card = calloc(1, sizeof *card);
  pthread_mutex_init(&card->mutex, NULL);
  pthread_cond_init(&card->wake, NULL);
  card->share = options->share;
  *out = card;
  return IMP_OK;
}

static imp_status status(imp_card *card, imp_card_status *status) {
  (void)card;
  status->state = IMP_READER_CARD;
  status->protocol = IMP_CARD_T1;
  status->atr_length = sizeof answer_to_reset;
  memcpy(status->atr, answer_to_reset, sizeof answer_to_reset);
  FIX_STATUS
  return IMP_OK;
}

static imp_status transmit(imp_card *card, imp_bytes command, imp_buffer *response) {
  card->commands++;
  FIX_TRANSMIT
  memcpy(response->data, command.data, command.length);
  memcpy(response->data + command.length, "\x90", 2);
  response->length = command.length + 2;
  return IMP_OK;
}

// For FIX_BEGIN: as if another had a transaction for ever.
__attribute__((unused)) static imp_status held(imp_card *card, uint64_t timeout) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  uint64_t seconds = timeout / 1000000000u;
  until.tv_sec += (time_t)(seconds > 3600 ? 3600 : seconds);
  until.tv_nsec += (long)(timeout % 1000000000u);
  if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
  int ended = 0;
  pthread_mutex_lock(&card->mutex);
  while (!card->cancelled && ended == 0) ended = pthread_cond_timedwait(&card->wake, &card->mutex, &until);
  int cancelled = card->cancelled;
  pthread_mutex_unlock(&card->mutex);
  return cancelled ? IMP_OUTCOME_CANCELLED : IMP_RETRY_TIMEOUT;
}

static imp_status begin(imp_card *card, uint64_t timeout) {
  (void)timeout;
  FIX_BEGIN
  card->begun++;
  return IMP_OK;
}

static imp_status end(imp_card *card, uint32_t disposition) {
  if (card->begun == 0) return IMP_E_STATE;
  card->begun--;
  card->last = disposition;
  FIX_END
  return IMP_OK;
}

static imp_status reconnect(imp_card *card, const imp_card_options *options, uint32_t disposition) {
  card->share = options->share;
  card->last = disposition;
  FIX_RECONNECT
  return IMP_OK;
}

static imp_status disconnect(imp_card *card, uint32_t disposition) {
  card->last = disposition;
  FIX_DISCONNECT
  return IMP_OK;
}

static imp_status control(imp_card *card, uint32_t code, imp_bytes input, imp_buffer *output) {
  (void)card;
  if (code != 0x42000000u + 3400) return IMP_E_UNSUPPORTED;
  FIX_CONTROL
  output->length = input.length;
  if (input.length != 0) memcpy(output->data, input.data, input.length);
  return IMP_OK;
}

static imp_status attribute(imp_card *card, uint32_t tag, imp_buffer *value) {
  (void)card;
  // As many bytes as the tag says.
  value->length = tag;
  FIX_ATTRIBUTE
  if (value->capacity < tag) return IMP_RETRY_SHORT_BUFFER;
  memset(value->data, 5, tag);
  return IMP_OK;
}

static imp_status set_attribute(imp_card *card, uint32_t tag, imp_bytes value) {
  (void)card;
  return tag == value.length ? IMP_OK : IMP_E_UNSUPPORTED;
}

static void cancel(imp_card *card) {
  pthread_mutex_lock(&card->mutex);
  card->cancelled = 1;
  pthread_cond_broadcast(&card->wake);
  pthread_mutex_unlock(&card->mutex);
}

static void close_card(imp_card *card) { free(card); }

static const imp_card_reader_ability table = {
    sizeof(imp_card_reader_ability), 0, list, connect_card, status, transmit, begin, end, reconnect,
    disconnect, control, attribute, set_attribute, cancel, close_card};

static const char *const abilities[] = {IMP_CARD_READER_ID};

static const imp_descriptor descriptor = {
    .size = sizeof(imp_descriptor), .ability_count = 1, .id = "org.example.fixture", .version = "1.0.0",
    .vendor = "Example", .abilities = abilities};

static const imp_descriptor *describe(const imp_entry *self) {
  (void)self;
  return &descriptor;
}

static imp_status plugin_open(const imp_entry *self, const imp_host *host, imp_plugin **plugin) {
  (void)self;
  *plugin = malloc(sizeof **plugin);
  (*plugin)->host = host;
  return IMP_OK;
}

static void plugin_close(imp_plugin *plugin) { free(plugin); }

static const void *ability(imp_plugin *plugin, const char *id) {
  (void)plugin;
  return strcmp(id, IMP_CARD_READER_ID) == 0 ? &table : NULL;
}

static const imp_entry entry = {1, 1, sizeof(imp_entry), 0, describe, plugin_open, plugin_close, ability};

const imp_entry *imp_plugin_entry(void) { return &entry; }
