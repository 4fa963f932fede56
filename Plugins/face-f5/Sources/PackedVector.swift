// SPDX-License-Identifier: Apache-2.0
import CEmbedding
import CPackedEmbedding
import Glibc
import ImprintPluginKit

/// A template that was read and unpacked. It is erased when it is released.
final class PackedVector {
  private let memory: UnsafeMutablePointer<UInt8>

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
    memory = .allocate(capacity: Int(IMP_EMBEDDING_BYTES))
    template.bytes.withUnsafeBytes { [memory] bytes in
      guard let start = bytes.baseAddress else { return }
      imp_packed_unit(start.assumingMemoryBound(to: UInt8.self), memory)
    }
  }

  deinit {
    explicit_bzero(memory, Int(IMP_EMBEDDING_BYTES))
    memory.deallocate()
  }

  /// A unit vector, valid while this is.
  var unit: UnsafePointer<UInt8> { UnsafePointer(memory) }
}
