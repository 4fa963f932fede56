// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import V4L2Devices

/// What becomes of a driver's 32-bit numbers.
@Suite struct FrameCountTests {
  /// Frames at 25 a second with the given numbers.
  private func numbers(_ driver: [UInt32], every step: UInt64 = 40_000_000) -> (
    numbers: [UInt64], lost: UInt64
  ) {
    var count = FrameCount()
    let numbers = driver.enumerated().map { count.number(driver: $1, time: UInt64($0) * step) }
    return (numbers, count.lost)
  }

  @Test func theFirstFrameIsNumberZeroWhereverTheDriverBegins() {
    let (numbers, lost) = numbers([16, 17, 18])
    #expect(numbers == [0, 1, 2])
    #expect(lost == 0)
  }

  @Test func aGapIsCountedAsLoss() {
    let (numbers, lost) = numbers([0, 1, 5, 6])
    #expect(numbers == [0, 1, 5, 6])
    #expect(lost == 3)
  }

  @Test func numbersGoOnAcrossTheEndOf32Bits() {
    let (numbers, lost) = numbers([.max - 1, .max, 0, 1, 3])
    #expect(numbers == [0, 1, 2, 3, 5])
    #expect(lost == 1)
  }

  @Test func aNumberThatStandsStillStillRises() {
    let (numbers, lost) = numbers([0, 0, 0])
    #expect(numbers == [0, 1, 2])
    #expect(lost == 0)
  }

  @Test func aCounterThatBeginsAnewIsNoLoss() {
    let (numbers, lost) = numbers([900, 901, 0, 1])
    #expect(numbers == [0, 1, 2, 3])
    #expect(lost == 0)
  }

  @Test func aJumpThatNoCameraCanMakeIsNotBelieved() {
    let (numbers, lost) = numbers([0, 1, 1_000_000, 1_000_001])
    #expect(numbers == [0, 1, 2, 3])
    #expect(lost == 0)
  }

  @Test func aLongPauseMayLoseManyFrames() {
    let (numbers, lost) = numbers([0, 600], every: 10_000_000_000)
    #expect(numbers == [0, 600])
    #expect(lost == 599)
  }

  @Test func aFrameThatCannotBeReadIsLost() {
    var count = FrameCount()
    _ = count.number(driver: 7, time: 0)
    count.lose()
    #expect(count.number(driver: 8, time: 40_000_000) == 1)
    #expect(count.lost == 1)
  }
}
