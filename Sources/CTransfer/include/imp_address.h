// SPDX-License-Identifier: Apache-2.0
#ifndef IMP_ADDRESS_H
#define IMP_ADDRESS_H

#include <stdbool.h>

// A URL, parsed by the library that will connect: so what is validated is what is
// connected to.
typedef struct imp_address {
  char *url;     // normalised: no dot segments, scheme in lower case
  char *scheme;  // lower case
  char *host;    // an IPv6 address in brackets
  char *port;    // decimal; the scheme's where the URL names none
  bool has_user; // a name or password before the host
  bool has_tail; // a query or fragment
} imp_address_t;

// Parses a URL with a scheme. `address` owns allocated text until
// imp_address_clear. false: invalid, or out of memory; `address` is then empty.
// Thread-safe.
bool imp_address_read(const char *text, imp_address_t *address);

// Frees what imp_address_read filled in, and empties it. May be empty.
void imp_address_clear(imp_address_t *address);

#endif
