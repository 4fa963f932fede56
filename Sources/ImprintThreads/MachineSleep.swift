// SPDX-License-Identifier: Apache-2.0
package import Glibc

/// The time that the machine was suspended since boot: CLOCK_BOOTTIME minus CLOCK_MONOTONIC.
///
/// They cannot be read atomically, and a thread may be preempted between two calls. So the result is two
/// bounds. Costs three vDSO calls, about 75 ns.
package enum MachineSleep {
  /// The bounds hold however long this thread was preempted.
  /// - Parameter read: reads a clock.
  package static func now(
    _ read: (clockid_t) -> Duration = MachineSleep.read
  ) -> ClosedRange<Duration> {
    var best: ClosedRange<Duration>?
    for _ in 0..<tries {
      let before = read(CLOCK_MONOTONIC)
      let boot = read(CLOCK_BOOTTIME)
      let after = read(CLOCK_MONOTONIC)
      // Without suspend the two clocks may differ by a few nanoseconds either way.
      let most = max(.zero, boot - before)
      let found = max(.zero, min(boot - after, most))...most
      if best.map({ width(found) < width($0) }) ?? true { best = found }
      if after - before <= close { break }
    }
    return best ?? .zero ... .zero
  }

  /// Readings no further apart were not interrupted.
  private static let close: Duration = .milliseconds(1)
  private static let tries = 10

  private static func width(_ range: ClosedRange<Duration>) -> Duration {
    range.upperBound - range.lowerBound
  }

  package static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    // Fails only for an unknown clock.
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// Detects that the machine was suspended since the last check. Preemption is never taken for a suspend;
/// preemption at the last check may hide a shorter suspend.
package struct SleepWatch: Sendable {
  private let slept: @Sendable () -> ClosedRange<Duration>
  /// The upper bound at the last check.
  private var most: Duration

  /// - Parameter slept: the total time suspended, as bounds.
  package init(_ slept: @escaping @Sendable () -> ClosedRange<Duration>) {
    self.slept = slept
    most = slept().upperBound
  }

  /// A suspend takes at least this long.
  private static let leastSleep: Duration = .milliseconds(100)

  /// Whether it was suspended since the last check.
  package mutating func hasSlept() -> Bool {
    let now = slept()
    defer { most = now.upperBound }
    return now.lowerBound - most >= Self.leastSleep
  }
}
