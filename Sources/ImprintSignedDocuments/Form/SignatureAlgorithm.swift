// SPDX-License-Identifier: Apache-2.0

/// The signature algorithms: a closed set. The key determines which, never the document alone.
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// ECDSA over P-256 with SHA-256; the signature is R and S, 32 bytes each.
  case es256 = "ES256"
  /// Ed25519.
  case edDSA = "EdDSA"
}
