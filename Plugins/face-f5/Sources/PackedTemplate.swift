// SPDX-License-Identifier: Apache-2.0
import CPackedEmbedding

/// Templates of F5: 116 bytes in all, so that a QR code holds one.
enum PackedTemplate {
  static let format = "imprint.face-f5"
  static let version = UInt32(IMP_PACKED_VERSION)
  static let bytes = Int(IMP_PACKED_BYTES)

  /// - Parameter quality: 0...100; `nil`: not measured.
  /// - Returns: `nil` where the embedding has no direction.
  static func make(of embedding: UnsafePointer<Float>, quality: Float?) -> [UInt8]? {
    let quality =
      quality.map { UInt8(min(100, max(0, $0)).rounded()) } ?? UInt8(IMP_PACKED_QUALITY_UNKNOWN)
    var made = false
    let payload = [UInt8](unsafeUninitializedCapacity: bytes) { memory, count in
      guard let start = memory.baseAddress else { return }
      made = imp_packed_make(embedding, quality, start) != 0
      count = made ? bytes : 0
    }
    return made ? payload : nil
  }
}
