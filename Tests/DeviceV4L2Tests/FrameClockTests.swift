// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit
import Testing

@testable import V4L2Devices

/// What becomes of a driver's times: they never fall.
@Suite struct FrameClockTests {
  private let second: UInt64 = 1_000_000_000
  private let frame: UInt64 = 40_000_000

  @Test func aDriverOnTheMonotonicClockIsTaken() {
    var clock = FrameClock()
    #expect(clock.time(driver: 100_000, own: 150_000) == 100_000)
    #expect(clock.time(driver: 140_000, own: 199_000) == 140_000)
  }

  @Test func aDriverWithoutTimesGetsOurs() {
    var clock = FrameClock()
    #expect(clock.time(driver: nil, own: 5) == 5)
    #expect(clock.time(driver: nil, own: 9) == 9)
  }

  @Test func timesGoOnAcrossTheEndOf64Bits() {
    var clock = FrameClock()
    let start = 50 * second
    let first = clock.time(driver: .max - 10, own: start)
    let next = clock.time(driver: Int64.min + Int64(frame) - 11, own: start + frame)
    #expect(next - first == frame)
  }

  @Test func timesGoOnAcrossTheEndOf32BitsOfSeconds() {
    var clock = FrameClock()
    let start = 50 * second
    let first = clock.time(driver: 4_294_967_295 * 1_000_000_000, own: start)
    #expect(clock.time(driver: 0, own: start + frame) == first + frame)
    #expect(clock.time(driver: Int64(frame), own: start + 2 * frame) == first + 2 * frame)
  }

  @Test func timesThatFallAreReplacedByOurs() {
    var clock = FrameClock()
    let first = clock.time(driver: Int64(10 * second), own: 10 * second)
    #expect(clock.time(driver: Int64(9 * second), own: 10 * second + frame) == first + frame)
  }

  @Test func timesThatStandStillAreReplacedByOurs() {
    var clock = FrameClock()
    let first = clock.time(driver: Int64(10 * second), own: 10 * second)
    #expect(clock.time(driver: Int64(10 * second), own: 10 * second + frame) == first + frame)
  }

  @Test func timesThatRunAwayNeverGoBeforeOurs() {
    var clock = FrameClock()
    for index in 0..<100 as Range<UInt64> {
      let own = 10 * second + index * frame
      #expect(clock.time(driver: Int64(10 * second + index * 9 * second), own: own) <= own)
    }
  }

  @Test func timesThatJumpAreReplacedByOurs() {
    var clock = FrameClock()
    let first = clock.time(driver: Int64(10 * second), own: 10 * second)
    #expect(clock.time(driver: Int64(900 * second), own: 10 * second + frame) == first + frame)
  }

  @Test(arguments: [Int64.min, -1, 0, 1, .max])
  func noTimeMakesItFall(_ wild: Int64) {
    var clock = FrameClock()
    var last: UInt64 = 0
    for (index, driver) in [wild, 5, wild, .max, wild, .min, wild].enumerated() {
      let time = clock.time(driver: driver, own: UInt64(index) * frame)
      #expect(time >= last)
      last = time
    }
  }
}
