// SPDX-License-Identifier: Apache-2.0
import CEmbedding
import ImprintPluginKit

/// Compares templates by the cosine of their vectors: -1...1, higher for more alike. Any thread.
struct CosineComparer: TemplateComparer {
  func prepare(_ template: TemplateView) throws(PluginFailure) -> InlineArray<512, UInt8> {
    var payload = InlineArray<512, UInt8>(repeating: 0)
    template.bytes.withUnsafeBytes { bytes in
      var target = payload.mutableSpan
      target.withUnsafeMutableBytes { $0.copyMemory(from: bytes) }
    }
    guard payload.withPayload({ imp_embedding_is_unit($0) }) != 0 else {
      throw PluginFailure(
        .templateDamaged, "A template of imprint.face-f6 is no unit vector: it was damaged. Enrol again.")
    }
    return payload
  }

  func similarity(_ probe: InlineArray<512, UInt8>, _ reference: InlineArray<512, UInt8>) -> Float {
    probe.withPayload { probe in reference.withPayload { imp_embedding_cosine(probe, $0) } }
  }

  /// References that follow each other without a gap go to C in one piece, at the speed of memory.
  func compare(
    _ probe: InlineArray<512, UInt8>, with gallery: GalleryView, into similarities: inout MutableSpan<Float>
  ) {
    probe.withPayload { probe in
      gallery.bytes.withUnsafeBytes { data in
        similarities.withUnsafeMutableBufferPointer { results in
          var first = 0
          while first < gallery.count {
            let next = Self.endOfRun(from: first, in: gallery)
            let start = gallery.range(first).lowerBound
            if next > first, let references = data.baseAddress, let results = results.baseAddress {
              imp_embedding_cosines(
                probe, (references + start).assumingMemoryBound(to: UInt8.self), next - first, results + first
              )
            } else {
              results[first] = .nan
            }
            first = max(next, first + 1)
          }
        }
      }
    }
  }

  /// The first template from `first` on that is not of the right length.
  private static func endOfRun(from first: Int, in gallery: GalleryView) -> Int {
    var next = first
    while next < gallery.count, gallery.range(next).count == Embedding.bytes { next += 1 }
    return next
  }
}

extension InlineArray where count == 512, Element == UInt8 {
  /// Lends the bytes to C.
  fileprivate func withPayload<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    span.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("512 bytes have an address.") }
      return body(start)
    }
  }
}
