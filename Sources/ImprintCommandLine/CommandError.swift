// SPDX-License-Identifier: Apache-2.0
import Glibc
package import ImprintFiles
@_exported public import ImprintModel

/// Errors of the command line itself.
public typealias CommandError = Explained<CommandErrorCode>

public enum CommandErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The name is unknown.
  case unknownName = "unknown-name"
  /// A companion program is missing.
  case notInstalled = "not-installed"
  /// An explicit confirmation is missing.
  case refused
  /// A file or folder cannot be read or written.
  case file
  /// A variant's licence features lack one of its plugins'.
  case licenseSet = "licence-set"
  /// The capture timed out without a result.
  case nothingCaptured = "nothing-captured"
  /// Liveness was asked for, and the verdict is not `live`.
  case notLive = "not-live"
  /// Ctrl-C or a termination signal.
  case interrupted
}

extension CommandError {
  public static let interrupted = interrupted(remedy: "Nothing was kept; run it again.")

  /// - Parameter remedy: what was kept, and how to go on.
  public static func interrupted(remedy: String) -> CommandError {
    CommandError(.interrupted, place: ProgramName.own, reason: "it was interrupted.", remedy: remedy)
  }
}

extension CommandErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    switch problem {
    case .missing: (.file, "Give the path of a file you may read.")
    case .notPermitted: (.file, "Choose a file or folder that you may use.")
    case .notAFile: (.file, "Give another file.")
    case .noSpace, .noFolder, .unsafeFolder, .exists, .busy, .cancelled, .system: (.file, nil)
    }
  }
}
