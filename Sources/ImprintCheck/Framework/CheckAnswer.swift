// SPDX-License-Identifier: Apache-2.0

/// What a check's process reports to its parent: one JSON message.
///
/// A plugin runs in that process, and can write there too. So an answer carries a token that the process
/// received before the plugin was loaded; anything else is invalid, and counts as a failure. This does not
/// stop a malicious plugin that searches memory for the token: nothing in its own process can.
struct CheckAnswer: Equatable {
  /// The maximum length that is read.
  static let longestBytes = 32 << 10
  /// The maximum length of each text in an answer.
  private static let longestText = 4096

  let token: String
  let check: String
  let outcome: CheckOutcome
}

extension CheckAnswer {
  /// The encoded form.
  var message: [UInt8] {
    let answer: JSONValue = [
      "token": token, "check": check, "outcome": outcome.word, "reason": Self.cut(outcome.reason),
      "place": Self.cut(outcome.place),
    ]
    return Array(answer.text.utf8)
  }

  /// Parses a message; `nil` for anything but an answer in its exact form.
  init?(_ message: [UInt8]) {
    let limits = JSONValue.Limits(bytes: Self.longestBytes, depth: 2)
    guard let value = try? JSONValue(parsing: message, limits: limits), case .object(let members) = value,
      members.map(\.0) == ["token", "check", "outcome", "reason", "place"]
    else { return nil }
    var texts: [String] = []
    for member in members {
      guard case .string(let text) = member.1 else { return nil }
      texts.append(text)
    }
    (token, check) = (texts[0], texts[1])
    let (reason, place) = (texts[3], texts[4])
    switch texts[2] {
    case "passed" where reason.isEmpty && place.isEmpty: outcome = .passed
    case "warning": outcome = .warning(reason: reason, place: place)
    case "skipped" where place.isEmpty: outcome = .skipped(reason: reason)
    case "failed": outcome = .failed(reason: reason, place: place)
    // How a process ended is not for the process to report.
    default: return nil
    }
  }

  private static func cut(_ text: String) -> String {
    text.utf8.count <= longestText
      ? text : String(decoding: text.utf8.prefix(longestText), as: UTF8.self) + " ..."
  }
}
