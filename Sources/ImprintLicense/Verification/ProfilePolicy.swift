// SPDX-License-Identifier: Apache-2.0

/// The licence was issued from the profile that is expected.
struct ProfilePolicy: LicenseRule {
  let expected: String?

  let step = LicenseStep.ID.profile

  func judge(_ claims: LicenseClaims) -> LicenseFinding {
    guard let expected else {
      return .skipped("Issued from the profile '\(claims.profile)'; none is expected.")
    }
    guard claims.profile.utf8.elementsEqual(expected.utf8) else {
      return .failed(
        LicenseRejection(
          .profile,
          reason: "it was issued from the profile '\(claims.profile)', and '\(expected)' is expected.",
          remedy: "Ask for a licence of that profile, or correct the profile in the application's settings."))
    }
    return .passed("Issued from the profile '\(claims.profile)', as expected.")
  }
}
