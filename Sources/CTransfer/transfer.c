// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L // signal masks of threads
#include "transfer.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static bool is_library_ready;

static void start_library(void) {
  is_library_ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

imp_transfer_t *imp_transfer_create(const imp_transfer_settings_t *settings) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start_library);
  if (!is_library_ready)
    return NULL;
  imp_transfer_t *transfer = calloc(1, sizeof *transfer);
  if (!transfer)
    return NULL;
  transfer->end = IMP_TRANSFER_RESOURCES;
  transfer->multi = curl_multi_init();
  transfer->curl = curl_easy_init();
  if (transfer->multi && transfer->curl && copy_tls(&transfer->tls, settings) &&
      configure(transfer, settings) == CURLE_OK)
    return transfer;
  imp_transfer_destroy(transfer);
  return NULL;
}

// Runs until it ends or is cancelled. Removing the handle closes a cancelled one.
static CURLcode perform(imp_transfer_t *transfer, bool *is_cancelled) {
  int running = 1;
  while (running) {
    *is_cancelled = atomic_load(&transfer->is_cancelled);
    if (*is_cancelled)
      return CURLE_OK;
    if (curl_multi_perform(transfer->multi, &running) != CURLM_OK)
      return CURLE_OUT_OF_MEMORY;
    // An upper bound only: sockets, libcurl's own timers and curl_multi_wakeup end it.
    if (running && curl_multi_poll(transfer->multi, NULL, 0, 1000, NULL) != CURLM_OK)
      return CURLE_OUT_OF_MEMORY;
  }
  int left = 0;
  const CURLMsg *message = curl_multi_info_read(transfer->multi, &left);
  return message && message->msg == CURLMSG_DONE ? message->data.result : CURLE_OUT_OF_MEMORY;
}

static void run(imp_transfer_t *transfer) {
  if (curl_multi_add_handle(transfer->multi, transfer->curl) == CURLM_OK) {
    bool is_cancelled = false;
    CURLcode code = perform(transfer, &is_cancelled);
    if (is_cancelled) {
      transfer->end = IMP_TRANSFER_CANCELLED;
    } else {
      conclude(transfer, code);
    }
    curl_multi_remove_handle(transfer->multi, transfer->curl);
  }
  // Closes descriptors now, not with the last reference.
  curl_easy_cleanup(transfer->curl);
  transfer->curl = NULL;
}

static void *thread_body(void *argument) {
  imp_transfer_t *transfer = argument;
  void (*ended)(void *) = transfer->ended;
  void *context = transfer->context;
  run(transfer);
  ended(context);
  return NULL;
}

bool imp_transfer_start(imp_transfer_t *transfer, void (*ended)(void *context), void *context) {
  transfer->ended = ended;
  transfer->context = context;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // The thread inherits the mask: no signal handler of the application runs on it, and a SIGPIPE from a
  // closed connection stays pending and is discarded with the thread.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int status = pthread_create(&thread, &attributes, thread_body, transfer);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return status == 0;
}

void imp_transfer_cancel(imp_transfer_t *transfer) {
  atomic_store(&transfer->is_cancelled, true);
  curl_multi_wakeup(transfer->multi);
}

imp_transfer_result_t imp_transfer_result(const imp_transfer_t *transfer) {
  return (imp_transfer_result_t){
      .end = transfer->end,
      .status = transfer->status,
      .body = transfer->body,
      .body_length = transfer->body_length,
      .retry_after = transfer->retry_after,
      .redirect = transfer->redirect,
      .detail = transfer->detail,
  };
}

void imp_transfer_destroy(imp_transfer_t *transfer) {
  if (!transfer)
    return;
  curl_easy_cleanup(transfer->curl);
  curl_multi_cleanup(transfer->multi);
  curl_slist_free_all(transfer->headers);
  clear_tls(&transfer->tls);
  free(transfer->body);
  free(transfer->redirect);
  free(transfer);
}
