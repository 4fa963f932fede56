// SPDX-License-Identifier: Apache-2.0
import ImprintMatching
public import ImprintModel

extension AccuracyReport {
  /// The same facts as ``text``, with all counts and both intervals. Keys are stable: they are only added.
  public var json: JSONValue {
    let (accuracy, templates) = (run.accuracy, run.templates.count { $0 != nil })
    let head: JSONValue = [
      "reportFormat": "imprint.accuracy-report", "reportVersion": 1,
      "plugin": conditions.matcher, "format": run.format.map { "\($0)" }, "list": conditions.source,
      "versions": conditions.versions.json { ["name": $0.name, "version": $0.version] },
      "dataSet": conditions.dataSet, "population": conditions.population, "face": conditions.faceChoice,
      "processor": conditions.processor, "date": conditions.date,
      "allAgainstAll": run.pairs.isAllAgainstAll, "labelling": run.pairs.labelling.rawValue,
      "statements": .strings(AccuracyStatements(report: self).conditions) as JSONValue,
      "subjects": run.pairs.subjects, "images": run.pairs.images.count,
      "templates": templates,
      "genuineComparisons": accuracy.genuine.count, "impostorComparisons": accuracy.impostor.count,
      // Of every rate: its interval is the hull of the two.
      "rateIntervals": [
        "confidence": 0.95, "exact": "clopper-pearson", "drawn": "bootstrap over subjects",
        "rounds": bootstrap.rounds, "seed": "\(bootstrap.seed)",
      ] as JSONValue,
      "genuineLost": run.genuineLost, "impostorLost": run.impostorLost, "pairsUnread": run.pairsUnread,
      "fte": Self.json(failureToEnrol), "fta": Self.json(failureToAcquire),
      "failures": run.failures.json {
        ["image": run.pairs.images[$0.picture].path, "reason": $0.reason, "unread": $0.isUnread]
      },
    ]
    return head.adding([
      "eer": equalError.json {
        [
          "rate": $0.rate, "threshold": $0.threshold, "lower": $0.interval?.lowerBound,
          "upper": $0.interval?.upperBound,
        ]
      },
      "verdict": verdict?.rawValue, "scores": scores.json(Self.json),
      "points": Self.targets.map(pointJSON),
      "det": tradeOff.json(Self.json), "identification": searches.json(Self.json),
      "groups": groups.json { group in
        [
          "attribute": group.attribute, "value": group.value, "people": group.people,
          "images": group.pictures, "fta": Self.json(group.failureToAcquire),
          "points": group.points.json(Self.json),
        ]
      },
      "errorReject": errorRejects.json(Self.json),
      "calibration": measurement.json(calibrationJSON),
      "crossValidation": validation.json { validation in
        [
          "halvings": validation.halvings, "seed": "\(validation.seed)",
          "scores": validation.scores.json {
            [
              "score": $0.score.value, "geometricMean": $0.geometricMean, "typicalFactor": $0.typicalFactor,
              "lowest": $0.spread.lowerBound,
              "highest": $0.spread.upperBound, "ratios": $0.ratios, "withoutErrors": $0.withoutErrors,
            ]
          },
        ]
      },
    ])
  }

  private func pointJSON(_ target: Double) -> JSONValue {
    guard let point = targets.first(where: { $0.target == target })?.point else {
      return [
        "fmrAtMost": target, "supported": false,
        "bound": ErrorRate.ruleOfThree(trials: run.accuracy.impostor.count),
      ]
    }
    return (["fmrAtMost": target, "supported": true] as JSONValue).adding(Self.json(point))
  }

  private static func json(_ point: OperatingPoint) -> JSONValue {
    .present([
      "score": point.promise?.score.value, "promisedFmr": point.promise?.falseMatchRate,
      "extrapolated": point.promise?.isExtrapolated, "verdict": point.promise?.verdict?.rawValue,
      "threshold": Double(point.threshold), "fmr": json(point.falseMatch), "fnmr": json(point.falseNonMatch),
      "fnmrWithLost": point.falseNonMatchWithLost.json {
        ["rate": $0.rate, "errors": $0.errors, "trials": $0.trials]
      },
    ])
  }

  private static func json(_ curve: ErrorRejectCurve) -> JSONValue {
    [
      "quality": curve.name, "threshold": Double(curve.threshold), "score": curve.score?.value,
      "comparisons": curve.comparisons, "errors": curve.errors, "unmeasured": curve.unmeasured,
      "levels": curve.levels, "verdict": curve.verdict?.rawValue, "gain": curve.gain.json(json),
      "gainUpTo": ErrorRejectCurve.range, "halved": curve.halved.json(json),
      "points": curve.points.json {
        [
          "rejected": $0.rejected, "quality": $0.quality, "fnmr": $0.falseNonMatch,
          "drawn": $0.interval.json(json), "perfect": curve.perfect($0.rejected),
        ]
      },
    ]
  }

  private static func json(_ figure: ErrorRejectCurve.Figure) -> JSONValue {
    ["value": figure.value, "drawn": figure.interval.json(json)]
  }

  private static func json(_ searches: SearchSummary) -> JSONValue {
    [
      "enrolled": searches.enrolled, "references": searches.references,
      "candidates": SearchSummary.candidates, "rankOne": json(searches.rankOne), "ranks": searches.ranks,
      "points": searches.points.json {
        [
          "origin": $0.origin.rawValue, "fpirAtMost": $0.target, "threshold": Double($0.threshold),
          "score": $0.score?.value, "extrapolated": $0.isExtrapolated, "fpir": json($0.falsePositive),
          "fnir": json($0.falseNegative), "verdict": $0.verdict?.rawValue,
        ]
      },
      "tradeOff": searches.tradeOff.json {
        ["threshold": Double($0.threshold), "fpir": $0.falsePositive, "fnir": $0.falseNegative]
      },
    ]
  }

  private func calibrationJSON(_ measurement: CalibrationMeasurement) -> JSONValue {
    measurement.pair.json.adding([
      "date": measurement.date, "population": measurement.population, "dataSet": measurement.dataSet,
      "impostorComparisons": measurement.impostorComparisons, "subjects": measurement.subjects,
      "points": measurement.points.json { point in
        let rate = run.accuracy.point(threshold: point.similarity).falseNonMatch
        return [
          "similarity": point.similarity, "fmr": point.rate, "lower": point.lower, "upper": point.upper,
          "errors": point.errors, "score": Score(falseMatchRate: point.rate).value,
          "fnmr": ["rate": rate.rate, "errors": rate.errors, "trials": rate.trials] as JSONValue,
        ]
      },
    ])
  }

  private static func json(_ rate: ComparisonRate) -> JSONValue {
    [
      "rate": rate.rate, "errors": rate.counts.errors, "trials": rate.counts.trials,
      "independent": rate.independent, "lower": rate.interval.lowerBound, "upper": rate.interval.upperBound,
      "exact": json(rate.exact), "drawn": rate.drawn.json(json),
      "ruleOfThree": rate.ruleOfThree.json { ["independent": $0.independent, "people": $0.people] },
    ]
  }

  private static func json(_ range: ClosedRange<Double>) -> JSONValue {
    ["lower": range.lowerBound, "upper": range.upperBound]
  }
}
