// SPDX-License-Identifier: Apache-2.0

/// Randomness and delays of retries, injectable for tests.
struct RetryPace: Sendable {
  /// A number in 0..<1.
  var random: @Sendable () -> Double
  /// Throws if the task is cancelled.
  var sleep: @Sendable (Duration) async throws -> Void

  static let real = RetryPace(
    random: { Double.random(in: 0..<1) }, sleep: { try await Task.sleep(for: $0) })

  /// The delay after a number of failed attempts; `nil`: give up.
  func delay(after tries: Int, retryAfter: Duration, by retries: Retries) -> Duration? {
    guard tries < min(max(retries.tries, 1), 10), retryAfter <= retries.longestRetryAfter else { return nil }
    // At most an hour times 2⁹, by the maximum of attempts: cannot overflow.
    let first = min(max(retries.firstDelay, .zero), .seconds(3600))
    let ceiling = min(first * (1 << (tries - 1)), max(retries.longestDelay, .zero))
    return ceiling * random() + retryAfter
  }
}
