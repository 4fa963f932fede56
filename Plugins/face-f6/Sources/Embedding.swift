// SPDX-License-Identifier: Apache-2.0
import CEmbedding

/// Templates of F6: unit vectors of 128 floats, 512 bytes, little-endian.
enum Embedding {
  static let length = Int(IMP_EMBEDDING_LENGTH)
  static let bytes = Int(IMP_EMBEDDING_BYTES)

  /// - Returns: `nil` where the sum of both has no direction.
  static func template(of first: UnsafePointer<Float>, and second: UnsafePointer<Float>) -> [UInt8]? {
    var made = false
    let payload = [UInt8](unsafeUninitializedCapacity: bytes) { memory, count in
      guard let start = memory.baseAddress else { return }
      made = imp_embedding_make(first, second, start) != 0
      count = made ? bytes : 0
    }
    return made ? payload : nil
  }
}
