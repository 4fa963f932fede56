// SPDX-License-Identifier: Apache-2.0
import CPackedEmbedding
import ImprintPluginKit

/// Compares templates by the cosine of their whole numbers: -1...1, higher for more alike. Any thread.
struct PackedComparer: TemplateComparer {
  func prepare(_ template: TemplateView) throws(PluginFailure) -> PackedVector {
    try PackedVector(template)
  }

  func similarity(_ probe: PackedVector, _ reference: PackedVector) -> Float {
    imp_packed_cosine(probe.numbers, reference.numbers)
  }
}
