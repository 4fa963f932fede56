// SPDX-License-Identifier: Apache-2.0

/// How a quarantine status is shown.
extension QuarantineStanding {
  /// `nil` where there is nothing to say.
  var text: String? {
    switch self {
    case .clear: nil
    case .struck(let record): record.sentence
    case .quarantined(let record):
      "quarantined: \(record.sentence); `sdkctl plugin quarantine clear \(record.build.plugin)` allows it "
        + "again"
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
      ["state": "damaged", "place": error.place, "reason": error.reason]
    }
  }
}

extension QuarantineRecord {
  var state: String { quarantined == nil ? "struck" : "quarantined" }

  var json: JSONValue {
    [
      "build": build.contents.hex, "library": build.library.hex, "plugin": build.plugin,
      "version": "\(build.version)", "folder": build.folder, "state": state,
      "quarantined": quarantined.map { Clock.text($0) }, "strikes": strikes.map(\.json),
    ]
  }
}

extension QuarantineRecord.Strike {
  var json: JSONValue {
    [
      "time": Clock.text(time), "function": function, "reason": reason.kind.rawValue, "number": reason.number,
      "text": "\(reason)", "imprint": imprint,
    ]
  }
}
