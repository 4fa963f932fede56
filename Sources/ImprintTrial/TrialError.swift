// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
package import ImprintModel

/// Why there is no trial licence here.
package typealias TrialError = Explained<TrialErrorCode>

package enum TrialErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The machine's settings forbid it.
  case forbidden = "trial-forbidden"
  /// Another authority issues this user's or this machine's licences, or did.
  case otherAuthority = "trial-other-authority"
  /// The settings that may forbid it cannot be read.
  case settings = "trial-settings"
  /// The process has other privileges than the user who started it.
  case elevated = "trial-elevated"
  /// It cannot be made, or written.
  case notMade = "trial-not-made"
}

extension TrialError {
  /// Another error that prevents a trial licence.
  init(_ code: Code, cause error: any Error) {
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

extension TrialErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    (.notMade, problem == .noFolder ? "Set XDG_STATE_HOME or HOME." : nil)
  }
}
