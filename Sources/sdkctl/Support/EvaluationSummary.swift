// SPDX-License-Identifier: Apache-2.0

/// An evaluation's figures, each with its counts and interval.
struct EvaluationSummary {
  let run: EvaluationRun
  let measurement: CalibrationMeasurement?
  let matcher: TemplateMatcher
  /// The list's name.
  let list: String

  /// The rates that accuracy is stated at.
  private static let targets = [1e-1, 1e-2, 1e-3, 1e-4]

  private var format: String { run.format.map { "\($0)" } ?? matcher.format.algorithm }

  var text: String {
    let accuracy = run.accuracy
    var lines = [
      facts([
        ("plugin", "\(matcher.pluginID), \(format)"),
        ("list", list),
        (
          "comparisons",
          "\(accuracy.genuine.count) genuine, \(accuracy.impostor.count) impostor, of "
            + "\(run.pairs.subjects) people"
        ),
        (
          "lost",
          "\(run.genuineLost) genuine and \(run.impostorLost) impostor pairs, as a picture yielded no "
            + "template"
        ),
        ("FTE", Self.text(run.failureToEnrol)), ("FTA", Self.text(run.failureToAcquire)),
        ("EER", equalErrorText),
      ]),
      "",
      "Rates are per comparison; 95 % Clopper-Pearson intervals, which assume independent comparisons.",
    ]
    var table = Table(["FMR AT MOST", "THRESHOLD", "FMR", "FNMR", "FNMR WITH LOST PAIRS"])
    for target in Self.targets {
      guard let point = supportedPoint(target) else {
        let bound = ErrorRate.ruleOfThree(trials: accuracy.impostor.count)
        table.add([
          "\(target)",
          "not supported: \(accuracy.impostor.count) impostor comparisons show at best "
            + "<= \(Self.short(bound)) (rule of 3)",
        ])
        continue
      }
      table.add([
        "\(target)", "\(point.threshold)", Self.text(point.falseMatch), Self.text(point.falseNonMatch),
        Self.text(run.falseNonMatchWithFailures(threshold: point.threshold)),
      ])
    }
    lines.append(table.text)
    if let measurement { lines += ["", calibrationText(measurement)] }
    return lines.joined(separator: "\n")
  }

  /// - Parameter brokenStatements: signatures and results that the new calibration invalidates.
  func json(brokenStatements: [String]) -> JSONValue {
    let accuracy = run.accuracy
    return [
      "plugin": matcher.pluginID, "format": format, "list": list, "subjects": run.pairs.subjects,
      "images": run.pairs.images.count, "genuineComparisons": accuracy.genuine.count,
      "impostorComparisons": accuracy.impostor.count,
      // The interval of every rate with errors and trials. Those of the equal error rate and the calibration
      // resample people.
      "rateIntervals": [
        "method": "clopper-pearson", "confidence": 0.95, "comparisonsTakenAsIndependent": true,
      ] as JSONValue, "genuineLost": run.genuineLost, "impostorLost": run.impostorLost,
      "fte": Self.json(run.failureToEnrol), "fta": Self.json(run.failureToAcquire),
      "failures": run.failures.json { ["image": run.pairs.images[$0.picture].path, "reason": $0.reason] },
      "eer": equalErrorJSON, "points": Self.targets.map(pointJSON),
      "det": accuracy.tradeOff().json {
        ["threshold": Double($0.threshold), "fmr": $0.falseMatch.rate, "fnmr": $0.falseNonMatch.rate]
      }, "calibration": measurement.json(calibrationJSON),
      "brokenStatements": brokenStatements,
    ]
  }

  /// The operating point for a rate, where the comparisons support the claim (rule of 3).
  private func supportedPoint(_ target: Double) -> VerificationAccuracy.Point? {
    guard target >= ErrorRate.ruleOfThree(trials: run.accuracy.impostor.count) else { return nil }
    return run.accuracy.point(falseMatchRate: target)
  }

  private var equalErrorText: String {
    guard let equal = run.accuracy.equalErrorRate else { return "none: one kind of comparison is missing" }
    let interval = run.accuracy.equalErrorRateInterval().map {
      ", 95 % \(Self.short($0.lowerBound))...\(Self.short($0.upperBound)) by bootstrap over people"
    }
    return "\(Self.short(equal.rate)) at \(equal.threshold)\(interval ?? "")"
  }

  private var equalErrorJSON: JSONValue {
    run.accuracy.equalErrorRate.json { equal in
      let interval = run.accuracy.equalErrorRateInterval()
      return [
        "rate": equal.rate, "threshold": equal.threshold, "lower": interval?.lowerBound,
        "upper": interval?.upperBound,
      ]
    }
  }

  private func pointJSON(_ target: Double) -> JSONValue {
    guard let point = supportedPoint(target) else {
      return [
        "fmrAtMost": target, "supported": false,
        "bound": ErrorRate.ruleOfThree(trials: run.accuracy.impostor.count),
      ]
    }
    return [
      "fmrAtMost": target, "supported": true, "threshold": Double(point.threshold),
      "fmr": Self.json(point.falseMatch), "fnmr": Self.json(point.falseNonMatch),
      "fnmrWithLost": Self.json(run.falseNonMatchWithFailures(threshold: point.threshold)),
    ]
  }

  private func calibrationText(_ measurement: CalibrationMeasurement) -> String {
    var table = Table(["SCORE", "SIMILARITY", "FMR", "95 % INTERVAL", "ERRORS", "FNMR THERE"])
    for point in measurement.points {
      table.add([
        "\(Score(falseMatchRate: point.rate))", "\(point.similarity)",
        Self.short(point.rate),
        "\(Self.short(point.lower))...\(Self.short(point.upper))",
        "\(point.errors)",
        Self.text(run.accuracy.point(threshold: point.similarity).falseNonMatch),
      ])
    }
    return "calibration: \(measurement.impostorComparisons) impostor comparisons, all against all, of "
      + "\(measurement.subjects) people\nof \(measurement.pair)\n" + table.text
  }

  private func calibrationJSON(_ measurement: CalibrationMeasurement) -> JSONValue {
    measurement.pair.json.adding([
      "date": measurement.date, "population": measurement.population, "dataSet": measurement.dataSet,
      "impostorComparisons": measurement.impostorComparisons, "subjects": measurement.subjects,
      "points": measurement.points.json { point in
        [
          "similarity": point.similarity, "fmr": point.rate, "lower": point.lower, "upper": point.upper,
          "errors": point.errors, "score": Score(falseMatchRate: point.rate).value,
          "fnmr": Self.json(run.accuracy.point(threshold: point.similarity).falseNonMatch),
        ]
      },
    ])
  }

  private static func text(_ rate: ErrorRate) -> String {
    guard let value = rate.rate else { return "no trials" }
    let interval = rate.interval()
    return "\(short(value)) (\(rate.errors) of \(rate.trials); "
      + "\(short(interval.lowerBound))...\(short(interval.upperBound)))"
  }

  private static func json(_ rate: ErrorRate) -> JSONValue {
    let interval = rate.interval()
    return [
      "rate": rate.rate, "errors": rate.errors, "trials": rate.trials, "lower": interval.lowerBound,
      "upper": interval.upperBound,
    ]
  }

  /// Three significant digits.
  private static func short(_ value: Double) -> String {
    guard value != 0, value.isFinite else { return "\(value)" }
    var (scale, rest) = (1.0, abs(value))
    while rest < 100 {
      rest *= 10
      scale *= 10
    }
    return "\((value * scale).rounded() / scale)"
  }
}
