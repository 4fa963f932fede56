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
    let score = imp_finger_compare(probe.prepared, reference.prepared, &match)
    return Self.cut(score + Self.ridges(of: probe, and: reference, under: &match))
  }

  /// What the orientation fields add to the score, or take from it; 0 where they say nothing.
  static func ridges(
    of probe: Print, and reference: Print, under match: UnsafePointer<imp_finger_match>
  ) -> Float {
    guard match.pointee.count > 0 else { return 0 }
    var blocks: Int32 = 0
    // Of prints without a field, no block is in common.
    let agreement = imp_finger_fields(probe.print, reference.print, match, &blocks)
    return blocks >= leastBlocks ? perField * (agreement - 0.8) : 0
  }

  static func cut(_ score: Float) -> Float {
    min(similarities.upperBound, max(similarities.lowerBound, score))
  }
}
