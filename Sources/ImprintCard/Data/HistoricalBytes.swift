// SPDX-License-Identifier: Apache-2.0

/// What a card says of itself at the end of its ATR.
/// - SeeAlso: ISO/IEC 7816-4:2020, 12.1.1.
public struct HistoricalBytes: Sendable, Hashable, CustomStringConvertible {
  /// A data object whose tag and length share a byte.
  public struct Object: Sendable, Hashable {
    /// 0...15; the full tag is `4X`.
    public let tag: UInt8
    public let value: [UInt8]
  }

  /// 0...15 bytes.
  public let bytes: [UInt8]
  /// The first byte: `00` and `80` say that data objects follow, `10` that an outdated reference does.
  public let category: UInt8?
  /// The data objects; empty where the category is another one, or where they do not hold together.
  public let objects: [Object]
  /// The life cycle and status word at the end, or in an object, where there are some.
  public let lifeCycle: LifeCycle?

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    category = bytes.first
    switch bytes.first {
    case 0x00 where bytes.count >= 4:
      // Life cycle and status word, three bytes, always stand at the end.
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

  /// Reads data objects whose tag and length share a byte; `nil` where one is cut.
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

  /// What the card can do, tag 7, where it says so.
  public var capabilities: CardCapabilities? { self[7].flatMap(CardCapabilities.init(bytes:)) }

  /// What stands for the issuer's data, tag 5, and what is before the card's issuing, tag 6.
  public var issuerData: [UInt8]? { self[5] }
  public var preIssuingData: [UInt8]? { self[6] }

  public var description: String { Hex.text(bytes, separator: " ") }
}
