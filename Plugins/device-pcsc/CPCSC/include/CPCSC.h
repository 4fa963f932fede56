// SPDX-License-Identifier: Apache-2.0
// The winscard functions of pcsc-lite (https://pcsclite.apdu.fr) with types of a fixed size. Each answers one
// of the codes below, or another of winscard.h's; what it means: pcsc-lite's documentation of the function of
// that name.
#ifndef IMPRINT_CPCSC_H
#define IMPRINT_CPCSC_H

#include <imprint/base.h>
#include <stddef.h>
#include <stdint.h>

// As winscard.h has them; pcsc.c compares.
#define CPCSC_S_SUCCESS 0x00000000u
#define CPCSC_F_INTERNAL_ERROR 0x80100001u
#define CPCSC_E_CANCELLED 0x80100002u
#define CPCSC_E_INVALID_HANDLE 0x80100003u
#define CPCSC_E_NO_MEMORY 0x80100006u
#define CPCSC_E_INSUFFICIENT_BUFFER 0x80100008u
#define CPCSC_E_UNKNOWN_READER 0x80100009u
#define CPCSC_E_TIMEOUT 0x8010000Au
#define CPCSC_E_SHARING_VIOLATION 0x8010000Bu
#define CPCSC_E_NO_SMARTCARD 0x8010000Cu
#define CPCSC_E_PROTO_MISMATCH 0x8010000Fu
#define CPCSC_E_INVALID_VALUE 0x80100011u
#define CPCSC_F_COMM_ERROR 0x80100013u
#define CPCSC_E_NOT_TRANSACTED 0x80100016u
#define CPCSC_E_READER_UNAVAILABLE 0x80100017u
#define CPCSC_E_NO_SERVICE 0x8010001Du
#define CPCSC_E_SERVICE_STOPPED 0x8010001Eu
#define CPCSC_E_UNSUPPORTED_FEATURE 0x8010001Fu
#define CPCSC_E_NO_READERS_AVAILABLE 0x8010002Eu
#define CPCSC_W_UNSUPPORTED_CARD 0x80100065u
#define CPCSC_W_UNRESPONSIVE_CARD 0x80100066u
#define CPCSC_W_UNPOWERED_CARD 0x80100067u
#define CPCSC_W_RESET_CARD 0x80100068u
#define CPCSC_W_REMOVED_CARD 0x80100069u
#define CPCSC_W_SECURITY_VIOLATION 0x8010006Au

// SCARD_STATE_...
#define CPCSC_STATE_CHANGED 0x0002u
#define CPCSC_STATE_UNKNOWN 0x0004u
#define CPCSC_STATE_UNAVAILABLE 0x0008u
#define CPCSC_STATE_PRESENT 0x0020u
#define CPCSC_STATE_EXCLUSIVE 0x0080u
#define CPCSC_STATE_INUSE 0x0100u
#define CPCSC_STATE_MUTE 0x0200u
#define CPCSC_STATE_UNPOWERED 0x0400u

#define CPCSC_MOST_READERS 16
#define CPCSC_NAME_BYTES 128
#define CPCSC_ATTRIBUTE_BYTES 264

// A reader: what is known of it, and what it is now. The upper half of a state counts cards put in and taken
// out.
typedef struct cpcsc_reader {
  char name[CPCSC_NAME_BYTES];
  uint32_t known;
  uint32_t now;
  uint32_t atr_length;
  uint8_t atr[33];
} cpcsc_reader;

uint32_t cpcsc_establish(long *IMP_NONNULL context);
uint32_t cpcsc_release(long context);

// Fills CPCSC_MOST_READERS names of CPCSC_NAME_BYTES, each with its null; *count is how many there are.
uint32_t cpcsc_list(long context, char *IMP_NONNULL names, size_t *IMP_NONNULL count);

// Waits until a reader's state is another one than `known`, and, with `new_readers`, until readers come or
// go.
uint32_t cpcsc_wait(long context, uint32_t timeout_ms, cpcsc_reader *IMP_NONNULL readers, size_t count,
                    int new_readers);
uint32_t cpcsc_cancel(long context);

// Shares, protocols and dispositions have winscard.h's numbers.
uint32_t cpcsc_connect(long context, const char *IMP_NONNULL reader, uint32_t share, uint32_t protocols,
                       long *IMP_NONNULL card, uint32_t *IMP_NONNULL protocol);
uint32_t cpcsc_reconnect(long card, uint32_t share, uint32_t protocols, uint32_t disposition,
                         uint32_t *IMP_NONNULL protocol);
uint32_t cpcsc_disconnect(long card, uint32_t disposition);
// Whether the connection's card has no power: another has taken it, and pcsc-lite does not give it back.
int cpcsc_is_unpowered(long card);
uint32_t cpcsc_begin(long card);
uint32_t cpcsc_end(long card, uint32_t disposition);
uint32_t cpcsc_transmit(long card, uint32_t protocol, const void *IMP_NONNULL command, size_t length,
                        void *IMP_NONNULL response, size_t *IMP_NONNULL response_length);
uint32_t cpcsc_control(long card, uint32_t code, const void *IMP_NULLABLE input, size_t length,
                       void *IMP_NONNULL output, size_t *IMP_NONNULL output_length);
uint32_t cpcsc_get_attribute(long card, uint32_t tag, void *IMP_NONNULL value, size_t *IMP_NONNULL length);
uint32_t cpcsc_set_attribute(long card, uint32_t tag, const void *IMP_NULLABLE value, size_t length);

// The code in words; valid until the thread's next call.
const char *IMP_NONNULL cpcsc_words(uint32_t code);

#endif
