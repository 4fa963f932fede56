// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// Adds a number, little-endian.
  package mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}

/// Reads little-endian numbers from untrusted bytes.
package struct NumberReader {
  package private(set) var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// `nil` if too few bytes are left.
  package mutating func take<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    guard let bytes = bytes(MemoryLayout<Number>.size) else { return nil }
    return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(as: type)) }
  }

  /// `nil` if too few bytes are left.
  package mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
