// SPDX-License-Identifier: Apache-2.0
import ImprintLicense

/// A limit of the licence that is reached.
public typealias LicenseLimitError = Explained<LicenseLimitErrorCode>

public enum LicenseLimitErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The number of registered users has reached the licence's limit.
  case registeredUsers = "registered-users"
}

extension LicenseLimitError {
  static func registeredUsers(_ maximum: Int, profile: String?) -> LicenseLimitError {
    let profile = profile.map { " of the profile \($0)" } ?? ""
    return LicenseLimitError(
      .registeredUsers, place: LicenseLimit.registeredUsers.rawValue,
      reason:
        "the licence\(profile) allows \(maximum) \(maximum == 1 ? "user" : "users"), and the store has as many.",
      remedy:
        "Remove a user who is no longer needed (sdkctl user remove NAME), or ask for a licence with a higher limit."
    )
  }
}
