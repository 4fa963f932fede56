// SPDX-License-Identifier: Apache-2.0
// Two readers without a device: one has a card that opens and closes logical channels, the other one has
// none. All who open the plugin see the same two. Correct, but for the fault it is built with.
#include "plugin.h"

#include <errno.h>

#define FULL_READER "memory:0"
#define EMPTY_READER "memory:1"
#define ATR "\x3b\x84\x80\x01IMP!\x0d" // with T=1, and a historical "IMP!"
#define ATR_LENGTH 9u
#define VENDOR 0x00010100u
#define ATR_STRING 0x00090303u

struct imp_card {
  imp_plugin *plugin;
  bool has_card, is_connected, is_cancelled;
  uint32_t share;
  uint64_t resets;    // that it knows of
  unsigned depth;     // of its transaction
};

// The reader with the card, and who does what to it.
static struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed; // a transaction has ended, or a wait was cancelled
  unsigned connections;
  const imp_card *exclusive, *transaction;
  uint64_t resets;
  uint8_t channels; // bit n: logical channel n + 1 is open
} reader = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void make_condition(void) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&reader.changed, &attributes);
  pthread_condattr_destroy(&attributes);
}

static void lock(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_condition);
  pthread_mutex_lock(&reader.mutex);
}

// Unlocks, and hands the words for `status` to the host.
static imp_status refuse(const imp_card *card, imp_status status, const char *words) {
  pthread_mutex_unlock(&reader.mutex);
  return fail(card->plugin, status, "%s", words);
}

static imp_status done(void) {
  pthread_mutex_unlock(&reader.mutex);
  return IMP_OK;
}

static uint32_t state(void) {
  return IMP_READER_CARD | (reader.connections ? IMP_READER_IN_USE : 0) |
         (reader.exclusive ? IMP_READER_EXCLUSIVE : 0);
}

static imp_status list(imp_plugin *plugin, imp_reader_info *infos, size_t *count) {
  if (!count || (*count > 0 && !infos)) return missing(plugin, "the array or its length");
  for (size_t i = 0; i < *count; i++)
    if (infos[i].size != sizeof *infos && FAULT != readers_ignore_size)
      return wrong_size(plugin, "an entry", infos[i].size, sizeof *infos);
  size_t capacity = *count;
  *count = 2;
  imp_reader_info made[2] = {
      {.size = sizeof *made, .atr_length = FAULT == lists_no_atr ? 0 : ATR_LENGTH, .locator = FULL_READER, .name = "Reader with a card"},
      {.size = sizeof *made, .locator = EMPTY_READER, .name = "Reader without one"},
  };
  if (capacity < 2) {
    if (FAULT == readers_fill_short_array && capacity > 0) infos[0] = made[0];
    return fail(plugin, IMP_RETRY_SHORT_BUFFER, "there are 2 readers");
  }
  lock();
  made[0].state = state();
  pthread_mutex_unlock(&reader.mutex);
  memcpy(made[0].atr, ATR, made[0].atr_length);
  memcpy(infos, made, sizeof made);
  return IMP_OK;
}

static imp_status check_options(const imp_plugin *plugin, const imp_card_options *options) {
  if (!options) return missing(plugin, "options");
  if (options->size != sizeof *options) return wrong_size(plugin, "options", options->size, sizeof *options);
  if (FAULT == takes_any_share) return IMP_OK;
  if (options->share < IMP_CARD_SHARE_SHARED || options->share > IMP_CARD_SHARE_DIRECT)
    return fail(plugin, IMP_E_ARGUMENT, "share %u is none", options->share);
  if (options->protocols & ~(IMP_CARD_T0 | IMP_CARD_T1 | IMP_CARD_RAW))
    return fail(plugin, IMP_E_ARGUMENT, "protocols %u are none", options->protocols);
  return IMP_OK;
}

// The card is powered anew: what was open is closed, and whoever shares it is to be told.
static void reset(imp_card *by) {
  reader.resets++;
  reader.channels = 0;
  by->resets = reader.resets;
}

// Ends what the connection holds. Locked.
static void release(imp_card *card) {
  if (reader.transaction == card && FAULT != transaction_outlives_its_connection) reader.transaction = NULL;
  if (reader.exclusive == card) reader.exclusive = NULL;
  if (card->is_connected && card->has_card) reader.connections--;
  card->is_connected = false;
  card->depth = 0;
  pthread_cond_broadcast(&reader.changed);
}

static imp_status card_connect(imp_plugin *plugin, const imp_card_options *options, imp_card **card) {
  imp_status status = check_options(plugin, options);
  if (status != IMP_OK) return status;
  if (!card) return missing(plugin, "the place for the card");
  bool is_full = is_text(options->locator, FULL_READER), is_empty = is_text(options->locator, EMPTY_READER);
  if (FAULT == opens_any_reader && !is_empty) is_full = true;
  if (!is_full && !is_empty) return fail(plugin, IMP_E_DEVICE_MISSING, "there is no such reader");
  if (is_empty && options->share != IMP_CARD_SHARE_DIRECT && FAULT != invents_a_card)
    return fail(plugin, IMP_E_CARD_MISSING, "there is no card in it");
  imp_card *made = calloc(1, sizeof *made);
  if (!made) return fail(plugin, IMP_E_MEMORY, "no memory for a connection");
  made->plugin = plugin;
  made->has_card = is_full;
  made->share = options->share;
  lock();
  bool is_taken = reader.exclusive || (options->share == IMP_CARD_SHARE_EXCLUSIVE && reader.connections);
  if (is_full && is_taken && FAULT != shares_what_is_exclusive) {
    pthread_mutex_unlock(&reader.mutex);
    free(made);
    return fail(plugin, IMP_RETRY_BUSY, "somebody else has the card");
  }
  made->is_connected = true;
  made->resets = reader.resets;
  if (is_full) reader.connections++;
  if (is_full && options->share == IMP_CARD_SHARE_EXCLUSIVE) reader.exclusive = made;
  *card = made;
  return done();
}

// Locks, and says whether the connection can be used.
static imp_status begin_call(imp_card *card) {
  lock();
  if (!card->is_connected && FAULT != goes_on_after_disconnect) return IMP_E_STATE;
  if (!card->has_card || card->resets == reader.resets) return IMP_OK;
  if (FAULT == tells_a_reset_once) card->resets = reader.resets;
  return IMP_E_CARD_RESET;
}

static imp_status unusable(const imp_card *card, imp_status status) {
  return refuse(card, status, status == IMP_E_STATE ? "it is disconnected" : "somebody else has reset the card");
}

static imp_status card_status(imp_card *card, imp_card_status *answer) {
  if (!answer) return missing(card->plugin, "the place for the status");
  if (answer->size != sizeof *answer) return wrong_size(card->plugin, "the status", answer->size, sizeof *answer);
  imp_status status = begin_call(card);
  if (status != IMP_OK) return unusable(card, status);
  imp_card_status made = {.size = sizeof made};
  if (card->has_card) {
    made.state = state();
    made.protocol = FAULT == status_without_protocol ? 0 : IMP_CARD_T1;
    made.atr_length = ATR_LENGTH;
    memcpy(made.atr, ATR, ATR_LENGTH);
  }
  *answer = made;
  return done();
}

// What the card does: MANAGE CHANNEL and GET CHALLENGE.
static size_t answer_command(imp_bytes command, uint8_t *response) {
  uint16_t word = 0x6d00;
  size_t length = 0;
  uint8_t instruction = command.length > 1 ? command.data[1] : 0;
  if (instruction == 0x84) {
    memset(response, 0x5a, 8);
    length = 8;
    word = 0x9000;
  } else if (instruction == 0x70 && command.length > 3 && command.data[2] == 0) {
    word = 0x6a81;
    for (uint8_t number = 0; number < 3 && word != 0x9000; number++)
      if (!(reader.channels & (1u << number))) {
        reader.channels |= (uint8_t)(1u << number);
        response[length++] = number + 1;
        word = 0x9000;
      }
  } else if (instruction == 0x70 && command.length > 3) {
    uint8_t number = command.data[3];
    bool is_open = number >= 1 && number <= 3 && reader.channels & (1u << (number - 1));
    if (is_open) reader.channels &= (uint8_t)~(1u << (number - 1));
    word = is_open ? 0x9000 : 0x6a86;
  }
  response[length++] = (uint8_t)(word >> 8);
  response[length++] = (uint8_t)word;
  return length;
}

static bool is_kept_out(const imp_card *card) {
  return reader.transaction && reader.transaction != card;
}

static imp_status transmit(imp_card *card, imp_bytes command, imp_buffer *response) {
  if (!response) return missing(card->plugin, "the room for the response");
  bool is_small = response->capacity < IMP_CARD_RESPONSE_BYTES;
  if (is_small && FAULT != sends_with_small_room) return fail(card->plugin, IMP_E_ARGUMENT, "the room is too small");
  if ((command.length == 0 && FAULT != takes_no_command) || command.length > IMP_CARD_COMMAND_BYTES)
    return fail(card->plugin, IMP_E_ARGUMENT, "a command has 1 to %d bytes", IMP_CARD_COMMAND_BYTES);
  imp_status status = begin_call(card);
  if (status != IMP_OK) return unusable(card, status);
  if (!card->has_card) return refuse(card, IMP_E_CARD_MISSING, "there is no card");
  if (is_kept_out(card) && FAULT != sends_into_a_transaction)
    return refuse(card, IMP_RETRY_BUSY, "another connection has a transaction");
  uint8_t made[16];
  size_t length = answer_command(command, made);
  if (FAULT == sends_twice) length = answer_command(command, made);
  if (is_small) return refuse(card, IMP_E_ARGUMENT, "the room is too small");
  memcpy(response->data, made, length);
  response->length = length;
  return done();
}

// Waits while another has a transaction. Locked.
static imp_status wait_for_turn(imp_card *card, uint64_t timeout) {
  uint64_t end = FAULT == begin_knows_no_unlimited_wait ? clock_now() + timeout : later(clock_now(), timeout);
  if (FAULT == begin_gives_up_early) end -= timeout;
  struct timespec when = {(time_t)(end / 1000000000u), (long)(end % 1000000000u)};
  while (true) {
    if (card->is_cancelled && (FAULT != begin_is_not_woken || !is_kept_out(card))) return IMP_OUTCOME_CANCELLED;
    if (card->has_card && card->resets != reader.resets) return IMP_E_CARD_RESET;
    if (!is_kept_out(card)) return IMP_OK;
    if (clock_now() >= end) return IMP_RETRY_TIMEOUT;
    pthread_cond_timedwait(&reader.changed, &reader.mutex, &when);
  }
}

static imp_status begin(imp_card *card, uint64_t timeout) {
  imp_status status = begin_call(card);
  if (status != IMP_OK) return unusable(card, status);
  status = wait_for_turn(card, timeout);
  if (FAULT == card_cancel_forgotten) card->is_cancelled = false;
  if (status == IMP_E_CARD_RESET) return unusable(card, status);
  if (status != IMP_OK) return refuse(card, status, "another connection has a transaction, or it was cancelled");
  reader.transaction = card;
  card->depth++;
  return done();
}

static imp_status end(imp_card *card, uint32_t disposition) {
  if (disposition > IMP_CARD_EJECT) return fail(card->plugin, IMP_E_ARGUMENT, "disposition %u is none", disposition);
  imp_status status = begin_call(card);
  if (status != IMP_OK) return unusable(card, status);
  if (card->depth == 0) return refuse(card, IMP_E_STATE, "it has no transaction");
  if (--card->depth == 0 || FAULT == first_end_ends_all) reader.transaction = NULL;
  if (disposition != IMP_CARD_LEAVE) reset(card);
  pthread_cond_broadcast(&reader.changed);
  return done();
}

static imp_status reconnect(imp_card *card, const imp_card_options *options, uint32_t disposition) {
  imp_status status = check_options(card->plugin, options);
  if (status != IMP_OK) return status;
  if (disposition > IMP_CARD_EJECT) return fail(card->plugin, IMP_E_ARGUMENT, "disposition %u is none", disposition);
  if (begin_call(card) == IMP_E_STATE) return unusable(card, IMP_E_STATE);
  if (is_kept_out(card)) return refuse(card, IMP_RETRY_BUSY, "another connection has a transaction");
  if (FAULT == refused_reconnect_lets_go && reader.transaction == card) {
    reader.transaction = NULL;
    card->depth = 0;
  }
  if (options->protocols && !(options->protocols & IMP_CARD_T1))
    return refuse(card, IMP_E_UNSUPPORTED, "the card has T=1 alone");
  if (options->share == IMP_CARD_SHARE_EXCLUSIVE && reader.connections > 1)
    return refuse(card, IMP_RETRY_BUSY, "another connection shares the card");
  if (reader.transaction == card) reader.transaction = NULL;
  if (reader.exclusive == card) reader.exclusive = NULL;
  if (options->share == IMP_CARD_SHARE_EXCLUSIVE) reader.exclusive = card;
  card->depth = 0;
  card->share = options->share;
  card->resets = reader.resets;
  if (disposition != IMP_CARD_LEAVE) reset(card);
  return done();
}

static imp_status disconnect(imp_card *card, uint32_t disposition) {
  if (disposition > IMP_CARD_EJECT) return fail(card->plugin, IMP_E_ARGUMENT, "disposition %u is none", disposition);
  imp_status status = begin_call(card);
  if (status == IMP_E_STATE) return unusable(card, status);
  bool is_to_be_reset = status == IMP_OK && card->has_card && disposition != IMP_CARD_LEAVE;
  bool is_busy = is_to_be_reset && is_kept_out(card) && FAULT != disconnect_resets_into_a_transaction;
  if (is_to_be_reset && (!is_busy || FAULT == busy_disconnect_resets)) reset(card);
  release(card);
  if (status != IMP_OK) return unusable(card, status);
  if (is_busy) return refuse(card, IMP_RETRY_BUSY, "another connection has a transaction");
  return done();
}

static imp_status control(imp_card *card, uint32_t code, imp_bytes input, imp_buffer *output) {
  if (!output || output->capacity < IMP_CARD_RESPONSE_BYTES || input.length > IMP_CARD_COMMAND_BYTES)
    return fail(card->plugin, IMP_E_ARGUMENT, "one of the buffers has not the right size");
  imp_status status = begin_call(card);
  if (status != IMP_OK) return unusable(card, status);
  pthread_mutex_unlock(&reader.mutex);
  return fail(card->plugin, IMP_E_UNSUPPORTED, "the reader has no control code %u", code);
}

static imp_status attribute(imp_card *card, uint32_t tag, imp_buffer *value) {
  if (!value) return missing(card->plugin, "the room for the value");
  imp_status status = begin_call(card);
  if (status != IMP_OK) return unusable(card, status);
  const char *text = tag == VENDOR ? "Example" : tag == ATR_STRING && card->has_card ? ATR : NULL;
  if (!text) return refuse(card, IMP_E_UNSUPPORTED, "the reader has no such attribute");
  size_t length = tag == VENDOR ? strlen(text) : ATR_LENGTH;
  if (!value->data || value->capacity < length) {
    value->length = FAULT == attribute_hides_its_length ? value->capacity : length;
    return refuse(card, IMP_RETRY_SHORT_BUFFER, "the value is longer");
  }
  memcpy(value->data, text, length);
  value->length = length;
  return done();
}

static imp_status set_attribute(imp_card *card, uint32_t tag, imp_bytes value) {
  (void)value;
  imp_status status = begin_call(card);
  if (status != IMP_OK) return unusable(card, status);
  pthread_mutex_unlock(&reader.mutex);
  return fail(card->plugin, IMP_E_UNSUPPORTED, "the reader has no attribute %u to be written", tag);
}

static void cancel(imp_card *card) {
  lock();
  card->is_cancelled = true;
  pthread_cond_broadcast(&reader.changed);
  pthread_mutex_unlock(&reader.mutex);
}

static void card_close(imp_card *card) {
  lock();
  release(card);
  pthread_mutex_unlock(&reader.mutex);
  free(card);
}

static const imp_card_reader_ability table = {
    .size = sizeof(imp_card_reader_ability),
    .list = list,
    .connect = card_connect,
    .status = card_status,
    .transmit = transmit,
    .begin = begin,
    .end = end,
    .reconnect = reconnect,
    .disconnect = disconnect,
    .control = control,
    .attribute = attribute,
    .set_attribute = set_attribute,
    .cancel = cancel,
    .close = card_close,
};

static const char *const plugin_abilities[] = {IMP_CARD_READER_ID};

static const void *plugin_table(const char *id) {
  (void)id;
  return &table;
}
