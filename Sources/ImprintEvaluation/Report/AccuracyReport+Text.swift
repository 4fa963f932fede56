// SPDX-License-Identifier: Apache-2.0
import ImprintMatching
import ImprintModel
import ImprintPages

extension AccuracyReport {
  /// Lines for people, without a line feed at the end. Names are made visible, whatever they hold.
  public var text: String {
    let statements = AccuracyStatements(report: self)
    var lines = ["Accuracy of a matcher, in the terms of ISO/IEC 19795-1", "", facts(statements.facts), ""]
    lines += statements.conditions.map { "- " + VisibleText.line($0) }
    lines += [
      "", facts([("FTE", failureToEnrol.words), ("FTA", failureToAcquire.words), ("EER", equalErrorText)]),
    ]
    if !scores.isEmpty { lines += ["", "At scores, against what each promises:", scoreTable] }
    lines += ["", "At observed false match rates:", targetTable]
    for curve in errorRejects where curve.isOfTemplates { lines += ["", curve.text] }
    if let table = ErrorRejectCurve.componentTable(errorRejects) { lines += ["", table] }
    if let searches { lines += ["", searchText(searches)] }
    if !groups.isEmpty { lines += ["", "Among people of one group:", groupTable] }
    if let measurement { lines += ["", calibrationText(measurement)] }
    if let validation { lines += ["", validationText(validation)] }
    let without = scores.compactMap { point in
      AccuracyStatements.ruleOfThree(point.falseMatch).map { "  \(point.name): \($0)" }
    }
    if !without.isEmpty { lines += ["", "Without a false match:"] + without }
    lines += ["", "How to read it:"] + statements.methods.map { "- " + VisibleText.line($0) }
    return lines.joined(separator: "\n")
  }

  var equalErrorText: String {
    guard let equalError else { return "none: one kind of comparison is missing" }
    let interval = equalError.interval.map { ", 95 % \(Figures.shares($0)), people drawn again" }
    return "\(Figures.share(equalError.rate)) at similarity \(Figures.short(equalError.threshold))"
      + (interval ?? "")
  }

  private var scoreTable: String {
    var table = Table(["SCORE", "PROMISED FMR", "FMR", "", "FNMR", "FNMR WITH LOST PAIRS"])
    for point in scores {
      guard let promise = point.promise else { continue }
      table.add([
        point.name, Figures.share(promise.falseMatchRate), point.falseMatch.words,
        promise.verdict?.words ?? "", point.falseNonMatch.words, point.lostText,
      ])
    }
    return table.text
  }

  private var targetTable: String {
    var table = Table(["FMR AT MOST", "SIMILARITY", "FMR", "FNMR", "FNMR WITH LOST PAIRS"])
    for (target, point) in targets {
      table.add([
        Figures.share(target), "\(point.threshold)", point.falseMatch.words, point.falseNonMatch.words,
        point.lostText,
      ])
    }
    return "\(table.text)\n\(unsupportedText)"
  }

  /// What the comparisons do not carry.
  var unsupportedText: String {
    let bound = ErrorRate.ruleOfThree(trials: run.accuracy.impostor.count)
    return
      "below: not supported; \(run.accuracy.impostor.count) impostor comparisons show at best an FMR of at "
      + "most \(Figures.share(bound)) (rule of 3)"
  }

  private func searchText(_ searches: SearchSummary) -> String {
    var table = Table(["FPIR", "SCORE", "SIMILARITY", "FPIR", "", "FNIR"])
    for point in searches.points {
      table.add([
        "\(point.origin.rawValue) \(Figures.share(point.target))", point.scoreText, "\(point.threshold)",
        point.falsePositive.words, point.verdict?.words ?? "", point.falseNegative.words,
      ])
    }
    return
      "Open-set identification: \(searches.enrolled) people enrolled with \(searches.referencesText) each\n"
      + "first candidate right (rank 1): \(searches.rankOne.words)\n" + table.text
  }

  private var groupTable: String {
    let samples = conditions.samples.rawValue.uppercased() + "S"
    var table = Table(["GROUP", "PEOPLE", samples, "FTA", "AT", "FMR", "FNMR"])
    for group in groups {
      for (index, point) in group.points.enumerated() {
        table.add(
          (index == 0
            ? [group.name, "\(group.people)", "\(group.pictures)", group.failureToAcquire.words]
            : ["", "", "", ""]) + [point.name, point.falseMatch.words, point.falseNonMatch.words])
      }
    }
    return table.text
  }

  private func calibrationText(_ measurement: CalibrationMeasurement) -> String {
    var table = Table(["SCORE", "SIMILARITY", "FMR", "95 % INTERVAL", "ERRORS", "FNMR THERE"])
    for point in measurement.points {
      table.add([
        "\(Score(falseMatchRate: point.rate))", "\(point.similarity)", Figures.share(point.rate),
        Figures.shares(point.lower...point.upper), "\(point.errors)",
        Self.text(run.accuracy.point(threshold: point.similarity).falseNonMatch),
      ])
    }
    return "Calibration: \(measurement.impostorComparisons) impostor comparisons, all against all, of "
      + "\(measurement.subjects) people\nof \(VisibleText.line("\(measurement.pair)"))\n" + table.text
  }

  private func validationText(_ validation: CalibrationValidation) -> String {
    var table = Table([
      "SCORE", "OBSERVED / PROMISED FMR", "LOWEST", "HIGHEST", "TYPICALLY OFF BY", "WITHOUT A FALSE MATCH",
    ])
    for one in validation.scores {
      table.add([
        "\(one.score)", Figures.fixed(one.geometricMean, 2), Figures.fixed(one.spread.lowerBound, 2),
        Figures.fixed(one.spread.upperBound, 2), "a factor of \(Figures.fixed(one.typicalFactor, 2))",
        "\(one.withoutErrors) of \(one.ratios.count)",
      ])
    }
    return
      "Cross-validated by people, \(validation.halvings) halvings: calibrated on one half, the other held to "
      + "it\n" + table.text
  }

  static func text(_ rate: ErrorRate) -> String {
    guard let value = rate.rate else { return "no trials" }
    return "\(Figures.share(value)) (\(rate.errors) of \(rate.trials))"
  }
}

extension OperatingPoint {
  /// `3500`, or `FMR 0.1 %`.
  var name: String {
    guard let promise else { return "similarity \(threshold)" }
    return "\(promise.score)\(promise.isExtrapolated ? " (extrapolated)" : "")"
  }

  var lostText: String { falseNonMatchWithLost.map(AccuracyReport.text) ?? "" }
}

extension SearchPoint {
  var scoreText: String { score.map { "\($0)\(isExtrapolated ? " (extrapolated)" : "")" } ?? "-" }
}

extension SearchSummary {
  var referencesText: String { references == 1 ? "one reference" : "\(references) references" }
}

extension GroupSummary {
  /// `sex: female`.
  var name: String { "\(attribute): \(value ?? "not stated")" }
}
