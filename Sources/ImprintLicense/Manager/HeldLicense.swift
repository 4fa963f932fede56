// SPDX-License-Identifier: Apache-2.0

/// A verified licence, with what is known of the time.
struct HeldLicense: Sendable {
  let license: VerifiedLicense
  /// The latest time at which it was seen in force, in seconds since 1970.
  var lastSeen: Int64
  /// The clocks when it was last found in force; `nil` if it was not.
  var mark: Mark?

  struct Mark: Sendable {
    /// The device's clock.
    let now: Int64
    /// The monotonic clock, at the same moment.
    let elapsed: Int64
  }

  /// The latest time known to have passed: also detects a clock that is set back while the program runs.
  func floor(_ clock: LicenseClock) -> Int64 {
    guard let mark else { return lastSeen }
    return max(lastSeen, mark.now + max(0, clock.elapsed() - mark.elapsed))
  }
}
