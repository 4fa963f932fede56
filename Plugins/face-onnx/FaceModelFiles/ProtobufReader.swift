// SPDX-License-Identifier: Apache-2.0

/// Walks through the fields of one message in the wire format of Protocol Buffers, within its bytes.
struct ProtobufReader {
  enum Value {
    case number(UInt64)
    /// A text, a message or packed numbers.
    case bytes(UnsafeRawBufferPointer)
    /// 4 or 8 bytes, which nobody here asks for.
    case fixed
  }

  private let bytes: UnsafeRawBufferPointer
  private var at = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The next field and what it has; `nil` at the end.
  /// - Throws: `.damaged` for bytes that are no message.
  mutating func next() throws(ModelProblem) -> (field: Int, value: Value)? {
    guard at < bytes.count else { return nil }
    let key = try number()
    guard let field = Int(exactly: key >> 3), (1..<1 << 29).contains(field) else { throw .damaged }
    // Groups, which the format has abandoned, are in no model.
    switch key & 7 {
    case 0: return (field, .number(try number()))
    case 1: return try skip(8, field)
    case 2:
      guard let count = Int(exactly: try number()), count <= bytes.count - at else { throw .damaged }
      defer { at += count }
      return (field, .bytes(UnsafeRawBufferPointer(rebasing: bytes[at..<at + count])))
    case 5: return try skip(4, field)
    default: throw .damaged
    }
  }

  private mutating func skip(_ count: Int, _ field: Int) throws(ModelProblem) -> (Int, Value) {
    guard count <= bytes.count - at else { throw .damaged }
    at += count
    return (field, .fixed)
  }

  private mutating func number() throws(ModelProblem) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard at < bytes.count else { throw .damaged }
      let byte = bytes[at]
      at += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw .damaged
  }
}
