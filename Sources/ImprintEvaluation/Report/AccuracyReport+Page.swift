// SPDX-License-Identifier: Apache-2.0
import ImprintMatching
import ImprintModel
import ImprintPages

extension AccuracyReport {
  /// One self-contained page: style and drawings in it, no script, nothing fetched. Names are escaped.
  public var html: String { AccuracyPage(self).html.text }
}

/// The report as a page.
private struct AccuracyPage {
  private let report: AccuracyReport
  private let statements: AccuracyStatements
  private let plots: AccuracyPlots

  private static let rate = ["rate", "of", "95 %"]
  private static let both = ["FMR", "of", "95 %", "verdict", "FNMR", "of", "95 %"]

  private static let extrapolated: HTML = "<small>extrapolated</small>"

  /// The most pictures that are listed by name.
  private static let listed = 200

  private var samples: String { report.conditions.samples.rawValue + "s" }

  init(_ report: AccuracyReport) {
    self.report = report
    statements = AccuracyStatements(report: report)
    plots = AccuracyPlots(report: report)
  }

  var html: HTML {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Accuracy: \(report.conditions.dataSet ?? report.conditions.source)</title>
    <style>\(PageStyle.css)</style></head><body>
    <header><h1>Accuracy of a matcher, in the terms of ISO/IEC 19795-1</h1>
    <dl>\(statements.facts.map { "<dt>\($0.name)</dt><dd>\($0.value)</dd>" as HTML })</dl></header>
    <section class="limits"><h2>What these figures are, and are not</h2>
    <ul>\(statements.conditions.map { "<li>\($0)</li>" as HTML })</ul></section>
    \(failures)
    \(promises)
    \(comparisons)
    \(errorRejects)
    \(searches)
    \(groups)
    \(calibration)
    \(missing)
    <section><h2>How to read it</h2><ul>\(statements.methods.map { "<li>\($0)</li>" as HTML })</ul></section>
    </body></html>

    """
  }

  private var failures: HTML {
    """
    <section><h2>Failures to enrol and to acquire</h2>
    \(table([""] + Self.rate, [
      row("FTE, of people", report.failureToEnrol), row("FTA, of \(samples)", report.failureToAcquire),
    ]))
    </section>
    """
  }

  private func row(_ name: String, _ rate: ComparisonRate) -> [HTML] {
    ["\(name)", "\(observed(rate))", "\(rate.counts.errors) of \(rate.counts.trials)", interval(rate)]
  }

  /// The count below the rate: beside it the table would be wider than the page.
  private func lost(_ point: OperatingPoint) -> HTML {
    guard let rate = point.falseNonMatchWithLost, let value = rate.rate else { return "" }
    return "\(Figures.share(value))<small>\(rate.errors) of \(rate.trials)</small>"
  }

  private var promises: HTML {
    guard !report.scores.isEmpty else { return "" }
    let rows = report.scores.compactMap { point -> [HTML]? in
      point.promise.map { promise in
        [
          "\(promise.score.description)\(promise.isExtrapolated ? Self.extrapolated : "")",
          "\(Figures.share(promise.falseMatchRate))", "\(observed(point.falseMatch))",
          "\(point.falseMatch.counts.errors) of \(point.falseMatch.counts.trials)",
          interval(point.falseMatch),
          words(promise.verdict), "\(observed(point.falseNonMatch))",
          "\(point.falseNonMatch.counts.errors) of \(point.falseNonMatch.counts.trials)",
          interval(point.falseNonMatch),
          lost(point),
        ]
      }
    }
    return """
      <section><h2>At scores, against what each promises</h2>
      \(table(["score", "promised FMR"] + Self.both + ["with lost pairs"], rows))
      \(withoutErrors)
      \(figure(plots.promises(id: "promises"), """
        A bar across a row is the promise; the line is the 95 % interval of what was observed. Hollow: more than \
        promised.
        """))
      </section>
      """
  }

  private var withoutErrors: HTML {
    let without = report.scores.compactMap { point in
      AccuracyStatements.ruleOfThree(point.falseMatch).map { "\(point.name): \($0)" }
    }
    return without.isEmpty
      ? "" : "<p class=\"note\">Without a false match. \(without.joined(separator: ". ")).</p>"
  }

  private var comparisons: HTML {
    let rows = report.targets.map { target, point in
      [
        "\(Figures.share(target))", "\(Figures.short(Double(point.threshold)))",
        "\(observed(point.falseMatch))",
        "\(point.falseMatch.counts.errors) of \(point.falseMatch.counts.trials)",
        "\(observed(point.falseNonMatch))",
        "\(point.falseNonMatch.counts.errors) of \(point.falseNonMatch.counts.trials)",
        interval(point.falseNonMatch), lost(point),
      ] as [HTML]
    }
    return """
      <section><h2>At observed false match rates</h2>
      <p>EER: \(report.equalErrorText).</p>
      \(table(["FMR at most", "similarity", "FMR", "of", "FNMR", "of", "95 %", "with lost pairs"], rows))
      <p class="note">\(report.unsupportedText). Thresholds were chosen on the comparisons that they are judged
      on.</p>
      \(figure(plots.errorTradeOff(id: "det"), """
        FNMR against FMR while the threshold falls. Both axes are of normal deviates: errors of normal \
        distributions make a straight line.
        """))
      \(figure(
        plots.receiverOperating(id: "roc"), "The share of genuine comparisons that match, against the FMR."))
      \(figure(similarities, "Each histogram is as high as its own highest bar."))
      </section>
      """
  }

  private func errorReject(_ curve: ErrorRejectCurve, _ index: Int) -> HTML {
    """
    \(table(["rejected", "up to quality", "FNMR", "of a perfect one"], curve.points.map { point in
      [
        "\(Figures.bound(point.rejected))", "\(point.quality.map { Figures.short($0) } ?? "-")",
        "\(ErrorRejectCurve.words(point))", "\(Figures.share(curve.perfect(point.rejected)))",
      ] as [HTML]
    }))
    \(figure(plots.errorReject(curve, id: "e\(index)"), """
      FNMR of what is left while genuine comparisons of the lowest quality are rejected. Dashes: a quality of \
      chance, which is level, and a perfect one, which rejects errors first.
      """))
    """
  }

  private var similarities: Drawing? {
    SimilarityPlot(accuracy: report.run.accuracy, scores: report.scores).drawing(id: "similarities")
  }

  private var errorRejects: HTML {
    let templates = report.errorRejects.filter(\.isOfTemplates)
    let components = ErrorRejectCurve.components(report.errorRejects)
    guard !report.errorRejects.isEmpty else { return "" }
    let sections = templates.enumerated().map { index, curve -> HTML in
      """
      <h3>At \(curve.thresholdText), by the template's quality</h3>
      <dl>\(curve.summary.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" as HTML })</dl>
      \(curve.errors > 0 ? errorReject(curve, index) : "")
      """
    }
    let rows = components.map { curve in
      ["\(curve.name)", "\(curve.comparisons)", "\(curve.gainText)"]
        + ErrorRejectCurve.componentFractions.map { fraction in
          "\(curve.falseNonMatch(rejecting: fraction).map(ErrorRejectCurve.words) ?? "")"
        } as [HTML]
    }
    let fractions = ErrorRejectCurve.componentFractions.map { "FNMR, \(Figures.bound($0)) rejected" }
    return """
      <section><h2>Error against rejection by quality</h2>
      \(sections)
      \(rows.isEmpty ? "" : """
        <h3>At \(components[0].thresholdText), by components of ISO/IEC 29794-5</h3>
        \(table(["component", "comparisons", "gain"] + fractions, rows))
        """ as HTML)
      </section>
      """
  }

  private var searches: HTML {
    guard let searches = report.searches else { return "" }
    let rows = searches.points.map { point in
      [
        "\(point.origin.rawValue) \(Figures.share(point.target))", "\(point.scoreText)",
        "\(observed(point.falsePositive))",
        "\(point.falsePositive.counts.errors) of \(point.falsePositive.counts.trials)",
        interval(point.falsePositive), words(point.verdict), "\(observed(point.falseNegative))",
        "\(point.falseNegative.counts.errors) of \(point.falseNegative.counts.trials)",
        interval(point.falseNegative),
      ] as [HTML]
    }
    let ranks = [1, 2, 3, 5, 10, 20].map { rank -> [HTML] in
      ["\(rank)", "\(Figures.share(searches.ranks[rank - 1]))"]
    }
    return """
      <section><h2>Open-set identification</h2>
      <p>\(searches.enrolled) people enrolled with \(searches.referencesText) each. Rank 1, the first candidate
      is right: \(searches.rankOne.words).</p>
      \(table(["FPIR", "score", "FPIR", "of", "95 %", "verdict", "FNIR", "of", "95 %"], rows))
      \(figure(plots.searches(id: "identification"), """
        FNIR against FPIR while the threshold falls. Squares: thresholds that scores promise for this gallery.
        """))
      \(table(["rank", "found at it or before, whatever the score"], ranks))
      </section>
      """
  }

  private var groups: HTML {
    guard !report.groups.isEmpty else { return "" }
    var attributes: [String] = []
    for group in report.groups where attributes.last != group.attribute { attributes.append(group.attribute) }
    return """
      <section><h2>Groups</h2>\(attributes.enumerated().map { section($1, number: $0) })</section>
      """
  }

  private func section(_ attribute: String, number: Int) -> HTML {
    let rows = report.groups.filter { $0.attribute == attribute }.flatMap { group in
      group.points.enumerated().map { index, point in
        let head: [HTML] =
          index == 0
          ? [
            "\(group.value ?? "not stated")", "\(group.people)", "\(group.pictures)",
            "\(observed(group.failureToAcquire))",
          ] : ["", "", "", ""]
        return head + [
          "\(point.name)", "\(observed(point.falseMatch))",
          "\(point.falseMatch.counts.errors) of \(point.falseMatch.counts.trials)",
          interval(point.falseMatch),
          "\(observed(point.falseNonMatch))",
          "\(point.falseNonMatch.counts.errors) of \(point.falseNonMatch.counts.trials)",
          interval(point.falseNonMatch),
        ]
      }
    }
    return """
      <h3>\(attribute)</h3>
      \(table(["", "people", samples, "FTA", "at", "FMR", "of", "95 %", "FNMR", "of", "95 %"], rows))
      \(figure(
        plots.groups(attribute, id: "n\(number)", "FNMR") { $0.falseNonMatch },
        "With 95 % intervals, at each of the scores."))
      \(figure(
        plots.groups(attribute, id: "m\(number)", "FMR") { $0.falseMatch },
        "Among people of one group alone, with 95 % intervals."))
      """
  }

  private var calibration: HTML {
    guard let measurement = report.measurement else { return "" }
    let rows = measurement.points.map { point in
      [
        "\(Score(falseMatchRate: point.rate).description)", "\(Figures.short(Double(point.similarity)))",
        "\(Figures.share(point.rate))", "\(Figures.shares(point.lower...point.upper))", "\(point.errors)",
      ] as [HTML]
    }
    let halves = (report.validation?.scores ?? []).map { one in
      [
        "\(one.score.description)", "\(Figures.fixed(one.geometricMean, 2))",
        "\(Figures.fixed(one.spread.lowerBound, 2)) to \(Figures.fixed(one.spread.upperBound, 2))",
        "a factor of \(Figures.fixed(one.typicalFactor, 2))", "\(one.withoutErrors) of \(one.ratios.count)",
      ] as [HTML]
    }
    let validation: HTML =
      halves.isEmpty
      ? "<p class=\"note\">Not cross-validated: half of the people carry no calibration of these scores.</p>"
      : """
      <h3>Cross-validated by people, \(report.validation?.halvings ?? 0) halvings</h3>
      \(table(
        ["score", "observed / promised FMR", "lowest to highest", "typically off by", "without a false match"],
        halves))
      """
    return """
      <section><h2>The calibration that was measured</h2>
      <p>\(measurement.impostorComparisons) impostor comparisons, all against all, of \(measurement.subjects)
      people; of \(measurement.pair.description).</p>
      \(table(["score", "similarity", "FMR", "95 %", "false matches"], rows))\(validation)</section>
      """
  }

  private var missing: HTML {
    let failures = report.run.failures
    guard !failures.isEmpty else { return "" }
    let rows = failures.prefix(Self.listed).map { failure in
      let path = report.run.pairs.images[failure.picture].path
      return "<li>\(path): \(failure.reason)\(failure.isUnread ? ", left out" : "")</li>" as HTML
    }
    let more = failures.count - rows.count
    return """
      <section><h2>No template of these \(samples)</h2><ul>\(rows)</ul>
      \(more > 0 ? "<p class=\"note\">\(more) more; the JSON report lists all.</p>" : "" as HTML)</section>
      """
  }

  // MARK: Parts

  /// The first column is to the left, and words are too.
  private func table(_ header: [String], _ rows: [[HTML]]) -> HTML {
    let words = ["verdict", "at"]
    func style(_ column: Int) -> HTML { words.contains(header[column]) ? " class=\"l\"" : "" }
    let head = header.enumerated().map { "<th\(style($0))>\($1)</th>" as HTML }
    let body = rows.map { row in
      "<tr>\(row.enumerated().map { "<td\(style($0))>\($1)</td>" as HTML })</tr>\n" as HTML
    }
    return "<div class=\"scroll\"><table><tr>\(head)</tr>\n\(body)</table></div>"
  }

  private func figure(_ drawing: Drawing?, _ caption: String) -> HTML {
    guard let drawing else { return "" }
    return """
      <figure><figcaption><b>\(drawing.title)</b><br>\(caption)</figcaption>
      <div class="scroll">\(drawing.html)</div></figure>
      """
  }

  private func observed(_ rate: ComparisonRate) -> String { rate.rate.map { Figures.share($0) } ?? "-" }

  private func interval(_ rate: ComparisonRate) -> HTML {
    rate.rate == nil ? "-" : "\(Figures.shares(rate.interval))"
  }

  private func words(_ verdict: PromiseVerdict?) -> HTML {
    switch verdict {
    case nil: "-"
    case .exceeded: "<span class=\"bad\">\(PromiseVerdict.exceeded.words)</span>"
    case .kept: "<span class=\"ok\">\(PromiseVerdict.kept.words)</span>"
    case .undercut, .notShown: "\(verdict?.words ?? "")"
    }
  }
}
