// SPDX-License-Identifier: Apache-2.0

/// Describes whether templates seem to be of one person.
extension Resemblance {
  /// Notes where the command continued although it was undecided, or decided otherwise.
  var notes: [String] {
    var notes = skipped.map { "note: \($0) were not compared: this matcher does not support them." }
    notes += uncalibrated.map {
      "note: \($0) could not be judged: this matcher has no calibration of them with the new ones."
    }
    switch verdict {
    case .nothingToCompare, .alike: break
    case .unlike(let strangers, let threshold):
      notes += strangers.map {
        "warning: sample \($0.template + 1) seems to be of a different person: score \($0.score), but above "
          + "\(threshold) is needed. It was enrolled anyway."
      }
    case .notCalibrated:
      notes.append(
        "note: it was not checked whether it is the same person: the matcher is not calibrated for that.")
    case .notLicensed:
      notes.append(
        "note: it was not checked whether it is the same person: the licence does not cover comparison.")
    }
    return notes
  }

  var json: JSONValue {
    var strangers: [Stranger] = []
    var lowest: Score?
    let word: String
    switch verdict {
    case .nothingToCompare: word = "nothing-to-compare"
    case .alike(let score): (word, lowest) = ("alike", score)
    case .unlike(let found, _): (word, strangers) = ("unlike", found)
    case .notCalibrated: word = "not-calibrated"
    case .notLicensed: word = "not-licensed"
    }
    return [
      "verdict": word, "lowestScore": lowest?.value,
      "unlike": strangers.json { ["template": $0.template, "score": $0.score.value] },
      "notCompared": JSONValue.counts(skipped), "uncalibrated": JSONValue.counts(uncalibrated),
    ]
  }
}

extension JSONValue {
  /// How many templates of which formats.
  static func counts(_ formats: [TemplateFormatCount]) -> JSONValue {
    formats.json { ["format": "\($0.format)", "count": $0.count] }
  }
}
