// SPDX-License-Identifier: Apache-2.0

extension MatchExplanation: JSONConvertible {
  /// The keys that `Codable` writes; what there is none of is null.
  public var json: JSONValue {
    [
      "kind": kind.rawValue, "isMatch": isMatch, "plugin": plugin, "format": format, "modality": modality,
      "asked": asked.json, "otherUse": otherUse.json(\.json), "threshold": threshold.json,
      "candidates": candidates.json(\.json),
      "references": references.json(\.json), "compared": compared.json(\.json),
      "calibrations": calibrations.json(\.json), "passedOver": passedOver.json(\.json),
      "searched": searched,
    ]
  }
}

extension MatchExplanation.Asked {
  fileprivate var json: JSONValue {
    [
      "policy": policy.rawValue, "value": value, "gallery": gallery, "requireCalibrated": requireCalibrated,
      "minimumQuality": minimumQuality, "sites": sites.rawValue, "maximumCandidates": maximumCandidates,
      "use": use?.name, "otherUses": otherUses.rawValue,
    ]
  }
}

extension MatchExplanation.Warning {
  fileprivate var json: JSONValue { ["code": code, "reason": reason, "remedy": remedy] }
}

extension MatchExplanation.Threshold {
  fileprivate var json: JSONValue {
    [
      "score": score, "matchingThreshold": matchingThreshold, "falseMatchRate": falseMatchRate,
      "comparisons": comparisons, "falseMatchRateOfAll": falseMatchRateOfAll,
      "isExtrapolated": isExtrapolated,
    ]
  }
}

extension MatchExplanation.Sample {
  fileprivate var json: JSONValue {
    [
      "format": format, "modality": modality, "site": site, "quality": quality, "samples": samples,
      "maker": maker,
    ]
  }
}

extension MatchExplanation.Compared {
  fileprivate var json: JSONValue {
    [
      "candidate": candidate, "reference": reference, "user": user, "score": score,
      "similarity": similarity, "isMatch": isMatch, "isExtrapolated": isExtrapolated,
      "calibration": calibration, "qualities": qualities,
    ]
  }
}

extension MatchExplanation.UsedCalibration {
  fileprivate var json: JSONValue {
    [
      "number": number, "pair": pair, "date": date, "population": population, "subjects": subjects,
      "impostorComparisons": impostorComparisons, "supportedUpTo": supportedUpTo,
    ]
  }
}

extension MatchExplanation.PassedOver {
  fileprivate var json: JSONValue {
    [
      "side": side.rawValue, "count": count, "candidates": candidates, "references": references,
      "users": users, "code": code, "reason": reason, "remedy": remedy,
    ]
  }
}
