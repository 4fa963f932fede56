// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintThreads
import Synchronization
import Testing

@testable import ImprintCard

/// A machine whose two clocks are read one after the other, by a thread that is stopped before some of the
/// looks.
private final class StoppedMachine: SleepClock {
  private let state = Mutex((look: 0, awake: Duration.seconds(100), slept: Duration.seconds(1)))
  private let stops: @Sendable (_ look: Int) -> Duration

  init(stops: @escaping @Sendable (_ look: Int) -> Duration) { self.stops = stops }

  var slept: ClosedRange<Duration> {
    MachineSleep.now { clock in
      state.withLock { state in
        state.awake += .microseconds(1) + stops(state.look)
        state.look += 1
        return clock == CLOCK_BOOTTIME ? state.awake + state.slept : state.awake
      }
    }
  }

  func sleep(_ duration: Duration) { state.withLock { $0.slept += duration } }
}

@Suite struct MachineSleepTests {
  @Test(arguments: 0..<6) func aThreadThatIsStoppedOnceBetweenTwoLooksSeesTheSame(look: Int) {
    let slept = StoppedMachine { $0 == look ? .milliseconds(150) : .zero }.slept
    #expect(slept.contains(.seconds(1)))
    #expect(slept.upperBound - slept.lowerBound < .milliseconds(1))
  }

  @Test func aThreadThatIsStoppedAlwaysKnowsTheBounds() {
    let slept = StoppedMachine { .milliseconds(150 + $0) }.slept
    #expect(slept.contains(.seconds(1)))
  }

  @Test func clocksThatAreANanosecondApartAreNoSleep() {
    // The one that goes on may be read as if it were behind.
    let slept = MachineSleep.now { $0 == CLOCK_BOOTTIME ? .nanoseconds(999) : .nanoseconds(1000) }
    #expect(slept == .zero ... .zero)
  }

  /// Stopped before the first looks, before later ones, by turns, and always: for 20 s, far longer than the
  /// least sleep.
  @Test(arguments: [0..<30, 30..<60, 0..<1_000_000], [1, 2, 3])
  func aThreadThatIsKeptWaitingHasNotSlept(stopped: Range<Int>, every: Int) {
    var watch = SleepWatch(
      StoppedMachine { stopped.contains($0) && $0.isMultiple(of: every) ? .seconds(20) : .zero })
    for look in 0..<20 {
      let hasSlept = watch.hasSlept()
      #expect(!hasSlept, "look \(look)")
    }
  }

  @Test(arguments: [Duration.zero, .milliseconds(150)])
  func aMachineThatSleptIsSeenOnceByAThreadThatIsKeptWaiting(stop: Duration) {
    let machine = StoppedMachine { _ in stop }
    var watch = SleepWatch(machine)
    var seen = [watch.hasSlept()]
    machine.sleep(.seconds(3600))
    seen += [watch.hasSlept(), watch.hasSlept()]
    machine.sleep(.seconds(2))
    seen.append(watch.hasSlept())
    #expect(seen == [false, true, false, true])
  }
}
