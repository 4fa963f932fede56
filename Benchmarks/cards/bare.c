// SPDX-License-Identifier: Apache-2.0
// A client of pcscd's with nothing between: what ours is measured against.
//
//   bare rate READER COMMANDS [transaction]   commands a second
//   bare rate READER COMMANDS looking         the same; before each, whether another connection has a
//                                             transaction, as SCardTransmit would wait for its end, and
//                                             nothing ends that wait
//   bare rate READER COMMANDS bracketed       the same; each in a transaction of its own
//   bare watch READER EVENTS                  the monotonic clock at each event, in nanoseconds, one a line
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <reader.h>
#include <winscard.h>

static void check(LONG code, const char *what) {
  if (code == SCARD_S_SUCCESS) return;
  fprintf(stderr, "bare: %s: %s\n", what, pcsc_stringify_error(code));
  exit(1);
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void rate(SCARDCONTEXT context, const char *reader, long count, const char *how) {
  const int transaction = !strcmp(how, "transaction");
  const int looking = !strcmp(how, "looking");
  const int bracketed = !strcmp(how, "bracketed");
  static const unsigned char command[] = {0x00, 0x84, 0x00, 0x00, 0x08};
  static unsigned char response[65538];
  SCARDHANDLE card;
  DWORD protocol;
  check(SCardConnect(context, reader, SCARD_SHARE_SHARED, SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1, &card, &protocol),
        "connect");
  if (transaction) check(SCardBeginTransaction(card), "begin");
  const SCARD_IO_REQUEST *header = protocol == SCARD_PROTOCOL_T0 ? SCARD_PCI_T0 : SCARD_PCI_T1;
  long long start = now();
  for (long i = 0; i < count; i++) {
    if (looking) {
      unsigned char name[264];
      DWORD room = sizeof name;
      LONG code = SCardGetAttrib(card, SCARD_ATTR_VENDOR_NAME, name, &room);
      if (code == (LONG)SCARD_E_SHARING_VIOLATION) exit(3);
    }
    if (bracketed) check(SCardBeginTransaction(card), "begin");
    DWORD length = sizeof response;
    check(SCardTransmit(card, header, command, sizeof command, NULL, response, &length), "transmit");
    if (bracketed) check(SCardEndTransaction(card, SCARD_LEAVE_CARD), "end");
    if (length != 10) exit(2);
  }
  printf("%.0f\n", (double)count * 1e9 / (double)(now() - start));
  if (transaction) check(SCardEndTransaction(card, SCARD_LEAVE_CARD), "end");
  SCardDisconnect(card, SCARD_LEAVE_CARD);
}

static void watch(SCARDCONTEXT context, const char *reader, long count) {
  SCARD_READERSTATE state = {.szReader = reader, .dwCurrentState = SCARD_STATE_UNAWARE};
  check(SCardGetStatusChange(context, 0, &state, 1), "state");
  DWORD cards = state.dwEventState & SCARD_STATE_PRESENT;
  while (count > 0) {
    state.dwCurrentState = state.dwEventState & ~(DWORD)SCARD_STATE_CHANGED;
    check(SCardGetStatusChange(context, INFINITE, &state, 1), "wait");
    if ((state.dwEventState & SCARD_STATE_PRESENT) == cards) continue;
    cards = state.dwEventState & SCARD_STATE_PRESENT;
    printf("%lld\n", now());
    fflush(stdout);
    count -= 1;
  }
}

int main(int count, char **arguments) {
  if (count < 4) return 64;
  SCARDCONTEXT context;
  check(SCardEstablishContext(SCARD_SCOPE_SYSTEM, NULL, NULL, &context), "context");
  long number = atol(arguments[3]);
  if (!strcmp(arguments[1], "watch")) {
    watch(context, arguments[2], number);
  } else {
    rate(context, arguments[2], number, count > 4 ? arguments[4] : "");
  }
  SCardReleaseContext(context);
  return 0;
}
