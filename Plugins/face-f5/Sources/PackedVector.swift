// SPDX-License-Identifier: Apache-2.0
import CPackedEmbedding
import Glibc
import ImprintPluginKit

/// A template that was read, and its numbers unpacked. It is erased when it is released.
final class PackedVector {
  private let memory: UnsafeMutablePointer<imp_packed_vector>

  init(_ template: TemplateView) throws(PluginFailure) {
    let kind = template.bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { imp_packed_judge($0.assumingMemoryBound(to: UInt8.self)) }
        ?? IMP_PACKED_DAMAGED
    }
    switch kind {
    case IMP_PACKED_GOOD: break
    case IMP_PACKED_FOREIGN:
      throw PluginFailure(
        .templateFormat,
        "These are no bytes of a template of \(PackedTemplate.format). "
          + "Compare it with the algorithm that made it.")
    case IMP_PACKED_NEWER:
      throw PluginFailure(
        .templateVersion,
        "The template says a later version than \(PackedTemplate.version). Update the plugin.")
    default:
      throw PluginFailure(
        .templateDamaged, "The template's check is not that of its bytes: it was damaged. Enrol again.")
    }
    memory = .allocate(capacity: 1)
    memory.initialize(to: imp_packed_vector())
    template.bytes.withUnsafeBytes { [memory] bytes in
      guard let start = bytes.baseAddress else { return }
      imp_packed_unpack(start.assumingMemoryBound(to: UInt8.self), memory)
    }
  }

  deinit {
    explicit_bzero(memory, MemoryLayout<imp_packed_vector>.size)
    memory.deallocate()
  }

  /// Valid while this is.
  var numbers: UnsafePointer<imp_packed_vector> { UnsafePointer(memory) }
}
