// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why a key in a PKCS#11 token cannot be used.
public typealias TokenError = Explained<TokenErrorCode>

public enum TokenErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The module is missing, or not a PKCS#11 module.
  case module
  /// The URI is invalid, or contains what it must not.
  case uri
  /// No token matches the URI.
  case tokenMissing = "token-missing"
  /// Several tokens or keys match.
  case ambiguous
  /// The PIN cannot be read, or others could read it.
  case pinSource = "pin-source"
  /// The token refused the PIN, or one more attempt might lock it. Not retried.
  case pinRefused = "pin-refused"
  /// The token is locked, or its PIN was never set.
  case pinLocked = "pin-locked"
  /// No key matches the URI.
  case keyMissing = "key-missing"
  /// The key to be generated exists already.
  case keyExists = "key-exists"
  /// The key is neither P-256 nor Ed25519, has no public key with it, or may not sign.
  case keyUnsuitable = "key-unsuitable"
  /// The certificates are for another key.
  case otherKey = "other-key"
  /// The token does not sign with keys of this kind.
  case mechanismMissing = "mechanism-missing"
  /// The token was removed, and is still missing.
  case tokenLost = "token-lost"
  /// Another token error, which is stated.
  case tokenFailed = "token-failed"
}
