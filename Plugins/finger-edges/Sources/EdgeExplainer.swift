// SPDX-License-Identifier: Apache-2.0
import CFingerEdges
import Glibc
import ImprintPluginKit

/// Says why ``EdgeComparer`` finds two prints as alike as it does, by the same steps. Any thread.
struct EdgeExplainer: FingerExplainer {
  let format: PrintFormat

  /// Micrometres of a pixel at 500 dots an inch.
  private static let pixel: Float = 50.8

  func explain(
    _ probe: TemplateView, _ reference: TemplateView
  ) throws(PluginFailure) -> FingerExplanation {
    let (probe, reference) = (try format.read(probe), try format.read(reference))
    let reasons = Reasons()
    let score = imp_finger_explain(probe.prepared, reference.prepared, reasons.raw)
    let ridges = withUnsafePointer(to: reasons.raw.pointee.match) {
      EdgeComparer.ridges(of: probe, and: reference, under: $0)
    }
    let similarity = EdgeComparer.cut(score + ridges)
    var explanation = FingerExplanation(
      similarity: similarity, motion: Self.motion(of: reasons.raw.pointee.match))
    explanation.probe = Self.minutiae(of: probe)
    explanation.reference = Self.minutiae(of: reference)
    explanation.shares.reserveCapacity(reasons.shares.count + 2)
    for share in reasons.shares {
      explanation.shares.append(FingerExplanation.Share(Self.reason(of: share), share.value))
    }
    if ridges != 0 { explanation.shares.append(FingerExplanation.Share(.ridges, ridges)) }
    // What is beyond the range of similarities.
    let cut = similarity - (score + ridges)
    if cut != 0 { explanation.shares.append(FingerExplanation.Share(.other, cut)) }
    return explanation
  }

  /// Those that were compared: the best of more.
  private static func minutiae(of print: Print) -> [FingerExplanation.Minutia] {
    print.minutiae.prefix(Int(print.prepared.pointee.count)).map { minutia in
      let kind: FingerExplanation.Minutia.Kind =
        switch minutia.kind {
        case 1: .ending
        case 2: .bifurcation
        default: .other
        }
      return FingerExplanation.Minutia(
        kind: kind, x: Float(minutia.x) * pixel, y: Float(minutia.y) * pixel,
        direction: Float(minutia.angle) * 360 / 256,
        quality: minutia.quality == 0 ? -1 : Float(minutia.quality))
    }
  }

  private static func motion(of match: imp_finger_match) -> FingerExplanation.Motion? {
    guard match.count > 0 else { return nil }
    // About the top left, where the comparison has it about the middle of the pairs.
    let right = match.nx - (match.mx * match.cosine - match.my * match.sine)
    let down = match.ny - (match.mx * match.sine + match.my * match.cosine)
    // Rows count downwards, and angles upwards.
    let turn = -atan2(match.sine, match.cosine) * 180 / .pi
    return FingerExplanation.Motion(
      turn: min(180, max(-180, turn)), right: right * pixel, down: down * pixel)
  }

  private static func reason(of share: imp_finger_share) -> FingerExplanation.Share.Reason {
    let pair = FingerExplanation.Pair(Int(share.probe), Int(share.reference))
    return switch imp_finger_reason(rawValue: UInt32(share.reason)) {
    case IMP_FINGER_PAIR: .pair(pair)
    case IMP_FINGER_AGREEING_EDGE:
      .edge(pair, FingerExplanation.Pair(Int(share.other_probe), Int(share.other_reference)))
    case IMP_FINGER_MISSED_PROBE: .missedOfProbe(pair.probe)
    case IMP_FINGER_MISSED_REFERENCE: .missedOfReference(pair.reference)
    default: .other
    }
  }
}

/// What counted, as the comparison writes it down. It is erased when it is released.
private final class Reasons {
  let raw: UnsafeMutablePointer<imp_finger_reasons>

  init() {
    raw = .allocate(capacity: 1)
    raw.initialize(to: imp_finger_reasons())
  }

  deinit {
    explicit_bzero(raw, MemoryLayout<imp_finger_reasons>.size)
    raw.deallocate()
  }

  /// Valid while this is.
  var shares: UnsafeBufferPointer<imp_finger_share> {
    UnsafeBufferPointer(start: imp_finger_shares(raw), count: Int(raw.pointee.count))
  }
}
