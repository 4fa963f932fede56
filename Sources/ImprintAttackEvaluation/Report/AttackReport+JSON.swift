// SPDX-License-Identifier: Apache-2.0

extension AttackReport {
  /// The same facts as ``text``, with all counts and both intervals. Keys are stable: they are only added.
  public var json: JSONValue {
    let statements = ReportStatements(self)
    return [
      "format": "imprint.attack-report", "version": 1, "verdict": verdict?.rawValue,
      "runs": runs.json(\.json),
      "statements": .strings(statements.conditions) as JSONValue,
      "criteria": [
        "minimumPresentations": criteria.minimumPresentations, "minimumSubjects": criteria.minimumSubjects,
        "modes": criteria.modes.json {
          ["mode": $0.name, "judged": $0.judged, "measured": $0.measured, "measure": $0.decisive?.method]
        },
        "levels": criteria.levels.json {
          ["level": $0.name, "apcer": $0.attackBound, "bpcer": $0.bonaFideBound]
        },
      ] as JSONValue,
      // Of every rate: its interval is the hull of the two.
      "intervals": [
        "confidence": 0.95, "exact": "clopper-pearson", "drawn": "bootstrap over subjects",
        "rounds": bootstrap.rounds, "seed": "\(bootstrap.seed)",
      ] as JSONValue,
      "presentations": [
        "bonaFide": summary.bonaFidePresentations, "attack": summary.attackPresentations,
        "subjects": summary.subjects,
      ] as JSONValue,
      "modes": summary.modes.json(Self.json), "missingModes": summary.missingModes,
    ]
  }

  private static func json(_ mode: AttackSummary.Mode) -> JSONValue {
    [
      "mode": mode.mode, "inCriteria": mode.criteria != nil, "missingLevels": mode.missingLevels,
      "levels": mode.levels.json(json), "measure": mode.measure.json(json),
      "durations": mode.durations.json {
        [
          "level": $0.level, "species": $0.species, "count": $0.count,
          "seconds": zip(["5", "25", "50", "75", "95"], $0.quantiles).json {
            ["percent": Int($0.0) ?? 0, "atMost": $0.1]
          },
        ]
      },
    ]
  }

  private static func json(_ level: LevelSummary) -> JSONValue {
    [
      "level": level.level, "verdict": level.verdict?.rawValue,
      "bounds": level.bounds.json { ["apcer": $0.attackBound, "bpcer": $0.bonaFideBound] },
      "highestApcer": level.maximum.json { ["species": $0.species, "rate": $0.accepted.rate] },
      "species": level.species.json {
        [
          "species": $0.species, "standing": $0.standing.rawValue, "verdict": $0.verdict?.rawValue,
          "apcer": json($0.accepted), "apnrr": json($0.nonResponse), "iapar": $0.impostorAccepted.json(json),
          "notCompared": $0.notCompared, "counts": json($0.counts),
        ]
      },
      "bonaFide": [
        "verdict": level.bonaFide.verdict?.rawValue, "bpcer": json(level.bonaFide.refused),
        "bpcerFake": json(level.bonaFide.fake), "bpcerNoDecision": json(level.bonaFide.noDecision),
        "bpnrr": json(level.bonaFide.nonResponse), "counts": json(level.bonaFide.counts),
      ] as JSONValue,
      "shortfalls": level.shortfalls.json {
        ["kind": $0.kind.rawValue, "species": $0.species, "has": $0.has, "needs": $0.needs]
      },
    ]
  }

  private static func json(_ rate: MeasuredRate) -> JSONValue {
    [
      "rate": rate.rate, "errors": rate.counts.errors, "trials": rate.counts.trials,
      "subjects": rate.subjects, "lower": rate.interval.lowerBound, "upper": rate.interval.upperBound,
      "exact": json(rate.exact), "drawn": rate.drawn.json(json),
      "ruleOfThree": rate.ruleOfThree.json { ["independent": $0.independent, "alike": $0.alike] },
    ]
  }

  private static func json(_ range: ClosedRange<Double>) -> JSONValue {
    ["lower": range.lowerBound, "upper": range.upperBound]
  }

  private static func json(_ counts: OutcomeCounts) -> JSONValue {
    [
      "live": counts.live, "fake": counts.fake, "noDecision": counts.noDecision, "unknown": counts.unknown,
      "timeout": counts.timeout, "noFace": counts.noFace, "failed": counts.failed,
      "errors": counts.errors.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.json {
        ["code": $0.key, "count": $0.value]
      },
    ]
  }

  private static func json(_ measure: MeasureDistribution) -> JSONValue {
    [
      "method": measure.measure.method, "liveSide": measure.measure.liveSide.rawValue,
      "level": measure.level, "limits": measure.limits.json { ["level": $0.level, "limit": $0.value] },
      "groups": measure.groups.json {
        [
          "species": $0.species, "count": $0.values.count, "missing": $0.missing, "lowest": $0.values.first,
          "median": $0.values.isEmpty ? nil : $0.values[$0.values.count / 2], "highest": $0.values.last,
        ]
      },
      "tradeOff": measure.tradeOffs.json { curve in
        [
          "species": curve.species,
          "points": curve.points.json {
            ["limit": $0.limit, "apcer": $0.attack.rate, "bpcer": $0.bonaFide.rate]
          },
        ]
      },
    ]
  }
}
