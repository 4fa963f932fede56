// SPDX-License-Identifier: Apache-2.0
import CImprint

/// A C struct's size as its `size` field states it.
func structSize<T>(_ type: T.Type) -> UInt32 { UInt32(MemoryLayout<T>.size) }

/// Whether a pointer that the contract says is never null is in fact not null: the other side is C.
func isPresent<T>(_ pointer: UnsafePointer<T>) -> Bool { UInt(bitPattern: pointer) != 0 }

/// Whether a struct of the other side is there and has the size this side was built with.
func isSized<T>(_ pointer: UnsafePointer<T>, _ size: (T) -> UInt32) -> Bool {
  isPresent(pointer) && size(pointer.pointee) == structSize(T.self)
}

/// A C array that lives as long as the process.
func lasting<Element>(each elements: some Collection<Element>) -> UnsafePointer<Element> {
  let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
  for (index, element) in elements.enumerated() { (memory + index).initialize(to: element) }
  return UnsafePointer(memory)
}

/// A C table that lives as long as the process.
func lasting<Table>(_ table: Table) -> UnsafePointer<Table> { lasting(each: CollectionOfOne(table)) }

/// A C string that lives as long as the process.
func lastingCString(_ text: String) -> UnsafePointer<CChar> { lasting(each: text.utf8CString) }

/// Lends a text as the contract passes texts.
func withText<R>(_ text: String, _ body: (imp_text) -> R) -> R {
  var text = text
  return text.withUTF8 { bytes in
    bytes.withMemoryRebound(to: CChar.self) { body(imp_text(data: $0.baseAddress, length: $0.count)) }
  }
}
