// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What a plugin may do with memory that it is lent, done to the end of it: a sanitizer, or a guard, sees a
/// length that is wrong.
enum Touch {
  static func read(_ bytes: imp_bytes?) {
    guard let bytes else { return }
    read(bytes.data, bytes.data == nil ? 0 : bytes.length)
  }

  static func read(_ text: imp_text?) {
    guard let text else { return }
    read(text.data, text.data == nil ? 0 : text.length)
  }

  static func read<Value>(_ values: UnsafePointer<Value>?, _ count: Int) {
    let bytes = UnsafeRawBufferPointer(
      start: values, count: values == nil ? 0 : count * MemoryLayout<Value>.stride)
    seen(bytes.reduce(0, &+))
  }

  /// So that nobody leaves out a sum that is not used.
  @inline(never) private static func seen(_ sum: UInt8) {}

  static func fill<Value>(_ values: UnsafeMutablePointer<Value>?, _ count: Int) {
    guard let values, count > 0 else { return }
    UnsafeMutableRawPointer(values).initializeMemory(
      as: UInt8.self, repeating: 1, count: count * MemoryLayout<Value>.stride)
  }

  /// Structs of the contract's keep the size that they begin with.
  static func fillStructs<Value>(_ structs: UnsafeMutablePointer<Value>?, _ count: Int) {
    guard let structs else { return }
    let head = MemoryLayout<UInt32>.size
    for index in 0..<count {
      UnsafeMutableRawPointer(structs + index).advanced(by: head).initializeMemory(
        as: UInt8.self, repeating: 1, count: MemoryLayout<Value>.size - head)
    }
  }

  /// Fills all of a buffer; one that is not there is too short.
  static func fill(_ buffer: UnsafeMutablePointer<imp_buffer>) -> imp_status {
    buffer.pointee.length = buffer.pointee.capacity
    fill(buffer.pointee.data, buffer.pointee.capacity)
    return buffer.pointee.data == nil ? IMP_RETRY_SHORT_BUFFER : IMP_OK
  }

  static func make(_ place: UnsafeMutablePointer<OpaquePointer?>) {
    place.pointee = OpaquePointer(bitPattern: 1)
  }
}
