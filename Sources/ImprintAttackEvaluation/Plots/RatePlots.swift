// SPDX-License-Identifier: Apache-2.0
import ImprintPages

/// Rates with their intervals: of each species, and of people, at each level of a mode.
struct RatePlots {
  let mode: AttackSummary.Mode

  /// Ends of the axis, and what may be marked on it.
  private static let ends = [0.1, 0.2, 0.5, 1]
  private static let marks = [0, 0.01, 0.03, 0.06, 0.1, 0.2, 0.35, 0.5, 0.75, 1]

  func species(id: String) -> Drawing {
    let names = AttackSummary.ordered(
      Set(mode.levels.flatMap { $0.species.map(\.species) }), by: mode.levels[0].species.map(\.species))
    let bands = names.map { name -> RowPlot.Band in
      var note = ""
      let rows = mode.levels.enumerated().compactMap { index, level -> RowPlot.Row? in
        guard let one = level.species.first(where: { $0.species == name }) else { return nil }
        note = one.standing == .judged ? "" : ReportStatements.words(one.standing)
        return row(
          level.level, index, one.accepted, bound: one.verdict == nil ? nil : level.bounds?.attackBound)
      }
      return RowPlot.Band(name: name, note: note, rows: rows)
    }
    return plot(
      bands, id: id, title: "APCER by species and level, mode \(mode.mode)",
      "The share of attack presentations that were accepted, with 95 % intervals.")
  }

  func bonaFide(id: String) -> Drawing {
    func band(_ name: String, _ rate: (BonaFideRates) -> MeasuredRate, isBound: Bool = false) -> RowPlot.Band
    {
      RowPlot.Band(
        name: name,
        rows: mode.levels.enumerated().compactMap { index, level in
          row(
            level.level, index, rate(level.bonaFide), bound: isBound ? level.bounds?.bonaFideBound : nil)
        })
    }
    return plot(
      [
        band("BPCER", \.refused, isBound: true), band("as fake", \.fake),
        band("as no decision", \.noDecision), band("BPNRR", \.nonResponse),
      ], id: id, title: "Bona fide presentations that were not live, mode \(mode.mode)",
      "The shares of people's presentations that ended fake, without a decision or without an answer, with 95 % "
        + "intervals.")
  }

  private func row(_ level: String, _ index: Int, _ rate: MeasuredRate, bound: Double?) -> RowPlot.Row? {
    guard let observed = rate.rate else { return nil }
    let verdict = BoundVerdict(rate, bound: bound)
    let words = verdict.map { ", \($0.words)" } ?? ""
    return RowPlot.Row(
      level: level, index: index, whisker: rate.interval, value: observed, bound: bound,
      isMet: verdict != .notMet, note: "\(rate.counts.errors) of \(rate.counts.trials)\(words)")
  }

  private func plot(_ bands: [RowPlot.Band], id: String, title: String, _ description: String) -> Drawing {
    let highest = bands.flatMap(\.rows).map { max($0.whisker.upperBound, $0.bound ?? 0) }.max() ?? 0
    let end = Self.ends.first { $0 >= highest } ?? 1
    return RowPlot(
      bands: bands, scale: .squareRoot, range: 0...end, ticks: Self.marks.filter { $0 <= end },
      tickText: { Figures.bound($0) }, axisName: "share of presentations, square-root scale"
    ).drawing(
      id: id, title: title,
      description: description + " "
        + bands.map { band in
          "\(band.name): "
            + (band.rows.isEmpty
              ? "nothing measured" : band.rows.map { "\($0.level) \($0.note)" }.joined(separator: "; "))
        }.joined(separator: ". ") + ".")
  }
}

/// How long presentations took until they were answered.
struct DurationPlot {
  let mode: AttackSummary.Mode

  /// `nil` where none was answered.
  func drawing(id: String) -> Drawing? {
    guard let longest = mode.durations.map({ $0.quantiles[4] }).max() else { return nil }
    var names: [String?] = []
    for one in mode.durations where !names.contains(one.species) { names.append(one.species) }
    let bands = names.map { name in
      RowPlot.Band(
        name: name ?? "bona fide",
        rows: mode.durations.filter { $0.species == name }.map { one in
          let q = one.quantiles
          return RowPlot.Row(
            level: one.level, index: mode.levels.firstIndex { $0.level == one.level } ?? 0,
            whisker: q[0]...q[4], box: q[1]...q[3], value: q[2],
            note: "median \(Figures.short(q[2])) s of \(one.count)")
        })
    }
    let range = 0...max(longest * 1.04, 0.1)
    return RowPlot(
      bands: bands, scale: .linear, range: range, ticks: Axis.ticks(range, about: 8),
      tickText: { Figures.short($0) },
      axisName: "seconds to the answer: median, 25 to 75 % (thick), 5 to 95 % (thin)"
    ).drawing(
      id: id, title: "Seconds to the answer, mode \(mode.mode)",
      description: bands.map { band in
        "\(band.name): " + band.rows.map { "\($0.level) \($0.note)" }.joined(separator: "; ")
      }.joined(separator: ". ") + ".")
  }
}
