// SPDX-License-Identifier: Apache-2.0

/// Collects problems and warnings, up to a useful number.
package struct ProblemList: Sendable {
  package let file: String
  package private(set) var errors: [ManifestProblem] = []
  package private(set) var warnings: [ManifestProblem] = []

  package init(file: String) {
    self.file = file
  }

  /// No more errors are recorded, so further checks are useless.
  package var isFull: Bool { errors.count >= SchemaReader.maximumProblems }
  package var areWarningsFull: Bool { warnings.count >= SchemaReader.maximumProblems }

  package mutating func add(_ problem: ManifestProblem) {
    if !isFull { errors.append(problem) }
  }

  package mutating func add(
    _ code: ManifestProblem.Code, at position: TextPosition, key: String, reason: String, remedy: String = "",
    suggestion: String? = nil
  ) {
    add(make(code, at: position, key: key, reason: reason, remedy: remedy, suggestion: suggestion))
  }

  package mutating func warn(
    _ code: ManifestProblem.Code, at position: TextPosition, key: String, reason: String, remedy: String = "",
    suggestion: String? = nil
  ) {
    if areWarningsFull { return }
    warnings.append(
      make(code, at: position, key: key, reason: reason, remedy: remedy, suggestion: suggestion))
  }

  private func make(
    _ code: ManifestProblem.Code, at position: TextPosition, key: String, reason: String, remedy: String,
    suggestion: String?
  ) -> ManifestProblem {
    ManifestProblem(
      code, file: file, line: position.line, column: position.column, key: key, reason: reason,
      remedy: remedy,
      suggestion: suggestion)
  }

  /// All errors, in the order of the file; `nil` where there are none.
  package var error: ManifestError? { ManifestError(Self.sorted(errors), warnings: sortedWarnings) }

  package var sortedWarnings: [ManifestProblem] { Self.sorted(warnings) }

  private static func sorted(_ problems: [ManifestProblem]) -> [ManifestProblem] {
    problems.sorted { ($0.line, $0.column, $0.key) < ($1.line, $1.column, $1.key) }
  }
}
