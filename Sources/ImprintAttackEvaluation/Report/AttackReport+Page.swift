// SPDX-License-Identifier: Apache-2.0
import ImprintPages

extension AttackReport {
  /// One self-contained page: style and drawings in it, no script, nothing fetched. Names are escaped.
  public var html: String { ReportPage(self).html.text }
}

/// The report as a page.
private struct ReportPage {
  private let report: AttackReport
  private let statements: ReportStatements

  init(_ report: AttackReport) {
    self.report = report
    statements = ReportStatements(report)
  }

  var html: HTML {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Presentation attack detection: \(report.runs[0].dataSet.name)</title><style>\(PageStyle.css)</style></head><body>
    <header><h1>Presentation attack detection, in the terms of ISO/IEC 30107-3</h1>
    <dl>\(report.facts.map { "<dt>\($0.name)</dt><dd>\($0.value)</dd>" as HTML })</dl></header>
    <section class="limits"><h2>What these figures are, and are not</h2>
    <ul>\(statements.conditions.map { "<li>\($0)</li>" as HTML })</ul></section>
    \(overview)
    \(report.summary.modes.enumerated().map { ModeSection(mode: $1, number: $0).html })
    \(gaps)
    \(species)
    <section><h2>How to read it</h2><ul>\(statements.methods.map { "<li>\($0)</li>" as HTML })</ul></section>
    </body></html>

    """
  }

  private var overview: HTML {
    if report.summary.modes.isEmpty { return "<p>Nothing was presented: there are no rates.</p>" }
    let rows = report.summary.modes.flatMap { mode in
      mode.levels.compactMap { level in level.bounds.map { row(mode.mode, level, $0) } }
    }
    guard !rows.isEmpty else { return "" }
    return """
      <section><h2>Held to their bounds</h2>
      <div class="scroll"><table><tr><th>mode</th><th class="l">level</th><th>highest APCER</th><th class="l">species</th>
      <th>bound</th><th>BPCER</th><th>bound</th><th class="l">verdict</th></tr>\(rows)</table></div></section>
      """
  }

  private func row(_ mode: String, _ level: LevelSummary, _ bounds: AttackCriteria.Level) -> HTML {
    let highest = level.maximum
    let few: HTML = level.shortfalls.isEmpty ? "" : "<small>of too few presentations or identities</small>"
    return """
      <tr><td>\(mode)</td><td class="l">\(level.level)</td>
      <td>\(highest.map { AttackReport.observed($0.accepted) } ?? "-")</td><td class="l">\(highest?.species ?? "-")</td>
      <td>\(Figures.bound(bounds.attackBound))</td><td>\(AttackReport.observed(level.bonaFide.refused))</td>
      <td>\(Figures.bound(bounds.bonaFideBound))</td><td class="l">\(ModeSection.words(level.verdict))\(few)</td></tr>
      """
  }

  private var gaps: HTML {
    report.gaps.isEmpty
      ? ""
      : "<section><h2>Not measured</h2><ul>\(report.gaps.map { "<li>\($0)</li>" as HTML })</ul></section>"
  }

  private var species: HTML {
    let described = report.runs[0].species
    guard !described.isEmpty else { return "" }
    return """
      <section><h2>Species</h2>
      <dl>\(described.map { "<dt>\($0.name)</dt><dd>\($0.description)</dd>" as HTML })</dl></section>
      """
  }
}

/// One mode's tables and drawings.
private struct ModeSection {
  let mode: AttackSummary.Mode
  let number: Int

  var html: HTML {
    let plots = RatePlots(mode: mode)
    let names = mode.levels.map(\.level)
    var figures: [HTML] = []
    if mode.levels.contains(where: { !$0.species.isEmpty }) {
      figures.append(
        figure(
          plots.species(id: id("a")),
          """
          APCER of each species, with 95 % intervals. A bar across a row is its bound. Hollow: not met.
          """))
    }
    figures.append(
      figure(
        plots.bonaFide(id: id("b")),
        "Bona fide presentations that did not end live, with 95 % intervals. A bar across a row is its bound."
      ))
    if let measure = mode.measure {
      figures.append(
        figure(
          MeasurePlot(mode: mode.mode, distribution: measure, levels: names).drawing(id: id("m")),
          "The measure that decides, of people and of each species, with the levels' limits. Each histogram is as "
            + "high as its own highest bar."))
      if let drawing = TradeOffPlot(mode: mode.mode, distribution: measure, levels: names).drawing(
        id: id("t"))
      {
        figures.append(
          figure(
            drawing,
            "What other limits of this one measure would do, at level \(measure.level). The verdict rests on other "
              + "methods too, so these are not the rates above. Without the measure a presentation is not live."
          ))
      }
    } else if let decisive = mode.criteria?.decisive {
      figures.append("<p class=\"note\">No result has a measure of \(decisive.method), so none is drawn.</p>")
    }
    if let drawing = DurationPlot(mode: mode).drawing(id: id("d")) {
      figures.append(figure(drawing, "Seconds until a presentation was answered."))
    }
    return """
      <section><h2>Mode \(mode.mode)</h2>
      \(mode.criteria == nil ? "<p>The criteria say nothing of this mode: it has no bounds.</p>" : "" as HTML)
      \(mode.levels.map(table))
      \(figures)</section>
      """
  }

  static func words(_ verdict: BoundVerdict?) -> HTML {
    switch verdict {
    case nil: "no bound"
    case .met: "\(BoundVerdict.met.words)"
    case .shown: "<span class=\"ok\">\(BoundVerdict.shown.words)</span>"
    case .notMet, .notMeasured: "<span class=\"bad\">\(verdict?.words ?? "")</span>"
    }
  }

  private func id(_ kind: String) -> String { "p\(number)\(kind)" }

  private func figure(_ drawing: Drawing, _ caption: String) -> HTML {
    """
    <figure><figcaption><b>\(drawing.title)</b><br>\(caption)</figcaption><div class="scroll">\(drawing.html)</div></figure>
    """
  }

  private func table(_ level: LevelSummary) -> HTML {
    let attacks = level.species.map { one in
      row(
        one.species, one.standing == .judged ? nil : ReportStatements.words(one.standing), one.accepted,
        one.verdict, one.nonResponse, one.impostorAccepted, one.counts)
    }
    let people = row(
      "bona fide",
      "fake \(AttackReport.observed(level.bonaFide.fake)), no decision \(AttackReport.observed(level.bonaFide.noDecision))",
      level.bonaFide.refused, level.bonaFide.verdict, level.bonaFide.nonResponse, nil, level.bonaFide.counts)
    return """
      <h3>Level \(level.level)</h3>
      <div class="scroll"><table><tr><th></th><th>APCER, BPCER</th><th>95 %</th><th>of</th><th>identities</th>
      <th class="l">verdict</th><th>APNRR, BPNRR</th><th>IAPAR</th><th>live</th><th>fake</th><th>no decision</th>
      <th>no response</th></tr>\(attacks)<tbody class="people">\(people)</tbody></table></div>
      \(notes(of: level))
      """
  }

  private func row(
    _ name: String, _ note: String?, _ rate: MeasuredRate, _ verdict: BoundVerdict?,
    _ nonResponse: MeasuredRate, _ impostor: MeasuredRate?, _ counts: OutcomeCounts
  ) -> HTML {
    """
    <tr><td>\(name)\(note.map { "<small>\($0)</small>" as HTML } ?? "")</td><td>\(AttackReport.observed(rate))</td>
    <td>\(Figures.interval(rate.interval))</td><td>\(rate.counts.trials)</td><td>\(rate.subjects)</td>
    <td class="l">\(Self.words(verdict))</td><td>\(AttackReport.observed(nonResponse))</td>
    <td>\(impostor.map(AttackReport.observed) ?? "-")</td><td>\(counts.live)</td><td>\(counts.fake)</td>
    <td>\(counts.noDecision)</td><td>\(counts.notAnswered)</td></tr>
    """
  }

  private func notes(of level: LevelSummary) -> HTML {
    let three = level.species.compactMap { one in
      ReportStatements.ruleOfThree(one.accepted).map { "\(one.species): \($0)" }
    }
    let compared = level.species.filter { $0.notCompared > 0 }.map { "\($0.species): \($0.notCompared)" }
    return HTML.joined(
      [
        ("Without an error", three), ("Too few", level.shortfalls.map(ReportStatements.words)),
        ("Live, and not compared", compared),
      ].filter { !$0.1.isEmpty }.map { "<p class=\"note\">\($0.0). \($0.1.joined(separator: ". ")).</p>" })
  }
}
