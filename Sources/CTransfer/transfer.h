// SPDX-License-Identifier: Apache-2.0
// A transfer from the inside.
#ifndef TRANSFER_H
#define TRANSFER_H

#include <stdatomic.h>

#include "imp_transfer.h"
#include "tls.h"

struct imp_transfer {
  CURLM *multi; // lives as long as the transfer: cancellation wakes it up
  CURL *curl;   // till the end of the run
  struct curl_slist *headers;
  atomic_bool is_cancelled;
  void (*ended)(void *context);
  void *context;

  imp_tls_t tls;
  size_t answer_limit;
  size_t header_bytes;
  bool is_too_long;
  bool has_no_memory;
  uint8_t *body;
  size_t body_length;
  size_t body_room;

  imp_transfer_end_t end;
  long status;
  int64_t retry_after;
  char *redirect;
  char detail[CURL_ERROR_SIZE];
};

// Sets all options of `transfer->curl`.
CURLcode configure(imp_transfer_t *transfer, const imp_transfer_settings_t *settings);

// Reads the result into `transfer`, before its handle is released.
void conclude(imp_transfer_t *transfer, CURLcode code);

#endif
