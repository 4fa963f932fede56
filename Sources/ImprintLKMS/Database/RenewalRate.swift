// SPDX-License-Identifier: Apache-2.0

/// The rate limit on an activation's licences: each costs a signature, a commit and a row.
enum RenewalRate {
  /// Within ``window(of:)``.
  static let most = 64

  /// An hour; less if the profile's renewals are so frequent that a device would need more: eight renewal
  /// intervals.
  static func window(of profile: LicenseProfile) -> Int64 {
    min(3600, max(1, profile.lifetime * Int64(profile.renewPercent) * 8 / 100))
  }

  /// The number of seconds before the activation may get its next licence; `nil`: now.
  /// - Parameter times: when it got its last ones, latest first.
  static func wait(after times: [Int64], under profile: LicenseProfile, at now: Int64) -> Int? {
    guard times.count >= most else { return nil }
    let (first, window) = (times[most - 1], window(of: profile))
    // If the clock was set back, nobody waits longer than the window.
    guard now - first < window else { return nil }
    return Int(min(first + window - now, window))
  }
}
