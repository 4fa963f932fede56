// SPDX-License-Identifier: Apache-2.0

/// Group `memory`: borrowed memory is read within bounds, written only where permitted, and not retained.
///
/// All calls of all checks lend guarded, read-only memory; the checks of this group name the violated rule.
enum MemoryChecks {
  static let all: [ConformanceCheck] = [
    inputsReadOnly, lastRow, rowStrides, unalignedPixels, outputsInBounds, nothingKept, allocationFails,
  ]

  static let imageTakers = CheckScope.trial(\.images)

  static func check(
    _ what: String, _ title: String, rules: [String], scope: CheckScope = imageTakers,
    deadline: Duration = .seconds(30),
    _ run: @escaping @Sendable (CheckSubject, ProbePlugin, inout CheckRandom) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(.memory, what, title, rules: rules, deadline: deadline, scope: scope) {
      subject, random in
      try run(subject, subject.open(), &random)
    }
  }
}
