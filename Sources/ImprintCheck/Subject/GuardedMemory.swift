// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Memory between two guard pages: reading or writing beyond it always raises a signal.
final class GuardedMemory: @unchecked Sendable {
  // Sendable: the address never changes; the check synchronizes the content.
  enum Side {
    /// The first byte directly follows the guard page; a page-aligned address.
    case start
    /// The last byte directly precedes the guard page.
    case end
  }

  /// What is lent.
  let bytes: UnsafeMutableRawBufferPointer
  private let mapping: UnsafeMutableRawPointer
  private let length: Int
  private let page = sysconf(Int32(_SC_PAGESIZE))

  /// Zeroed memory.
  /// - Parameters:
  ///   - count: Bytes; may be 0.
  ///   - side: Which end touches a guard page exactly.
  ///   - alignment: Of the address, a power of two up to a page; with ``Side/end`` up to `alignment - 1`
  ///     bytes then lie between the last byte and the guard page.
  init(count: Int, side: Side = .end, alignment: Int = 1) throws {
    let inner = max(1, (count + page - 1) / page) * page
    length = inner + 2 * page
    guard let start = mmap(nil, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), start != MAP_FAILED
    else { throw CheckSkip("there is no memory for a buffer of \(count) bytes.") }
    mapping = start
    guard mprotect(start + page, inner, PROT_READ | PROT_WRITE) == 0 else {
      munmap(start, length)
      throw CheckSkip("the system refuses guard pages: \(String(cString: strerror(errno))).")
    }
    let offset = side == .start ? 0 : (inner - count) / alignment * alignment
    bytes = UnsafeMutableRawBufferPointer(start: start + page + offset, count: count)
  }

  /// A copy of bytes.
  convenience init(_ content: some Collection<UInt8>, side: Side = .end, alignment: Int = 1) throws {
    try self.init(count: content.count, side: side, alignment: alignment)
    bytes.copyBytes(from: content)
  }

  deinit { munmap(mapping, length) }

  /// From now on writing to it raises a signal.
  func makeReadOnly() { mprotect(mapping + page, length - 2 * page, PROT_READ) }

  /// From now on it is writable.
  func makeWritable() { mprotect(mapping + page, length - 2 * page, PROT_READ | PROT_WRITE) }

  /// From now on reading it raises a signal too.
  func forbid() { mprotect(mapping + page, length - 2 * page, PROT_NONE) }

  /// Whether all bytes have this value. Uses the C library: a loop over megabytes takes seconds in an
  /// emulator.
  func isFull(of byte: UInt8) -> Bool {
    guard let start = bytes.baseAddress, let first = bytes.first else { return true }
    return first == byte && memcmp(start, start + 1, bytes.count - 1) == 0
  }

  /// Its present content.
  var content: [UInt8] { Array(bytes) }
}
