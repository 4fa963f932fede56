// SPDX-License-Identifier: Apache-2.0

/// A random identifier: a version 4 UUID (RFC 9562).
public struct UniqueID: Sendable, Hashable, Comparable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// A new one, from the system's random number generator. Thread-safe.
  public init() {
    // The system's generator is getrandom, and never fails.
    var random = SystemRandomNumberGenerator()
    high = random.next() & ~0xF000 | 0x4000
    low = random.next() & (.max >> 2) | 1 << 63
  }

  /// Parses `6ba7b810-9dad-41d1-80b4-00c04fd430c8`: lower-case letters and four hyphens. Any UUID version is
  /// accepted, as another store may use its own.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    var halves: [UInt64] = [0, 0]
    var digits = 0
    for (index, byte) in bytes.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        guard byte == 45 else { return nil }
        continue
      }
      let value: UInt8
      switch byte {
      case 48...57: value = byte - 48
      case 97...102: value = byte - 87
      default: return nil
      }
      halves[digits / 16] = halves[digits / 16] << 4 | UInt64(value)
      digits += 1
    }
    (high, low) = (halves[0], halves[1])
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for index in 0..<32 {
      if [8, 12, 16, 20].contains(index) { text.append(45) }
      let half = index < 16 ? high : low
      text.append(digits[Int(half >> UInt64(60 - index % 16 * 4) & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
