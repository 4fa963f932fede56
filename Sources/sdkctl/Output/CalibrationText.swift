// SPDX-License-Identifier: Apache-2.0
import Imprint

// What people and programs are told of the calibration that a score comes of, or of why there is none.

extension CalibratedPair {
  /// What an entry of a manifest's `calibrations` is of.
  var members: [(String, JSONValue)] {
    [
      ("format", .string(format)), ("probe", probe.json), ("reference", reference.json),
      ("unmarked", .bool(includesUnmarked)),
    ]
  }
}

extension CalibratedTemplates {
  fileprivate var json: JSONValue {
    .object([
      ("version", .integer(Int(version))), ("extractor", .string(extractor)),
      ("minVersion", .string("\(extractorVersions.lowerBound)")),
      ("maxVersion", .string("\(extractorVersions.upperBound)")),
      ("minSamples", .integer(samples.lowerBound)), ("maxSamples", .integer(samples.upperBound)),
    ])
  }
}

extension CalibrationEntry {
  var line: String { "calibration: \(self)" }

  var json: JSONValue {
    .object(
      [("entry", .integer(number))] + pair.members + [
        ("date", .string(calibration.date)), ("supportedUpTo", .number(calibration.supportedUpTo.value)),
      ])
  }
}

extension MatchingError {
  /// Why templates have no score, and what to do.
  var line: String { "no calibration: \(place): \(reason) \(remedy)" }

  var members: [(String, JSONValue)] {
    [("code", .string(code.rawValue)), ("reason", .string(reason)), ("remedy", .string(remedy))]
  }
}

extension Sequence<CalibrationEntry> {
  /// Each once, in the manifest's order.
  var eachOnce: [CalibrationEntry] { Set(self).sorted { $0.number < $1.number } }
}
