// SPDX-License-Identifier: Apache-2.0

extension MatchExplanation: CustomStringConvertible {
  /// Several lines, for people. Numbers of templates count from 1.
  public var description: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    var lines = [verdict, "asked: \(asked)"]
    if let otherUse { lines.append("warning: \(otherUse)") }
    lines.append("threshold: \(threshold)")
    lines += candidates.enumerated().map { "candidate \($0 + 1): \($1)" }
    lines += references.enumerated().map { "reference \($0 + 1): \($1)" }
    lines += compared.map { "compared: \($0)" }
    lines += calibrations.map { "calibration \($0)" }
    lines += passedOver.map { "passed over: \($0)" }
    return lines
  }

  private var verdict: String {
    let where_ = searched.map { " among \($0) references" } ?? ""
    let best = compared.max { $0.score < $1.score }
    guard let best else { return "no match\(where_): nobody was compared" }
    return (isMatch ? "match" : "no match") + where_ + ": the best score is \(Self.shown(best.score)), "
      + "and a match has to be above \(Self.shown(threshold.score))"
  }

  /// A score with as many digits as tell it from a threshold beside it.
  fileprivate static func shown(_ score: Double) -> String {
    guard score.isFinite, abs(score) < 1e9 else { return "\(score)" }
    let thousandths = (score * 1000).rounded() / 1000
    return thousandths == thousandths.rounded() ? "\(Int(thousandths))" : "\(thousandths)"
  }
}

extension MatchExplanation.Asked: CustomStringConvertible {
  public var description: String {
    let words =
      switch policy {
      case .threshold: "a score above \(MatchExplanation.shown(value))"
      case .matchingThreshold: "a matching threshold of \(Int(value))"
      case .falseMatchRate: "a false match rate of \(value)"
      case .falsePositiveIdentificationRate: "a false positive identification rate of \(value)"
      }
    return words + (minimumQuality > 0 ? ", a quality of at least \(minimumQuality)" : "")
      + (sites == .any ? ", all sites" : "") + (requireCalibrated ? ", measured rates alone" : "")
      + (maximumCandidates.map { ", at most \($0) people" } ?? "") + (use.map { ", \($0)" } ?? "")
  }
}

extension MatchExplanation.Warning: CustomStringConvertible {
  public var description: String { "\(reason) \(remedy)" }
}

extension MatchExplanation.Threshold: CustomStringConvertible {
  public var description: String {
    "score \(MatchExplanation.shown(score)), matching threshold \(MatchExplanation.shown(matchingThreshold)), "
      + "false match rate \(falseMatchRate) of one comparison, \(falseMatchRateOfAll) of all \(comparisons)"
      + (isExtrapolated ? " (extrapolated: beyond what was measured)" : "")
  }
}

extension MatchExplanation.Sample: CustomStringConvertible {
  public var description: String {
    "\(format), \(site == "unknown" ? "\(modality), site unknown" : site), "
      + "quality \(quality.map(String.init) ?? "not measured"), "
      + (samples == 1 ? "one sample" : "\(samples) samples") + ", made by \(maker ?? "an unnamed extractor")"
  }
}

extension MatchExplanation.Compared: CustomStringConvertible {
  public var description: String {
    let who =
      user ?? "candidate \(candidate.map { "\($0 + 1)" } ?? "?") with reference "
      + "\(reference.map { "\($0 + 1)" } ?? "?")"
    let words = qualities.map { list in
      ", qualities " + list.map { $0.map(String.init) ?? "not measured" }.joined(separator: ", ")
    }
    return "\(who): score \(MatchExplanation.shown(score))\(isExtrapolated ? " (extrapolated)" : ""), "
      + "similarity \(similarity), \(isMatch ? "match" : "no match"), calibration \(calibration)"
      + (words ?? "")
  }
}

extension MatchExplanation.UsedCalibration: CustomStringConvertible {
  public var description: String {
    "\(number): \(pair); measured \(date) with \(impostorComparisons) impostor comparisons of \(subjects) people "
      + "(\(population)), up to score \(MatchExplanation.shown(supportedUpTo))"
  }
}

extension MatchExplanation.PassedOver: CustomStringConvertible {
  public var description: String {
    let what =
      switch side {
      case .candidate: count == 1 ? "template of the candidate" : "templates of the candidate"
      case .reference: count == 1 ? "reference" : "references"
      case .pair: count == 1 ? "pair" : "pairs"
      }
    return "\(count) \(what): \(reason) \(remedy) [\(code)]"
  }
}
