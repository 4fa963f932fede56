// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L // strdup
#include "imp_address.h"

#include <stdlib.h>
#include <string.h>

#include <curl/curl.h>

static char *part(CURLU *url, CURLUPart which, unsigned flags) {
  char *text = NULL;
  if (curl_url_get(url, which, &text, flags) != CURLUE_OK)
    return NULL;
  // Copied, so that free() is correct whatever allocator libcurl uses.
  char *copy = strdup(text);
  curl_free(text);
  return copy;
}

static bool has(CURLU *url, CURLUPart which) {
  char *text = NULL;
  bool is_there = curl_url_get(url, which, &text, 0) == CURLUE_OK;
  curl_free(text);
  return is_there;
}

bool imp_address_read(const char *text, imp_address_t *address) {
  memset(address, 0, sizeof *address);
  CURLU *url = curl_url();
  if (!url)
    return false;
  if (curl_url_set(url, CURLUPART_URL, text, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK) {
    address->url = part(url, CURLUPART_URL, 0);
    address->scheme = part(url, CURLUPART_SCHEME, 0);
    address->host = part(url, CURLUPART_HOST, 0);
    address->port = part(url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
    address->has_user = has(url, CURLUPART_USER) || has(url, CURLUPART_PASSWORD);
    address->has_tail = has(url, CURLUPART_QUERY) || has(url, CURLUPART_FRAGMENT);
  }
  curl_url_cleanup(url);
  // A scheme without a port of its own, such as ftp's cousins, leaves the port empty: nothing of ours.
  if (address->url && address->scheme && address->host && address->port)
    return true;
  imp_address_clear(address);
  return false;
}

void imp_address_clear(imp_address_t *address) {
  free(address->url);
  free(address->scheme);
  free(address->host);
  free(address->port);
  memset(address, 0, sizeof *address);
}
