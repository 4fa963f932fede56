// SPDX-License-Identifier: Apache-2.0

/// Chance and waiting of retries, so that tests need neither.
struct RetryPace: Sendable {
  /// A number in 0..<1.
  var random: @Sendable () -> Double
  /// Throws where the task is cancelled.
  var sleep: @Sendable (Duration) async throws -> Void

  static let real = RetryPace(
    random: { Double.random(in: 0..<1) }, sleep: { try await Task.sleep(for: $0) })

  /// What to wait after a number of tries that failed; `nil`: no further one.
  func delay(after tries: Int, retryAfter: Duration, by retries: Retries) -> Duration? {
    guard tries < min(max(retries.tries, 1), 10), retryAfter <= retries.longestRetryAfter else { return nil }
    // An hour and 2⁹, by the bound of tries: no product of them overflows.
    let first = min(max(retries.firstDelay, .zero), .seconds(3600))
    let ceiling = min(first * (1 << (tries - 1)), max(retries.longestDelay, .zero))
    return ceiling * random() + retryAfter
  }
}
