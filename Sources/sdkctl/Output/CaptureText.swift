// SPDX-License-Identifier: Apache-2.0

extension CaptureEvent {
  /// What a person at the terminal is told; `nil` for what only a picture can show.
  var line: String? {
    switch self {
    case .mode(let mode): mode == .none ? nil : "liveness: \(mode.rawValue)"
    case .step(let step): "step: \(step.rawValue)"
    case .feedback(let feedback): "feedback: \(feedback.rawValue)"
    case .progress(let progress): "progress: \(Int(progress * 100)) %"
    case .challenge(let challenge): "challenge: \(challenge.number) of \(challenge.total)"
    case .target(let target):
      target.isCurrent && target.completeness == 0
        ? "target: \(target.number + 1) of \(target.total) at \(target.centre.words)" : nil
    case .action(let actions, _): actions.words.map { "action: \($0)" }
    case .preparation(let preparation): "preparation: \(preparation.rawValue)"
    case .finding(let finding): "found: \(finding.words)"
    case .sourceEnded: "the source has ended"
    case .preview, .tracking, .pointer, .oval, .light, .finished: nil
    }
  }
}

extension FaceCaptureHandlerEvent {
  /// What a person at the terminal is told; `nil` for what only a picture can show.
  var line: String? {
    switch self {
    case .capture(let event): event.line
    case .recorded(let recording): recording.line
    case .interrupted(let reason): "interrupted: \(reason.rawValue)"
    case .ready: "ready"
    case .preview, .finished: nil
    }
  }
}

extension LivenessFinding {
  var words: String {
    "\(method.rawValue) \(verdict), \(measure.short) against \(limit.short)"
  }

  var json: JSONValue {
    [
      "method": method.rawValue, "verdict": "\(verdict)", "measure": Double(measure), "limit": Double(limit),
    ]
  }
}

extension ScreenPlace {
  fileprivate var words: String { "(\(x.short), \(y.short))" }
}

extension CaptureActions {
  /// `nil` where nothing is asked for.
  fileprivate var words: String? {
    let named: [(CaptureActions, String)] = [
      (.keepStill, "keep still"), (.blink, "blink"), (.turnLeft, "turn left"), (.turnRight, "turn right"),
    ]
    let asked = named.filter { contains($0.0) }.map(\.1)
    return asked.isEmpty ? nil : asked.joined(separator: ", ")
  }
}

extension Float {
  /// Two digits behind the point at most.
  fileprivate var short: String { "\((self * 100).rounded() / 100)" }
}
