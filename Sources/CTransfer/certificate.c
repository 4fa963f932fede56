// SPDX-License-Identifier: Apache-2.0
#include "certificate.h"

#include <limits.h>
#include <stdlib.h>

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/sha.h>

bool key_digest(X509 *certificate, uint8_t digest[IMP_KEY_DIGEST_BYTES]) {
  unsigned char *info = NULL;
  int length = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &info);
  if (length <= 0)
    return false;
  SHA256(info, (size_t)length, digest);
  OPENSSL_free(info);
  return true;
}

static X509 *read_certificate(const uint8_t *bytes, size_t length) {
  // DER begins with a SEQUENCE; no PEM text begins with '0'.
  if (bytes[0] == 0x30) {
    const unsigned char *end = bytes;
    X509 *certificate = d2i_X509(NULL, &end, (long)length);
    if (certificate && end == bytes + length)
      return certificate;
    X509_free(certificate);
    return NULL;
  }
  BIO *text = BIO_new_mem_buf(bytes, (int)length);
  if (!text)
    return NULL;
  X509 *certificate = PEM_read_bio_X509(text, NULL, NULL, NULL);
  BIO_free(text);
  return certificate;
}

bool imp_certificate_key_digest(const uint8_t *bytes, size_t length, uint8_t digest[IMP_KEY_DIGEST_BYTES]) {
  if (length == 0 || length > INT_MAX)
    return false;
  ERR_set_mark();
  X509 *certificate = read_certificate(bytes, length);
  bool is_done = certificate && key_digest(certificate, digest);
  X509_free(certificate);
  // The error queue is per thread, and the application may use OpenSSL on it.
  ERR_pop_to_mark();
  return is_done;
}

size_t add_roots(const uint8_t *pem, size_t length, X509_STORE *store) {
  if (length == 0 || length > INT_MAX)
    return 0;
  BIO *text = BIO_new_mem_buf(pem, (int)length);
  if (!text)
    return 0;
  ERR_set_mark();
  size_t count = 0;
  bool is_good = true;
  while (is_good) {
    X509 *certificate = PEM_read_bio_X509(text, NULL, NULL, NULL);
    if (!certificate) {
      // The end of the text is an error too: the one that no further certificate begins.
      is_good = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
      break;
    }
    is_good = !store || X509_STORE_add_cert(store, certificate) == 1;
    X509_free(certificate);
    if (is_good)
      count++;
  }
  ERR_pop_to_mark();
  BIO_free(text);
  return is_good ? count : 0;
}

size_t imp_certificate_count(const uint8_t *pem, size_t length) {
  return add_roots(pem, length, NULL);
}
