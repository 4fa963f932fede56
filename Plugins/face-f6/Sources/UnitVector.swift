// SPDX-License-Identifier: Apache-2.0
import CEmbedding
import Glibc

/// A template that was read. It is erased when it is released.
final class UnitVector {
  /// Of the template.
  let version: UInt32
  private let memory: UnsafeMutablePointer<UInt8>

  /// - Returns: `nil` for bytes that are no unit vector.
  init?(_ bytes: RawSpan, version: UInt32) {
    self.version = version
    memory = .allocate(capacity: Embedding.bytes)
    bytes.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(start: memory, count: Embedding.bytes).copyMemory(from: $0)
    }
    guard imp_embedding_is_unit(memory) != 0 else { return nil }
  }

  deinit {
    explicit_bzero(memory, Embedding.bytes)
    memory.deallocate()
  }

  /// Valid while the vector is.
  var payload: UnsafePointer<UInt8> { UnsafePointer(memory) }
}
