// SPDX-License-Identifier: Apache-2.0
private import Glibc
import ImprintMatching
import ImprintModel
import ImprintPages

/// The drawings of a report.
struct AccuracyPlots {
  let report: AccuracyReport

  private static let rates = [
    1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.99,
  ]

  // MARK: Comparisons

  /// FNMR against FMR, both as normal deviates; `nil` where one kind of comparison is missing.
  func errorTradeOff(id: String) -> Drawing? {
    guard let sides else { return nil }
    return CurvePlot(
      x: .init(scale: .normalDeviate, range: sides.x, ticks: Self.rates, name: "FMR, normal deviates"),
      y: .init(scale: .normalDeviate, range: sides.y, ticks: Self.rates, name: "FNMR, normal deviates"),
      curve: points.map { ($0.x, $0.y) }, band: points.map { ($0.x, $0.interval) }, marks: marks { $0 },
      notes: notes
    ).drawing(
      id: id, title: "Detection error trade-off (DET)", description: description("FNMR against FMR"))
  }

  /// 1 − FNMR against FMR, which is logarithmic.
  func receiverOperating(id: String) -> Drawing? {
    guard let sides else { return nil }
    let low = max(0, 1 - sides.y.upperBound)
    let range = (low * 10).rounded(.down) / 10...1
    let ticks = stride(from: range.lowerBound, through: 1.0001, by: range.lowerBound < 0.5 ? 0.1 : 0.05)
    return CurvePlot(
      x: .init(scale: .logarithmic, range: sides.x, ticks: Self.decades(sides.x), name: "FMR, logarithmic"),
      y: .init(scale: .linear, range: range, ticks: ticks.map { min($0, 1) }, name: "1 - FNMR"),
      curve: points.map { ($0.x, 1 - $0.y) },
      band: points.map { ($0.x, 1 - $0.interval.upperBound...1 - $0.interval.lowerBound) },
      marks: marks { 1 - $0 }, notes: notes
    ).drawing(
      id: id, title: "Receiver operating characteristic (ROC)",
      description: description("1 - FNMR against FMR"))
  }

  private var points: [(x: Double, y: Double, interval: ClosedRange<Double>)] {
    report.tradeOff.compactMap { point in
      guard let x = point.falseMatch.rate, let y = point.falseNonMatch.rate, x > 0 else { return nil }
      return (x, y, point.falseNonMatch.interval)
    }
  }

  /// The part of both axes that something is on, from mark to mark.
  private var sides: (x: ClosedRange<Double>, y: ClosedRange<Double>)? {
    let points = points
    guard points.count > 1, let first = points.map(\.x).min(), let last = points.map(\.x).max() else {
      return nil
    }
    let (low, high) = (
      points.map(\.interval.lowerBound).min() ?? 0, points.map(\.interval.upperBound).max() ?? 1
    )
    let lowest = Self.rates.last { $0 <= max(low, 1e-4) } ?? 1e-4
    return (
      pow(10, log10(first).rounded(.down))...max(last, 0.4),
      // Many comparisons without an error end below the axis.
      lowest...max(Self.rates.first { $0 >= high } ?? 0.99, 1e-3)
    )
  }

  private func marks(_ y: (Double) -> Double) -> [CurvePlot.Mark] {
    report.scores.compactMap { point in
      guard let falseMatch = point.falseMatch.rate, falseMatch > 0, let miss = point.falseNonMatch.rate else {
        return nil
      }
      let ends = [point.falseNonMatch.interval.lowerBound, point.falseNonMatch.interval.upperBound].map(y)
      return CurvePlot.Mark(
        x: falseMatch, y: y(miss), xInterval: point.falseMatch.interval,
        yInterval: min(ends[0], ends[1])...max(ends[0], ends[1]),
        label: "\(point.promise?.score.description ?? "")", isMet: point.promise?.verdict != .exceeded)
    }
  }

  private var notes: [String] {
    var notes = ["band: 95 % interval of the FNMR"]
    if !report.scores.isEmpty { notes += ["squares: thresholds as scores,", "with both intervals"] }
    if let equal = report.equalError { notes.append("EER \(Figures.share(equal.rate))") }
    for point in report.scores where point.falseMatch.counts.errors == 0 {
      notes.append("\(point.name): no false match, not drawn")
    }
    return notes
  }

  private func description(_ what: String) -> String {
    "\(what), at falling thresholds, with the 95 % interval of the FNMR. "
      + report.targets.map { target, point in
        "At an FMR of \(Figures.share(target)): FNMR \(point.falseNonMatch.words)"
      }.joined(separator: ". ") + "."
  }

  private static func decades(_ range: ClosedRange<Double>) -> [Double] {
    stride(from: log10(range.lowerBound).rounded(), through: 0, by: 1).map { pow(10, $0) }
  }

  // MARK: Rejection

  /// FNMR against the share that is rejected; `nil` where nothing fails.
  func errorReject(_ curve: ErrorRejectCurve, id: String) -> Drawing? {
    let highest = curve.points.map { max($0.falseNonMatch, $0.interval?.upperBound ?? 0) }.max() ?? 0
    guard highest > 0, let end = curve.points.last?.rejected else { return nil }
    let range = 0...([0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5].first { $0 >= highest } ?? 1)
    let perfect = stride(from: 0.0, through: end, by: 0.01).map { (x: $0, y: curve.perfect($0)) }
    return CurvePlot(
      x: .init(
        scale: .linear, range: 0...end, ticks: Axis.ticks(0...end, about: 6),
        name: "genuine comparisons rejected"),
      y: .init(scale: .linear, range: range, ticks: Axis.ticks(range, about: 8), name: "FNMR of the others"),
      curve: curve.points.map { ($0.rejected, $0.falseNonMatch) },
      band: curve.points.map {
        ($0.rejected, $0.interval ?? $0.falseNonMatch...$0.falseNonMatch)
      },
      others: [[(0, perfect[0].y), (end, perfect[0].y)], perfect], marks: [],
      notes: ["at \(curve.thresholdText)", "gain \(curve.gainText)", "FNMR halved: \(curve.halvedText)"]
    ).drawing(
      id: id,
      title: "Error against rejection (ERC) at \(curve.thresholdText), by the \(curve.name)'s quality",
      description: "FNMR against the share of genuine comparisons that is rejected, lowest quality first. "
        + curve.points.map { "\(Figures.bound($0.rejected)): \(ErrorRejectCurve.words($0))" }
        .joined(separator: ". ") + ".")
  }

  // MARK: Promises

  /// The observed FMR at each score, with what it promises; `nil` without scores.
  func promises(id: String) -> Drawing? {
    guard !report.scores.isEmpty else { return nil }
    let lowest = report.scores.compactMap(\.promise?.falseMatchRate).min() ?? 1e-6
    let range = pow(10, log10(lowest).rounded(.down) - 1)...1
    let bands = report.scores.compactMap { point -> RowPlot.Band? in
      guard let promise = point.promise, let rate = point.falseMatch.rate else { return nil }
      let verdict = promise.verdict?.words ?? ""
      return RowPlot.Band(
        name: "score \(promise.score)",
        note:
          "promises \(Figures.share(promise.falseMatchRate))\(promise.isExtrapolated ? ", extrapolated" : "")",
        rows: [
          RowPlot.Row(
            level: "", index: promise.verdict == .notShown ? 1 : 0, whisker: point.falseMatch.interval,
            value: rate, bound: promise.falseMatchRate, isMet: promise.verdict != .exceeded,
            note: "\(Figures.share(rate)), \(verdict)")
        ])
    }
    return RowPlot(
      bands: bands, scale: .logarithmic, range: range, ticks: Self.decades(range), tickText: Figures.share,
      axisName: "FMR, logarithmic; what is below the axis is at its left end"
    ).drawing(
      id: id, title: "False match rates at scores, against what each promises",
      description: bands.map { "\($0.name): \($0.rows[0].note)" }.joined(separator: ". ") + ".")
  }

  // MARK: Searches

  /// FNIR against FPIR; `nil` where nobody searched.
  func searches(id: String) -> Drawing? {
    guard let searches = report.searches else { return nil }
    let curve = searches.tradeOff.filter { $0.falsePositive > 0 }
    guard curve.count > 1, let first = curve.map(\.falsePositive).min() else { return nil }
    let highest =
      (curve.map(\.falseNegative) + searches.points.map { $0.falseNegative.interval.upperBound })
      .max() ?? 1
    let x = pow(10, log10(first).rounded(.down))...1
    let y = 0...(Self.rates.first { $0 >= highest } ?? 1)
    let marks = searches.points.filter { $0.origin == .promised }.compactMap { point -> CurvePlot.Mark? in
      guard let falsePositive = point.falsePositive.rate, falsePositive > 0,
        let falseNegative = point.falseNegative.rate
      else { return nil }
      return CurvePlot.Mark(
        x: falsePositive, y: falseNegative, xInterval: point.falsePositive.interval,
        yInterval: point.falseNegative.interval, label: "promised \(Figures.share(point.target))",
        isMet: point.verdict != .exceeded)
    }
    return CurvePlot(
      x: .init(scale: .logarithmic, range: x, ticks: Self.decades(x), name: "FPIR, logarithmic"),
      y: .init(scale: .linear, range: y, ticks: Axis.ticks(y, about: 8), name: "FNIR"),
      curve: curve.map { ($0.falsePositive, $0.falseNegative) }, marks: marks,
      notes: [
        "\(searches.enrolled) people enrolled", "with \(searches.referencesText) each",
        "rank 1: \(searches.rankOne.rate.map { Figures.share($0) } ?? "-")",
      ]
    ).drawing(
      id: id, title: "Open-set identification: FNIR against FPIR",
      description: searches.points.map {
        "\($0.origin.rawValue) \(Figures.share($0.target)): FPIR \($0.falsePositive.words), FNIR "
          + $0.falseNegative.words
      }.joined(separator: ". ") + ".")
  }

  // MARK: Groups

  /// A rate of each group of an attribute, with a row for each threshold.
  func groups(
    _ attribute: String, id: String, _ name: String, _ rate: (OperatingPoint) -> ComparisonRate
  ) -> Drawing? {
    let groups = report.groups.filter { $0.attribute == attribute }
    let bands = groups.map { group in
      RowPlot.Band(
        name: group.value ?? "not stated", note: "\(group.people) people",
        rows: group.points.enumerated().compactMap { index, point in
          let observed = rate(point)
          guard let value = observed.rate else { return nil }
          return RowPlot.Row(
            level: point.promise.map { "\($0.score)" } ?? "", index: index, whisker: observed.interval,
            value: value,
            note: "\(observed.counts.errors) of \(observed.counts.trials)")
        })
    }
    let highest = bands.flatMap(\.rows).map(\.whisker.upperBound).max() ?? 0
    guard highest > 0 else { return nil }
    let end = [0.01, 0.03, 0.1, 0.2, 0.5, 1].first { $0 >= highest } ?? 1
    return RowPlot(
      bands: bands, scale: .squareRoot, range: 0...end,
      ticks: [0, 0.001, 0.003, 0.01, 0.03, 0.06, 0.1, 0.2, 0.35, 0.5, 0.75, 1].filter { $0 <= end },
      tickText: { Figures.bound($0) }, axisName: "\(name), square-root scale"
    ).drawing(
      id: id, title: "\(name) by \(attribute)",
      description: bands.map { band in
        "\(band.name): \(band.rows.map { "\($0.level) \($0.note)" }.joined(separator: "; "))"
      }.joined(separator: ". ") + ".")
  }
}
