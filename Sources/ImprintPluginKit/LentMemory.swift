// SPDX-License-Identifier: Apache-2.0
import CImprint

/// A struct that the host lends, once its size field is right.
func lent<T>(
  _ pointer: UnsafePointer<T>, _ size: (T) -> UInt32, _ name: String
) throws(PluginFailure) -> T {
  guard isSized(pointer, size) else { throw PluginFailure(.abi, "\(name) has a wrong size field.") }
  return pointer.pointee
}

/// See above.
func lent<T>(
  _ pointer: UnsafeMutablePointer<T>, _ size: (T) -> UInt32, _ name: String
) throws(PluginFailure) -> T {
  try lent(UnsafePointer(pointer), size, name)
}

/// A value that the host lends a place for.
func lent<T>(_ pointer: UnsafeMutablePointer<T>, _ name: String) throws(PluginFailure) -> T {
  guard isPresent(pointer) else { throw PluginFailure(.argument, "There is no place for \(name).") }
  return pointer.pointee
}

/// Bytes that the host lends for the length of a call.
func lentBytes(_ bytes: imp_bytes, _ name: String) throws(PluginFailure) -> UnsafeRawBufferPointer {
  // A length beyond all memory comes as a negative one.
  guard bytes.length >= 0, bytes.data != nil || bytes.length == 0 else {
    let length = UInt(bitPattern: bytes.length)
    throw PluginFailure(.argument, "\(name) has \(length) bytes, and they are not there.")
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

  var data: UnsafeMutablePointer<UInt8>? { raw.pointee.data }

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

  /// Says how many bytes there are.
  func state(length: Int) { raw.pointee.length = length }

  /// Writes bytes, and says how many they are.
  /// - Throws: as ``checkRoom(for:)``; nothing is written then.
  func write(_ bytes: UnsafeRawBufferPointer) throws(PluginFailure) {
    try checkRoom(for: bytes.count)
    room.copyMemory(from: bytes)
    state(length: bytes.count)
  }
}
