// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest

/// One thing that must hold for a plugin, and how it is tested.
///
/// A check runs in a process of its own (`imprint-check`), on that process's first thread, and may do
/// anything there: load the library, lend it hostile buffers, leave it broken. Nothing of it remains for the
/// next check.
public struct ConformanceCheck: Sendable {
  /// `<group>.<what>`, such as `load.describe-in-time`. Stable: waivers and results name it.
  public let id: String
  public let group: CheckGroup
  /// What must hold, in one sentence.
  public let title: String
  /// The contract's rules that it verifies, such as `R-08`.
  public let rules: [String]
  /// The process is killed when it takes longer.
  public let deadline: Duration
  /// Which plugins it applies to.
  public let scope: CheckScope
  /// Where the plugin's code may run for it. Not in a worker where it inspects the check's own process.
  public let isolations: Set<Isolation>
  /// Their names, in order.
  public var isolationNames: [String] { isolations.map(\.rawValue).sorted() }

  private let body: @Sendable (CheckSubject, inout CheckRandom) throws -> Void

  /// - Parameters:
  ///   - what: The second part of the id.
  ///   - deadline: Several times what a slow machine needs.
  ///   - run: Returns where it holds. Throws ``CheckFailure``, ``CheckWarning`` or ``CheckSkip``; any other
  ///     error is a failure with that error's words. All choices must come from the random numbers.
  init(
    _ group: CheckGroup, _ what: String, _ title: String, rules: [String] = [],
    deadline: Duration = .seconds(20), scope: CheckScope = .anyPlugin,
    isolations: Set<Isolation> = Set(Isolation.allCases),
    run: @escaping @Sendable (CheckSubject, inout CheckRandom) throws -> Void
  ) {
    id = "\(group.rawValue).\(what)"
    self.group = group
    self.title = title
    self.rules = rules
    self.deadline = deadline
    self.scope = scope
    self.isolations = isolations
    body = run
  }

  /// Runs it in this process.
  func run(on subject: CheckSubject, seed: UInt64) -> CheckOutcome {
    var random = CheckRandom(seed: seed, check: id)
    let outcome: CheckOutcome
    do {
      try body(subject, &random)
      outcome = .passed
    } catch {
      outcome = CheckOutcome(thrown: error)
    }
    return subject.death.failure.map(CheckOutcome.init(thrown:)) ?? outcome
  }
}
