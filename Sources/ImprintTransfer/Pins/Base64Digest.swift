// SPDX-License-Identifier: Apache-2.0

/// Base64 (RFC 4648, 4) of exactly 32 bytes, canonical.
package enum Base64Digest {
  static let byteCount = 32
  /// 43 digits, and one `=`.
  private static let characterCount = 44
  private static let alphabet = [UInt8](
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count == characterCount, let last = text.dropFirst(characterCount - 1).first,
      last == UInt8(ascii: "=")
    else { return nil }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for character in text.dropLast() {
      guard let digit = alphabet.firstIndex(of: character) else { return nil }
      bits = bits << 6 | UInt32(digit)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        bits &= (1 << count) - 1
      }
    }
    // The last digit has two unused bits; if they were free, one pin had four encodings.
    return bits == 0 && bytes.count == byteCount ? bytes : nil
  }

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for digit in 0..<4 {
        let isPadding = digit > group.count
        text.append(isPadding ? UInt8(ascii: "=") : alphabet[Int(bits >> (18 - 6 * UInt32(digit)) & 63)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
