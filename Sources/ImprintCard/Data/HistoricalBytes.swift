// SPDX-License-Identifier: Apache-2.0

/// The historical bytes of an ATR.
/// - SeeAlso: ISO/IEC 7816-4:2020, 12.1.1.
public struct HistoricalBytes: Sendable, Hashable, CustomStringConvertible {
  /// A COMPACT-TLV data object.
  public struct Object: Sendable, Hashable {
    /// 0...15; the full tag is `4X`.
    public let tag: UInt8
    public let value: [UInt8]
  }

  /// 0...15 bytes.
  public let bytes: [UInt8]
  /// The first byte: `00` and `80`: data objects follow; `10`: an obsolete reference.
  public let category: UInt8?
  /// The data objects; empty for another category, or if malformed.
  public let objects: [Object]
  /// The life cycle and status word at the end, or in an object, if present.
  public let lifeCycle: LifeCycle?

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    category = bytes.first
    switch bytes.first {
    case 0x00 where bytes.count >= 4:
      // Life cycle and status word, three bytes, are always at the end.
      objects = Self.compact(bytes[1..<(bytes.count - 3)]) ?? []
      lifeCycle = LifeCycle(rawValue: bytes[bytes.count - 3])
    case 0x80:
      objects = Self.compact(bytes[1...]) ?? []
      let status = objects.first { $0.tag == 8 }?.value
      lifeCycle = status.flatMap { $0.count == 1 || $0.count == 3 ? LifeCycle(rawValue: $0[0]) : nil }
    default:
      objects = []
      lifeCycle = nil
    }
  }

  /// Parses COMPACT-TLV data objects; `nil` if truncated.
  static func compact(_ bytes: ArraySlice<UInt8>) -> [Object]? {
    var objects: [Object] = []
    var rest = bytes
    while let head = rest.popFirst() {
      let length = Int(head & 0x0F)
      guard rest.count >= length else { return nil }
      objects.append(Object(tag: head >> 4, value: Array(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    return objects
  }

  subscript(tag: UInt8) -> [UInt8]? { objects.first { $0.tag == tag }?.value }

  /// The card's capabilities, tag 7, if present.
  public var capabilities: CardCapabilities? { self[7].flatMap(CardCapabilities.init(bytes:)) }

  /// The card issuer's data, tag 5, and pre-issuing data, tag 6.
  public var issuerData: [UInt8]? { self[5] }
  public var preIssuingData: [UInt8]? { self[6] }

  public var description: String { Hex.text(bytes, separator: " ") }
}
