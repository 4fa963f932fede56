// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// The error codes of a module that stores files.
package protocol FileCode: RawRepresentable<String>, Sendable, Hashable {
  /// The code for a file problem, and its remedy where that says more than ``FileProblem/remedy``.
  static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?)
}

/// An error with such codes.
package protocol FileFailure: ExplainedError where Code: FileCode {
  init(_ code: Code, place: String, reason: String, remedy: String)
}

extension Explained: FileFailure where Code: FileCode {}

extension FileFailure {
  package init(_ problem: FileProblem, place: String) {
    let (code, remedy) = Code.of(problem.kind, place)
    self.init(code, place: place, reason: problem.reason, remedy: remedy ?? problem.remedy)
  }

  /// Runs a file operation, and reports its failure with the file's place.
  package static func at<Value>(
    _ place: String, _ work: () throws(FileProblem) -> Value
  ) throws(Self) -> Value {
    do throws(FileProblem) { return try work() } catch { throw Self(error, place: place) }
  }

  /// A system call failed.
  /// - Parameter doing: what failed, such as `writing it`.
  package static func system(_ number: Int32, _ doing: String, place: String) -> Self {
    Self(.system(number, doing), place: place)
  }

  /// It exists, but is not a file of the expected kind.
  package static func notAFile(_ place: String, reason: String) -> Self {
    Self(.unfit(reason), place: place)
  }
}
