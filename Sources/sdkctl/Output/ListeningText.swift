// SPDX-License-Identifier: Apache-2.0

extension ListeningResult {
  /// For people: `0.52 to 1.80 s: turn on the light (good-match)`.
  var line: String {
    let said = words.isEmpty ? "nothing recognised" : text
    let trigger = trigger.map { ", after \($0.phrase)" } ?? ""
    return "\(begin.shownSeconds) to \(end.shownSeconds) s: \(said) (\(ending.rawValue)\(trigger))"
  }

  /// What else is to be said of it.
  var remarks: [String] {
    var remarks: [String] = []
    if lost > 0 { remarks.append("lost: \(lost) frames") }
    if let sound = recording?.sound { remarks.append("recorded: \(sound)") }
    if let metadata = recording?.metadata { remarks.append("metadata: \(metadata)") }
    if let notKept {
      remarks.append("warning: not kept: \(notKept.place): \(notKept.reason) \(notKept.remedy)")
    }
    return remarks
  }

  /// With what was kept.
  var document: JSONValue {
    json.adding([
      "recording": recording?.sound, "metadata": recording?.metadata,
      "notKept": notKept.json { ["code": $0.code.rawValue, "place": $0.place, "reason": $0.reason] },
    ])
  }
}

extension ListeningEvent {
  /// One line of JSON for each; times are seconds.
  var document: JSONValue {
    func event(_ name: String, _ more: JSONValue = .object([])) -> JSONValue {
      (["event": name] as JSONValue).adding(more)
    }
    return switch self {
    case .began(let state): event("began", ["state": state.rawValue])
    case .level(let level): event("level", level.json)
    case .speechBegan(let time): event("speech", ["at": time.seconds])
    case .speechEnded(let time): event("silence", ["at": time.seconds])
    case .triggered(let trigger): event("triggered", trigger.json)
    case .partial(let words):
      event(
        "partial",
        ["text": words.map(\.text).joined(separator: " "), "words": words.json(\.json)])
    case .finished(let result): event("finished", result.document)
    case .interrupted(let reason): event("interrupted", ["reason": reason.rawValue])
    case .ready: event("ready")
    case .failed(let error):
      event(
        "failed",
        [
          "code": error.code.rawValue, "place": error.place, "reason": error.reason, "remedy": error.remedy,
        ])
    case .cancelled: event("cancelled")
    }
  }
}

extension Duration {
  /// To the millisecond.
  var seconds: Double { Double(wholeMilliseconds) / 1000 }

  /// To a hundredth.
  fileprivate var shownSeconds: String {
    let hundredths = Int((self / .milliseconds(10)).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// The level of the microphone and the words so far, in the last line of a terminal.
struct ListeningMeter {
  private let isShown: Bool
  private var words = ""
  private var level = AudioLevel.silence

  init(on console: Console) { isShown = console.showsProgress && !console.wantsJSON }

  mutating func show(_ event: ListeningEvent) {
    guard isShown else { return }
    switch event {
    case .level(let level): self.level = level
    case .partial(let words): self.words = words.map(\.text).joined(separator: " ")
    case .began(.waiting): words = "(waiting for the trigger)"
    case .triggered: words = ""
    case .finished, .interrupted, .failed, .cancelled:
      Console.showProgress("")
      words = ""
      return
    case .began, .speechBegan, .speechEnded, .ready: return
    }
    Console.showProgress("[\(Self.bar(level))] \(words)")
  }

  /// 20 places, of 3 dB each.
  private static func bar(_ level: AudioLevel) -> String {
    let filled = level.rms.isFinite ? max(0, min(20, Int((level.rms + 60) / 3))) : 0
    return String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
  }
}
