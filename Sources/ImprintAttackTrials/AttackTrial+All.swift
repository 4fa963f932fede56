// SPDX-License-Identifier: Apache-2.0
public import ImprintAttackEvaluation

extension AttackTrial {
  /// Presents all that have no result yet, several at a time, and passes on each one's results as they come:
  /// in the order in which they end.
  /// - Parameters:
  ///   - evaluation: what is known already; a presentation with results of this mode at all levels is left
  ///     out.
  ///   - width: how many at a time, 1 at least.
  ///   - each: called one at a time.
  /// - Throws: `CancellationError`, and what `each` throws.
  public func run(
    _ presentations: [PuppetPresentation], besides evaluation: AttackEvaluation, width: Int,
    each: ([PresentationResult]) throws -> Void
  ) async throws {
    var rest = presentations.filter { !isDone($0, in: evaluation) }.makeIterator()
    try await withThrowingTaskGroup(of: [PresentationResult].self) { group in
      for _ in 0..<max(width, 1) {
        guard let next = rest.next() else { break }
        group.addTask { try await run(next) }
      }
      while let results = try await group.next() {
        try each(results)
        if let next = rest.next() { group.addTask { try await run(next) } }
      }
    }
  }

  /// How many of them have no result yet.
  public func remaining(_ presentations: [PuppetPresentation], besides evaluation: AttackEvaluation) -> Int {
    presentations.count { !isDone($0, in: evaluation) }
  }

  private func isDone(_ presentation: PuppetPresentation, in evaluation: AttackEvaluation) -> Bool {
    levels.allSatisfy {
      evaluation.hasResult(of: presentation.presentation.id, mode: mode, level: $0.name)
    }
  }
}
