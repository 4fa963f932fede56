// SPDX-License-Identifier: Apache-2.0
import CFingerEdges
import Glibc
import ImprintPluginKit

/// Compares a probe with every packed print, by their minutiae. Any thread.
struct EdgeSearcher: TemplateSearcher {
  let format: PrintFormat

  func probe(_ template: TemplateView) throws(PluginFailure) -> Print { try format.read(template) }

  func prepare(_ template: TemplateView, into entry: inout MutableRawSpan) throws(PluginFailure) {
    let print = try format.read(template)
    entry.withUnsafeMutableBytes { room in
      withUnsafeTemporaryAllocation(of: imp_finger_entry.self, capacity: 1) { packed in
        guard let start = packed.baseAddress else { return }
        imp_finger_pack(print.prepared, start)
        room.copyMemory(from: UnsafeRawBufferPointer(packed))
        explicit_bzero(start, MemoryLayout<imp_finger_entry>.size)
      }
    }
  }

  func compare(_ probe: Print, with entries: RawSpan, into similarities: inout MutableSpan<Float>) {
    entries.withUnsafeBytes { entries in
      guard let first = entries.baseAddress?.assumingMemoryBound(to: imp_finger_entry.self) else { return }
      let reference = Print()
      for index in similarities.indices {
        imp_finger_unpack(first + index, reference.prepared)
        similarities[index] = EdgeComparer.cut(imp_finger_compare(probe.prepared, reference.prepared, nil))
      }
    }
  }
}
