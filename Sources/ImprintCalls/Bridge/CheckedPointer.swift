// SPDX-License-Identifier: Apache-2.0
internal import CImprint

// Swift imports the contract's pointers as never null; a caller in C may pass null all the same.

func isPresent<T>(_ pointer: UnsafePointer<T>) -> Bool { UInt(bitPattern: pointer) != 0 }

/// What a callee answers to null where none may be; `nil` where there is something.
func absence<T>(_ pointer: UnsafePointer<T>) -> imp_status? { isPresent(pointer) ? nil : IMP_E_ARGUMENT }

/// What a callee answers before it looks at anything else of a struct: `IMP_OK`, or why it does not.
func judge<T>(_ pointer: UnsafePointer<T>) -> imp_status {
  guard isPresent(pointer) else { return IMP_E_ARGUMENT }
  let size = UnsafeRawPointer(pointer).loadUnaligned(as: UInt32.self)
  return size == MemoryLayout<T>.size ? IMP_OK : IMP_E_ABI
}

/// The same for each element of an array.
func judge<T: BitwiseCopyable>(_ elements: UnsafeBufferPointer<T>) -> imp_status {
  elements.allSatisfy { ownSize($0) == MemoryLayout<T>.size } ? IMP_OK : IMP_E_ABI
}

/// Why a callee does not look at a struct; `nil` where it does.
func misfit<T>(_ pointer: UnsafePointer<T>) -> imp_status? {
  let status = judge(pointer)
  return status == IMP_OK ? nil : status
}

/// The same for one that may be null.
func misfit<T>(orNull pointer: UnsafePointer<T>?) -> imp_status? { pointer.flatMap { misfit($0) } }

/// The same for each element of an array, which may be null.
func misfit<T: BitwiseCopyable>(_ array: UnsafePointer<T>?, _ count: UInt32) -> imp_status? {
  let status = judge(UnsafeBufferPointer(start: array, count: array == nil ? 0 : Int(count)))
  return status == IMP_OK ? nil : status
}

/// What a callee answers to null where an array has elements.
func absence<T>(_ array: UnsafePointer<T>?, _ count: UInt32) -> imp_status? {
  array == nil && count > 0 ? IMP_E_ARGUMENT : nil
}
