// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import ImprintPages

/// A quality's curve in words.
extension ErrorRejectCurve {
  var isOfTemplates: Bool { name == "template" }

  /// `score 3500`, or `similarity 0.83`.
  var thresholdText: String { score.map { "score \($0)" } ?? "similarity \(threshold)" }

  /// `0.31 (0.24 to 0.38): predicts errors`.
  var gainText: String {
    guard let gain else { return "no errors to predict, or nothing else" }
    guard errors >= Self.leastErrors else {
      return "too few errors to tell: \(errors), and \(Self.leastErrors) are needed"
    }
    return "\(Self.words(gain) { Figures.fixed($0, 2) }): \(verdict?.words ?? "")"
  }

  /// `by rejecting 12 % (8 % to 20 %)`.
  var halvedText: String {
    halved.map { "by rejecting \(Self.words($0) { Figures.percent($0) })" } ?? "not by rejecting half of all"
  }

  /// `13.8 % (12.0 to 15.7 %)`.
  static func words(_ point: Point) -> String {
    "\(Figures.share(point.falseNonMatch))" + (point.interval.map { " (\(Figures.shares($0)))" } ?? "")
  }

  private static func words(_ figure: Figure, _ text: (Double) -> String) -> String {
    text(figure.value)
      + (figure.interval.map { " (\(text($0.lowerBound)) to \(text($0.upperBound)))" } ?? "")
  }

  func falseNonMatch(rejecting fraction: Double) -> Point? { points.first { $0.rejected == fraction } }

  /// The head of both forms.
  var summary: [(String, String)] {
    let counts = [
      ("comparisons", "\(comparisons) genuine" + (unmeasured > 0 ? ", \(unmeasured) more without it" : "")),
      ("errors", "\(errors)"),
    ]
    return errors > 0 ? counts + [("gain", gainText), ("FNMR halved", halvedText)] : counts
  }

  var text: String {
    let head = "Error against rejection at \(thresholdText), by the \(name)'s quality:\n\(facts(summary))"
    // Nothing but zeros.
    guard errors > 0 else { return head }
    var table = Table(["REJECTED", "UP TO QUALITY", "FNMR", "A PERFECT ONE"])
    for point in points {
      table.add([
        Figures.bound(point.rejected), point.quality.map { Figures.short($0) } ?? "-", Self.words(point),
        Figures.share(perfect(point.rejected)),
      ])
    }
    return "\(head)\n\(table.text)"
  }

  /// The shares that components are listed with.
  static let componentFractions = [0, 0.05, 0.1, 0.2]

  /// Components beside each other, the best first; `nil` without.
  static func componentTable(_ curves: [ErrorRejectCurve]) -> String? {
    let ordered = components(curves)
    guard let first = ordered.first else { return nil }
    var table = Table(
      ["COMPONENT", "COMPARISONS", "GAIN"] + componentFractions.map { "FNMR, \(Figures.bound($0)) REJECTED" })
    for curve in ordered {
      table.add(
        [curve.name, "\(curve.comparisons)", curve.gainText]
          + componentFractions.map { curve.falseNonMatch(rejecting: $0).map(words) ?? "" })
    }
    return "Error against rejection at \(first.thresholdText), by components of ISO/IEC 29794-5:\n"
      + table.text
  }

  /// By falling gain.
  static func components(_ curves: [ErrorRejectCurve]) -> [ErrorRejectCurve] {
    curves.filter { !$0.isOfTemplates }.sorted {
      ($1.gain?.value ?? -.infinity, $0.name) < ($0.gain?.value ?? -.infinity, $1.name)
    }
  }
}
