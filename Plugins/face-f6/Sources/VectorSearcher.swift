// SPDX-License-Identifier: Apache-2.0
import CEmbedding
import ImprintPluginKit

/// Exhaustive search of templates in place: an entry is the template itself, and similarities are those of
/// ``CosineComparer``, by the same function.
struct VectorSearcher: TemplateSearcher {
  static let form = "imprint.face-f6.vectors"

  func probe(_ template: TemplateView) throws(PluginFailure) -> UnitVector {
    try CosineComparer().prepare(template)
  }

  func prepare(_ template: TemplateView, into entry: inout MutableRawSpan) throws(PluginFailure) {
    _ = try probe(template)
    template.bytes.withUnsafeBytes { payload in
      entry.withUnsafeMutableBytes { $0.copyMemory(from: payload) }
    }
  }

  func compare(_ probe: UnitVector, with entries: RawSpan, into similarities: inout MutableSpan<Float>) {
    entries.withUnsafeBytes { entries in
      similarities.withUnsafeMutableBufferPointer { results in
        guard let first = entries.baseAddress, let results = results.baseAddress else { return }
        imp_embedding_cosines(
          probe.payload, first.assumingMemoryBound(to: UInt8.self), entries.count / Embedding.bytes, results)
      }
    }
  }
}
