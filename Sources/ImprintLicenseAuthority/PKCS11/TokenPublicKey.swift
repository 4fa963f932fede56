// SPDX-License-Identifier: Apache-2.0
import CPKCS11
import Crypto
import ImprintSignedDocuments

/// The public key of a key pair in a token.
enum TokenPublicKey: Sendable {
  case p256(P256.Signing.PublicKey)
  case ed25519(Curve25519.Signing.PublicKey)

  /// - Parameters:
  ///   - parameters: `CKA_EC_PARAMS`.
  ///   - point: `CKA_EC_POINT`; a DER OCTET STRING, or raw as some tokens return it; distinguished by length.
  /// - Returns: nil for anything but a key of these two curves.
  init?(parameters: [UInt8], point: [UInt8]) {
    switch TokenPublicKey.curve(of: parameters) {
    case .some(IMP_P11_CURVE_P256):
      let bare = point.count == 67 && point.starts(with: [0x04, 65]) ? Array(point.dropFirst(2)) : point
      guard let key = try? P256.Signing.PublicKey(x963Representation: bare) else { return nil }
      self = .p256(key)
    case .some(IMP_P11_CURVE_ED25519):
      let bare = point.count == 34 && point.starts(with: [0x04, 32]) ? Array(point.dropFirst(2)) : point
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bare) else { return nil }
      self = .ed25519(key)
    default: return nil
    }
  }

  /// The curve that `CKA_EC_PARAMS` names, by identifier or, for Ed25519, by name.
  static func curve(of parameters: [UInt8]) -> imp_p11_curve? {
    switch parameters {
    case [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]: IMP_P11_CURVE_P256
    case [0x06, 0x03, 0x2B, 0x65, 0x70], [0x13, 0x0C] + Array("edwards25519".utf8): IMP_P11_CURVE_ED25519
    default: nil
    }
  }

  var curve: imp_p11_curve {
    switch self {
    case .p256: IMP_P11_CURVE_P256
    case .ed25519: IMP_P11_CURVE_ED25519
    }
  }

  /// A DER SubjectPublicKeyInfo, as in certificates.
  var der: [UInt8] {
    switch self {
    case .p256(let key): Array(key.derRepresentation)
    // RFC 8410: the identifier, and the key as a bit string.
    case .ed25519(let key):
      [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00] + Array(key.rawRepresentation)
    }
  }

  static func curve(of algorithm: SignatureAlgorithm) -> imp_p11_curve {
    switch algorithm {
    case .es256: IMP_P11_CURVE_P256
    case .edDSA: IMP_P11_CURVE_ED25519
    }
  }

  /// The token's input: a hash for ECDSA, the message for EdDSA.
  func input(for bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .p256: Array(SHA256.hash(data: bytes))
    case .ed25519: bytes
    }
  }

  func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    switch self {
    case .p256(let key):
      guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
        return false
      }
      return key.isValidSignature(signature, for: SHA256.hash(data: bytes))
    case .ed25519(let key): return key.isValidSignature(signature, for: bytes)
    }
  }
}
