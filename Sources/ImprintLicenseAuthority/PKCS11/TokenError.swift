// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why a key in a PKCS#11 token cannot be used.
public typealias TokenError = Explained<TokenErrorCode>

public enum TokenErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The module is not there, or is no PKCS#11 module.
  case module
  /// The URI cannot be read, or carries what it should not.
  case uri
  /// No token is what the URI says.
  case tokenMissing = "token-missing"
  /// Several tokens, or several keys, are.
  case ambiguous
  /// The PIN cannot be read, or others can read it.
  case pinSource = "pin-source"
  /// The token refused the PIN, or one more try might lock it. It is not asked again.
  case pinRefused = "pin-refused"
  /// The token is locked, or its PIN was never set.
  case pinLocked = "pin-locked"
  /// No key is what the URI says.
  case keyMissing = "key-missing"
  /// There is a key already where one was to be made.
  case keyExists = "key-exists"
  /// The key is neither P-256 nor Ed25519, has no public key beside it, or may not sign.
  case keyUnsuitable = "key-unsuitable"
  /// The certificates are those of another key.
  case otherKey = "other-key"
  /// The token does not sign with keys of this kind.
  case mechanismMissing = "mechanism-missing"
  /// The token has gone, and has not come back.
  case tokenLost = "token-lost"
  /// The token failed for another reason, which is stated.
  case tokenFailed = "token-failed"
}
