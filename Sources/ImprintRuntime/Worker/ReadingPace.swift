// SPDX-License-Identifier: Apache-2.0

/// How often a worker is read in a moment: one that writes without end is read slowly, so that it waits for
/// the host and costs it little.
struct ReadingPace {
  /// 10 000 packets in a second: no worker that answers calls comes near.
  private static let most = 100
  private static let moment: Duration = .milliseconds(10)

  private var start: ContinuousClock.Instant
  private var count = 0

  init(now: ContinuousClock.Instant) {
    start = now
  }

  /// Counts one; says how long to read nothing now.
  mutating func take(at now: ContinuousClock.Instant) -> Duration {
    if now - start >= Self.moment {
      start = now
      count = 0
    }
    count += 1
    return count > Self.most ? max(.zero, Self.moment - (now - start)) : .zero
  }
}
