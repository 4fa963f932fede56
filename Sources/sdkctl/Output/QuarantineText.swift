// SPDX-License-Identifier: Apache-2.0
import Imprint
import ImprintCommandLine

/// How a standing is shown.
extension QuarantineStanding {
  /// `nil` where there is nothing to say.
  var text: String? {
    switch self {
    case .clear: nil
    case .struck(let record): record.sentence
    case .quarantined(let record):
      "quarantined: \(record.sentence); `sdkctl plugin quarantine clear \(record.build.plugin)` lets it in again"
    case .damaged(let error): "quarantined: \(error)"
    }
  }

  var isQuarantined: Bool {
    switch self {
    case .clear, .struck: false
    case .quarantined, .damaged: true
    }
  }

  var json: JSONValue {
    switch self {
    case .clear: .null
    case .struck(let record), .quarantined(let record): record.json
    case .damaged(let error):
      .object([
        ("state", .string("damaged")), ("place", .string(error.place)), ("reason", .string(error.reason)),
      ])
    }
  }
}

extension QuarantineRecord {
  var state: String { quarantined == nil ? "struck" : "quarantined" }

  var json: JSONValue {
    .object([
      ("build", .string(build.contents.hex)), ("library", .string(build.library.hex)),
      ("plugin", .string(build.plugin)),
      ("version", .string("\(build.version)")), ("folder", .string(build.folder)), ("state", .string(state)),
      ("quarantined", .optional(quarantined) { .string(Clock.text($0)) }),
      ("strikes", .array(strikes.map(\.json))),
    ])
  }
}

extension QuarantineRecord.Strike {
  var json: JSONValue {
    .object([
      ("time", .string(Clock.text(time))), ("function", .string(function)),
      ("reason", .string(reason.kind.rawValue)), ("number", .optional(reason.number) { .integer($0) }),
      ("text", .string("\(reason)")), ("imprint", .string(imprint)),
    ])
  }
}
