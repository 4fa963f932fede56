// SPDX-License-Identifier: Apache-2.0
#include "transfer.h"

#include <stdlib.h>
#include <string.h>

// Total header size of one response; some hundred bytes are usual.
static const size_t header_limit = 64 * 1024;

// A larger body is sent once the server has said that it may come.
static const size_t asked_body_bytes = 64 * 1024;

static size_t take_body(char *bytes, size_t one, size_t length, void *argument) {
  (void)one;
  imp_transfer_t *transfer = argument;
  if (length > transfer->answer_limit - transfer->body_length) {
    transfer->is_too_long = true;
    return 0;
  }
  size_t needed = transfer->body_length + length;
  if (needed > transfer->body_room) {
    size_t room = needed < 4096 ? 4096 : needed * 2;
    uint8_t *body = realloc(transfer->body, room);
    if (!body) {
      transfer->has_no_memory = true;
      return 0;
    }
    transfer->body = body;
    transfer->body_room = room;
  }
  memcpy(transfer->body + transfer->body_length, bytes, length);
  transfer->body_length = needed;
  return length;
}

static size_t count_header(char *bytes, size_t one, size_t length, void *argument) {
  (void)bytes, (void)one;
  imp_transfer_t *transfer = argument;
  transfer->header_bytes += length;
  if (transfer->header_bytes <= header_limit)
    return length;
  transfer->is_too_long = true;
  return 0;
}

static bool add_header(imp_transfer_t *transfer, const char *line) {
  struct curl_slist *longer = curl_slist_append(transfer->headers, line);
  if (!longer)
    return false;
  transfer->headers = longer;
  return true;
}

CURLcode configure(imp_transfer_t *transfer, const imp_transfer_settings_t *settings) {
  transfer->answer_limit = settings->answer_limit;
  for (size_t index = 0; index < settings->header_count; index++)
    if (!add_header(transfer, settings->headers[index]))
      return CURLE_OUT_OF_MEMORY;
  // No round trip before a small body. Before a large one the server is asked, so that what it says against it
  // is read, and not lost with the connection that it closes; libcurl waits a second for that.
  bool is_asked = settings->body_length > asked_body_bytes;
  if (!add_header(transfer, is_asked ? "Expect: 100-continue" : "Expect:"))
    return CURLE_OUT_OF_MEMORY;
  CURL *curl = transfer->curl;
  CURLcode code = use_tls(curl, &transfer->tls);
#define SET(option, value)                                                                                   \
  if (code == CURLE_OK)                                                                                      \
  code = curl_easy_setopt(curl, option, value)
  SET(CURLOPT_PROTOCOLS_STR, settings->allows_http ? "http,https" : "https");
  SET(CURLOPT_URL, settings->url);
  SET(CURLOPT_USERAGENT, settings->user_agent);
  SET(CURLOPT_HTTPHEADER, transfer->headers);
  // What they say is the server's, as its key is: a proxy is asked for a tunnel without it.
  SET(CURLOPT_HEADEROPT, (long)CURLHEADER_SEPARATE);
  SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)settings->body_length);
  SET(CURLOPT_COPYPOSTFIELDS, settings->body_length ? (const char *)settings->body : "");
  // Whatever the method, with this body.
  SET(CURLOPT_CUSTOMREQUEST, settings->method);
  SET(CURLOPT_CONNECTTIMEOUT_MS, settings->connect_timeout_ms);
  SET(CURLOPT_TIMEOUT_MS, settings->timeout_ms);
  SET(CURLOPT_NOSIGNAL, 1L);
  // An unresponsive name server blocks its own thread, not ours: time-out and cancellation still work.
  SET(CURLOPT_QUICK_EXIT, 1L);
  SET(CURLOPT_FORBID_REUSE, 1L);
  if (settings->proxy) {
    SET(CURLOPT_PROXY, settings->proxy);
    SET(CURLOPT_NOPROXY, "");
  }
  SET(CURLOPT_WRITEFUNCTION, take_body);
  SET(CURLOPT_WRITEDATA, transfer);
  SET(CURLOPT_HEADERFUNCTION, count_header);
  SET(CURLOPT_HEADERDATA, transfer);
  // Headers of the proxy's response count too.
  SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 0L);
  SET(CURLOPT_ERRORBUFFER, transfer->detail);
#undef SET
  return code;
}
