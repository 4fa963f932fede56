// SPDX-License-Identifier: Apache-2.0

/// How often a worker may be restarted, and after which delay.
struct RestartBudget {
  private let rules: WorkerRestarts
  private var starts: [ContinuousClock.Instant] = []

  init(_ rules: WorkerRestarts) {
    self.rules = rules
  }

  /// Accounts for one start, and returns the delay before it.
  /// - Throws: ``PluginError`` `worker-failed` where the period's starts are used up.
  mutating func take(place: String, after end: WorkerEnd?) throws(PluginError) -> Duration {
    let now = ContinuousClock.now
    starts.removeAll { $0 + rules.period <= now }
    guard starts.count < rules.count else {
      let last = end.map { " The last time it \($0.sentence)" } ?? ""
      throw PluginError(
        .workerFailed, place: place,
        reason:
          "its worker was restarted \(rules.count) times within \(rules.period.components.seconds) s."
          + last,
        remedy: "Try again later. Update the plugin, or use another one.")
    }
    let delay = rules.delays.isEmpty ? .zero : rules.delays[min(starts.count, rules.delays.count - 1)]
    // Without a limit nothing is counted, so the list does not grow.
    if rules.count < .max { starts.append(now) }
    return delay
  }
}
