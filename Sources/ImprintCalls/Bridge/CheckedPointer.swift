// SPDX-License-Identifier: Apache-2.0
internal import CImprint

// Swift imports the contract's pointers as never null; a caller in C may pass null all the same.

func isPresent<T>(_ pointer: UnsafePointer<T>) -> Bool { UInt(bitPattern: pointer) != 0 }

func isPresent<T>(_ pointer: UnsafeMutablePointer<T>) -> Bool { UInt(bitPattern: pointer) != 0 }

/// What a callee answers before it looks at anything else of a struct: `IMP_OK`, or why it does not.
func judge<T>(_ pointer: UnsafePointer<T>, _ size: (T) -> UInt32) -> imp_status {
  guard isPresent(pointer) else { return IMP_E_ARGUMENT }
  return size(pointer.pointee) == MemoryLayout<T>.size ? IMP_OK : IMP_E_ABI
}

/// The same for each element of an array.
func judge<T>(_ elements: UnsafeBufferPointer<T>, _ size: (T) -> UInt32) -> imp_status {
  elements.allSatisfy { size($0) == MemoryLayout<T>.size } ? IMP_OK : IMP_E_ABI
}
