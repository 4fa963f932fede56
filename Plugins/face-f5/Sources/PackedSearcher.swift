// SPDX-License-Identifier: Apache-2.0
import CPackedEmbedding
import ImprintPluginKit

/// Exhaustive search of packed templates: an entry is a template's own numbers, 6 bits each in an order that
/// registers unpack, and similarities are those of ``PackedComparer``, bit by bit.
struct PackedSearcher: TemplateSearcher {
  static let form = "imprint.face-f5.packed"
  static let bytes = Int(IMP_PACKED_ENTRY_BYTES)

  func probe(_ template: TemplateView) throws(PluginFailure) -> PackedVector { try PackedVector(template) }

  func prepare(_ template: TemplateView, into entry: inout MutableRawSpan) throws(PluginFailure) {
    let vector = try PackedVector(template)
    entry.withUnsafeMutableBytes { entry in
      guard let start = entry.baseAddress else { return }
      imp_packed_entry_make(vector.numbers, start.assumingMemoryBound(to: UInt8.self))
    }
  }

  func compare(_ probe: PackedVector, with entries: RawSpan, into similarities: inout MutableSpan<Float>) {
    entries.withUnsafeBytes { entries in
      similarities.withUnsafeMutableBufferPointer { results in
        guard let first = entries.baseAddress, let results = results.baseAddress else { return }
        imp_packed_cosines(
          probe.numbers, first.assumingMemoryBound(to: UInt8.self), entries.count / Self.bytes, results)
      }
    }
  }
}
