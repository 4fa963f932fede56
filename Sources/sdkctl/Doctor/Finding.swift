// SPDX-License-Identifier: Apache-2.0

/// One thing that an examination looked at.
struct Finding {
  enum Subject: String {
    case system
    case root
    case plugin
    case model
    case runtime = "run-time library"
    case licence
    case calibration
    case variant
  }

  enum State: String {
    case fine
    case doubtful
    case broken
  }

  let subject: Subject
  let state: State
  let place: String
  /// Stable word of what was found; `ok` where all is well.
  let code: String
  let fact: String
  /// What to do; empty where nothing is to be done.
  let remedy: String

  static func fine(_ subject: Subject, _ place: String, _ fact: String) -> Finding {
    Finding(subject: subject, state: .fine, place: place, code: "ok", fact: fact, remedy: "")
  }
}
