// SPDX-License-Identifier: Apache-2.0
import CEmbedding
import ImprintPluginKit

/// Compares templates by cosine similarity: -1...1, higher for more alike. Any thread.
struct CosineComparer: TemplateComparer {
  func prepare(_ template: TemplateView) throws(PluginFailure) -> UnitVector {
    guard let vector = UnitVector(template.bytes, version: template.version) else { throw Self.damaged }
    return vector
  }

  private static var damaged: PluginFailure {
    PluginFailure(
      .templateDamaged, "A template of \(Embedding.format) is no unit vector: it was damaged. Enrol again.")
  }

  func similarity(_ probe: UnitVector, _ reference: UnitVector) -> Float {
    imp_embedding_cosine(probe.payload, reference.payload)
  }

  /// Both where they are.
  func similarity(of probe: TemplateView, to reference: TemplateView) throws(PluginFailure) -> Float {
    let cosine = probe.bytes.withUnsafeBytes { probe in
      reference.bytes.withUnsafeBytes { reference -> Float in
        guard let one = probe.baseAddress, let other = reference.baseAddress else { return .nan }
        return imp_embedding_cosine(
          one.assumingMemoryBound(to: UInt8.self), other.assumingMemoryBound(to: UInt8.self))
      }
    }
    guard !cosine.isNaN else { throw Self.damaged }
    return cosine
  }

  /// References that are contiguous in memory are compared in one call.
  func compare(
    _ probe: UnitVector, with gallery: GalleryView, into similarities: inout MutableSpan<Float>
  ) {
    gallery.bytes.withUnsafeBytes { data in
      similarities.withUnsafeMutableBufferPointer { results in
        var first = 0
        while first < gallery.count {
          let next = Self.endOfRun(from: first, in: gallery)
          let start = gallery.range(first).lowerBound
          if next > first, let references = data.baseAddress, let results = results.baseAddress {
            imp_embedding_cosines(
              probe.payload, (references + start).assumingMemoryBound(to: UInt8.self), next - first,
              results + first)
          } else {
            results[first] = .nan
          }
          first = max(next, first + 1)
        }
      }
    }
  }

  func fuse(_ templates: [UnitVector]) throws(PluginFailure) -> Fusion {
    // A fused template has one version, and no calibration is of one that is partly of another network.
    guard templates.allSatisfy({ $0.version == Embedding.version }) else {
      throw PluginFailure(
        .templateVersion,
        "Templates of version \(Embedding.version) are fused, and not those of earlier ones, which are still "
          + "compared. Enrol again.")
    }
    guard let fused = Embedding.template(fusing: templates) else {
      throw PluginFailure(
        .templatesDisagree,
        "One of \(templates.count) templates is not like the others: somebody else's, or of a poor image. "
          + "Leave it out.")
    }
    return Fusion(template: fused, of: templates.count)
  }

  /// The first template from `first` on that is not of the right length.
  private static func endOfRun(from first: Int, in gallery: GalleryView) -> Int {
    var next = first
    while next < gallery.count, gallery.range(next).count == Embedding.bytes { next += 1 }
    return next
  }
}
