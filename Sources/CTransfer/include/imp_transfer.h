// SPDX-License-Identifier: Apache-2.0
// One HTTP request with a body, and its answer. A transfer is made, started once, and destroyed when over.
#ifndef IMP_TRANSFER_H
#define IMP_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct imp_transfer imp_transfer_t;

typedef struct imp_transfer_settings {
  const char *url;    // https, or http where allows_http
  const char *method; // in upper case; one that has a body, as POST and PUT have
  // Whole lines without line ends, for the server and never for a proxy.
  const char *const *headers;
  size_t header_count;
  const char *user_agent;
  const uint8_t *body;
  size_t body_length;
  size_t answer_limit;     // bytes of the answer's body
  long connect_timeout_ms; // name, connection, proxy and TLS handshake
  long timeout_ms;         // everything
  const char *proxy;       // NULL: from the environment; empty: none
  bool allows_http;
  const uint8_t *roots; // PEM; trusted besides the system's, or instead of them
  size_t roots_length;
  bool trusts_system_roots;
  const uint8_t *pins; // SHA-256 of public keys, concatenated
  size_t pin_count;    // 0: any key of a trusted chain
} imp_transfer_settings_t;

typedef enum imp_transfer_end {
  IMP_TRANSFER_ANSWERED,
  IMP_TRANSFER_CANCELLED,
  IMP_TRANSFER_ADDRESS,     // unsupported URL
  IMP_TRANSFER_NAME,        // the host's name cannot be resolved
  IMP_TRANSFER_PROXY,       // the proxy is unknown, or refuses
  IMP_TRANSFER_UNREACHABLE, // no connection, or it ended before the TLS handshake
  IMP_TRANSFER_TIMEOUT,
  IMP_TRANSFER_VALIDITY,  // a certificate has expired, or is not valid yet
  IMP_TRANSFER_UNTRUSTED, // the chain does not verify for another reason
  IMP_TRANSFER_HOST,      // the certificate is for another host
  IMP_TRANSFER_HANDSHAKE, // TLS negotiation failed
  IMP_TRANSFER_PIN,       // the chain verifies, and none of its keys is pinned
  IMP_TRANSFER_BROKEN,    // not HTTP, or truncated
  IMP_TRANSFER_TOO_LONG,
  IMP_TRANSFER_RESOURCES // no memory, descriptor or thread; or libcurl lacks TLS
} imp_transfer_end_t;

typedef struct imp_transfer_result {
  imp_transfer_end_t end;
  long status;         // HTTP status, where answered
  const uint8_t *body; // the transfer's
  size_t body_length;
  int64_t retry_after;  // seconds; 0 if the server did not send it
  const char *redirect; // redirect target, untrusted text; or NULL
  const char *detail;   // the libraries' message, in English, may be empty
} imp_transfer_result_t;

// Creates a transfer without sending. Copies all that the settings point to. The
// caller owns it. NULL: out of memory or descriptors, or the settings' roots are
// unreadable. Any thread.
imp_transfer_t *imp_transfer_create(const imp_transfer_settings_t *settings);

// Runs it on a thread of its own, which handles no signals, and calls `ended` there
// with `context`. The caller owns the transfer, which must live until `ended`
// returns. Once only. false: no thread; `ended` is not called. Any thread.
bool imp_transfer_start(imp_transfer_t *transfer, void (*ended)(void *context), void *context);

// Cancels it asynchronously, with IMP_TRANSFER_CANCELLED unless it has ended; also
// before the start. Idempotent. Any thread, while the transfer lives.
void imp_transfer_cancel(imp_transfer_t *transfer);

// Its result, valid from `ended` until imp_transfer_destroy. Any thread.
imp_transfer_result_t imp_transfer_result(const imp_transfer_t *transfer);

// Frees it. Never while it runs. May be NULL. Any thread.
void imp_transfer_destroy(imp_transfer_t *transfer);

#endif
