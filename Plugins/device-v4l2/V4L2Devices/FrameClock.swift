// SPDX-License-Identifier: Apache-2.0

/// Monotonic timestamps of frames, from those of a driver.
struct FrameClock {
  private var last: (given: UInt64, driver: Int64?, own: UInt64)?

  /// A driver's step may be off the clock's own by this much: frames wait in its buffers.
  private static let slack: Int64 = 10_000_000_000

  /// - Parameters:
  ///   - driver: nanoseconds, `nil` where they are not the monotonic clock's; they may wrap, jump or fall.
  ///   - own: the monotonic clock now.
  mutating func time(driver: Int64?, own: UInt64) -> UInt64 {
    let given: UInt64
    if let last {
      let elapsed = own > last.own ? own - last.own : 0
      // No frame is taken later than it comes.
      given = max(min(last.given + step(driver, from: last.driver, elapsed: elapsed), own), last.given)
    } else if let driver, driver >= 0, own >= UInt64(driver), own - UInt64(driver) <= UInt64(FrameClock.slack)
    {
      given = UInt64(driver)
    } else {
      given = own
    }
    last = (given, driver, own)
    return given
  }

  /// What the driver's clock went on by, where that can be; else what ours did.
  private func step(_ driver: Int64?, from last: Int64?, elapsed: UInt64) -> UInt64 {
    guard let driver, let last else { return elapsed }
    // Wrapping: the difference holds across the end of 64 bits.
    let step = driver &- last
    // A clock that stands still is not believed: two frames are not taken at once.
    guard step > 0, UInt64(step) <= elapsed + UInt64(FrameClock.slack) else { return elapsed }
    return UInt64(step)
  }
}
