// SPDX-License-Identifier: Apache-2.0

/// Reads a payload's fields; untrusted. Whatever is read has one encoding only, so that it is written again
/// bit for bit.
struct PayloadReader {
  private var numbers: NumberReader

  init(_ payload: ArraySlice<UInt8>) { numbers = NumberReader(payload) }

  mutating func take<Number: FixedWidthInteger>(_ type: Number.Type) throws(SessionFault) -> Number {
    guard let number = numbers.take(type) else { throw SessionFault("it is shorter than its fields.") }
    return number
  }

  /// A reserved field.
  mutating func zero<Number: FixedWidthInteger>(_ type: Number.Type) throws(SessionFault) {
    guard try take(type) == 0 else { throw SessionFault("a reserved field is not 0.") }
  }

  mutating func float() throws(SessionFault) -> Float { Float(bitPattern: try take(UInt32.self)) }

  mutating func double() throws(SessionFault) -> Double { Double(bitPattern: try take(UInt64.self)) }

  mutating func bytes(_ count: Int) throws(SessionFault) -> ArraySlice<UInt8> {
    guard let bytes = numbers.bytes(count) else { throw SessionFault("it is shorter than it says.") }
    return bytes
  }

  mutating func text(_ count: Int) throws(SessionFault) -> String {
    guard let text = String(validating: try bytes(count), as: UTF8.self) else {
      throw SessionFault("its text is not UTF-8.")
    }
    return text
  }

  /// All that is left.
  var rest: ArraySlice<UInt8> { numbers.rest }

  func end() throws(SessionFault) {
    guard rest.isEmpty else { throw SessionFault("it is longer than its fields.") }
  }
}

extension [UInt8] {
  mutating func append(float: Float) { append(littleEndian: float.bitPattern) }
}

/// Requirements of a payload, with what is wrong where one does not hold.
func require(_ holds: Bool, _ sentence: @autoclosure () -> String) throws(SessionFault) {
  guard holds else { throw SessionFault(sentence()) }
}
