// SPDX-License-Identifier: Apache-2.0
internal import Crypto
internal import FoundationEssentials

/// Metadata of a capture, sealed to a server's key: only the server can open it, and any change shows. Who
/// sealed it is not proved. HPKE (RFC 9180), base mode, one message; docs/reference/metadata.md.
public enum SealedMetadata {
  /// The most that is sealed at once: 64 MiB.
  public static let maximumBytes = 64 << 20

  /// `impmet` and line ends, which a transfer in text mode would change.
  static let magic: [UInt8] = Array("impmet\r\n".utf8)
  static let version: UInt16 = 1
  static let idBytes = 8
  static let fieldBytes = 32
  /// Of HPKE: metadata opens as nothing else, and nothing else as metadata.
  static let info = Data("imprint metadata 1".utf8)

  /// What an envelope says openly.
  public struct Header: Sendable, Hashable {
    public let suite: MetadataSuite
    /// Of the key that it is sealed to: ``MetadataPublicKey/id``.
    public let keyID: [UInt8]
    /// How many bytes are sealed.
    public let count: Int
  }

  /// Seals metadata. O(bytes); from any thread.
  /// - Parameter content: a session's bytes, or whatever else the server expects.
  /// - Throws: `too-large`; `key` for a key that nothing can be sealed to.
  public static func seal(
    _ content: [UInt8], to key: MetadataPublicKey
  ) throws(MetadataError) -> [UInt8] {
    guard content.count <= maximumBytes else { throw tooLarge("metadata", content.count) }
    do {
      var sender = try sender(key)
      let header = header(key, encapsulated: sender.encapsulatedKey, count: content.count)
      return header + (try sender.seal(content, authenticating: header))
    } catch {
      throw .key("nothing can be sealed to it.", remedy: "Give another key of the server's.")
    }
  }

  /// Reads what an envelope says openly; untrusted, and not proved before it is opened.
  /// - Throws: `not-metadata`, `newer`, `suite`, `damaged`, `too-large`.
  public static func header(
    of envelope: [UInt8], place: String = "metadata"
  ) throws(MetadataError) -> Header {
    try parts(of: envelope, place).header
  }

  /// Opens metadata. O(bytes); from any thread.
  /// - Parameter envelope: untrusted.
  /// - Throws: what ``header(of:place:)`` throws, `other-key`, `does-not-open`.
  public static func open(
    _ envelope: [UInt8], with key: MetadataPrivateKey, place: String = "metadata"
  ) throws(MetadataError) -> [UInt8] {
    let parts = try parts(of: envelope, place)
    let own = key.publicKey
    guard parts.header.suite == own.suite, parts.header.keyID == own.id else {
      throw MetadataError(
        .otherKey, place: place,
        reason: "it is sealed to the key \(hex(parts.header.keyID)), and this one is \(hex(own.id)).",
        remedy: "Open it with that key.")
    }
    do {
      var recipient = try recipient(key, encapsulated: Data(parts.encapsulated))
      return Array(try recipient.open(Array(parts.sealed), authenticating: Array(parts.opened)))
    } catch {
      throw .doesNotOpen(place)
    }
  }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  // MARK: The envelope

  /// All before what is sealed, which is authenticated with it.
  private static func header(_ key: MetadataPublicKey, encapsulated: Data, count: Int) -> [UInt8] {
    var bytes = magic
    bytes.append(littleEndian: version)
    for number in key.suite.numbers { bytes.append(littleEndian: number) }
    bytes += key.id
    bytes.append(littleEndian: UInt32(encapsulated.count))
    bytes.append(littleEndian: UInt32(count + MetadataSuite.tagBytes))
    return bytes + encapsulated
  }

  private struct Parts {
    let header: Header
    /// All before `sealed`.
    let opened: ArraySlice<UInt8>
    let encapsulated: ArraySlice<UInt8>
    let sealed: ArraySlice<UInt8>
  }

  private static func parts(of envelope: [UInt8], _ place: String) throws(MetadataError) -> Parts {
    guard envelope.starts(with: magic) else {
      throw MetadataError(
        .notMetadata, place: place, reason: "it is not sealed metadata.",
        remedy: "Give what a capture has sealed.")
    }
    var numbers = NumberReader(envelope.dropFirst(magic.count))
    guard let version = numbers.take(UInt16.self) else { throw cut(place) }
    guard version <= Self.version else {
      throw MetadataError(
        .newer, place: place, reason: "it has version \(version); this reads \(Self.version).",
        remedy: "Update Imprint.")
    }
    guard version == Self.version else { throw .damaged(place, "there is no version \(version).") }
    guard let kem = numbers.take(UInt16.self), let kdf = numbers.take(UInt16.self),
      let aead = numbers.take(UInt16.self), let id = numbers.bytes(idBytes),
      let encapsulatedCount = numbers.take(UInt32.self), let sealedCount = numbers.take(UInt32.self)
    else { throw cut(place) }
    guard let suite = MetadataSuite.allCases.first(where: { $0.numbers == [kem, kdf, aead] }) else {
      throw MetadataError(
        .suite, place: place,
        reason: "it is sealed by the algorithms \(kem), \(kdf) and \(aead) of HPKE's registry.",
        remedy: "Seal it to a key of the curve P-256 or X25519.")
    }
    let count = Int(sealedCount) - MetadataSuite.tagBytes
    guard encapsulatedCount == suite.encapsulatedBytes, count >= 0 else {
      throw .damaged(place, "its lengths are not those of its algorithms.")
    }
    guard count <= maximumBytes else { throw tooLarge(place, count) }
    guard let encapsulated = numbers.bytes(Int(encapsulatedCount)), numbers.rest.count >= sealedCount
    else { throw cut(place) }
    guard numbers.rest.count == sealedCount else { throw .damaged(place, "something follows its end.") }
    return Parts(
      header: Header(suite: suite, keyID: Array(id), count: count),
      opened: envelope[..<numbers.rest.startIndex], encapsulated: encapsulated, sealed: numbers.rest)
  }

  private static func cut(_ place: String) -> MetadataError {
    .damaged(place, "it is shorter than it says.")
  }

  private static func tooLarge(_ place: String, _ count: Int) -> MetadataError {
    MetadataError(
      .tooLarge, place: place, reason: "it has \(count) bytes; \(maximumBytes) are sealed at most.",
      remedy: "Return fewer frames, or smaller ones.")
  }

  // MARK: HPKE

  private static func sender(_ key: MetadataPublicKey) throws -> HPKE.Sender {
    let suite = key.suite.algorithms
    return switch key.key {
    case .p256(let point): try HPKE.Sender(recipientKey: point, ciphersuite: suite, info: info)
    case .x25519(let point): try HPKE.Sender(recipientKey: point, ciphersuite: suite, info: info)
    }
  }

  private static func recipient(
    _ key: MetadataPrivateKey, encapsulated: Data
  ) throws -> HPKE.Recipient {
    let suite = key.publicKey.suite.algorithms
    return switch key.key {
    case .p256(let scalar):
      try HPKE.Recipient(
        privateKey: scalar, ciphersuite: suite, info: info, encapsulatedKey: encapsulated)
    case .x25519(let scalar):
      try HPKE.Recipient(
        privateKey: scalar, ciphersuite: suite, info: info, encapsulatedKey: encapsulated)
    }
  }
}
