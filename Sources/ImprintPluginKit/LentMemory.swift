// SPDX-License-Identifier: Apache-2.0
import CImprint

/// A struct that the host lends.
/// - Throws: `.argument` for null, `.abi` for a wrong size field.
func lent<T>(
  _ pointer: UnsafePointer<T>, _ size: (T) -> UInt32, _ name: String
) throws(PluginFailure) -> T {
  guard isPresent(pointer) else { throw PluginFailure(.argument, "\(name) is null.") }
  guard isSized(pointer, size) else { throw PluginFailure(.abi, "\(name) has a wrong size field.") }
  return pointer.pointee
}

/// The same of one that may be null.
func lent<T>(
  _ pointer: UnsafePointer<T>?, _ size: (T) -> UInt32, _ name: String
) throws(PluginFailure) -> T? {
  guard let pointer else { return nil }
  return try lent(pointer, size, name) as T
}

/// See above.
func lent<T>(
  _ pointer: UnsafeMutablePointer<T>, _ size: (T) -> UInt32, _ name: String
) throws(PluginFailure) -> T {
  try lent(UnsafePointer(pointer), size, name)
}

/// A value that the host lends a place for.
func lent<T>(_ pointer: UnsafeMutablePointer<T>, _ name: String) throws(PluginFailure) -> T {
  guard isPresent(pointer) else { throw PluginFailure(.argument, "The output pointer for \(name) is null.") }
  return pointer.pointee
}

/// An array that the host lends for the length of a call.
func lentArray<T>(
  _ first: UnsafePointer<T>?, _ count: UInt32, _ name: String
) throws(PluginFailure) -> UnsafeBufferPointer<T> {
  guard count == 0 || first != nil else {
    throw PluginFailure(.argument, "There are \(count) \(name) but no array of them.")
  }
  return UnsafeBufferPointer(start: first, count: Int(count))
}

/// - Throws: `.abi` where an element of an array that the host lends has another size than this side was
///   built with.
func checkSizes<T>(
  _ first: UnsafeMutablePointer<T>?, _ count: some BinaryInteger, _ size: (T) -> UInt32, _ name: String
) throws(PluginFailure) {
  // A count beyond all memory comes as a negative one, and is too short for whatever is to be written.
  guard let first, count > 0 else { return }
  guard UnsafeBufferPointer(start: first, count: Int(count)).allSatisfy({ size($0) == structSize(T.self) })
  else { throw PluginFailure(.abi, "An element of \(name) has a wrong size field.") }
}

/// - Throws: `.argument` for a value outside of its range, or one that is not a number.
func check<Value>(_ value: Value, in range: ClosedRange<Value>, _ name: String) throws(PluginFailure) {
  guard range.contains(value) else {
    throw PluginFailure(
      .argument, "\(name) is \(value); it must be \(range.lowerBound)...\(range.upperBound).")
  }
}

/// Bytes that the host lends for the length of a call.
func lentBytes(_ bytes: imp_bytes, _ name: String) throws(PluginFailure) -> UnsafeRawBufferPointer {
  // A length beyond all memory comes as a negative one.
  guard bytes.length >= 0, bytes.data != nil || bytes.length == 0 else {
    let length = UInt(bitPattern: bytes.length)
    throw PluginFailure(.argument, "\(name) is null with a length of \(length) bytes, or too long.")
  }
  return UnsafeRawBufferPointer(start: bytes.data, count: bytes.length)
}

/// A buffer that the host lends. What is written there counts once its length is said.
struct LentBuffer {
  private let raw: UnsafeMutablePointer<imp_buffer>
  private let name: String

  init(_ raw: UnsafeMutablePointer<imp_buffer>, _ name: String) throws(PluginFailure) {
    guard isPresent(raw), raw.pointee.data != nil || raw.pointee.capacity == 0 else {
      throw PluginFailure(.argument, "There is no buffer for \(name).")
    }
    self.raw = raw
    self.name = name
  }

  /// All of it. A capacity beyond all memory comes as a negative one, and is none.
  var room: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: raw.pointee.data, count: max(raw.pointee.capacity, 0))
  }

  /// - Throws: `.shortBuffer` where so many bytes have no room; the host is told how many there are.
  func checkRoom(for bytes: Int) throws(PluginFailure) {
    guard room.count >= bytes else {
      state(length: bytes)
      throw PluginFailure(.shortBuffer, "\(name) needs room for \(bytes) bytes.")
    }
  }

  /// The same where every template is as long: one is not made before there is room.
  func checkRoom(for templates: TemplateLength) throws(PluginFailure) {
    if case .exactly(let bytes) = templates { try checkRoom(for: bytes) }
  }

  /// Says how many bytes there are.
  func state(length: Int) { raw.pointee.length = length }

  /// Writes bytes, and says how many they are.
  /// - Throws: as ``checkRoom(for:)``; nothing is written then.
  func write(_ bytes: RawSpan) throws(PluginFailure) {
    try checkRoom(for: bytes.byteCount)
    bytes.withUnsafeBytes { room.copyMemory(from: $0) }
    state(length: bytes.byteCount)
  }
}
