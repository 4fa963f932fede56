// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// The codes of whoever keeps files.
package protocol FileCode: RawRepresentable<String>, Sendable, Hashable {
  /// What is said of a file's problem: the code, and what to do about it, where that is more than
  /// ``FileProblem/remedy``.
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

  /// Does something with a file, and says what goes wrong of its place.
  package static func at<Value>(
    _ place: String, _ work: () throws(FileProblem) -> Value
  ) throws(Self) -> Value {
    do throws(FileProblem) { return try work() } catch { throw Self(error, place: place) }
  }

  /// The system refused.
  /// - Parameter doing: what failed, such as `writing it`.
  package static func system(_ number: Int32, _ doing: String, place: String) -> Self {
    Self(.system(number, doing), place: place)
  }

  /// It is there, and is no file that could be what was asked for.
  package static func notAFile(_ place: String, reason: String) -> Self {
    Self(.unfit(reason), place: place)
  }
}
