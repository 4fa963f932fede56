// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// How long the machine has slept, so that one can see that it did.
public protocol SleepClock: Sendable {
  /// Since the machine was started, in all; never falls.
  var slept: Duration { get }
}

/// The kernel's clocks: one goes on while the machine sleeps, the other stands still.
///
/// Asking costs two calls that do not enter the kernel, about 50 ns. It sees every way a machine sleeps, needs no service
/// and no right; it sees it when the machine is awake again, not before.
public struct SystemSleepClock: SleepClock {
  public init() {}

  public var slept: Duration {
    // In this order: a moment between the two calls never looks like sleep beyond that moment.
    let awake = Self.read(CLOCK_MONOTONIC)
    return max(.zero, Self.read(CLOCK_BOOTTIME) - awake)
  }

  private static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// Notices that the machine has slept since the last look.
struct SleepWatch {
  /// What lies between the two readings of the clocks, on a machine that is very busy.
  static let leastSleep = Duration.milliseconds(500)

  let clock: any SleepClock
  private var last: Duration

  init(_ clock: any SleepClock) {
    self.clock = clock
    last = clock.slept
  }

  mutating func hasSlept() -> Bool {
    let now = clock.slept
    defer { last = now }
    return now - last >= Self.leastSleep
  }
}
