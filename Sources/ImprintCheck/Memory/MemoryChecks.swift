// SPDX-License-Identifier: Apache-2.0

/// Group `memory`: what is lent is read within its bounds, written where it may be, and not kept.
///
/// All calls of all checks lend guarded, read-only memory; those of this group say which promise it is about.
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
