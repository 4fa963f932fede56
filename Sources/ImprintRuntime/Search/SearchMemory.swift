// SPDX-License-Identifier: Apache-2.0
internal import CImprintLinux
internal import ImprintCalls
private import Glibc
private import Synchronization
internal import SystemPackage

/// Memory that this process writes, and that plugins read: here, or in a worker, which can map it to be read
/// alone. It begins as zeros, takes room as it is written, and keeps its length.
///
/// `@unchecked Sendable`: the address never changes; what lies there is its owner's to see to.
package final class SearchMemory: @unchecked Sendable {
  package let bytes: UnsafeMutableRawBufferPointer
  private let descriptor: Int32

  /// All there are, by their address: a worker is given the descriptor of what a plugin is lent.
  private static let known = Mutex<[UInt: (count: Int, descriptor: Int32)]>([:])

  /// - Parameter length: more than 0.
  /// - Throws: ``SearchMemoryError`` with the system's number.
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
    // After the mapping of its owner, which the seal leaves writable.
    let sealed = imp_memory_seal(memory, UInt32(IMP_SEAL_SIZE | IMP_SEAL_FUTURE))
    guard sealed == 0 else {
      munmap(start, length)
      close(memory)
      throw SearchMemoryError(number: -sealed)
    }
    // Large pages, where the system gives them: what is searched is read from one end to the other.
    madvise(start, length, MADV_HUGEPAGE)
    // A child of a fork would write to what searches read.
    madvise(start, length, MADV_DONTFORK)
    (bytes, descriptor) = (UnsafeMutableRawBufferPointer(start: start, count: length), memory)
    Self.known.withLock { $0[UInt(bitPattern: start)] = (length, memory) }
  }

  deinit {
    Self.known.withLock { _ = $0.removeValue(forKey: UInt(bitPattern: bytes.baseAddress)) }
    munmap(bytes.baseAddress, bytes.count)
    close(descriptor)
  }

  /// The descriptor of what a call lends; `nil` for memory that is none of these, or a part of one.
  static func descriptor(of memory: CallMemory) -> Int32? {
    known.withLock { known in
      guard let found = known[UInt(bitPattern: memory.bytes.baseAddress)], found.count == memory.count else {
        return nil
      }
      return found.descriptor
    }
  }
}

/// Why there is no memory to be searched: a number of the system, `errno`.
package struct SearchMemoryError: Error {
  package let number: Int32

  package var sentence: String { Errno(rawValue: number).description }
}
