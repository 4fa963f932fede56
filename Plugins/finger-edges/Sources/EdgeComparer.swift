// SPDX-License-Identifier: Apache-2.0
import CFingerEdges
import ImprintPluginKit

/// Compares prints by the pairs of minutiae that edges tie together, and by their orientation fields where
/// the format has them. Any thread.
struct EdgeComparer: TemplateComparer {
  let format: PrintFormat

  /// About 0 for two fingers, 10 and more for one; what is beyond is cut.
  static let similarities: ClosedRange<Float> = -100...500
  /// What a field that agrees wholly, instead of by four fifths, is worth: measured, as two pairs are.
  private static let perField: Float = 10
  /// Fewer blocks in common say nothing.
  private static let leastBlocks: Int32 = 30

  func prepare(_ template: TemplateView) throws(PluginFailure) -> Print { try format.read(template) }

  func similarity(_ probe: Print, _ reference: Print) -> Float {
    var match = imp_finger_match()
    var score = imp_finger_compare(probe.prepared, reference.prepared, &match)
    var blocks: Int32 = 0
    // Of prints without a field, no block is in common.
    let agreement = match.count > 0 ? imp_finger_fields(probe.print, reference.print, &match, &blocks) : 0
    if blocks >= Self.leastBlocks { score += Self.perField * (agreement - 0.8) }
    return Self.cut(score)
  }

  static func cut(_ score: Float) -> Float {
    min(similarities.upperBound, max(similarities.lowerBound, score))
  }
}
