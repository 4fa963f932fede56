// SPDX-License-Identifier: Apache-2.0
#ifndef IMP_ADDRESS_H
#define IMP_ADDRESS_H

#include <stdbool.h>

// A URL, read by the library that will connect: what is judged is what is connected to.
typedef struct imp_address {
  char *url;     // normalised: no dot segments, scheme in lower case
  char *scheme;  // lower case
  char *host;    // an IPv6 address in brackets
  char *port;    // decimal; the scheme's where the URL names none
  bool has_user; // a name or password before the host
  bool has_tail; // a query or fragment
} imp_address_t;

// Reads a URL that names its scheme.
// `address` holds allocated text until imp_address_clear.
// false: no URL, or no memory; `address` is empty then. Pure: any thread.
bool imp_address_read(const char *text, imp_address_t *address);

// Frees what imp_address_read filled in, and empties it. An empty one is fine.
void imp_address_clear(imp_address_t *address);

#endif
