// SPDX-License-Identifier: Apache-2.0

/// Randomness and delays of retries, injectable for tests.
package struct RetryPace: Sendable {
  /// A number in 0..<1.
  package var random: @Sendable () -> Double
  /// Throws if the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void

  package init(
    random: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.random = random
    self.sleep = sleep
  }

  package static let real = RetryPace(
    random: { Double.random(in: 0..<1) }, sleep: { try await Task.sleep(for: $0) })

  /// The delay after a number of failed attempts; `nil`: give up.
  package func delay(after tries: Int, retryAfter: Duration, by retries: Retries) -> Duration? {
    guard tries < min(max(retries.tries, 1), 10), retryAfter <= retries.longestRetryAfter else { return nil }
    // At most an hour times 2⁹, by the maximum of attempts: cannot overflow.
    let first = min(max(retries.firstDelay, .zero), .seconds(3600))
    let ceiling = min(first * (1 << (tries - 1)), max(retries.longestDelay, .zero))
    return ceiling * random() + retryAfter
  }
}
