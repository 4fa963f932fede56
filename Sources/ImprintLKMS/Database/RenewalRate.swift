// SPDX-License-Identifier: Apache-2.0

/// How many licences an activation may have: each is a signature, a commit and a row.
enum RenewalRate {
  /// Within ``window(of:)``.
  static let most = 64

  /// An hour; less where the profile has licences renewed so often that a device would need more: eight of
  /// the times after which it renews.
  static func window(of profile: LicenseProfile) -> Int64 {
    min(3600, max(1, profile.lifetime * Int64(profile.renewPercent) * 8 / 100))
  }

  /// After how many seconds the activation may have its next licence; `nil`: now.
  /// - Parameter times: when it had its last ones, the latest first.
  static func wait(after times: [Int64], under profile: LicenseProfile, at now: Int64) -> Int? {
    guard times.count >= most else { return nil }
    let (first, window) = (times[most - 1], window(of: profile))
    // A clock that was set back keeps nobody waiting for longer than the window.
    guard now - first < window else { return nil }
    return Int(min(first + window - now, window))
  }
}
