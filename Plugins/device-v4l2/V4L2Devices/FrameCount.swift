// SPDX-License-Identifier: Apache-2.0

/// Numbers frames from 0 on, and counts the lost ones, by a driver's 32-bit numbers.
struct FrameCount {
  /// Frames lost so far.
  private(set) var lost: UInt64 = 0
  private var last: (driver: UInt32, number: UInt64, time: UInt64)?

  /// Frames a second; no camera is faster. A larger jump is a counter that was reset, not loss.
  private static let fastest: UInt64 = 2000

  /// The number of a frame that was taken from the driver.
  /// - Parameters:
  ///   - driver: the driver's number; it may begin anywhere, wrap, or stand still.
  ///   - time: the monotonic clock, nanoseconds.
  mutating func number(driver: UInt32, time: UInt64) -> UInt64 {
    guard let last else {
      self.last = (driver, 0, time)
      return 0
    }
    let step = UInt64(driver &- last.driver)
    let elapsed = time > last.time ? time - last.time : 0
    // The frames that lie in the driver's buffers come at once after a pause.
    let most = elapsed / (1_000_000_000 / FrameCount.fastest) + 64
    let believed = (1...most).contains(step) ? step : 1
    lost += believed - 1
    let number = last.number + believed
    self.last = (driver, number, time)
    return number
  }

  /// A frame that has a number could not be read.
  mutating func lose() { lost += 1 }
}
