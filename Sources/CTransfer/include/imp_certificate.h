// SPDX-License-Identifier: Apache-2.0
#ifndef IMP_CERTIFICATE_H
#define IMP_CERTIFICATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bytes of a public key's SHA-256.
enum { IMP_KEY_DIGEST_BYTES = 32 };

// Writes the SHA-256 of the SubjectPublicKeyInfo of a certificate: one in DER, or
// the first of a PEM text. Retains nothing. false: not a certificate, or trailing
// bytes in DER; `digest` is untouched. Thread-safe.
bool imp_certificate_key_digest(const uint8_t *certificate, size_t length,
                                uint8_t digest[IMP_KEY_DIGEST_BYTES]);

// The number of certificates in a PEM text; text between them is ignored. Retains
// nothing. 0: none, or one is unreadable. Thread-safe.
size_t imp_certificate_count(const uint8_t *pem, size_t length);

#endif
