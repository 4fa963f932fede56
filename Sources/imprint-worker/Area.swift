// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Memory that host and worker share, for bodies that are too long for a packet.
struct Area {
  private var start: UnsafeMutableRawPointer?
  private var bytes = 0

  /// Maps another one in its place; closes the descriptor. `false` where that cannot be.
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
