// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
@_exported public import ImprintModel

/// Why the server's home folder cannot be made or used.
public typealias HomeError = Explained<HomeErrorCode>

public enum HomeErrorCode: String, Sendable, Hashable, CaseIterable {
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

extension HomeErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    switch problem {
    case .noSpace: (.noSpace, nil)
    case .missing: (.missing, nil)
    case .noFolder:
      (.missing, "Make the server's home with `imprint-lkms init`, or name another with --home.")
    case .unsafeFolder: (.unsafePermissions, "Run: chmod 700 -- \(ShellWord.quoted(place))")
    case .notAFile: (.damaged, "Put the file back from a backup.")
    case .exists: (.notEmpty, nil)
    case .notPermitted, .busy, .cancelled, .system: (.system, nil)
    }
  }
}
