// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Memory shared by host and worker, for bodies that are too long for a packet.
struct Area {
  private var start: UnsafeMutableRawPointer?
  private var bytes = 0

  /// Maps another one in its place; closes the descriptor. `false` where mapping fails.
  mutating func map(_ descriptor: Int32, _ length: UInt64, _ protection: Int32) -> Bool {
    defer { close(descriptor) }
    unmap()
    guard let length = Int(exactly: length), length > 0,
      let made = mmap(nil, length, protection, MAP_SHARED, descriptor, 0), made != MAP_FAILED
    else { return false }
    start = made
    bytes = length
    return true
  }

  mutating func unmap() {
    if let start { munmap(start, bytes) }
    start = nil
    bytes = 0
  }

  func prefix(_ length: Int) -> UnsafeRawBufferPointer? { room(length).map { UnsafeRawBufferPointer($0) } }

  func room(_ length: Int) -> UnsafeMutableRawBufferPointer? {
    guard length >= 0, length <= bytes else { return nil }
    return UnsafeMutableRawBufferPointer(start: start, count: length)
  }
}

/// Memory of the host that an object of the plugin reads, mapped until released.
///
/// `@unchecked Sendable`: the contents are owned by the host and lent to the plugin.
final class LentMapping: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer

  /// Maps it read-only; closes the descriptor. `nil` where mapping fails.
  init?(_ descriptor: Int32, _ length: UInt64) {
    defer { close(descriptor) }
    guard let length = Int(exactly: length), length > 0,
      let made = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0), made != MAP_FAILED
    else { return nil }
    // As in the host's own mapping.
    madvise(made, length, MADV_HUGEPAGE)
    bytes = UnsafeRawBufferPointer(start: made, count: length)
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}
