// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintPluginKit

/// A template that was read. It is erased when it is released.
final class PreparedVector {
  private let memory: UnsafeMutablePointer<UInt8>
  private let count: Int

  /// - Throws: `.templateFormat`, `.templateVersion`, `.templateDamaged`.
  init(_ template: TemplateView, of format: VectorFormat) throws(PluginFailure) {
    count = format.entryBytes
    memory = .allocate(capacity: count)
    // Where this throws, deinit runs: all of it was initialised.
    try format.prepare(template, into: memory)
  }

  deinit {
    explicit_bzero(memory, count)
    memory.deallocate()
  }

  /// What is compared, valid while this is.
  var entry: UnsafePointer<UInt8> { UnsafePointer(memory) }
}

/// Compares templates by the metric of their format; higher for more alike. Any thread.
struct VectorComparer: TemplateComparer {
  let format: VectorFormat

  func prepare(_ template: TemplateView) throws(PluginFailure) -> PreparedVector {
    try PreparedVector(template, of: format)
  }

  func similarity(_ probe: PreparedVector, _ reference: PreparedVector) -> Float {
    var similarity = Float.nan
    format.compare(probe.entry, reference.entry, 1, &similarity)
    return similarity
  }
}
