// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit
import Testing

struct StopSignalTests {
  @Test func whatIsDueEndsTheWaitAndWhatIsNotTimesOut() throws {
    let stop = StopSignal()
    let now = MonotonicClock.now
    try stop.wait(until: now, deadline: now)
    let start = MonotonicClock.now
    try stop.wait(until: start + 2_000_000)
    #expect(MonotonicClock.now >= start + 2_000_000)
    let failure = #expect(throws: PluginFailure.self) {
      try stop.wait(until: .max, deadline: MonotonicClock.now, "Not due yet.")
    }
    #expect(failure == PluginFailure(.timeout, "Not due yet."))
  }

  @Test func raisingWakesTheWaitWithoutLimitAndEndsEveryLaterOne() async throws {
    let stop = StopSignal()
    try stop.check()
    let waiting = Task { #expect(throws: PluginFailure.self) { try stop.wait(until: .max) } }
    stop.raise()
    let failure = await waiting.value
    #expect(failure?.status == .cancelled)
    #expect(throws: PluginFailure.self) { try stop.check() }
    let later = #expect(throws: PluginFailure.self) { try stop.wait(until: 0, deadline: 0, "") }
    #expect(later?.status == .cancelled)
  }

  @Test func aTimeBeyondAllTimesIsNoLimit() {
    #expect(MonotonicClock.after(.max) == .max)
    #expect(MonotonicClock.after(2, since: .max - 1) == .max)
    #expect(MonotonicClock.after(2, since: 3) == 5)
  }

  @Test func aChangeWakesWhoeverWaitsForIt() async {
    let monitor = Monitor(0)
    let waiting = Task { monitor.wait(until: .max) { $0 == 3 ? "three" : nil } }
    for _ in 0..<3 { monitor.with { $0 += 1 } }
    #expect(await waiting.value == "three")
    #expect(monitor.wait(until: MonotonicClock.now) { $0 == 4 ? true : nil } == nil)
  }
}
