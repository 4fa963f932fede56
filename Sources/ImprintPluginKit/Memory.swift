// SPDX-License-Identifier: Apache-2.0
import CImprint

/// A C struct's size as its `size` field states it.
func structSize<T>(_ type: T.Type) -> UInt32 { UInt32(MemoryLayout<T>.size) }

/// Whether a pointer that the contract says is never null is in fact not null: the other side is C.
func isPresent<T>(_ pointer: UnsafePointer<T>) -> Bool { UInt(bitPattern: pointer) != 0 }

/// See above.
func isPresent<T>(_ pointer: UnsafeMutablePointer<T>) -> Bool { UInt(bitPattern: pointer) != 0 }

/// Whether a struct of the other side is there and has the size this side was built with.
func isSized<T>(_ pointer: UnsafePointer<T>, _ size: (T) -> UInt32) -> Bool {
  isPresent(pointer) && size(pointer.pointee) == structSize(T.self)
}

/// Whether each element of an array that the other side lends has the size this side was built with.
func areSized<T>(_ first: UnsafeMutablePointer<T>?, _ count: Int, _ size: (T) -> UInt32) -> Bool {
  // A count beyond all memory comes as a negative one, and is too short for whatever is to be written.
  guard let first, count > 0 else { return true }
  return UnsafeBufferPointer(start: first, count: count).allSatisfy { size($0) == structSize(T.self) }
}

/// A C table that lives as long as the process.
func lasting<Table>(_ table: Table) -> UnsafePointer<Table> {
  let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
  memory.initialize(to: table)
  return UnsafePointer(memory)
}

/// A C array that lives as long as the process.
func lasting<Element>(each elements: [Element]) -> UnsafePointer<Element> {
  let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
  memory.initialize(from: elements, count: elements.count)
  return UnsafePointer(memory)
}

/// A C string that lives as long as the process.
func lastingCString(_ text: String) -> UnsafePointer<CChar> {
  let characters = text.utf8CString
  let memory = UnsafeMutablePointer<CChar>.allocate(capacity: characters.count)
  for (index, character) in characters.enumerated() { (memory + index).initialize(to: character) }
  return UnsafePointer(memory)
}

/// Lends a text as the contract passes texts.
func withText<R>(_ text: String, _ body: (imp_text) -> R) -> R {
  var text = text
  return text.withUTF8 { bytes in
    bytes.withMemoryRebound(to: CChar.self) { body(imp_text(data: $0.baseAddress, length: $0.count)) }
  }
}

/// Swift objects as the opaque pointers of the contract.
enum Handle {
  static func retain(_ object: some AnyObject) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(object).toOpaque())
  }

  static func object<T: AnyObject>(_ handle: OpaquePointer, as type: T.Type = T.self) -> T {
    Unmanaged<T>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  static func release<T: AnyObject>(_ handle: OpaquePointer, as type: T.Type) {
    Unmanaged<T>.fromOpaque(UnsafeRawPointer(handle)).release()
  }
}
