// SPDX-License-Identifier: Apache-2.0
#ifndef IMP_CERTIFICATE_H
#define IMP_CERTIFICATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bytes of a public key's SHA-256.
enum { IMP_KEY_DIGEST_BYTES = 32 };

// Writes the SHA-256 of the SubjectPublicKeyInfo of a certificate: one in DER, or the first of a PEM text.
// Nothing is kept. false: no certificate, or bytes after it in DER; `digest` is untouched. Pure: any thread.
bool imp_certificate_key_digest(const uint8_t *certificate, size_t length,
                                uint8_t digest[IMP_KEY_DIGEST_BYTES]);

// How many certificates a PEM text holds; text between them does not matter.
// Nothing is kept. 0: none, or one of them is unreadable. Pure: any thread.
size_t imp_certificate_count(const uint8_t *pem, size_t length);

#endif
