// SPDX-License-Identifier: Apache-2.0
internal import CImprintLinux
private import Glibc
internal import SystemPackage

/// Memory shared between host and worker, for bodies that are too long for a packet.
///
/// `@unchecked Sendable`: the address never changes; the contents belong to the lane that owns it.
final class SharedArea: @unchecked Sendable {
  enum Direction {
    /// The host writes; the worker can map it read-only at most.
    case toWorker
    /// The worker writes, also while the host reads.
    case fromWorker
  }

  let bytes: UnsafeMutableRawBufferPointer
  /// The host's, until it has been sent to the worker.
  private(set) var descriptor: Int32

  /// Makes one of at least this length.
  /// - Throws: The system's `errno`.
  init(_ direction: Direction, atLeast length: Int) throws(Errno) {
    let rounded = Self.length(for: length)
    let memory = imp_memory_create("imprint-lane")
    guard memory >= 0 else { throw Errno(rawValue: -memory) }
    do throws(Errno) {
      guard ftruncate(memory, off_t(rounded)) == 0 else { throw Errno(rawValue: errno) }
      let protection = direction == .toWorker ? PROT_READ | PROT_WRITE : PROT_READ
      guard let start = mmap(nil, rounded, protection, MAP_SHARED, memory, 0), start != MAP_FAILED else {
        throw Errno(rawValue: errno)
      }
      bytes = UnsafeMutableRawBufferPointer(start: start, count: rounded)
    } catch {
      close(memory)
      throw error
    }
    descriptor = memory
    // After the host's own mapping, which the seal leaves writable. The other's length is sealed as well: a
    // worker that truncated it would make the host access unmapped memory.
    let seals = direction == .toWorker ? IMP_SEAL_SIZE | IMP_SEAL_FUTURE : IMP_SEAL_SIZE
    let sealed = imp_memory_seal(memory, UInt32(seals))
    guard sealed == 0 else { throw Errno(rawValue: -sealed) }
  }

  deinit {
    munmap(bytes.baseAddress, bytes.count)
    closeDescriptor()
  }

  /// The mapping suffices once the worker has the descriptor.
  func closeDescriptor() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Doubled, so that gradually growing bodies do not each need a new one.
  private static func length(for length: Int) -> Int {
    var rounded = 64 << 10
    while rounded < length, rounded < 16 << 20 { rounded *= 2 }
    guard rounded < length else { return rounded }
    let step = 4 << 20
    return (length + step - 1) / step * step
  }
}

/// A connected pair of packet sockets: the host's end, and the one passed on. The creator closes both.
struct PacketPair {
  let own: Int32
  let other: Int32

  /// - Throws: The system's `errno`.
  init() throws(Errno) {
    var ends: [Int32] = [-1, -1]
    let made = imp_packet_pair(&ends)
    guard made == 0 else { throw Errno(rawValue: -made) }
    (own, other) = (ends[0], ends[1])
  }
}
