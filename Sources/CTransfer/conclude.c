// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L // strdup
#include "transfer.h"

#include <stdio.h>
#include <string.h>

static imp_transfer_end_t end_of(imp_transfer_t *transfer, CURLcode code) {
  long proxy_status = 0;
  const char *words = NULL;
  switch (code) {
  case CURLE_OK:
    return IMP_TRANSFER_ANSWERED;
  case CURLE_URL_MALFORMAT:
    return IMP_TRANSFER_ADDRESS;
  case CURLE_COULDNT_RESOLVE_HOST:
    return IMP_TRANSFER_NAME;
  case CURLE_COULDNT_RESOLVE_PROXY:
  case CURLE_PROXY:
    return IMP_TRANSFER_PROXY;
  case CURLE_COULDNT_CONNECT:
  case CURLE_INTERFACE_FAILED:
    return IMP_TRANSFER_UNREACHABLE;
  case CURLE_OPERATION_TIMEDOUT:
    return IMP_TRANSFER_TIMEOUT;
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CONNECT_ERROR: {
    imp_transfer_end_t end = tls_failure(&transfer->tls, code, &words);
    // libcurl's message for a missing pin says less than the code.
    if (*words || end == IMP_TRANSFER_PIN)
      snprintf(transfer->detail, sizeof transfer->detail, "%s", words);
    return end;
  }
  case CURLE_SSL_CACERT_BADFILE: // the system has no roots
    return IMP_TRANSFER_UNTRUSTED;
  case CURLE_WRITE_ERROR:
    if (transfer->has_no_memory)
      return IMP_TRANSFER_RESOURCES;
    return transfer->is_too_long ? IMP_TRANSFER_TOO_LONG : IMP_TRANSFER_BROKEN;
  case CURLE_OUT_OF_MEMORY:
  case CURLE_FAILED_INIT:
    return IMP_TRANSFER_RESOURCES;
  default:
    // Among them a proxy that answers CONNECT with a refusal, and HTTP/0.9, which is no HTTP here.
    curl_easy_getinfo(transfer->curl, CURLINFO_HTTP_CONNECTCODE, &proxy_status);
    if (proxy_status != 0 && proxy_status / 100 != 2)
      return IMP_TRANSFER_PROXY;
    return IMP_TRANSFER_BROKEN;
  }
}

void conclude(imp_transfer_t *transfer, CURLcode code) {
  transfer->end = end_of(transfer, code);
  if (transfer->end != IMP_TRANSFER_ANSWERED)
    return;
  curl_off_t wait = 0;
  char *redirect = NULL;
  curl_easy_getinfo(transfer->curl, CURLINFO_RESPONSE_CODE, &transfer->status);
  if (curl_easy_getinfo(transfer->curl, CURLINFO_RETRY_AFTER, &wait) == CURLE_OK && wait > 0)
    transfer->retry_after = wait;
  if (curl_easy_getinfo(transfer->curl, CURLINFO_REDIRECT_URL, &redirect) == CURLE_OK && redirect)
    transfer->redirect = strdup(redirect);
}
