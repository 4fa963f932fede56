// SPDX-License-Identifier: Apache-2.0
internal import Crypto
internal import FoundationEssentials

/// A server's public key, which metadata is sealed to.
public struct MetadataPublicKey: Sendable, Hashable, CustomStringConvertible {
  enum Key: Sendable {
    case p256(P256.KeyAgreement.PublicKey)
    case x25519(Curve25519.KeyAgreement.PublicKey)
  }

  let key: Key
  /// A DER SubjectPublicKeyInfo: 91 bytes for P-256, whose point is not compressed, and 44 for X25519.
  public let bytes: [UInt8]

  static let label = "PUBLIC KEY"
  /// What precedes the 32 bytes of an X25519 key (RFC 8410).
  private static let x25519Prefix: [UInt8] = [
    0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x6E, 0x03, 0x21, 0x00,
  ]

  init(_ key: Key) {
    self.key = key
    switch key {
    case .p256(let key): bytes = Array(key.derRepresentation)
    case .x25519(let key): bytes = Self.x25519Prefix + key.rawRepresentation
    }
  }

  /// Reads a P-256 or X25519 key: PEM of a SubjectPublicKeyInfo, as `openssl pkey -pubout` writes it.
  /// - Throws: `key`.
  public init(pem: String) throws(MetadataError) {
    guard let block = MetadataPEM(pem), block.label == Self.label, let key = Self.key(block.bytes) else {
      throw .key(
        "it is no public key of the curve P-256 or X25519 in PEM form.",
        remedy: "Give what `openssl pkey -pubout` writes of the server's key.")
    }
    self.init(key)
    // Other encodings of the same key would have another id.
    guard bytes == block.bytes else {
      throw .key(
        "its encoding is not the usual one: the point is compressed, or there is more than the key.",
        remedy: "Write it anew, with `openssl pkey -pubin -ec_conv_form uncompressed`.")
    }
  }

  private static func key(_ bytes: [UInt8]) -> Key? {
    if bytes.starts(with: x25519Prefix) {
      return (try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes[x25519Prefix.count...]))
        .map { .x25519($0) }
    }
    return (try? P256.KeyAgreement.PublicKey(derRepresentation: bytes)).map { .p256($0) }
  }

  /// What it is sealed by.
  public var suite: MetadataSuite {
    switch key {
    case .p256: .p256
    case .x25519: .x25519
    }
  }

  /// The first 8 bytes of the SHA-256 of ``bytes``.
  public var id: [UInt8] { Array(ContentHash(of: bytes).bytes.prefix(SealedMetadata.idBytes)) }

  /// PEM of a SubjectPublicKeyInfo.
  public var pem: String { MetadataPEM(label: Self.label, bytes: bytes).text }

  public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  public var description: String { "MetadataPublicKey(\(suite.rawValue), \(SealedMetadata.hex(id)))" }
}
