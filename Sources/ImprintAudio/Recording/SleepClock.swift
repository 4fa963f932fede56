// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// How long the machine has slept since it started: the clock that counts sleep, less the one that does not.
enum SleepClock {
  /// At most what it has slept, however long this thread is kept waiting between two looks. It may be less by that
  /// long, so who compares keeps the largest.
  /// - Parameter read: the time of a clock.
  static func now(_ read: (clockid_t) -> Duration = SleepClock.read) -> Duration {
    var best = (apart: Duration.seconds(Int64.max), slept: Duration.zero)
    for _ in 0..<tries where best.apart > close {
      let before = read(CLOCK_MONOTONIC)
      let boot = read(CLOCK_BOOTTIME)
      let after = read(CLOCK_MONOTONIC)
      if after - before < best.apart { best = (after - before, boot - after) }
    }
    return best.slept
  }

  /// Looks that are no further apart were taken without a break.
  private static let close: Duration = .milliseconds(1)
  private static let tries = 10

  private static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
