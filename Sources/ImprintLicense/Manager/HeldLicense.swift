// SPDX-License-Identifier: Apache-2.0

/// A licence that was verified, with what is known of the time.
struct HeldLicense: Sendable {
  let license: VerifiedLicense
  /// The latest time at which it was seen to be valid or in its grace, in seconds since 1970.
  var lastSeen: Int64
  /// What the clocks said when it was last found in order; `nil` where it was not.
  var mark: Mark?

  struct Mark: Sendable {
    /// The device's clock.
    let now: Int64
    /// The clock that nobody can set, at the same moment.
    let elapsed: Int64
  }

  /// The latest time that is known to have passed: a clock that is set back while the program runs is noticed
  /// too.
  func floor(_ clock: LicenseClock) -> Int64 {
    guard let mark else { return lastSeen }
    return max(lastSeen, mark.now + max(0, clock.elapsed() - mark.elapsed))
  }
}
