// SPDX-License-Identifier: Apache-2.0
#include "CPCSC.h"

#include <stdlib.h>
#include <string.h>
#include <winscard.h>

#define SAME(name) _Static_assert((uint32_t)SCARD_##name == CPCSC_##name, #name)
SAME(S_SUCCESS);
SAME(F_INTERNAL_ERROR);
SAME(E_CANCELLED);
SAME(E_INVALID_HANDLE);
SAME(E_NO_MEMORY);
SAME(E_INSUFFICIENT_BUFFER);
SAME(E_UNKNOWN_READER);
SAME(E_TIMEOUT);
SAME(E_SHARING_VIOLATION);
SAME(E_NO_SMARTCARD);
SAME(E_PROTO_MISMATCH);
SAME(E_INVALID_VALUE);
SAME(F_COMM_ERROR);
SAME(E_NOT_TRANSACTED);
SAME(E_READER_UNAVAILABLE);
SAME(E_NO_SERVICE);
SAME(E_SERVICE_STOPPED);
SAME(E_UNSUPPORTED_FEATURE);
SAME(E_NO_READERS_AVAILABLE);
SAME(W_UNSUPPORTED_CARD);
SAME(W_UNRESPONSIVE_CARD);
SAME(W_UNPOWERED_CARD);
SAME(W_RESET_CARD);
SAME(W_REMOVED_CARD);
SAME(W_SECURITY_VIOLATION);
SAME(STATE_CHANGED);
SAME(STATE_UNKNOWN);
SAME(STATE_UNAVAILABLE);
SAME(STATE_PRESENT);
SAME(STATE_EXCLUSIVE);
SAME(STATE_INUSE);
SAME(STATE_MUTE);
SAME(STATE_UNPOWERED);
_Static_assert(PCSCLITE_MAX_READERS_CONTEXTS == CPCSC_MOST_READERS, "readers");
_Static_assert(MAX_READERNAME <= CPCSC_NAME_BYTES, "names");
_Static_assert(MAX_ATR_SIZE == sizeof(((cpcsc_reader *)0)->atr), "answers to reset");
_Static_assert(sizeof(SCARDCONTEXT) == sizeof(long) && sizeof(SCARDHANDLE) == sizeof(long), "handles");

uint32_t cpcsc_establish(long *context) {
  return (uint32_t)SCardEstablishContext(SCARD_SCOPE_SYSTEM, NULL, NULL, context);
}

uint32_t cpcsc_release(long context) { return (uint32_t)SCardReleaseContext(context); }

uint32_t cpcsc_list(long context, char *names, size_t *count) {
  // Sixteen names and the null after the last.
  char list[CPCSC_MOST_READERS * MAX_READERNAME + 1];
  DWORD length = sizeof list;
  *count = 0;
  LONG code = SCardListReaders(context, NULL, list, &length);
  if (code == (LONG)SCARD_E_NO_READERS_AVAILABLE) return CPCSC_S_SUCCESS;
  if (code != SCARD_S_SUCCESS) return (uint32_t)code;
  const char *end = list + length;
  for (const char *name = list; name < end && *name && *count < CPCSC_MOST_READERS;) {
    const char *last = memchr(name, 0, (size_t)(end - name));
    if (!last || last - name >= CPCSC_NAME_BYTES) return CPCSC_F_INTERNAL_ERROR;
    size_t bytes = (size_t)(last - name);
    memcpy(names + *count * CPCSC_NAME_BYTES, name, bytes + 1);
    *count += 1;
    name += bytes + 1;
  }
  return CPCSC_S_SUCCESS;
}

uint32_t cpcsc_wait(long context, uint32_t timeout_ms, cpcsc_reader *readers, size_t count, int new_readers) {
  SCARD_READERSTATE states[CPCSC_MOST_READERS];
  memset(states, 0, sizeof states);
  if (count > CPCSC_MOST_READERS) count = CPCSC_MOST_READERS;
  // pcsc-lite takes as many as there can be readers, the one of new readers among them; with all of them
  // there, none can come.
  if (count == CPCSC_MOST_READERS) new_readers = 0;
  for (size_t i = 0; i < count; i++) {
    states[i].szReader = readers[i].name;
    states[i].dwCurrentState = readers[i].known;
  }
  size_t all = count;
  if (new_readers) {
    states[all].szReader = "\\\\?PnP?\\Notification";
    // From pcsc-lite 2 on the number of readers that are known; earlier ones do not look.
    states[all].dwCurrentState = (DWORD)count << 16;
    all += 1;
  }
  LONG code = SCardGetStatusChange(context, timeout_ms, states, (DWORD)all);
  for (size_t i = 0; i < count; i++) {
    readers[i].now = (uint32_t)states[i].dwEventState;
    size_t length = states[i].cbAtr <= sizeof readers[i].atr ? states[i].cbAtr : 0;
    readers[i].atr_length = (uint32_t)length;
    memcpy(readers[i].atr, states[i].rgbAtr, length);
  }
  return (uint32_t)code;
}

uint32_t cpcsc_cancel(long context) { return (uint32_t)SCardCancel(context); }

uint32_t cpcsc_connect(long context, const char *reader, uint32_t share, uint32_t protocols, long *card,
                       uint32_t *protocol) {
  DWORD active = 0;
  LONG code = SCardConnect(context, reader, share, protocols, card, &active);
  *protocol = (uint32_t)active;
  return (uint32_t)code;
}

uint32_t cpcsc_reconnect(long card, uint32_t share, uint32_t protocols, uint32_t disposition,
                         uint32_t *protocol) {
  DWORD active = 0;
  LONG code = SCardReconnect(card, share, protocols, disposition, &active);
  *protocol = (uint32_t)active;
  return (uint32_t)code;
}

uint32_t cpcsc_disconnect(long card, uint32_t disposition) {
  return (uint32_t)SCardDisconnect(card, disposition);
}

int cpcsc_is_unpowered(long card) {
  DWORD state = 0;
  if (SCardStatus(card, NULL, NULL, &state, NULL, NULL, NULL) != SCARD_S_SUCCESS) return 0;
  return (state & SCARD_PRESENT) != 0 && (state & SCARD_POWERED) == 0;
}

uint32_t cpcsc_begin(long card) { return (uint32_t)SCardBeginTransaction(card); }

uint32_t cpcsc_end(long card, uint32_t disposition) {
  return (uint32_t)SCardEndTransaction(card, disposition);
}

uint32_t cpcsc_transmit(long card, uint32_t protocol, const void *command, size_t length, void *response,
                        size_t *response_length) {
  const SCARD_IO_REQUEST *header = protocol == SCARD_PROTOCOL_T0   ? SCARD_PCI_T0
                                   : protocol == SCARD_PROTOCOL_T1 ? SCARD_PCI_T1
                                                                   : SCARD_PCI_RAW;
  DWORD received = (DWORD)*response_length;
  LONG code = SCardTransmit(card, header, command, (DWORD)length, NULL, response, &received);
  if (code == SCARD_S_SUCCESS) *response_length = received;
  return (uint32_t)code;
}

uint32_t cpcsc_control(long card, uint32_t code, const void *input, size_t length, void *output,
                       size_t *output_length) {
  DWORD received = 0;
  LONG result = SCardControl(card, code, input, (DWORD)length, output, (DWORD)*output_length, &received);
  if (result == SCARD_S_SUCCESS) *output_length = received;
  return (uint32_t)result;
}

uint32_t cpcsc_get_attribute(long card, uint32_t tag, void *value, size_t *length) {
  DWORD received = (DWORD)*length;
  LONG code = SCardGetAttrib(card, tag, value, &received);
  if (code == SCARD_S_SUCCESS) *length = received;
  return (uint32_t)code;
}

uint32_t cpcsc_set_attribute(long card, uint32_t tag, const void *value, size_t length) {
  return (uint32_t)SCardSetAttrib(card, tag, value, (DWORD)length);
}

const char *cpcsc_words(uint32_t code) { return pcsc_stringify_error((LONG)code); }
