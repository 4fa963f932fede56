// SPDX-License-Identifier: Apache-2.0
// imprint.card-reader/1: smart card readers, and the cards in them. Draft: may
// change until version 1.0.
#ifndef IMPRINT_DRAFT_CARD_READER_H
#define IMPRINT_DRAFT_CARD_READER_H

#include "../plugin.h"

IMP_BEGIN_DECLS

#define IMP_CARD_READER_ID "imprint.card-reader/1"

// A connection to a card, or to a reader without one (IMP_CARD_SHARE_DIRECT).
typedef struct imp_card imp_card;

#define IMP_CARD_ATR_BYTES 33         // the longest answer to reset, ISO/IEC 7816-3
#define IMP_CARD_COMMAND_BYTES 65544  // the longest command: header, Lc, 65535 bytes, Le
#define IMP_CARD_RESPONSE_BYTES 65538 // the longest response: 65536 bytes and a status word

// Flags of a reader's state.
#define IMP_READER_CARD 1u      // a card is present
#define IMP_READER_MUTE 2u      // the card does not respond
#define IMP_READER_IN_USE 4u    // a program is connected to it
#define IMP_READER_EXCLUSIVE 8u // and has exclusive access
#define IMP_READER_UNPOWERED 16u

// One reader. Strings are UTF-8, null-terminated.
typedef struct imp_reader_info {
  uint32_t size;       // sizeof(imp_reader_info)
  uint32_t state;      // IMP_READER_...
  uint32_t events;     // card insertions and removals so far, as far as is known
  uint32_t atr_length; // 0 without a card
  uint8_t atr[40];     // the first atr_length bytes are valid, at most IMP_CARD_ATR_BYTES
  char locator[512];   // what connect takes
  char name[128];      // for people
} imp_reader_info;

#define IMP_CARD_SHARE_SHARED 1
#define IMP_CARD_SHARE_EXCLUSIVE 2
#define IMP_CARD_SHARE_DIRECT 3 // the reader, with or without a card

#define IMP_CARD_T0 1u
#define IMP_CARD_T1 2u
#define IMP_CARD_RAW 4u

// What is done to the card (disposition).
#define IMP_CARD_LEAVE 0
#define IMP_CARD_RESET 1   // warm reset
#define IMP_CARD_UNPOWER 2 // cold reset
#define IMP_CARD_EJECT 3   // or unpowered if the reader cannot

typedef struct imp_card_options {
  uint32_t size;      // sizeof(imp_card_options)
  uint32_t share;     // IMP_CARD_SHARE_...
  uint32_t protocols; // IMP_CARD_T0 | ...: those acceptable; 0 is T=0 or T=1
  uint32_t reserved;  // 0
  imp_text locator;   // of one reader; owned by the host, valid until connect returns
} imp_card_options;

typedef struct imp_card_status {
  uint32_t size;       // sizeof(imp_card_status)
  uint32_t state;      // IMP_READER_...
  uint32_t protocol;   // one of IMP_CARD_T0, ...; 0 if there is none
  uint32_t atr_length; // as in imp_reader_info
  uint8_t atr[40];
} imp_card_status;

// After IMP_E_CARD_RESET, IMP_E_CARD_MISSING, IMP_E_DEVICE_GONE or IMP_E_SERVICE
// each function but `reconnect`, `cancel` and `close` returns the same again;
// `reconnect` recovers from a reset and a reinserted card, nothing recovers from
// the others. The effect of cancel and disconnect is permanent.
typedef struct imp_card_reader_ability {
  uint32_t size; // sizeof(imp_card_reader_ability)
  uint32_t reserved;

  // As camera.h's list. Also IMP_E_SERVICE, IMP_E_DEVICE_DENIED.
  // [one at a time: plugin]
  imp_status (*IMP_NONNULL list)(imp_plugin *IMP_NONNULL plugin, imp_reader_info *IMP_NULLABLE infos,
                                 size_t *IMP_NONNULL count);

  // Connects to the card in a reader. Options are read before return.
  // *card lives until close.
  // IMP_RETRY_BUSY: another connection has exclusive access, or exclusive access
  // was requested and there is another connection. IMP_E_CARD_MISSING,
  // IMP_E_CARD_MUTE, IMP_E_DEVICE_MISSING, IMP_E_DEVICE_DENIED,
  // IMP_E_DEVICE_FAILED, IMP_E_SERVICE, IMP_E_ENTITLEMENT. IMP_E_UNSUPPORTED: the
  // card supports none of these protocols.
  // [one at a time: plugin]
  imp_status (*IMP_NONNULL connect)(imp_plugin *IMP_NONNULL plugin,
                                    const imp_card_options *IMP_NONNULL options,
                                    imp_card *IMP_NULLABLE *IMP_NONNULL card);

  // Gives the current state of the connection. The caller owns *status.
  // Failures as transmit. [one at a time: object]
  imp_status (*IMP_NONNULL status)(imp_card *IMP_NONNULL card, imp_card_status *IMP_NONNULL status);

  // Sends one command and returns its response, status word included, unmodified:
  // no command is sent twice, none is added. The caller owns both, the
  // command valid until return. A command has 1 to IMP_CARD_COMMAND_BYTES, the
  // response a capacity of at least IMP_CARD_RESPONSE_BYTES: IMP_E_ARGUMENT
  // otherwise, and nothing is sent.
  // IMP_RETRY_BUSY: another connection has a transaction; nothing was sent.
  // IMP_E_CARD_RESET, IMP_E_CARD_MISSING, IMP_E_CARD_MUTE, IMP_E_DEVICE_FAILED
  // (whether the card received it is unknown), IMP_E_DEVICE_GONE, IMP_E_SERVICE.
  // Not interrupted by cancel: a command cannot be taken back.
  // [one at a time: object]
  imp_status (*IMP_NONNULL transmit)(imp_card *IMP_NONNULL card, imp_bytes command,
                                     imp_buffer *IMP_NONNULL response);

  // Begins a transaction: locks out other connections until `end`, until the card
  // is lost as above, or until the connection closes. Transactions nest: each begin
  // has its end. Waits at most timeout_ns while another connection has a
  // transaction, then IMP_RETRY_TIMEOUT. 0 does not wait, UINT64_MAX waits
  // indefinitely. IMP_OUTCOME_CANCELLED after cancel, permanently.
  // Other failures as transmit. [one at a time: object]
  imp_status (*IMP_NONNULL begin)(imp_card *IMP_NONNULL card, uint64_t timeout_ns);

  // Ends a transaction; disposition (IMP_CARD_LEAVE, ...) is applied to the card
  // before others get access. IMP_E_STATE without a transaction. Other failures as
  // transmit.
  // [one at a time: object]
  imp_status (*IMP_NONNULL end)(imp_card *IMP_NONNULL card, uint32_t disposition);

  // Connects anew through the same object; disposition is done to the card first.
  // The only way on after IMP_E_CARD_RESET. `locator` of the options is not looked
  // at. Failures as connect; IMP_RETRY_BUSY also where another connection has a
  // transaction. A connection that is refused keeps its own transaction.
  // [one at a time: object]
  imp_status (*IMP_NONNULL reconnect)(imp_card *IMP_NONNULL card, const imp_card_options *IMP_NONNULL options,
                                      uint32_t disposition);

  // Ends the connection, with that done to the card; every later call but close answers
  // IMP_E_STATE. Failures as transmit; the connection has ended all the same, and
  // with IMP_RETRY_BUSY nothing was done to the card.
  // [one at a time: object]
  imp_status (*IMP_NONNULL disconnect)(imp_card *IMP_NONNULL card, uint32_t disposition);

  // Sends a reader-specific control code with 0 to IMP_CARD_COMMAND_BYTES. Both
  // buffers otherwise as for transmit. IMP_E_UNSUPPORTED: the reader has no such
  // code. May take minutes, such as PIN entry at the reader. Other failures as
  // transmit. [one at a time: object]
  imp_status (*IMP_NONNULL control)(imp_card *IMP_NONNULL card, uint32_t code, imp_bytes input,
                                    imp_buffer *IMP_NONNULL output);

  // Reads an attribute of the reader: tags of PC/SC part 3, such as 0x00010100, the
  // vendor's name. A short buffer: see imp_buffer.
  // IMP_E_UNSUPPORTED: the reader has no such attribute. Other failures as transmit.
  // [one at a time: object]
  imp_status (*IMP_NONNULL attribute)(imp_card *IMP_NONNULL card, uint32_t tag,
                                      imp_buffer *IMP_NONNULL value);

  // Writes an attribute of the reader. The caller owns the value, valid until
  // return. Failures as attribute. [one at a time: object]
  imp_status (*IMP_NONNULL set_attribute)(imp_card *IMP_NONNULL card, uint32_t tag, imp_bytes value);

  // Makes a blocked begin, and every later one, return IMP_OUTCOME_CANCELLED. Does
  // not block. Cannot fail. [any thread, until close is called]
  void (*IMP_NONNULL cancel)(imp_card *IMP_NONNULL card);

  // Ends the connection and releases it, without touching the card. No other call
  // on it is running. Cannot fail. [one at a time: plugin]
  void (*IMP_NONNULL close)(imp_card *IMP_NONNULL card);
} imp_card_reader_ability;

IMP_END_DECLS

#endif
