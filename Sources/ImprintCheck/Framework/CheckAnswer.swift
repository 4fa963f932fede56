// SPDX-License-Identifier: Apache-2.0

/// What a check's process tells the one that started it: one message, as JSON.
///
/// A plugin runs in that process, and can write there too. So an answer carries the token that the process
/// was given before the plugin was loaded, and whatever else comes is nonsense, which counts as a failure.
/// That is no wall against a plugin that means to deceive and looks for the token in memory: nothing in its
/// own process is.
struct CheckAnswer: Equatable {
  /// Longer ones are not read.
  static let longestBytes = 32 << 10
  /// Of each text in an answer.
  private static let longestText = 4096

  let token: String
  let check: String
  let outcome: CheckOutcome
}

extension CheckAnswer {
  /// As it is sent.
  var message: [UInt8] {
    let answer: JSONValue = [
      "token": token, "check": check, "outcome": outcome.word, "reason": Self.cut(outcome.reason),
      "place": Self.cut(outcome.place),
    ]
    return Array(answer.text.utf8)
  }

  /// Reads what came; `nil` for anything but an answer in its exact form.
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
    // How a process ended is not for the process to say.
    default: return nil
    }
  }

  private static func cut(_ text: String) -> String {
    text.utf8.count <= longestText
      ? text : String(decoding: text.utf8.prefix(longestText), as: UTF8.self) + " ..."
  }
}
