// SPDX-License-Identifier: Apache-2.0

/// Reads big-endian numbers from untrusted bytes, and knows where it is.
struct BigEndianReader {
  private let bytes: [UInt8]
  /// The offset of what is read next.
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// How many bytes are left.
  var left: Int { bytes.count - position }

  /// - Parameter field: what the bytes are, for the error's sentence.
  /// - Throws: `truncated` if fewer are left.
  mutating func take(_ count: Int, _ field: String) throws(FingerFormatError) -> ArraySlice<UInt8> {
    guard count <= left else {
      throw .reading(
        .truncated, at: position, "\(field) needs \(count) bytes, and \(left) are left of \(bytes.count).")
    }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func byte(_ field: String) throws(FingerFormatError) -> UInt8 {
    guard let byte = try take(1, field).first else { return 0 }
    return byte
  }

  /// Two bytes.
  mutating func short(_ field: String) throws(FingerFormatError) -> Int {
    try take(2, field).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Four bytes.
  mutating func long(_ field: String) throws(FingerFormatError) -> Int {
    try take(4, field).reduce(0) { $0 << 8 | Int($1) }
  }
}

extension [UInt8] {
  mutating func append(short number: Int) {
    append(UInt8(truncatingIfNeeded: number >> 8))
    append(UInt8(truncatingIfNeeded: number))
  }

  mutating func append(long number: Int) {
    append(short: number >> 16)
    append(short: number)
  }
}
