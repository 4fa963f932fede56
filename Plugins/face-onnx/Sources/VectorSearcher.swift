// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Exhaustive search: similarities are those of ``VectorComparer``, by the same function.
struct VectorSearcher: TemplateSearcher {
  static let form = "imprint.face-onnx.vectors"

  let format: VectorFormat

  func probe(_ template: TemplateView) throws(PluginFailure) -> PreparedVector {
    try PreparedVector(template, of: format)
  }

  func prepare(_ template: TemplateView, into entry: inout MutableRawSpan) throws(PluginFailure) {
    let vector = try PreparedVector(template, of: format)
    entry.withUnsafeMutableBytes {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: vector.entry, count: format.entryBytes))
    }
  }

  func compare(
    _ probe: PreparedVector, with entries: RawSpan, into similarities: inout MutableSpan<Float>
  ) {
    entries.withUnsafeBytes { entries in
      similarities.withUnsafeMutableBufferPointer { results in
        guard let first = entries.baseAddress, let results = results.baseAddress else { return }
        format.compare(
          probe.entry, first.assumingMemoryBound(to: UInt8.self), entries.count / format.entryBytes, results)
      }
    }
  }
}
