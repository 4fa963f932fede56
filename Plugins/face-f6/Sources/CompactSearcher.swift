// SPDX-License-Identifier: Apache-2.0
import CEmbedding
import Glibc
import ImprintPluginKit

/// Exhaustive search of templates that were rounded to a byte each value: a quarter of the memory, which is
/// what a search of many waits for. It names candidates; what it says of them is within about 0.003 of
/// ``CosineComparer``.
struct CompactSearcher: TemplateSearcher {
  static let form = "imprint.face-f6.bytes"
  static let bytes = Int(IMP_COMPACT_BYTES)

  func probe(_ template: TemplateView) throws(PluginFailure) -> CompactProbe {
    CompactProbe(of: try CosineComparer().prepare(template))
  }

  func prepare(_ template: TemplateView, into entry: inout MutableRawSpan) throws(PluginFailure) {
    let vector = try CosineComparer().prepare(template)
    entry.withUnsafeMutableBytes { entry in
      guard let start = entry.baseAddress else { return }
      imp_compact_make(vector.payload, start.assumingMemoryBound(to: UInt8.self))
    }
  }

  func compare(_ probe: CompactProbe, with entries: RawSpan, into similarities: inout MutableSpan<Float>) {
    entries.withUnsafeBytes { entries in
      similarities.withUnsafeMutableBufferPointer { results in
        guard let first = entries.baseAddress, let results = results.baseAddress else { return }
        imp_compact_cosines(
          probe.rounded, first.assumingMemoryBound(to: UInt8.self), entries.count / Self.bytes, results)
      }
    }
  }
}

/// A rounded probe. It is erased when it is released.
final class CompactProbe {
  private let memory: UnsafeMutablePointer<imp_compact_probe>

  init(of vector: UnitVector) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: imp_compact_probe())
    imp_compact_probe_make(vector.payload, memory)
  }

  deinit {
    explicit_bzero(memory, MemoryLayout<imp_compact_probe>.size)
    memory.deallocate()
  }

  /// Valid while the probe is.
  var rounded: UnsafePointer<imp_compact_probe> { UnsafePointer(memory) }
}
