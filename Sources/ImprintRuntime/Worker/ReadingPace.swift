// SPDX-License-Identifier: Apache-2.0

/// Throttles reading from a worker: one that writes without end is read slowly, so that it blocks on the host
/// and costs it little.
struct ReadingPace {
  /// 10,000 packets per second: far more than a worker needs to answer calls.
  private static let most = 100
  private static let moment: Duration = .milliseconds(10)

  private var start: ContinuousClock.Instant
  private var count = 0

  init(now: ContinuousClock.Instant) {
    start = now
  }

  /// Counts one packet; returns how long to pause reading.
  mutating func take(at now: ContinuousClock.Instant) -> Duration {
    if now - start >= Self.moment {
      start = now
      count = 0
    }
    count += 1
    return count > Self.most ? max(.zero, Self.moment - (now - start)) : .zero
  }
}
