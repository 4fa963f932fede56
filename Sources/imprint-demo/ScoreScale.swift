// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// The axis that scores are drawn on: the same for every bar of the page.
struct ScoreScale: Sendable {
  /// The left end: no discrimination there.
  static let lowest = 0.0
  /// The right end; a score beyond it is drawn up to it, with its value.
  static let highest = 6500.0
  private static let step = 500.0

  let threshold: Score
  /// Beyond it scores are extrapolated; `nil` where all are measured.
  let measuredUpTo: Score?

  /// A score's position, in percent of the axis.
  static func place(_ score: Score) -> Double {
    let value = score.value.isNaN ? lowest : min(max(score.value, lowest), highest)
    return (value - lowest) / (highest - lowest) * 100
  }

  /// The labels below the bars, and their meaning: the rate at which two different people score as high.
  var axis: HTML {
    let marks = stride(from: Self.lowest, to: Self.highest, by: Self.step).map { value -> HTML in
      let score = Score(value)
      // A phone has room for every second label.
      let rank = value.truncatingRemainder(dividingBy: 1000) == 0 ? "mark" : "mark minor"
      return """
        <span class="\(rank)" style="left:\(Self.percent(score))"><b>\(score.description)</b>\
        <small>\(Self.rarity(of: score))</small></span>
        """
    }
    return "<div class=\"axis\" aria-hidden=\"true\">\(marks)</div>"
  }

  /// A bar with the axis's lines behind it and the threshold across it.
  func bar(of score: Score, isMatch: Bool, isExtrapolated: Bool) -> HTML {
    let beyond: HTML =
      measuredUpTo.map { "<i class=\"beyond\" style=\"left:\(Self.percent($0))\"></i>" } ?? ""
    return """
      <div class="bar">\(beyond)<span class="\(isMatch ? "match" : "other")" style="width:\(Self.percent(score))"></span>\
      <i class="threshold" style="left:\(Self.percent(threshold))"></i>\
      <b>\(score.description)\(isExtrapolated ? "*" : "")</b></div>
      """
  }

  /// A width or position in CSS.
  private static func percent(_ score: Score) -> String { String(format: "%.2f%%", place(score)) }

  /// `1 in 10,000`: the share of impostor comparisons that exceed a score.
  static func rarity(of score: Score) -> String {
    let rate = score.falseMatchRate
    guard rate < 1 else { return "all" }
    let times = 1 / rate
    return times < 1e6 ? "1 in \(Int(times.rounded()).grouped)" : String(format: "1 in 10^%.0f", log10(times))
  }

}

extension Int {
  /// With a comma between thousands, as people read it: `3,311,507`.
  var grouped: String {
    let digits = Array("\(magnitude)")
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
}
