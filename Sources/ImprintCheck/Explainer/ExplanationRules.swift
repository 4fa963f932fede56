// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Valid explanations.
enum ExplanationRules {
  /// What is wrong, as a sentence without its end; `nil` where nothing is.
  static func problem(of explained: ExplainedRoom) throws -> String? {
    let (minutiae, shares) = try explained.read()
    let said = explained.said
    guard said.aligned <= 1, (-180...180).contains(said.turn), (-1e7...1e7).contains(said.shift_x),
      (-1e7...1e7).contains(said.shift_y),
      said.aligned == 1 || said.turn == 0 && said.shift_x == 0 && said.shift_y == 0
    else {
      return "the motion is \(said.turn), \(said.shift_x), \(said.shift_y), with aligned \(said.aligned)"
    }
    let probes = minutiae.prefix { $0.side == UInt32(IMP_EXPLAINED_PROBE) }.count
    for (index, minutia) in minutiae.enumerated() {
      if index >= probes, minutia.side != UInt32(IMP_EXPLAINED_REFERENCE) {
        return "minutia \(index) is of side \(minutia.side)"
      }
      guard minutia.kind <= UInt32(IMP_MINUTIA_BIFURCATION), (0...1e6).contains(minutia.x),
        (0...1e6).contains(minutia.y), (0...360).contains(minutia.direction), minutia.quality <= 100
      else { return "minutia \(index) is \(minutia)" }
    }
    for (index, share) in shares.enumerated() where !isValid(share, 0..<probes, probes..<minutiae.count) {
      return "share \(index) of \(minutiae.count) minutiae, \(probes) of them the probe's, is \(share)"
    }
    return nil
  }

  private static func isValid(
    _ share: imp_explained_share, _ probes: Range<Int>, _ references: Range<Int>
  ) -> Bool {
    func isNone(_ place: UInt32) -> Bool { place == IMP_EXPLAINED_NONE }
    let (probe, reference) = (probes.contains(Int(share.probe)), references.contains(Int(share.reference)))
    let others = probes.contains(Int(share.other_probe)) && references.contains(Int(share.other_reference))
    let noOthers = isNone(share.other_probe) && isNone(share.other_reference)
    guard share.value.isFinite else { return false }
    return switch Int32(bitPattern: share.kind) {
    case IMP_SHARE_PAIR: probe && reference && noOthers
    case IMP_SHARE_EDGE: probe && reference && others
    case IMP_SHARE_MISSED:
      noOthers && (probe && isNone(share.reference) || reference && isNone(share.probe))
    case IMP_SHARE_RIDGES, IMP_SHARE_OTHER: isNone(share.probe) && isNone(share.reference) && noOthers
    default: false
    }
  }
}
