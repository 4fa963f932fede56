// SPDX-License-Identifier: Apache-2.0
internal import Crypto

/// The algorithms that metadata is sealed by: a key encapsulation, a key derivation and a cipher of RFC 9180.
/// A key's kind says which.
public enum MetadataSuite: String, Sendable, Hashable, CaseIterable {
  /// DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. The default.
  case p256 = "p-256"
  /// DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20-Poly1305.
  case x25519

  /// By IANA's registry of HPKE: KEM, KDF and AEAD.
  var numbers: [UInt16] {
    switch self {
    case .p256: [0x0010, 0x0001, 0x0002]
    case .x25519: [0x0020, 0x0001, 0x0003]
    }
  }

  /// In bytes, of an encapsulated key.
  var encapsulatedBytes: Int {
    switch self {
    case .p256: 65
    case .x25519: 32
    }
  }

  /// What both ciphers append.
  static let tagBytes = 16

  var algorithms: HPKE.Ciphersuite {
    switch self {
    case .p256: .P256_SHA256_AES_GCM_256
    case .x25519: .Curve25519_SHA256_ChachaPoly
    }
  }
}
