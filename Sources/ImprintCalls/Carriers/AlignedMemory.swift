// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// A growing buffer, aligned to 64 bytes and zeroed: what a plugin claims to have written, and has not, leaks
/// nothing.
struct AlignedMemory {
  private var memory: UnsafeMutableRawPointer?
  private var start: UnsafeMutableRawPointer?
  private(set) var capacity = 0

  /// A buffer of exactly as many bytes, without what was in it; `nil` where memory is exhausted.
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
