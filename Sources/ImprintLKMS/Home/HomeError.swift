// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
public import ImprintModel

/// Why the server's home folder cannot be made or used.
public struct HomeError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The environment does not say where the user's folders lie.
    case noStandardPath = "no-standard-path"
    /// There is something already where a home was to be made.
    case notEmpty = "not-empty"
    /// There is no home, or a file of it is missing.
    case missing
    /// Others may read or write what is secret.
    case unsafePermissions = "unsafe-permissions"
    /// A file is not what it should be.
    case damaged
    /// The key that would sign is kept elsewhere.
    case keyAway = "key-away"
    /// A certificate has ended.
    case certificateEnded = "certificate-ended"
    /// A certificate is another key's, or does not chain to its authority.
    case certificateMismatch = "certificate-mismatch"
    /// No room is left. What was there still is.
    case noSpace = "no-space"
    /// The system refused for another reason, which is stated.
    case system
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String

  public init(_ code: Code, place: String, reason: String, remedy: String) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }
}

extension HomeError: FileFailure {
  package init(system failure: SystemFailure, place: String) {
    let code: Code =
      switch failure.kind {
      case .noSpace: .noSpace
      case .missing: .missing
      case .notPermitted, .other: .system
      }
    self.init(code, place: place, reason: failure.reason, remedy: failure.remedy)
  }

  package static func noFolder(_ place: String) -> HomeError {
    HomeError(
      .missing, place: place, reason: "there is no such folder.",
      remedy: "Make the server's home with `imprint-lkms init`, or name another with --home.")
  }

  package static func unsafeFolder(_ place: String, reason: String, remedy: String) -> HomeError {
    HomeError(
      .unsafePermissions, place: place, reason: reason, remedy: "Run: chmod 700 -- \(ShellWord.quoted(place))"
    )
  }

  package static func notAFile(_ place: String, reason: String) -> HomeError {
    HomeError(.damaged, place: place, reason: reason, remedy: "Put the file back from a backup.")
  }

  package static func busy(_ place: String, for time: Duration) -> HomeError {
    HomeError(
      .system, place: place, reason: "another process has held it for \(time).", remedy: "Try again.")
  }

  package static func cancelled(_ place: String) -> HomeError {
    HomeError(.system, place: place, reason: "it was cancelled while it waited.", remedy: "Try again.")
  }
}
