// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
@_exported public import ImprintModel

/// Why the server's home folder cannot be created or used.
public typealias HomeError = Explained<HomeErrorCode>

public enum HomeErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The environment does not define the user's folders.
  case noStandardPath = "no-standard-path"
  /// The place of a new home is taken.
  case notEmpty = "not-empty"
  /// There is no home, or a file of it is missing.
  case missing
  /// Others may read or write secrets.
  case unsafePermissions = "unsafe-permissions"
  /// A file is damaged.
  case damaged
  /// The signing key is stored elsewhere.
  case keyAway = "key-away"
  /// A certificate has expired.
  case certificateEnded = "certificate-ended"
  /// A certificate is for another key, or does not chain to its authority.
  case certificateMismatch = "certificate-mismatch"
  /// The disk is full. Existing files are unchanged.
  case noSpace = "no-space"
  /// Another system error, which is stated.
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
