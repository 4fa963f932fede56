// SPDX-License-Identifier: Apache-2.0
// How a transfer judges the server's certificates.
#ifndef TLS_H
#define TLS_H

#include <curl/curl.h>

#include "imp_transfer.h"

typedef struct imp_tls {
  // Set before the transfer.
  uint8_t *roots;
  size_t roots_length;
  bool trusts_system_roots;
  uint8_t *pins;
  size_t pin_count;
  // Found during the handshake.
  int verify_error;       // X509_V_OK: the chain verifies, or was not seen
  bool is_pin_missing;    // it verifies, and none of its keys is pinned
  bool is_handshake_torn; // the peer's bytes are not acceptable TLS
} imp_tls_t;

// Copies roots and pins. false: no memory; clear_tls frees what there is.
bool copy_tls(imp_tls_t *tls, const imp_transfer_settings_t *settings);
void clear_tls(imp_tls_t *tls);

// Makes `curl` verify chain and host name, with TLS 1.2 or later; `tls` must outlive it.
CURLcode use_tls(CURL *curl, imp_tls_t *tls);

// The cause of a failed handshake, and a message for it (constant text).
imp_transfer_end_t tls_failure(const imp_tls_t *tls, CURLcode code, const char **words);

#endif
