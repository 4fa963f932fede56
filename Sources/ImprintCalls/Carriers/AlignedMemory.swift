// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// Memory that begins at a multiple of 64 and grows. It begins as zeros, so that what a plugin claims to have
/// written, and has not, is nobody's old memory.
struct AlignedMemory {
  private var memory: UnsafeMutableRawPointer?
  private var start: UnsafeMutableRawPointer?
  private(set) var capacity = 0

  /// Room of exactly as many bytes; what was there before is gone. `nil` where there is no memory.
  mutating func room(_ bytes: Int) -> UnsafeMutableRawBufferPointer? {
    guard bytes >= 0, bytes <= CallLimit.bodyBytes else { return nil }
    if bytes > capacity || start == nil {
      release()
      let grown = max(bytes, 4096)
      guard let made = calloc(1, grown + CallLimit.bulkAlignment) else { return nil }
      memory = made
      let aligned = (UInt(bitPattern: made) + 63) & ~63
      start = made + Int(aligned - UInt(bitPattern: made))
      capacity = grown
    }
    return UnsafeMutableRawBufferPointer(start: start, count: bytes)
  }

  mutating func release() {
    free(memory)
    memory = nil
    start = nil
    capacity = 0
  }
}
