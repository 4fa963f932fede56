// SPDX-License-Identifier: Apache-2.0
import ImprintRuntime
import Testing

@testable import ImprintListening

/// 100 ms of sound each, at 1000 frames a second.
@Suite struct SoundBacklogTests {
  private let start = ContinuousClock.now

  private func chunk(_ number: Int, standsStill: Bool = false, frames: Int = 100) -> AudioChunk {
    AudioChunk(
      format: AudioFormat(rate: 1000, channels: 1, sample: .s16),
      bytes: [UInt8](repeating: 0, count: 2 * frames),
      timestamp: 5_000_000 + (standsStill ? 0 : UInt64(number) * 100_000_000), position: UInt64(number * 100))
  }

  private func after(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  @Test func whatWasCapturedBeforeTheStopIsTakenAndNoMore() {
    var backlog = SoundBacklog(chunk(0), at: after(100))
    let first = backlog.take(chunk(0), at: after(100))
    #expect(first)
    backlog.stop(at: after(550))
    // Those of 100 to 600 ms: the last one began before the stop.
    let before = (1...5).map { backlog.take(chunk($0), at: after(560)) }
    #expect(before == [true, true, true, true, true])
    let next = backlog.take(chunk(6), at: after(700))
    #expect(!next && backlog.isOver)
  }

  @Test func aFirstChunkThatComesLateCutsNothing() {
    var backlog = SoundBacklog(chunk(0), at: after(900))
    _ = backlog.take(chunk(0), at: after(900))
    // As soon as it was captured, which says what the clock is worth.
    _ = backlog.take(chunk(9), at: after(1000))
    backlog.stop(at: after(1450))
    let before = (10...14).map { backlog.take(chunk($0), at: after(1460)) }
    #expect(before == [true, true, true, true, true])
    let next = backlog.take(chunk(15), at: after(1600))
    #expect(!next)
  }

  @Test func aClockThatStandsStillIsFollowedForHalfAMinute() {
    var backlog = SoundBacklog(chunk(0), at: after(100))
    backlog.stop(at: after(200))
    var taken = 0
    while taken < 1000, backlog.take(chunk(taken, standsStill: true), at: after(201)) { taken += 1 }
    #expect(taken == 300 && backlog.isOver)
  }

  @Test func nothingThatWaitsIsTheEndOfIt() {
    var backlog = SoundBacklog(chunk(0), at: after(100))
    backlog.stop(at: after(200))
    #expect(!backlog.isOver)
    backlog.end()
    #expect(backlog.isOver)
  }
}
