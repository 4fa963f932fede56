// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

/// The standing of a verified licence at a given time: by its validity, grace period, policy, and the clock.
struct LicenseStanding: Sendable {
  let state: LicenseStatus.State
  /// What may be used.
  let features: [LicenseFeature]
  /// The time used.
  let now: Int64

  /// - Parameters:
  ///   - now: seconds since 1970, by the device's clock.
  ///   - floor: the latest time known to have passed.
  init(of claims: LicenseClaims, at now: Int64, floor: Int64) {
    self.now = now
    if Self.isSetBack(now, behind: floor) {
      state = .clockSetBack
    } else {
      // Within the tolerance time must not be counted twice.
      let time = max(now, floor)
      if time < claims.expires {
        state = .valid
      } else {
        state = time < claims.graceEnds ? .grace : .expired
      }
    }
    features =
      switch (state, claims.policy.failure) {
      case (.valid, _), (.grace, _), (_, .warn): claims.features
      case (_, .degrade): claims.features.filter(claims.policy.degraded.contains)
      case (_, .stop): []
      }
  }

  /// Whether a clock is behind by more than the tolerance.
  static func isSetBack(_ now: Int64, behind floor: Int64) -> Bool {
    // Cannot overflow: floors are times of licences.
    now < floor - LicenseClock.tolerance
  }
}

extension LicenseClaims {
  /// The grace period ends at this second.
  var graceEnds: Int64 { expires + policy.grace }

  /// What remains after validity and grace period, in words.
  func remainder(_ features: [LicenseFeature]) -> String {
    switch policy.failure {
    case .warn: "All its features go on."
    case .degrade where features.isEmpty: "None of its features goes on."
    case .degrade: "Of its features \(features.map(\.rawValue).joined(separator: ", ")) go on."
    case .stop: "None of its features goes on."
    }
  }

  /// Why the clock is not trusted.
  func clockRejection(_ now: Int64, floor: Int64) -> LicenseRejection {
    LicenseRejection(
      .clockSetBack, place: "clock",
      reason:
        "the device's clock says \(DocumentTime.text(now)), and it was \(DocumentTime.text(floor)) already.",
      remedy: "Set the device's clock; if it is right, connect to the licence server and activate again.")
  }

  /// Why the licence has ended.
  func expiryRejection(_ now: Int64) -> LicenseRejection {
    let grace = policy.grace > 0 ? ", and its grace at \(DocumentTime.text(graceEnds))" : ""
    return LicenseRejection(
      .expired,
      reason: "the licence of profile '\(profile)' expired at \(DocumentTime.text(expires))\(grace); "
        + "the device's clock says \(DocumentTime.text(now)).",
      remedy: "Connect to the licence server and activate again, or import a new licence; check the clock.")
  }
}
