// SPDX-License-Identifier: Apache-2.0
internal import CImprint

// How the contract's views are encoded: the struct with its length first, the bytes behind it as bulk. A null
// pointer stays one, whatever length goes with it: what that means is the plugin's to judge.

extension imp_bytes {
  /// As it is encoded: the pointer says only whether it is null.
  var header: imp_bytes { imp_bytes(data: data == nil ? nil : .present, length: length) }

  var raw: UnsafeRawBufferPointer {
    data == nil ? .none : UnsafeRawBufferPointer(start: data, count: length.lengthOfMemory)
  }

  /// Reads the bytes that a header announces.
  init(_ header: imp_bytes, from reader: inout BodyReader) throws(MalformedBody) {
    self = header
    guard header.data != nil else { return }
    let bytes = try reader.bulk(UInt64(UInt(bitPattern: header.length)))
    // What is empty has an address too: only null says that there is none.
    data = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? .present
  }
}

extension imp_text {
  /// As it is encoded: the pointer says only whether it is null.
  var header: imp_text { imp_text(data: data == nil ? nil : .present, length: length) }

  /// Reads the text that a header announces.
  init(_ header: imp_text, from reader: inout BodyReader) throws(MalformedBody) {
    self = header
    guard header.data != nil else { return }
    let bytes = try reader.bulk(UInt64(UInt(bitPattern: header.length)))
    data = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? .present
  }

  var raw: UnsafeRawBufferPointer {
    data == nil ? .none : UnsafeRawBufferPointer(start: data, count: length.lengthOfMemory)
  }

  /// A text where it lies.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.init(data: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length: bytes.count)
  }
}

extension Int {
  /// A `size_t` beyond `Int.max` is imported as a negative number; it is too long for any message.
  fileprivate var lengthOfMemory: Int { self < 0 ? .max : self }
}

extension UnsafePointer {
  /// A placeholder for a pointer that is not null, in a message or to an empty buffer: aligned, never
  /// dereferenced.
  static var present: Self { Self(UnsafeMutablePointer.present) }
}

extension UnsafeMutablePointer {
  static var present: Self {
    guard let present = Self(bitPattern: CallLimit.bulkAlignment) else { preconditionFailure("It is not 0.") }
    return present
  }
}

extension UnsafeRawBufferPointer {
  /// No bytes.
  static var none: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
}

extension imp_buffer {
  /// How much room is made on the other side.
  var room: Int { capacity < 0 ? CallLimit.resultBytes : min(capacity, CallLimit.resultBytes) }

  /// Room that a message has, once that was judged.
  init(judged capacity: UInt64, length: UInt64, isThere: Bool) {
    self.init(
      data: isThere ? .present : nil, capacity: Int(capacity), length: Int(truncatingIfNeeded: length))
  }

  /// Reads room that a message has.
  init(capacity: UInt64, length: UInt64, isThere: UInt32) throws(MalformedBody) {
    try expectAtMost(CallLimit.resultBytes, capacity, "a buffer's capacity")
    self.init(judged: capacity, length: length, isThere: isThere != 0)
  }
}

/// The size that a struct of the contract's says it has: all begin with it.
func ownSize<Value: BitwiseCopyable>(_ value: Value) -> UInt32 {
  withUnsafeBytes(of: value) { $0.load(as: UInt32.self) }
}

/// - Parameter place: which one it is, where there are several.
func expectOwnSize<Value: BitwiseCopyable>(_ value: Value, _ place: String = "") throws(MalformedBody) {
  let size = ownSize(value)
  guard size == MemoryLayout<Value>.size else {
    throw MalformedBody("\(Value.self)\(place).size is \(size), which every sender refuses (R-20).")
  }
}

/// The same for each element of an array, which may be null.
func expectOwnSizes<Element: BitwiseCopyable>(
  _ array: UnsafePointer<Element>?, _ count: UInt32
) throws(MalformedBody) {
  let elements = UnsafeBufferPointer(start: array, count: array == nil ? 0 : Int(count))
  for (index, element) in elements.enumerated() { try expectOwnSize(element, " \(index)") }
}

/// - Throws: for a count beyond its limit.
func expectAtMost(
  _ most: some BinaryInteger, _ count: some BinaryInteger, _ name: String
) throws(MalformedBody) {
  guard count <= most else { throw MalformedBody("\(name) is \(count); at most \(most) are allowed.") }
}

/// - Throws: for padding that is not zero.
func expectZero(_ rest: UInt32) throws(MalformedBody) {
  guard rest == 0 else { throw MalformedBody("padding is \(rest), not 0.") }
}
