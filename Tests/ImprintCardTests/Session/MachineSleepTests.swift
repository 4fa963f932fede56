// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization
import Testing

@testable import ImprintAudio

@Suite struct SleepClockTests {
  /// A machine that has slept for a second, and whose thread is stopped for so long before some looks at a clock.
  private func slept(stopping: [Int: Duration]) -> Duration {
    let state = Mutex((look: 0, time: Duration.seconds(100)))
    return SleepClock.now { clock in
      state.withLock { state in
        state.time += .microseconds(1) + (stopping[state.look] ?? .zero)
        state.look += 1
        return clock == CLOCK_BOOTTIME ? state.time + .seconds(1) : state.time
      }
    }
  }

  @Test(arguments: 0..<6) func aThreadThatIsStoppedOnceBetweenTwoLooksSeesTheSame(look: Int) {
    #expect(abs((slept(stopping: [look: .milliseconds(150)]) - .seconds(1)) / .seconds(1)) < 0.001)
  }

  @Test func aThreadThatIsStoppedAlwaysNeverSeesMoreThanThereWas() {
    let stops = Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, Duration.milliseconds(150 + $0)) })
    #expect(slept(stopping: stops) <= .seconds(1))
  }
}
