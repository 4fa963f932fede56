// SPDX-License-Identifier: Apache-2.0
// Certificates, as the files of this target share them.
#ifndef CERTIFICATE_H
#define CERTIFICATE_H

#include <openssl/x509.h>

#include "imp_certificate.h"

// The SHA-256 of a certificate's SubjectPublicKeyInfo. false: no memory. Any thread.
bool key_digest(X509 *certificate, uint8_t digest[IMP_KEY_DIGEST_BYTES]);

// Adds every certificate of a PEM text to a store; `store` may be NULL, to count only.
// Returns how many; 0: none, or one is unreadable, and some may have been added. Any thread, one per store.
size_t add_roots(const uint8_t *pem, size_t length, X509_STORE *store);

#endif
