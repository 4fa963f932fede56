// SPDX-License-Identifier: Apache-2.0

/// BER-TLV data objects of ISO/IEC 7816-4: encoding, and minimal parsing.
enum TLV {
  /// A tag of one or two bytes, a length, the value.
  static func object(_ tag: UInt16, _ value: [UInt8]) -> [UInt8] {
    (tag > 0xFF ? [UInt8(tag >> 8)] : []) + [UInt8(tag & 0xFF)] + length(value.count) + value
  }

  private static func length(_ count: Int) -> [UInt8] {
    if count < 0x80 { return [UInt8(count)] }
    if count < 0x100 { return [0x81, UInt8(count)] }
    if count < 0x10000 { return [0x82, UInt8(count >> 8), UInt8(count & 0xFF)] }
    return [0x83, UInt8(truncatingIfNeeded: count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
  }

  /// Parses the object at the start of untrusted bytes.
  /// - Returns: its value and what follows it; `nil` for another tag, or if it extends past the end.
  static func first(_ tag: UInt16, of bytes: ArraySlice<UInt8>) -> (value: [UInt8], rest: ArraySlice<UInt8>)?
  {
    let name = tag > 0xFF ? [UInt8(tag >> 8), UInt8(tag & 0xFF)] : [UInt8(tag)]
    guard bytes.starts(with: name) else { return nil }
    var rest = bytes.dropFirst(name.count)
    guard let first = rest.popFirst() else { return nil }
    var count = Int(first)
    if first >= 0x80 {
      let more = Int(first & 0x7F)
      guard (1...3).contains(more), rest.count >= more else { return nil }
      count = rest.prefix(more).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(more)
    }
    guard count <= rest.count else { return nil }
    return (Array(rest.prefix(count)), rest.dropFirst(count))
  }
}
