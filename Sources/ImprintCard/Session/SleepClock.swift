// SPDX-License-Identifier: Apache-2.0
internal import ImprintThreads

/// How long the machine has slept, so that one can see that it did.
public protocol SleepClock: Sendable {
  /// Since the machine was started, in all: no less than the lower bound, no more than the upper one. Who
  /// knows it exactly gives the same twice.
  var slept: ClosedRange<Duration> { get }
}

/// The kernel's clocks: one goes on while the machine sleeps, the other stands still.
///
/// It sees every way a machine sleeps, needs no service and no right; it sees it when the machine is awake
/// again, not before. A thread that is kept waiting between two looks at the clocks makes the bounds wider,
/// and is no sleep.
public struct SystemSleepClock: SleepClock {
  public init() {}

  public var slept: ClosedRange<Duration> { MachineSleep.now() }
}

extension SleepWatch {
  init(_ clock: any SleepClock) { self.init { clock.slept } }
}
