// SPDX-License-Identifier: Apache-2.0
internal import Crypto

/// SHA-256 of some bytes: what identifies manifests, templates and files.
public struct ContentHash: Sendable, Hashable, CustomStringConvertible {
  /// 32 bytes.
  public let bytes: [UInt8]

  /// The hash of bytes in memory. O(n).
  public init(of content: UnsafeRawBufferPointer) {
    bytes = Array(SHA256.hash(data: content))
  }

  /// The hash of an array. O(n).
  public init(of content: [UInt8]) {
    self = content.withUnsafeBytes { ContentHash(of: $0) }
  }

  init(_ digest: SHA256Digest) {
    bytes = Array(digest)
  }

  /// A hash from its 32 bytes; `nil` for another length.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    self.bytes = Array(bytes)
  }

  /// Reads 64 hexadecimal digits, upper or lower case.
  public init?(hex: some StringProtocol) {
    let digits = Array(hex.utf8)
    guard digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: 64, by: 2) {
      guard let high = Self.value(of: digits[index]), let low = Self.value(of: digits[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  /// 64 lower-case hexadecimal digits.
  public var hex: String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  public var description: String { hex }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case 48...57: digit - 48
    case 65...70: digit - 55
    case 97...102: digit - 87
    default: nil
    }
  }
}
