// SPDX-License-Identifier: Apache-2.0
import CEmbedding

/// Templates of F6: unit vectors of 128 floats, 512 bytes, little-endian.
enum Embedding {
  static let format = "imprint.face-f6"
  /// Of the templates that are made: 2, by the network in int8. Version 1 is by the one in float32, with
  /// which no template is made any more.
  static let version: UInt32 = 2
  /// The directions of both versions mean the same: the mean cosine of a picture's two is 0.999.
  static let reads: ClosedRange<UInt32> = 1...2
  static let bytes = Int(IMP_EMBEDDING_BYTES)

  /// The least similarity of templates that are fused: that with a false match rate of 1 in 100, by the
  /// manifest's calibration of version 2.
  private static let alike: Float = 0.9097

  /// - Returns: `nil` where the sum of both cannot be normalised.
  static func template(of first: UnsafePointer<Float>, and second: UnsafePointer<Float>) -> [UInt8]? {
    payload { imp_embedding_make(first, second, $0) }
  }

  /// - Returns: `nil` where one is not like the mean of the others.
  static func template(fusing vectors: [UnitVector]) -> [UInt8]? {
    var payloads = vectors.map(\.payload)
    return payload { imp_embedding_fuse(&payloads, vectors.count, alike, $0) }
  }

  /// - Parameter make: 0 where there is none.
  private static func payload(_ make: (UnsafeMutablePointer<UInt8>) -> Int32) -> [UInt8]? {
    var made = false
    let payload = [UInt8](unsafeUninitializedCapacity: bytes) { memory, count in
      guard let start = memory.baseAddress else { return }
      made = make(start) != 0
      count = made ? bytes : 0
    }
    return made ? payload : nil
  }
}
