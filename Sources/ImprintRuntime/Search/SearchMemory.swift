// SPDX-License-Identifier: Apache-2.0
internal import CImprintLinux
internal import ImprintCalls
private import Glibc
private import Synchronization
internal import SystemPackage

/// Memory that this process writes and plugins read: here, or in a worker, which can map it read-only. It is
/// zero-initialized, allocated as it is written to, and of fixed length.
///
/// `@unchecked Sendable`: the address never changes; the owner synchronizes access to the contents.
package final class SearchMemory: @unchecked Sendable {
  package let bytes: UnsafeMutableRawBufferPointer
  private let descriptor: Int32

  /// All instances by address: a worker is passed the descriptor of memory lent to its plugin.
  private static let known = Mutex<[UInt: (count: Int, descriptor: Int32)]>([:])

  /// - Parameter length: more than 0.
  /// - Throws: ``SearchMemoryError`` with the system's `errno`.
  package init(length: Int) throws(SearchMemoryError) {
    let memory = imp_memory_create("imprint-search")
    guard memory >= 0 else { throw SearchMemoryError(number: -memory) }
    guard ftruncate(memory, off_t(length)) == 0,
      let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0), start != MAP_FAILED
    else {
      let number = errno
      close(memory)
      throw SearchMemoryError(number: number)
    }
    // After the owner's mapping, which the seal leaves writable.
    let sealed = imp_memory_seal(memory, UInt32(IMP_SEAL_SIZE | IMP_SEAL_FUTURE))
    guard sealed == 0 else {
      munmap(start, length)
      close(memory)
      throw SearchMemoryError(number: -sealed)
    }
    // Huge pages, where available: a search reads the memory sequentially.
    madvise(start, length, MADV_HUGEPAGE)
    // A forked child could write to what searches read.
    madvise(start, length, MADV_DONTFORK)
    (bytes, descriptor) = (UnsafeMutableRawBufferPointer(start: start, count: length), memory)
    Self.known.withLock { $0[UInt(bitPattern: start)] = (length, memory) }
  }

  deinit {
    Self.known.withLock { _ = $0.removeValue(forKey: UInt(bitPattern: bytes.baseAddress)) }
    munmap(bytes.baseAddress, bytes.count)
    close(descriptor)
  }

  /// The descriptor of memory that a call lends; `nil` for other memory, or a part of an instance.
  static func descriptor(of memory: CallMemory) -> Int32? {
    known.withLock { known in
      guard let found = known[UInt(bitPattern: memory.bytes.baseAddress)], found.count == memory.count else {
        return nil
      }
      return found.descriptor
    }
  }
}

/// Why memory for a search cannot be allocated: the system's `errno`.
package struct SearchMemoryError: Error {
  package let number: Int32

  package var sentence: String { Errno(rawValue: number).description }
}
