// SPDX-License-Identifier: Apache-2.0
import CEmbedding
import ImprintPluginKit

/// Exhaustive search of unpacked templates: similarities are those of ``PackedComparer``, by the same
/// function.
struct PackedSearcher: TemplateSearcher {
  static let form = "imprint.face-f5.vectors"
  static let bytes = Int(IMP_EMBEDDING_BYTES)

  func probe(_ template: TemplateView) throws(PluginFailure) -> PackedVector { try PackedVector(template) }

  func prepare(_ template: TemplateView, into entry: inout MutableRawSpan) throws(PluginFailure) {
    let vector = try PackedVector(template)
    entry.withUnsafeMutableBytes {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: vector.unit, count: Self.bytes))
    }
  }

  func compare(_ probe: PackedVector, with entries: RawSpan, into similarities: inout MutableSpan<Float>) {
    entries.withUnsafeBytes { entries in
      similarities.withUnsafeMutableBufferPointer { results in
        guard let first = entries.baseAddress, let results = results.baseAddress else { return }
        imp_embedding_cosines(
          probe.unit, first.assumingMemoryBound(to: UInt8.self), entries.count / Self.bytes, results)
      }
    }
  }
}
