// SPDX-License-Identifier: Apache-2.0
import ImprintPages

extension AttackReport {
  /// Lines for people, without a line feed at the end. Names are made visible, whatever they hold.
  public var text: String {
    let statements = ReportStatements(self)
    var lines = [
      "Presentation attack detection, in the terms of ISO/IEC 30107-3", "", ImprintModel.facts(facts), "",
    ]
    lines += statements.conditions.map { "- " + VisibleText.line($0) }
    let described = runs[0].species
    if !described.isEmpty {
      lines += ["", "species:", ImprintModel.facts(described.map { ("  \($0.name)", $0.description) })]
    }
    if summary.modes.isEmpty { lines += ["", "Nothing was presented: there are no rates."] }
    if let overview { lines += ["", overview] }
    for mode in summary.modes {
      for level in mode.levels { lines += ["", text(of: level, in: mode.mode)] }
    }
    if !gaps.isEmpty { lines += ["", "not measured:"] + gaps.map { "  " + VisibleText.line($0) } }
    lines += ["", "How to read it:"] + statements.methods.map { "- " + VisibleText.line($0) }
    return lines.joined(separator: "\n")
  }

  /// One line for each level that has bounds.
  private var overview: String? {
    var table = Table(["MODE", "LEVEL", "HIGHEST APCER", "BOUND", "BPCER", "BOUND", "VERDICT"])
    var isEmpty = true
    for mode in summary.modes {
      for level in mode.levels {
        guard let bounds = level.bounds else { continue }
        isEmpty = false
        let highest = level.maximum.map { "\(Self.observed($0.accepted)) \($0.species)" }
        let few = level.shortfalls.isEmpty ? "" : "; too few"
        table.add([
          mode.mode, level.level, highest ?? "-", Figures.bound(bounds.attackBound),
          Self.observed(level.bonaFide.refused), Figures.bound(bounds.bonaFideBound),
          (level.verdict?.words ?? "-") + few,
        ])
      }
    }
    return isEmpty ? nil : table.text
  }

  private func text(of level: LevelSummary, in mode: String) -> String {
    var lines = ["mode \(VisibleText.line(mode)), level \(VisibleText.line(level.level))"]
    var table = Table([
      "", "APCER", "OF", "95 %", "VERDICT", "APNRR", "IAPAR", "LIVE", "FAKE", "NO DECISION", "NO RESPONSE",
      "IDENTITIES",
    ])
    for one in level.species {
      table.add(
        [
          one.species, Self.observed(one.accepted), "\(one.accepted.counts.trials)",
          Figures.interval(one.accepted.interval),
          one.verdict?.words ?? ReportStatements.words(one.standing), Self.observed(one.nonResponse),
          one.impostorAccepted.map(Self.observed) ?? "-",
        ] + Self.counts(one.counts) + ["\(one.accepted.subjects)"])
    }
    if level.species.isEmpty {
      lines.append("  no attacks")
    } else {
      lines += [table.text]
    }
    lines += [bonaFide(level.bonaFide)]
    let three = (level.judged + level.species.filter { $0.standing != .judged }).compactMap { one in
      ReportStatements.ruleOfThree(one.accepted).map { "\(one.species): \($0)" }
    }
    lines += Self.list("without an error", three)
    lines += Self.list("too few", level.shortfalls.map(ReportStatements.words))
    lines += Self.list(
      "live, and not compared",
      level.species.filter { $0.notCompared > 0 }.map { "\($0.species): \($0.notCompared)" })
    return lines.joined(separator: "\n")
  }

  private func bonaFide(_ rates: BonaFideRates) -> String {
    var table = Table([
      "", "BPCER", "OF", "95 %", "VERDICT", "AS FAKE", "AS NO DECISION", "BPNRR", "LIVE", "FAKE",
      "NO DECISION", "NO RESPONSE", "IDENTITIES",
    ])
    table.add(
      [
        "bona fide", Self.observed(rates.refused), "\(rates.refused.counts.trials)",
        Figures.interval(rates.refused.interval), rates.verdict?.words ?? "no bound",
        Self.observed(rates.fake), Self.observed(rates.noDecision), Self.observed(rates.nonResponse),
      ] + Self.counts(rates.counts) + ["\(rates.refused.subjects)"])
    return table.text
  }

  private static func list(_ title: String, _ items: [String]) -> [String] {
    items.isEmpty ? [] : ["\(title):"] + items.map { "  " + VisibleText.line($0) }
  }

  static func observed(_ rate: MeasuredRate) -> String { rate.rate.map(Figures.percent) ?? "-" }

  private static func counts(_ counts: OutcomeCounts) -> [String] {
    [counts.live, counts.fake, counts.noDecision, counts.notAnswered].map { "\($0)" }
  }
}
