// SPDX-License-Identifier: Apache-2.0
// A card reader: one in memory, with a card that keeps 64 bytes.
//
// To make it yours, replace "The reader" by what speaks to your readers, and
// `answer_command` by what sends a command to a card. What is between them stays:
// who has the card, whose turn it is, who is told of a reset, and what is refused
// before anything is sent.
#include "memory-card.h"
#include "stop.h"

#include <stdlib.h>

#define LOCATOR "memory:0"
#define NAME "Reader in memory"
#define VENDOR_NAME 0x00010100u // attributes of PC/SC part 3
#define ATR_STRING 0x00090303u

struct imp_card {
  const imp_plugin *plugin;
  bool is_connected, is_cancelled;
  uint32_t share;
  uint64_t resets; // that it knows of
  unsigned depth;  // of its transaction
};

// ---- The reader -------------------------------------------------------------

// All who open the plugin see the same reader. Everything of it is used with the lock held.
static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed; // a transaction has ended, or a wait was cancelled
  unsigned connections;
  const imp_card *exclusive, *transaction;
  uint64_t resets;
  uint8_t content[CARD_BYTES];
} reader = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void make_reader(void) {
  make_condition(&reader.changed);
}

static void lock(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_reader);
  pthread_mutex_lock(&reader.lock);
}

static imp_status unlock(imp_status status) {
  pthread_mutex_unlock(&reader.lock);
  return status;
}

static uint32_t state(void) {
  return IMP_READER_CARD | (reader.connections ? IMP_READER_IN_USE : 0) |
         (reader.exclusive ? IMP_READER_EXCLUSIVE : 0);
}

// Whoever shares the card is told of it.
static void reset_card(imp_card *by) {
  by->resets = ++reader.resets;
}

static bool is_kept_out(const imp_card *card) {
  return reader.transaction && reader.transaction != card;
}

// Releases what a connection holds.
static void release(imp_card *card) {
  if (reader.transaction == card)
    reader.transaction = NULL;
  if (reader.exclusive == card)
    reader.exclusive = NULL;
  if (card->is_connected)
    reader.connections--;
  card->is_connected = false;
  card->depth = 0;
  pthread_cond_broadcast(&reader.changed);
}

// ---- Connecting -------------------------------------------------------------

static imp_status list(imp_plugin *plugin, imp_reader_info *infos, size_t *count) {
  imp_reader_info info = {.size = sizeof info, .atr_length = sizeof atr, .locator = LOCATOR, .name = NAME};
  memcpy(info.atr, atr, sizeof atr);
  lock();
  info.state = state();
  unlock(IMP_OK);
  return list_all(plugin, &info, 1, sizeof info, infos, count);
}

static imp_status check_options(const imp_plugin *plugin, const imp_card_options *options) {
  imp_status status = check_struct(plugin, options, sizeof *options, "the options");
  if (status != IMP_OK)
    return status;
  if (options->share < IMP_CARD_SHARE_SHARED || options->share > IMP_CARD_SHARE_DIRECT)
    return fail(plugin, IMP_E_ARGUMENT, "share %u is neither shared (1), exclusive (2) nor direct (3)", options->share);
  if (options->protocols & ~(IMP_CARD_T0 | IMP_CARD_T1 | IMP_CARD_RAW))
    return fail(plugin, IMP_E_ARGUMENT, "protocols %u has unknown bits", options->protocols);
  if (options->protocols != 0 && !(options->protocols & IMP_CARD_T1))
    return fail(plugin, IMP_E_UNSUPPORTED, "the card supports T=1 only");
  return IMP_OK;
}

static imp_status check_disposition(const imp_plugin *plugin, uint32_t disposition) {
  return disposition <= IMP_CARD_EJECT ? IMP_OK
                                       : fail(plugin, IMP_E_ARGUMENT, "disposition %u is unknown", disposition);
}

static imp_status connect_card(imp_plugin *plugin, const imp_card_options *options, imp_card **card) {
  imp_status status = check_options(plugin, options);
  if (status != IMP_OK)
    return status;
  if (!card)
    return fail(plugin, IMP_E_ARGUMENT, "the pointer to the card is null");
  imp_text locator = options->locator;
  if (locator.length != strlen(LOCATOR) || memcmp(locator.data, LOCATOR, locator.length) != 0)
    return fail(plugin, IMP_E_DEVICE_MISSING, "there is no such reader; there is only '%s'", LOCATOR);
  imp_card *made = calloc(1, sizeof *made);
  if (!made)
    return fail(plugin, IMP_E_MEMORY, "no memory for a connection");
  *made = (imp_card){.plugin = plugin, .is_connected = true, .share = options->share};
  bool is_alone = options->share == IMP_CARD_SHARE_EXCLUSIVE;
  lock();
  if (reader.exclusive || (is_alone && reader.connections)) {
    unlock(IMP_RETRY_BUSY);
    free(made);
    return fail(plugin, IMP_RETRY_BUSY, "another connection has the card");
  }
  made->resets = reader.resets;
  reader.connections++;
  if (is_alone)
    reader.exclusive = made;
  *card = made;
  return unlock(IMP_OK);
}

static void close_card(imp_card *card) {
  lock();
  release(card);
  unlock(IMP_OK);
  free(card);
}

// Locks, where the connection can be used; else the status to answer, its words told, and nothing is locked.
static imp_status begin_call(imp_card *card) {
  lock();
  if (!card->is_connected)
    return fail(card->plugin, unlock(IMP_E_STATE), "the connection has ended");
  if (card->resets != reader.resets)
    return fail(card->plugin, unlock(IMP_E_CARD_RESET), "another connection has reset the card; reconnect");
  return IMP_OK;
}

static imp_status reconnect(imp_card *card, const imp_card_options *options, uint32_t disposition) {
  imp_status status = check_options(card->plugin, options);
  if (status == IMP_OK)
    status = check_disposition(card->plugin, disposition);
  if (status != IMP_OK)
    return status;
  bool is_alone = options->share == IMP_CARD_SHARE_EXCLUSIVE;
  lock();
  // Also after a reset: this is how to go on then.
  if (!card->is_connected)
    return fail(card->plugin, unlock(IMP_E_STATE), "the connection has ended");
  if (is_kept_out(card) || (is_alone && reader.connections > 1))
    return fail(card->plugin, unlock(IMP_RETRY_BUSY), "another connection has the card");
  release(card);
  card->is_connected = true;
  card->share = options->share;
  card->resets = reader.resets;
  reader.connections++;
  if (is_alone)
    reader.exclusive = card;
  if (disposition != IMP_CARD_LEAVE)
    reset_card(card);
  return unlock(IMP_OK);
}

static imp_status disconnect(imp_card *card, uint32_t disposition) {
  imp_status status = check_disposition(card->plugin, disposition);
  if (status != IMP_OK)
    return status;
  status = begin_call(card);
  if (status == IMP_E_STATE)
    return status;
  // It has ended all the same.
  if (status != IMP_OK)
    lock();
  else if (disposition != IMP_CARD_LEAVE && is_kept_out(card))
    status = fail(card->plugin, IMP_RETRY_BUSY, "another connection has a transaction: nothing was done to the card");
  else if (disposition != IMP_CARD_LEAVE)
    reset_card(card);
  release(card);
  return unlock(status);
}

// ---- Commands ---------------------------------------------------------------

static imp_status get_status(imp_card *card, imp_card_status *answer) {
  imp_status status = check_struct(card->plugin, answer, sizeof *answer, "the status");
  if (status == IMP_OK)
    status = begin_call(card);
  if (status != IMP_OK)
    return status;
  imp_card_status made = {.size = sizeof made, .state = state(), .atr_length = sizeof atr};
  made.protocol = card->share == IMP_CARD_SHARE_DIRECT ? 0 : IMP_CARD_T1;
  memcpy(made.atr, atr, sizeof atr);
  *answer = made;
  return unlock(IMP_OK);
}

static imp_status check_buffers(const imp_card *card, imp_bytes input, const imp_buffer *output) {
  if (!output || !output->data || output->capacity < IMP_CARD_RESPONSE_BYTES)
    return fail(card->plugin, IMP_E_ARGUMENT, "a response needs a buffer of %d bytes", IMP_CARD_RESPONSE_BYTES);
  if (input.length > IMP_CARD_COMMAND_BYTES)
    return fail(card->plugin, IMP_E_ARGUMENT, "a command has up to %d bytes", IMP_CARD_COMMAND_BYTES);
  return IMP_OK;
}

static imp_status transmit(imp_card *card, imp_bytes command, imp_buffer *response) {
  // All that can be refused is refused before anything is sent.
  imp_status status = check_buffers(card, command, response);
  if (status == IMP_OK && command.length == 0)
    status = fail(card->plugin, IMP_E_ARGUMENT, "the command is empty");
  if (status == IMP_OK)
    status = begin_call(card);
  if (status != IMP_OK)
    return status;
  if (is_kept_out(card))
    return fail(card->plugin, unlock(IMP_RETRY_BUSY), "another connection has a transaction");
  response->length = answer_command(reader.content, command, response->data);
  return unlock(IMP_OK);
}

static imp_status control(imp_card *card, uint32_t code, imp_bytes input, imp_buffer *output) {
  imp_status status = check_buffers(card, input, output);
  if (status == IMP_OK)
    status = begin_call(card);
  if (status != IMP_OK)
    return status;
  return fail(card->plugin, unlock(IMP_E_UNSUPPORTED), "the reader has no control code %u", code);
}

static imp_status attribute(imp_card *card, uint32_t tag, imp_buffer *value) {
  if (!value)
    return fail(card->plugin, IMP_E_ARGUMENT, "there is no buffer for the value");
  imp_status status = begin_call(card);
  if (status != IMP_OK)
    return status;
  unlock(IMP_OK);
  const void *bytes = tag == VENDOR_NAME ? (const void *)"Example" : tag == ATR_STRING ? atr : NULL;
  size_t length = tag == VENDOR_NAME ? strlen("Example") : sizeof atr;
  if (!bytes)
    return fail(card->plugin, IMP_E_UNSUPPORTED, "the reader has no attribute %u", tag);
  bool is_short = !value->data || value->capacity < length;
  value->length = length;
  if (is_short)
    return fail(card->plugin, IMP_RETRY_SHORT_BUFFER, "the value needs %zu bytes", length);
  memcpy(value->data, bytes, length);
  return IMP_OK;
}

static imp_status set_attribute(imp_card *card, uint32_t tag, imp_bytes value) {
  (void)value;
  imp_status status = begin_call(card);
  if (status != IMP_OK)
    return status;
  return fail(card->plugin, unlock(IMP_E_UNSUPPORTED), "the reader has no attribute %u to be written", tag);
}

// ---- Transactions -----------------------------------------------------------

static imp_status begin(imp_card *card, uint64_t timeout_ns) {
  uint64_t deadline = later(now_ns(), timeout_ns);
  imp_status status = begin_call(card);
  if (status != IMP_OK)
    return status;
  while (is_kept_out(card) && !card->is_cancelled && card->resets == reader.resets)
    if (!wait_for(&reader.changed, &reader.lock, deadline))
      break;
  if (card->is_cancelled)
    return fail(card->plugin, unlock(IMP_OUTCOME_CANCELLED), "it was cancelled");
  if (card->resets != reader.resets)
    return fail(card->plugin, unlock(IMP_E_CARD_RESET), "another connection has reset the card; reconnect");
  if (is_kept_out(card))
    return fail(card->plugin, unlock(IMP_RETRY_TIMEOUT), "another connection has a transaction");
  reader.transaction = card;
  card->depth++;
  return unlock(IMP_OK);
}

static imp_status end(imp_card *card, uint32_t disposition) {
  imp_status status = check_disposition(card->plugin, disposition);
  if (status == IMP_OK)
    status = begin_call(card);
  if (status != IMP_OK)
    return status;
  if (card->depth == 0)
    return fail(card->plugin, unlock(IMP_E_STATE), "the connection has no transaction");
  if (disposition != IMP_CARD_LEAVE)
    reset_card(card);
  if (--card->depth == 0)
    reader.transaction = NULL;
  pthread_cond_broadcast(&reader.changed);
  return unlock(IMP_OK);
}

static void cancel(imp_card *card) {
  lock();
  card->is_cancelled = true;
  pthread_cond_broadcast(&reader.changed);
  unlock(IMP_OK);
}

// ---- The table --------------------------------------------------------------

static const imp_card_reader_ability table = {
    .size = sizeof(imp_card_reader_ability),
    .list = list,
    .connect = connect_card,
    .status = get_status,
    .transmit = transmit,
    .begin = begin,
    .end = end,
    .reconnect = reconnect,
    .disconnect = disconnect,
    .control = control,
    .attribute = attribute,
    .set_attribute = set_attribute,
    .cancel = cancel,
    .close = close_card,
};

const void *const plugin_tables[] = {&table};
