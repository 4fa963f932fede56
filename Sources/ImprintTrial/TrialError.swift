// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
internal import ImprintModel

/// Why there can be no trial licence here.
package struct TrialError: ExplainedError, Hashable {
  package enum Code: String, Sendable, Hashable, CaseIterable {
    /// The machine's settings forbid it.
    case forbidden = "trial-forbidden"
    /// Another authority issues this user's or this machine's licences, or did.
    case otherAuthority = "trial-other-authority"
    /// Whether it is forbidden cannot be said: the settings cannot be read.
    case settings = "trial-settings"
    /// The process has other rights than the user who started it.
    case elevated = "trial-elevated"
    /// It cannot be made, or written.
    case notMade = "trial-not-made"
  }

  package let code: Code
  package let place: String
  package let reason: String
  package let remedy: String

  init(_ code: Code, place: String, reason: String, remedy: String) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }

  /// What something else is that keeps a trial licence from being made.
  init(_ code: Code, _ error: any Error) {
    if let error = error as? TrialError {
      self = error
    } else if let error = error as? any ExplainedError {
      self.init(code, place: error.place, reason: error.reason, remedy: error.remedy)
    } else {
      self.init(code, place: "trial licence", reason: "\(error)", remedy: "Correct that, then try again.")
    }
  }

  static func otherAuthority(_ place: String, _ reason: String) -> TrialError {
    TrialError(
      .otherAuthority, place: place, reason: reason,
      remedy: "A trial licence is for those who have no other: use that one (sdkctl license activate).")
  }
}

extension TrialError: FileFailure {
  package init(system failure: SystemFailure, place: String) {
    self.init(.notMade, place: place, reason: failure.reason, remedy: failure.remedy)
  }

  package static func noFolder(_ place: String) -> TrialError {
    TrialError(
      .notMade, place: place, reason: "there is no such folder.", remedy: "Set XDG_STATE_HOME or HOME.")
  }

  package static func unsafeFolder(_ place: String, reason: String, remedy: String) -> TrialError {
    TrialError(.notMade, place: place, reason: reason, remedy: remedy)
  }

  package static func notAFile(_ place: String, reason: String) -> TrialError {
    TrialError(.notMade, place: place, reason: reason, remedy: "Remove it, then try again.")
  }

  package static func busy(_ place: String, for time: Duration) -> TrialError {
    TrialError(
      .notMade, place: place, reason: "another process has held it for \(time).", remedy: "Try again.")
  }

  package static func cancelled(_ place: String) -> TrialError {
    TrialError(.notMade, place: place, reason: "it was cancelled.", remedy: "Try again.")
  }
}
