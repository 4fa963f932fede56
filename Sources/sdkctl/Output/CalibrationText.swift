// SPDX-License-Identifier: Apache-2.0

// Describes, for people and programs, the calibration behind a score, or why there is none.

extension CalibrationEntry {
  var line: String { "calibration: \(self)" }

  var json: JSONValue {
    (["entry": number] as JSONValue).adding(pair.json)
      .adding(["date": calibration.date, "supportedUpTo": calibration.supportedUpTo.value])
  }
}

extension MatchingError {
  /// Why templates have no score, and what to do.
  var line: String { "no calibration: \(place): \(reason) \(remedy)" }
}

extension ExplainedError {
  /// The reason for a skip, beside what was skipped.
  var json: JSONValue { ["code": code.rawValue, "reason": reason, "remedy": remedy] }
}

extension Sequence<CalibrationEntry> {
  /// Each once, in the manifest's order.
  var eachOnce: [CalibrationEntry] { Set(self).sorted { $0.number < $1.number } }
}
