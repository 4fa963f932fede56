// SPDX-License-Identifier: Apache-2.0

extension ListeningUploadEvent {
  /// One line of JSON for each.
  var document: JSONValue {
    func event(_ name: String, _ more: JSONValue = .object([])) -> JSONValue {
      (["event": name] as JSONValue).adding(more)
    }
    return switch self {
    case .began(let files): event("began", ["files": files])
    case .sending(let name, let bytes): event("sending", ["name": name, "bytes": bytes])
    case .taken(let name, let wasThere): event("taken", ["name": name, "wasThere": wasThere])
    case .gone(let name): event("gone", ["name": name])
    case .refused(let name, let error): event("refused", ["name": name, "error": error.document])
    case .waiting(let name, let error, let delay):
      event("waiting", ["name": name, "error": error.document, "after": delay.jsonSeconds])
    case .paused: event("paused")
    case .resumed: event("resumed")
    case .finished(let summary): event("finished", summary.document)
    case .postponed(let error, let delay):
      event("postponed", ["error": error.document, "after": delay.jsonSeconds])
    case .failed(let error): event("failed", ["error": error.document])
    case .stopped: event("stopped")
    }
  }

  /// For people; `nil` where nothing is to be said.
  var line: String? {
    switch self {
    case .taken(let name, let wasThere): "\(wasThere ? "was there" : "taken"): \(name)"
    case .gone(let name): "gone: \(name)"
    case .refused(let name, let error): "refused: \(name): \(error)"
    case .waiting(let name, let error, let delay): "again in \(delay.jsonSeconds) s: \(name): \(error)"
    case .postponed(let error, let delay): "again in \(delay.jsonSeconds) s: \(error)"
    case .began, .sending, .paused, .resumed, .finished, .failed, .stopped: nil
    }
  }
}

extension ListeningUploadSummary {
  var document: JSONValue {
    [
      "taken": taken, "bytes": bytes, "wasThere": wasThere, "refused": refused, "gone": gone,
      "removed": removed,
    ]
  }

  /// `4 taken (81234 bytes), 1 there already, 1 refused`.
  var line: String {
    var parts = ["\(taken) taken (\(bytes) bytes)"]
    for (count, what) in [
      (wasThere, "there already"), (refused, "refused"), (gone, "gone"), (removed, "removed"),
    ] where count > 0 { parts.append("\(count) \(what)") }
    return parts.joined(separator: ", ")
  }
}

extension ListeningUploadError {
  fileprivate var document: JSONValue {
    ["code": code.rawValue, "place": place, "reason": reason, "remedy": remedy]
  }
}
