// SPDX-License-Identifier: Apache-2.0
#include "tls.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/ssl.h>

#include "certificate.h"

bool copy_tls(imp_tls_t *tls, const imp_transfer_settings_t *settings) {
  tls->trusts_system_roots = settings->trusts_system_roots;
  if (settings->roots_length) {
    tls->roots = malloc(settings->roots_length);
    if (!tls->roots)
      return false;
    memcpy(tls->roots, settings->roots, settings->roots_length);
    tls->roots_length = settings->roots_length;
  }
  if (settings->pin_count) {
    tls->pins = calloc(settings->pin_count, IMP_KEY_DIGEST_BYTES);
    if (!tls->pins)
      return false;
    memcpy(tls->pins, settings->pins, settings->pin_count * IMP_KEY_DIGEST_BYTES);
    tls->pin_count = settings->pin_count;
  }
  return true;
}

void clear_tls(imp_tls_t *tls) {
  free(tls->roots);
  free(tls->pins);
  tls->roots = tls->pins = NULL;
}

static bool is_pinned(const imp_tls_t *tls, X509 *certificate) {
  uint8_t digest[IMP_KEY_DIGEST_BYTES];
  if (!key_digest(certificate, digest))
    return false;
  for (size_t at = 0; at < tls->pin_count; at++) {
    if (memcmp(tls->pins + at * IMP_KEY_DIGEST_BYTES, digest, sizeof digest) == 0)
      return true;
  }
  return false;
}

// Called by OpenSSL in the middle of the handshake, so that nothing of the request, and no API key, has
// been sent when it fails. The host name is libcurl's to compare, after this and before the request.
static int judge_chain(X509_STORE_CTX *context, void *argument) {
  imp_tls_t *tls = argument;
  if (X509_verify_cert(context) <= 0) {
    tls->verify_error = X509_STORE_CTX_get_error(context);
    if (tls->verify_error == X509_V_OK)
      tls->verify_error = X509_V_ERR_UNSPECIFIED;
    return 0;
  }
  if (tls->pin_count == 0)
    return 1;
  // The chain that was verified, not what was sent: anyone can send a pinned certificate along.
  STACK_OF(X509) *chain = X509_STORE_CTX_get0_chain(context);
  for (int at = 0; at < sk_X509_num(chain); at++) {
    if (is_pinned(tls, sk_X509_value(chain, at)))
      return 1;
  }
  tls->is_pin_missing = true;
  X509_STORE_CTX_set_error(context, X509_V_ERR_APPLICATION_VERIFICATION);
  return 0;
}

// Distinguishes a server that does not speak TLS from a dropped connection: only the latter is worth a retry,
// and libcurl has one code for both.
static void watch_handshake(const SSL *ssl, int where, int result) {
  if (!(where & SSL_CB_EXIT) || result > 0)
    return;
  unsigned long error = ERR_peek_last_error();
  if (error == 0 || ERR_GET_LIB(error) != ERR_LIB_SSL)
    return;
  if (ERR_GET_REASON(error) == SSL_R_UNEXPECTED_EOF_WHILE_READING)
    return;
  imp_tls_t *tls = SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl));
  if (tls)
    tls->is_handshake_torn = true;
}

static CURLcode prepare(CURL *curl, void *openssl, void *argument) {
  (void)curl;
  SSL_CTX *context = openssl;
  imp_tls_t *tls = argument;
  if (!tls->trusts_system_roots) {
    // A new store: whatever libcurl has put in the old one is not trusted.
    X509_STORE *store = X509_STORE_new();
    if (!store)
      return CURLE_OUT_OF_MEMORY;
    // Like libcurl's own store: every given certificate is an anchor, root or not.
    X509_STORE_set_flags(store, X509_V_FLAG_TRUSTED_FIRST | X509_V_FLAG_PARTIAL_CHAIN);
    SSL_CTX_set_cert_store(context, store);
  }
  if (tls->roots_length) {
    X509_STORE *store = SSL_CTX_get_cert_store(context);
    if (add_roots(tls->roots, tls->roots_length, store) == 0)
      return CURLE_SSL_CACERT_BADFILE;
  }
  SSL_CTX_set_app_data(context, tls);
  SSL_CTX_set_info_callback(context, watch_handshake);
  SSL_CTX_set_cert_verify_callback(context, judge_chain, tls);
  return CURLE_OK;
}

CURLcode use_tls(CURL *curl, imp_tls_t *tls) {
  CURLcode code = CURLE_OK;
#define SET(option, value)                                                                                   \
  if (code == CURLE_OK)                                                                                      \
  code = curl_easy_setopt(curl, option, value)
  SET(CURLOPT_SSL_VERIFYPEER, 1L);
  SET(CURLOPT_SSL_VERIFYHOST, 2L);
  SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  // A resumed session presents no certificate, so resumption is disabled.
  SET(CURLOPT_SSL_SESSIONID_CACHE, 0L);
  if (!tls->trusts_system_roots) {
    SET(CURLOPT_CAINFO, NULL);
    SET(CURLOPT_CAPATH, NULL);
  }
  // A libcurl that is not built with OpenSSL refuses these two, and there is no transfer.
  SET(CURLOPT_SSL_CTX_FUNCTION, prepare);
  SET(CURLOPT_SSL_CTX_DATA, tls);
#undef SET
  return code;
}

imp_transfer_end_t tls_failure(const imp_tls_t *tls, CURLcode code, const char **words) {
  *words = "";
  if (tls->is_pin_missing)
    return IMP_TRANSFER_PIN;
  if (tls->verify_error != X509_V_OK) {
    *words = X509_verify_cert_error_string(tls->verify_error);
    switch (tls->verify_error) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return IMP_TRANSFER_VALIDITY;
    default:
      return IMP_TRANSFER_UNTRUSTED;
    }
  }
  if (code == CURLE_PEER_FAILED_VERIFICATION)
    return IMP_TRANSFER_HOST;
  return tls->is_handshake_torn ? IMP_TRANSFER_HANDSHAKE : IMP_TRANSFER_UNREACHABLE;
}
