// SPDX-License-Identifier: Apache-2.0
import Glibc
package import ImprintFiles
@_exported public import ImprintModel

/// What goes wrong in the command line itself.
public typealias CommandError = Explained<CommandErrorCode>

public enum CommandErrorCode: String, Sendable, Hashable, CaseIterable {
  /// Nothing of that name was found.
  case unknownName = "unknown-name"
  /// A program that belongs to this one is not there.
  case notInstalled = "not-installed"
  /// It was not asked for as explicitly as it has to be.
  case refused
  /// A file or folder cannot be read or written.
  case file
  /// A variant's licence set lacks a feature of its plugins.
  case licenseSet = "licence-set"
  /// Nothing was captured before the time was up.
  case nothingCaptured = "nothing-captured"
  /// The user pressed Ctrl-C, or the process was asked to end.
  case interrupted
}

extension CommandError {
  public static let interrupted = CommandError(
    .interrupted, place: ProgramName.own, reason: "it was interrupted.",
    remedy: "Nothing was kept; run it again.")
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
