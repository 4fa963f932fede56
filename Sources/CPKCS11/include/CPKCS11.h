// SPDX-License-Identifier: Apache-2.0
// A signing key in a PKCS#11 token, as far as a licence authority needs one.
//
// Functions return 0, a CKR_ value of PKCS#11, or one of the IMP_P11_ values. An argument that is written to
// is untouched when they fail, unless it is said otherwise. No function writes past the capacity it is given.
// A token may be used from any thread; a session from one at a time.
#ifndef CPKCS11_H
#define CPKCS11_H

#include <stddef.h>

// Ours; PKCS#11 has no values there.
enum {
  // The URI (RFC 7512) is invalid.
  IMP_P11_BAD_URI = 0x41490001,
  // The URI contains a PIN, or names its source.
  IMP_P11_PIN_IN_URI = 0x41490002,
  // The module cannot be loaded.
  IMP_P11_NO_MODULE = 0x41490003,
  // No token or key matches the URI.
  IMP_P11_NOT_FOUND = 0x41490004,
  // Several match.
  IMP_P11_AMBIGUOUS = 0x41490005,
  // The URI names no key: neither object nor id.
  IMP_P11_NO_KEY_IN_URI = 0x41490006,
};

// The CKR_ values that callers distinguish.
enum {
  IMP_P11_DEVICE_ERROR = 0x30,
  IMP_P11_DEVICE_REMOVED = 0x32,
  IMP_P11_ATTRIBUTE_SENSITIVE = 0x11,
  IMP_P11_ATTRIBUTE_TYPE_INVALID = 0x12,
  IMP_P11_KEY_HANDLE_INVALID = 0x60,
  IMP_P11_KEY_FUNCTION_NOT_PERMITTED = 0x68,
  IMP_P11_MECHANISM_INVALID = 0x70,
  IMP_P11_OBJECT_HANDLE_INVALID = 0x82,
  IMP_P11_PIN_INCORRECT = 0xA0,
  IMP_P11_PIN_INVALID = 0xA1,
  IMP_P11_PIN_LEN_RANGE = 0xA2,
  IMP_P11_PIN_EXPIRED = 0xA3,
  IMP_P11_PIN_LOCKED = 0xA4,
  IMP_P11_SESSION_CLOSED = 0xB0,
  IMP_P11_SESSION_COUNT = 0xB1,
  IMP_P11_SESSION_HANDLE_INVALID = 0xB3,
  IMP_P11_TOKEN_NOT_PRESENT = 0xE0,
  IMP_P11_USER_NOT_LOGGED_IN = 0x101,
  IMP_P11_USER_PIN_NOT_INITIALIZED = 0x102,
  IMP_P11_BUFFER_TOO_SMALL = 0x150,
  IMP_P11_CRYPTOKI_NOT_INITIALIZED = 0x190,
};

// The state of a token's PIN; bits of imp_p11_token_flags.
enum {
  IMP_P11_FLAG_PIN_COUNT_LOW = 1 << 0,
  IMP_P11_FLAG_PIN_FINAL_TRY = 1 << 1,
  IMP_P11_FLAG_PIN_LOCKED = 1 << 2,
  IMP_P11_FLAG_WRITE_PROTECTED = 1 << 3,
};

enum imp_p11_curve {
  IMP_P11_CURVE_P256 = 1,
  IMP_P11_CURVE_ED25519 = 2,
};

typedef struct imp_p11_token imp_p11_token;

// Loads a module, and finds the one token that the URI describes. `words` gets a
// null-terminated text: why the module cannot be loaded; empty otherwise. The
// caller owns and closes the token.
unsigned long imp_p11_open(
  const char *module, const char *uri, imp_p11_token **token, char *words, size_t capacity);

// Closes all its sessions and releases the module. The token may be NULL.
void imp_p11_close(imp_p11_token *token);

// Whether the URI names a key, by object or id: 0, or IMP_P11_NO_KEY_IN_URI.
unsigned long imp_p11_names_key(imp_p11_token *token);

// IMP_P11_FLAG_ bits, as the token currently reports.
unsigned long imp_p11_token_flags(imp_p11_token *token, unsigned int *flags);

// A read-only session, or one that can also write objects of the token.
unsigned long imp_p11_session_open(imp_p11_token *token, int writes, unsigned long *session);
void imp_p11_session_close(imp_p11_token *token, unsigned long session);

// Logs the user in for all sessions of the process. One attempt; 0 when the user is logged in already.
unsigned long imp_p11_login(imp_p11_token *token, unsigned long session, const unsigned char *pin, size_t count);

// The only private key that matches the URI; IMP_P11_NOT_FOUND, IMP_P11_AMBIGUOUS.
unsigned long imp_p11_find_private_key(imp_p11_token *token, unsigned long session, unsigned long *key);

// CKA_EC_PARAMS of a key, DER. `count` gets the number of bytes, at most
// `capacity`.
unsigned long imp_p11_curve_parameters(
  imp_p11_token *token, unsigned long session, unsigned long key, unsigned char *bytes, size_t capacity,
  size_t *count);

// CKA_EC_POINT of the public key that belongs to a private key, by its id, or its
// label if it has no id.
unsigned long imp_p11_public_point(
  imp_p11_token *token, unsigned long session, unsigned long key, unsigned char *bytes, size_t capacity,
  size_t *count);

// 0 if the token signs with keys of this curve, IMP_P11_MECHANISM_INVALID if not.
unsigned long imp_p11_signs(imp_p11_token *token, enum imp_p11_curve curve);

// Generates a key pair in the token: private, sensitive, not extractable; label and
// id are the URI's.
unsigned long imp_p11_generate(imp_p11_token *token, unsigned long session, enum imp_p11_curve curve);

// Signs: for P-256 a hash of 32 bytes, for Ed25519 the message itself. `signature`
// has a capacity of 64 bytes, and only a signature of 64 bytes is a success.
unsigned long imp_p11_sign(
  imp_p11_token *token, unsigned long session, unsigned long key, enum imp_p11_curve curve,
  const unsigned char *bytes, size_t count, unsigned char *signature);

#endif
