// SPDX-License-Identifier: Apache-2.0
internal import Crypto
internal import FoundationEssentials

/// A server's private key, which opens metadata.
public struct MetadataPrivateKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  enum Key: Sendable {
    case p256(P256.KeyAgreement.PrivateKey)
    case x25519(Curve25519.KeyAgreement.PrivateKey)
  }

  let key: Key

  /// What precedes the 32 bytes of an X25519 key in PKCS#8 (RFC 8410).
  private static let x25519Prefix: [UInt8] = [
    0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x6E, 0x04, 0x22, 0x04, 0x20,
  ]
  /// The object identifier of the curve P-256, as DER.
  private static let p256Curve: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]

  private init(_ key: Key) { self.key = key }

  /// Generates a key from the system's random number generator.
  public static func generate(_ suite: MetadataSuite = .p256) -> MetadataPrivateKey {
    switch suite {
    case .p256: MetadataPrivateKey(.p256(P256.KeyAgreement.PrivateKey()))
    case .x25519: MetadataPrivateKey(.x25519(Curve25519.KeyAgreement.PrivateKey()))
    }
  }

  /// Reads a P-256 or X25519 key: PEM of PKCS#8, or of SEC 1 for P-256. Not encrypted.
  /// - Throws: `key`, which discloses nothing of the content.
  public init(pem: String) throws(MetadataError) {
    guard let block = MetadataPEM(pem), let key = Self.key(block) else {
      throw .key(
        "it is no private key of the curve P-256 or X25519 in PEM form, or it is encrypted.",
        remedy: "Give it as PKCS#8, not encrypted: `openssl pkey` writes that.")
    }
    self.init(key)
  }

  private static func key(_ block: MetadataPEM) -> Key? {
    switch block.label {
    case "PRIVATE KEY" where block.bytes.starts(with: x25519Prefix):
      return (try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: block.bytes[x25519Prefix.count...]))
        .map { .x25519($0) }
    case "PRIVATE KEY", "EC PRIVATE KEY":
      // Keys of other curves may be as long, and the parser does not look.
      let places = block.bytes.indices.dropLast(p256Curve.count - 1)
      guard places.contains(where: { block.bytes[$0...].starts(with: p256Curve) }) else { return nil }
      return (try? P256.KeyAgreement.PrivateKey(derRepresentation: block.bytes)).map { .p256($0) }
    default: return nil
    }
  }

  public var publicKey: MetadataPublicKey {
    switch key {
    case .p256(let key): MetadataPublicKey(.p256(key.publicKey))
    case .x25519(let key): MetadataPublicKey(.x25519(key.publicKey))
    }
  }

  /// PEM of PKCS#8. Secret.
  public var pem: String {
    let bytes =
      switch key {
      case .p256(let key): Array(key.derRepresentation)
      case .x25519(let key): Self.x25519Prefix + key.rawRepresentation
      }
    return MetadataPEM(label: "PRIVATE KEY", bytes: bytes).text
  }

  public var description: String { "MetadataPrivateKey(\(publicKey.suite.rawValue), <redacted>)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
