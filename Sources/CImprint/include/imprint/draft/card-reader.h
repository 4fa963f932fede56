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

// What a reader's state is.
#define IMP_READER_CARD 1u      // a card is there
#define IMP_READER_MUTE 2u      // that does not answer
#define IMP_READER_IN_USE 4u    // somebody is connected to it
#define IMP_READER_EXCLUSIVE 8u // and keeps others out
#define IMP_READER_UNPOWERED 16u

// One reader. Strings are UTF-8, null-terminated.
typedef struct imp_reader_info {
  uint32_t size;       // sizeof(imp_reader_info)
  uint32_t state;      // IMP_READER_...
  uint32_t events;     // cards put in and taken out so far, as far as is known
  uint32_t atr_length; // 0 without a card
  uint8_t atr[40];     // the first atr_length bytes count, IMP_CARD_ATR_BYTES at most
  char locator[512];   // what connect takes
  char name[128];      // for people
} imp_reader_info;

#define IMP_CARD_SHARE_SHARED 1
#define IMP_CARD_SHARE_EXCLUSIVE 2
#define IMP_CARD_SHARE_DIRECT 3 // the reader, with or without a card

#define IMP_CARD_T0 1u
#define IMP_CARD_T1 2u
#define IMP_CARD_RAW 4u

// What becomes of the card.
#define IMP_CARD_LEAVE 0
#define IMP_CARD_RESET 1   // warm reset
#define IMP_CARD_UNPOWER 2 // cold reset
#define IMP_CARD_EJECT 3   // or, where a reader cannot, unpowered

typedef struct imp_card_options {
  uint32_t size;      // sizeof(imp_card_options)
  uint32_t share;     // IMP_CARD_SHARE_...
  uint32_t protocols; // IMP_CARD_T0 | ...: those that will do; 0 is T=0 or T=1
  uint32_t reserved;  // 0
  imp_text locator;   // of one reader; stays the host's, valid until connect returns
} imp_card_options;

typedef struct imp_card_status {
  uint32_t size;       // sizeof(imp_card_status)
  uint32_t state;      // IMP_READER_...
  uint32_t protocol;   // one of IMP_CARD_T0, ...; 0 where there is none
  uint32_t atr_length; // as in imp_reader_info
  uint8_t atr[40];
} imp_card_status;

// After IMP_E_CARD_RESET, IMP_E_CARD_MISSING, IMP_E_DEVICE_GONE or IMP_E_SERVICE
// each function but `reconnect`, `cancel` and `close` answers the same again;
// `reconnect` mends a reset and a card that was put in again, nothing mends the
// others. What cancel and disconnect have ended stays so, whatever comes.
typedef struct imp_card_reader_ability {
  uint32_t size; // sizeof(imp_card_reader_ability)
  uint32_t reserved;

  // As camera.h's list. Also IMP_E_SERVICE, IMP_E_DEVICE_DENIED.
  // [one at a time: plugin]
  imp_status (*IMP_NONNULL list)(imp_plugin *IMP_NONNULL plugin, imp_reader_info *IMP_NULLABLE infos,
                                 size_t *IMP_NONNULL count);

  // Connects to the card in a reader. Options are read before return.
  // *card lives until close.
  // IMP_RETRY_BUSY: somebody has it exclusively, or it was asked for exclusively and
  // somebody has it. IMP_E_CARD_MISSING, IMP_E_CARD_MUTE, IMP_E_DEVICE_MISSING,
  // IMP_E_DEVICE_DENIED, IMP_E_DEVICE_FAILED, IMP_E_SERVICE, IMP_E_ENTITLEMENT.
  // IMP_E_UNSUPPORTED: the card has none of these protocols.
  // [one at a time: plugin]
  imp_status (*IMP_NONNULL connect)(imp_plugin *IMP_NONNULL plugin,
                                    const imp_card_options *IMP_NONNULL options,
                                    imp_card *IMP_NULLABLE *IMP_NONNULL card);

  // Says what the connection is now. *status is the caller's.
  // Failures as transmit. [one at a time: object]
  imp_status (*IMP_NONNULL status)(imp_card *IMP_NONNULL card, imp_card_status *IMP_NONNULL status);

  // Sends one command and gives its response, status word included, as they are:
  // no command is sent twice, none is made up.
  // Both stay the caller's, the command valid until return. A command has 1 to
  // IMP_CARD_COMMAND_BYTES, the response room for IMP_CARD_RESPONSE_BYTES at
  // least: IMP_E_ARGUMENT otherwise, and nothing is sent.
  // IMP_RETRY_BUSY: another connection has a transaction; nothing was sent.
  // IMP_E_CARD_RESET, IMP_E_CARD_MISSING, IMP_E_CARD_MUTE, IMP_E_DEVICE_FAILED (whether the
  // card has seen it is not known), IMP_E_DEVICE_GONE, IMP_E_SERVICE.
  // Not ended by cancel: what a card was told cannot be taken back.
  // [one at a time: object]
  imp_status (*IMP_NONNULL transmit)(imp_card *IMP_NONNULL card, imp_bytes command,
                                     imp_buffer *IMP_NONNULL response);

  // Keeps other connections' commands out until `end`, until the card is lost as
  // above, or until the connection closes. They count: each begin has its end.
  // Waits at most timeout_ns while another has a transaction; IMP_RETRY_TIMEOUT then.
  // 0 does not wait, UINT64_MAX waits without limit.
  // IMP_OUTCOME_CANCELLED after cancel, always. Other failures as transmit.
  // [one at a time: object]
  imp_status (*IMP_NONNULL begin)(imp_card *IMP_NONNULL card, uint64_t timeout_ns);

  // Ends a transaction; disposition (IMP_CARD_LEAVE, ...) is done to the card before others have
  // it. IMP_E_STATE without a transaction. Other failures as transmit.
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

  // Sends a control code of the reader's own with 0 to IMP_CARD_COMMAND_BYTES. Rules
  // of both buffers otherwise as transmit. IMP_E_UNSUPPORTED: the reader has no such
  // code. May take minutes, as one that asks for a PIN at the reader does.
  // Other failures as transmit. [one at a time: object]
  imp_status (*IMP_NONNULL control)(imp_card *IMP_NONNULL card, uint32_t code, imp_bytes input,
                                    imp_buffer *IMP_NONNULL output);

  // Reads an attribute of the reader: tags of PC/SC part 3, such as 0x00010100, the
  // vendor's name. A short buffer: see imp_buffer.
  // IMP_E_UNSUPPORTED: the reader has no such attribute. Other failures as transmit.
  // [one at a time: object]
  imp_status (*IMP_NONNULL attribute)(imp_card *IMP_NONNULL card, uint32_t tag,
                                      imp_buffer *IMP_NONNULL value);

  // Writes an attribute of the reader. The value stays the caller's, valid until
  // return. Failures as attribute. [one at a time: object]
  imp_status (*IMP_NONNULL set_attribute)(imp_card *IMP_NONNULL card, uint32_t tag, imp_bytes value);

  // Makes a waiting begin, and every later one, answer IMP_OUTCOME_CANCELLED.
  // Returns at once. Cannot fail. [any thread, until close is called]
  void (*IMP_NONNULL cancel)(imp_card *IMP_NONNULL card);

  // Ends the connection and releases it; the card is left as it is. No other call
  // on it is running. Cannot fail. [one at a time: plugin]
  void (*IMP_NONNULL close)(imp_card *IMP_NONNULL card);
} imp_card_reader_ability;

IMP_END_DECLS

#endif
