// SPDX-License-Identifier: Apache-2.0
package import Glibc

/// How long the machine has slept since it started: the clock that goes on meanwhile, less the one that
/// stands still.
///
/// The kernel has no call that reads both at once, and a thread may be kept waiting between two calls for as
/// long as the machine is busy. So what is known are two bounds. Asking costs three calls that do not enter
/// the kernel, about 75 ns.
package enum MachineSleep {
  /// It has slept no less than the lower bound and no more than the upper one, however long this thread was
  /// kept waiting.
  /// - Parameter read: the time of a clock.
  package static func now(
    _ read: (clockid_t) -> Duration = MachineSleep.read
  ) -> ClosedRange<Duration> {
    var best: ClosedRange<Duration>?
    for _ in 0..<tries {
      let before = read(CLOCK_MONOTONIC)
      let boot = read(CLOCK_BOOTTIME)
      let after = read(CLOCK_MONOTONIC)
      // Without sleep the two clocks may be a few nanoseconds apart either way.
      let most = max(.zero, boot - before)
      let found = max(.zero, min(boot - after, most))...most
      if best.map({ width(found) < width($0) }) ?? true { best = found }
      if after - before <= close { break }
    }
    return best ?? .zero ... .zero
  }

  /// Looks that are no further apart were taken without a break.
  private static let close: Duration = .milliseconds(1)
  private static let tries = 10

  private static func width(_ range: ClosedRange<Duration>) -> Duration {
    range.upperBound - range.lowerBound
  }

  package static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    // It fails for an unknown clock only.
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// Notices that the machine has slept since the last look. A thread that is kept waiting never looks like
/// sleep; one that was kept waiting at the last look as well may hide a sleep that was shorter.
package struct SleepWatch: Sendable {
  private let slept: @Sendable () -> ClosedRange<Duration>
  /// How long the machine had slept at the last look, at most.
  private var most: Duration

  /// - Parameter slept: how long the machine has slept in all, within bounds.
  package init(_ slept: @escaping @Sendable () -> ClosedRange<Duration>) {
    self.slept = slept
    most = slept().upperBound
  }

  /// A machine that is suspended takes longer than this to be awake again.
  private static let leastSleep: Duration = .milliseconds(100)

  /// Whether it has slept since the last look.
  package mutating func hasSlept() -> Bool {
    let now = slept()
    defer { most = now.upperBound }
    return now.lowerBound - most >= Self.leastSleep
  }
}
