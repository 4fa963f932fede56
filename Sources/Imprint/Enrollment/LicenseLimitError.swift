// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
public import ImprintModel

/// What the licence allows no more of.
public struct LicenseLimitError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// There are as many users as the licence allows.
    case registeredUsers = "registered-users"
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String

  static func registeredUsers(_ maximum: Int, profile: String?) -> LicenseLimitError {
    let profile = profile.map { " of the profile \($0)" } ?? ""
    return LicenseLimitError(
      code: .registeredUsers, place: LicenseLimit.registeredUsers.rawValue,
      reason:
        "the licence\(profile) allows \(maximum) \(maximum == 1 ? "user" : "users"), and the store has as many.",
      remedy:
        "Remove a user who is no longer needed (sdkctl user remove NAME), or ask for a licence with a higher limit."
    )
  }
}
