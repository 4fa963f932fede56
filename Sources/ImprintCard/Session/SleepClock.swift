// SPDX-License-Identifier: Apache-2.0
internal import ImprintThreads

/// The total time that the machine was suspended, to detect a suspend.
public protocol SleepClock: Sendable {
  /// Since boot: between the bounds, which are equal if it is known exactly.
  var slept: ClosedRange<Duration> { get }
}

/// By the kernel's clocks: CLOCK_BOOTTIME advances during suspend, CLOCK_MONOTONIC does not.
///
/// Detects every kind of suspend without a service or privileges, but only after resume. Preemption between
/// reading the two clocks widens the bounds, and is not taken for a suspend.
public struct SystemSleepClock: SleepClock {
  public init() {}

  public var slept: ClosedRange<Duration> { MachineSleep.now() }
}

extension SleepWatch {
  init(_ clock: any SleepClock) { self.init { clock.slept } }
}
