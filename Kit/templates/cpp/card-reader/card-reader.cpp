// SPDX-License-Identifier: Apache-2.0
// A card reader: one in memory, with a card that keeps 64 bytes.
//
// To make it yours, replace `Reader` by what speaks to your readers, and
// `answer_command` by what sends a command to a card. What is between them stays: who has the card,
// whose turn it is, who is told of a reset, and what is refused before anything is
// sent.
#include "memory-card.h"
#include "plugin.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

using imprint::Failure;
using imprint::guarded;
using imprint::sized;
using Held = std::unique_lock<std::mutex>;

struct imp_card {
  const imprint::Host host;
  uint32_t share;
  uint64_t resets; // that it knows of
  bool is_connected = true, is_cancelled = false;
  unsigned depth = 0; // of its transaction
};

namespace {

constexpr std::string_view locator = "memory:0";
constexpr std::string_view name = "Reader in memory";
constexpr uint32_t vendor_name = 0x00010100, atr_string = 0x00090303; // attributes of PC/SC part 3

// ---- The reader -------------------------------------------------------------

// All who open the plugin see the same reader. Everything of it is used with the lock held.
struct Reader {
  std::mutex lock{};
  std::condition_variable changed{}; // a transaction has ended, or a wait was cancelled
  unsigned connections = 0;
  const imp_card *exclusive = nullptr, *transaction = nullptr;
  uint64_t resets = 0;
  uint8_t content[CARD_BYTES] = {};

  uint32_t state() const {
    return IMP_READER_CARD | (connections ? IMP_READER_IN_USE : 0) | (exclusive ? IMP_READER_EXCLUSIVE : 0);
  }

  bool keeps_out(const imp_card &card) const { return transaction && transaction != &card; }

  // Whoever shares the card is told of it.
  void reset(imp_card &by) { by.resets = ++resets; }

  // Gives a connection the card. Throws Failure IMP_RETRY_BUSY.
  void take(imp_card &card, unsigned others) {
    const bool is_alone = card.share == IMP_CARD_SHARE_EXCLUSIVE;
    if (exclusive || (is_alone && others > 0)) throw Failure(IMP_RETRY_BUSY, "another connection has the card");
    connections++;
    if (is_alone) exclusive = &card;
    card.is_connected = true;
    card.resets = resets;
  }

  // Releases what a connection holds.
  void release(imp_card &card) {
    if (transaction == &card) transaction = nullptr;
    if (exclusive == &card) exclusive = nullptr;
    if (card.is_connected) connections--;
    card.is_connected = false;
    card.depth = 0;
    changed.notify_all();
  }
};

Reader &reader() {
  static Reader only;
  return only;
}

// ---- Connecting -------------------------------------------------------------

imp_status list(imp_plugin *plugin, imp_reader_info *infos, size_t *count) noexcept {
  return guarded(plugin->host, [&] {
    imp_reader_info info{};
    info.atr_length = sizeof atr;
    std::copy(std::begin(atr), std::end(atr), info.atr);
    imprint::copy_text(info.locator, locator);
    imprint::copy_text(info.name, name);
    Held held(reader().lock);
    info.state = reader().state();
    held.unlock();
    imprint::fill_list(infos, count, &info, 1);
  });
}

const imp_card_options &checked(const imp_card_options *options) {
  const imp_card_options &asked = sized(options, "the options");
  if (asked.share < IMP_CARD_SHARE_SHARED || asked.share > IMP_CARD_SHARE_DIRECT)
    throw Failure(IMP_E_ARGUMENT,
                  "share " + std::to_string(asked.share) + " is neither shared (1), exclusive (2) nor direct (3)");
  if (asked.protocols & ~(IMP_CARD_T0 | IMP_CARD_T1 | IMP_CARD_RAW))
    throw Failure(IMP_E_ARGUMENT, "protocols " + std::to_string(asked.protocols) + " has unknown bits");
  if (asked.protocols != 0 && !(asked.protocols & IMP_CARD_T1))
    throw Failure(IMP_E_UNSUPPORTED, "the card supports T=1 only");
  return asked;
}

void check_disposition(uint32_t disposition) {
  if (disposition > IMP_CARD_EJECT)
    throw Failure(IMP_E_ARGUMENT, "disposition " + std::to_string(disposition) + " is unknown");
}

imp_status connect(imp_plugin *plugin, const imp_card_options *options, imp_card **card) noexcept {
  return guarded(plugin->host, [&] {
    const imp_card_options &asked = checked(options);
    imp_card *&place = imprint::place(card, "the card");
    if (std::string_view(asked.locator.data, asked.locator.length) != locator)
      throw Failure(IMP_E_DEVICE_MISSING, "there is no such reader; there is only '" + std::string(locator) + "'");
    std::unique_ptr<imp_card> made(new imp_card{plugin->host, asked.share, 0});
    Held held(reader().lock);
    reader().take(*made, reader().connections);
    place = made.release();
  });
}

void close(imp_card *card) noexcept {
  {
    Held held(reader().lock);
    reader().release(*card);
  }
  delete card;
}

// Locks, where the connection can be used.
Held use(const imp_card &card) {
  Held held(reader().lock);
  if (!card.is_connected) throw Failure(IMP_E_STATE, "the connection has ended");
  if (card.resets != reader().resets)
    throw Failure(IMP_E_CARD_RESET, "another connection has reset the card; reconnect");
  return held;
}

imp_status reconnect(imp_card *card, const imp_card_options *options, uint32_t disposition) noexcept {
  return guarded(card->host, [&] {
    const imp_card_options &asked = checked(options);
    check_disposition(disposition);
    Held held(reader().lock);
    // Also after a reset: this is how to go on then.
    if (!card->is_connected) throw Failure(IMP_E_STATE, "the connection has ended");
    const bool is_alone = asked.share == IMP_CARD_SHARE_EXCLUSIVE;
    if (reader().keeps_out(*card) || (is_alone && reader().connections > 1))
      throw Failure(IMP_RETRY_BUSY, "another connection has the card");
    reader().release(*card);
    card->share = asked.share;
    reader().take(*card, reader().connections);
    if (disposition != IMP_CARD_LEAVE) reader().reset(*card);
  });
}

imp_status disconnect(imp_card *card, uint32_t disposition) noexcept {
  return guarded(card->host, [&] {
    check_disposition(disposition);
    Held held(reader().lock);
    if (!card->is_connected) throw Failure(IMP_E_STATE, "the connection has ended");
    const bool is_reset = card->resets != reader().resets;
    const bool is_kept_out = !is_reset && disposition != IMP_CARD_LEAVE && reader().keeps_out(*card);
    if (!is_reset && disposition != IMP_CARD_LEAVE && !is_kept_out) reader().reset(*card);
    // It has ended all the same.
    reader().release(*card);
    if (is_reset) throw Failure(IMP_E_CARD_RESET, "another connection has reset the card");
    if (is_kept_out)
      throw Failure(IMP_RETRY_BUSY, "another connection has a transaction: nothing was done to the card");
  });
}

// ---- Commands ---------------------------------------------------------------

imp_status status(imp_card *card, imp_card_status *answer) noexcept {
  return guarded(card->host, [&] {
    imp_card_status &out = sized(answer, "the status");
    const Held held = use(*card);
    out = imp_card_status{};
    out.size = sizeof out;
    out.state = reader().state();
    out.protocol = card->share == IMP_CARD_SHARE_DIRECT ? 0 : IMP_CARD_T1;
    out.atr_length = sizeof atr;
    std::copy(std::begin(atr), std::end(atr), out.atr);
  });
}

// Room for a response of any length: what can be refused is refused before anything is sent.
uint8_t *response_room(imp_bytes input, imp_buffer *output) {
  if (input.length > IMP_CARD_COMMAND_BYTES)
    throw Failure(IMP_E_ARGUMENT, "a command has up to " + std::to_string(IMP_CARD_COMMAND_BYTES) + " bytes");
  return imprint::least_room(output, IMP_CARD_RESPONSE_BYTES, "the response");
}

imp_status transmit(imp_card *card, imp_bytes command, imp_buffer *response) noexcept {
  return guarded(card->host, [&] {
    uint8_t *room = response_room(command, response);
    if (command.length == 0) throw Failure(IMP_E_ARGUMENT, "the command is empty");
    const Held held = use(*card);
    if (reader().keeps_out(*card)) throw Failure(IMP_RETRY_BUSY, "another connection has a transaction");
    response->length = answer_command(reader().content, command, room);
  });
}

imp_status control(imp_card *card, uint32_t code, imp_bytes input, imp_buffer *output) noexcept {
  return guarded(card->host, [&] {
    response_room(input, output);
    const Held held = use(*card);
    throw Failure(IMP_E_UNSUPPORTED, "the reader has no control code " + std::to_string(code));
  });
}

imp_status attribute(imp_card *card, uint32_t tag, imp_buffer *value) noexcept {
  return guarded(card->host, [&] {
    imp_buffer &out = imprint::place(value, "the value");
    const Held held = use(*card);
    if (tag == vendor_name) return imprint::fill(out, "Example", 7);
    if (tag == atr_string) return imprint::fill(out, atr, sizeof atr);
    throw Failure(IMP_E_UNSUPPORTED, "the reader has no attribute " + std::to_string(tag));
  });
}

imp_status set_attribute(imp_card *card, uint32_t tag, imp_bytes) noexcept {
  return guarded(card->host, [&] {
    const Held held = use(*card);
    throw Failure(IMP_E_UNSUPPORTED, "the reader has no attribute " + std::to_string(tag) + " to be written");
  });
}

// ---- Transactions -----------------------------------------------------------

imp_status begin(imp_card *card, uint64_t timeout) noexcept {
  return guarded(card->host, [&] {
    Held held = use(*card);
    auto is_over = [&] {
      return card->is_cancelled || card->resets != reader().resets || !reader().keeps_out(*card);
    };
    using std::chrono::nanoseconds;
    // More than a year is no limit; it would not fit into a clock.
    const uint64_t year = 365ull * 86400 * 1'000'000'000;
    const bool is_in_time = reader().changed.wait_for(held, nanoseconds(int64_t(std::min(timeout, year))), is_over);
    if (card->is_cancelled) throw Failure(IMP_OUTCOME_CANCELLED, "it was cancelled");
    if (!is_in_time) throw Failure(IMP_RETRY_TIMEOUT, "another connection has a transaction");
    if (card->resets != reader().resets)
      throw Failure(IMP_E_CARD_RESET, "another connection has reset the card; reconnect");
    reader().transaction = card;
    card->depth++;
  });
}

imp_status end(imp_card *card, uint32_t disposition) noexcept {
  return guarded(card->host, [&] {
    check_disposition(disposition);
    const Held held = use(*card);
    if (card->depth == 0) throw Failure(IMP_E_STATE, "the connection has no transaction");
    if (disposition != IMP_CARD_LEAVE) reader().reset(*card);
    if (--card->depth == 0) reader().transaction = nullptr;
    reader().changed.notify_all();
  });
}

void cancel(imp_card *card) noexcept {
  Held held(reader().lock);
  card->is_cancelled = true;
  reader().changed.notify_all();
}

constexpr imp_card_reader_ability table = {
    sizeof(imp_card_reader_ability), 0,       list,      connect,       status, transmit, begin, end, reconnect,
    disconnect,                      control, attribute, set_attribute, cancel, close};

} // namespace

const void *const plugin_tables[] = {&table};
