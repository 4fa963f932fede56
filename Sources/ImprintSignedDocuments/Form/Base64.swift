// SPDX-License-Identifier: Apache-2.0

/// Base64 in its two alphabets, canonical only: the encoding is a bijection.
package struct Base64: Sendable {
  /// RFC 4648 section 5 without padding: for the three parts of a document.
  package static let url = Base64(plus: UInt8(ascii: "-"), slash: UInt8(ascii: "_"), isPadded: false)
  /// RFC 4648 section 4 with padding: for certificates in `x5c`.
  package static let standard = Base64(plus: UInt8(ascii: "+"), slash: UInt8(ascii: "/"), isPadded: true)

  private let digits: [UInt8]
  /// The value of each byte; 0xFF: not in the alphabet.
  private let values: [UInt8]
  private let isPadded: Bool

  private init(plus: UInt8, slash: UInt8, isPadded: Bool) {
    digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8) + [plus, slash]
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    self.values = values
    self.isPadded = isPadded
  }

  /// The text of some bytes. O(n).
  package func text(of bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 3 * 4 + 4)
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(digits[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { text.append(digits[Int(bits << UInt32(6 - count) & 63)]) }
    if isPadded {
      while !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: "=")) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a text; `nil` for a byte outside the alphabet, wrong padding, an impossible length, or non-zero
  /// trailing bits. O(n).
  package func bytes(of text: some RandomAccessCollection<UInt8>) -> [UInt8]? {
    var digits = text[...]
    if isPadded {
      guard text.count.isMultiple(of: 4) else { return nil }
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3 + 2)
    var bits: UInt32 = 0
    var count = 0
    for digit in digits {
      let value = values[Int(digit)]
      guard value != 0xFF else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    guard bits & (1 << UInt32(count) - 1) == 0 else { return nil }
    return bytes
  }
}
