// SPDX-License-Identifier: Apache-2.0

/// A data object of a card: tag, length, value. The value of a constructed one consists of data objects.
///
/// By ISO/IEC 7816-4, which differs from the BER of X.690 and of certificates: lengths are always definite,
/// tags have one to three bytes, and bytes `00` and `FF` between data objects are padding. A parser for DER
/// or X.690's BER rejects such padding and several objects in sequence, and accepts indefinite lengths; so
/// this is a parser of its own.
///
/// Redacted: its description never shows the value.
/// - SeeAlso: ISO/IEC 7816-4:2020, 6.3.
public struct BERTLV: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The maximum nesting depth.
  public static let deepest = 16
  /// The maximum length in bytes: no command or response has more.
  public static let mostBytes = 65_538
  /// The maximum number of data objects in total.
  public static let mostObjects = 4096

  public let tag: BERTag
  /// The raw bytes.
  public let value: [UInt8]
  /// The data objects in a constructed one, in order; else empty.
  public let children: [BERTLV]

  /// A primitive data object.
  /// - Throws: ``CardError`` `card-data` for a constructed tag whose value does not consist of data objects.
  public init(_ tag: BERTag, _ value: [UInt8]) throws(CardError) {
    self.tag = tag
    self.value = value
    guard tag.isConstructed else {
      children = []
      return
    }
    children = try Self.parse(value)
  }

  /// A constructed data object.
  /// - Precondition: the tag is constructed.
  public init(_ tag: BERTag, containing children: [BERTLV]) {
    precondition(tag.isConstructed, "\(tag) is primitive")
    self.tag = tag
    self.children = children
    value = children.flatMap(\.bytes)
  }

  private init(read tag: BERTag, value: [UInt8], children: [BERTLV]) {
    self.tag = tag
    self.value = value
    self.children = children
  }

  /// Parses a sequence of data objects from untrusted bytes. O(n) for each level of nesting.
  /// - Throws: ``CardError`` `card-data`: a truncated or indefinite length, an invalid tag, or a limit above
  ///   exceeded.
  public static func parse(_ bytes: [UInt8]) throws(CardError) -> [BERTLV] {
    guard bytes.count <= mostBytes else {
      throw .data("byte \(mostBytes)", "it is longer than \(mostBytes) bytes.")
    }
    var left = mostObjects
    return try read(bytes, depth: 0, left: &left)
  }

  /// Parses exactly one data object.
  /// - Throws: ``CardError`` `card-data`, also if there is none, or more than one.
  public static func parseOne(_ bytes: [UInt8]) throws(CardError) -> BERTLV {
    let all = try parse(bytes)
    guard all.count == 1 else { throw .data("byte 0", "it is \(all.count) data objects, and not one.") }
    return all[0]
  }

  private static func read(_ bytes: [UInt8], depth: Int, left: inout Int) throws(CardError) -> [BERTLV] {
    guard depth <= deepest else { throw .data("byte 0", "data objects are nested deeper than \(deepest).") }
    var objects: [BERTLV] = []
    var position = 0
    while position < bytes.count {
      if bytes[position] == 0x00 || bytes[position] == 0xFF {
        position += 1
        continue
      }
      guard left > 0 else { throw .data("byte \(position)", "it has more than \(mostObjects) data objects.") }
      left -= 1
      let tag = try BERTag(reading: bytes, at: &position)
      let length = try length(of: tag, in: bytes, at: &position)
      let value = Array(bytes[position..<position + length])
      position += length
      let children = tag.isConstructed ? try read(value, depth: depth + 1, left: &left) : []
      objects.append(BERTLV(read: tag, value: value, children: children))
    }
    return objects
  }

  private static func length(
    of tag: BERTag, in bytes: [UInt8], at position: inout Int
  ) throws(CardError) -> Int {
    guard position < bytes.count else { throw .data("data object \(tag)", "its length is missing.") }
    let first = bytes[position]
    position += 1
    var length = Int(first)
    if first & 0x80 != 0 {
      let count = Int(first & 0x7F)
      guard count > 0 else { throw .data("data object \(tag)", "it has no length; cards state one always.") }
      guard count <= 4 else {
        throw .data("data object \(tag)", "its length has \(count) bytes; 4 are the most.")
      }
      guard bytes.count - position >= count else { throw .data("data object \(tag)", "its length is cut.") }
      length = bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
      position += count
    }
    guard length <= bytes.count - position else {
      throw .data("data object \(tag)", "it says \(length) bytes, and \(bytes.count - position) are there.")
    }
    return length
  }

  /// Tag, length and value, with the shortest encoding of the length.
  public var bytes: [UInt8] {
    var bytes = tag.bytes
    switch value.count {
    case ...0x7F: bytes.append(UInt8(value.count))
    case ...0xFF: bytes += [0x81, UInt8(value.count)]
    case ...0xFFFF: bytes += [0x82, UInt8(value.count >> 8), UInt8(value.count & 0xFF)]
    default:
      bytes += [0x84] + (0..<4).reversed().map { UInt8(truncatingIfNeeded: value.count >> ($0 * 8)) }
    }
    return bytes + value
  }

  /// Its first child with that tag.
  public subscript(tag: BERTag) -> BERTLV? { children.first { $0.tag == tag } }

  /// The first at the end of a path of tags: `object.find(0xA5, 0x50)`.
  public func find(_ path: BERTag...) -> BERTLV? {
    path.reduce(Optional(self)) { $0?[$1] }
  }

  /// Empty: `dump` shows no bytes either.
  public var customMirror: Mirror { Mirror(self, children: []) }

  public var description: String {
    children.isEmpty ? "\(tag)(\(value.count) bytes <redacted>)" : "\(tag)\(children)"
  }
}

extension Sequence where Element == BERTLV {
  /// The first with that tag.
  public func first(_ tag: BERTag) -> BERTLV? { first { $0.tag == tag } }
}
