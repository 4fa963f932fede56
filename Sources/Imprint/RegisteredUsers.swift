// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
public import ImprintModel
public import ImprintStore

extension Imprint {
  /// Keeps templates of one person in a store, as ``TemplateStore/enroll(name:templates:maximumUsers:)`` does,
  /// and adds nobody above the number of registered users that the licence allows (F31).
  ///
  /// A user who is there already may always get further templates.
  /// - Throws: ``LicenseLimitError`` `registeredUsers`; ``StoreError``.
  public func enroll(
    name: String, templates: [Template], in store: some TemplateStore
  ) async throws -> Enrollment {
    let maximum = configuration.entitlements.limit(.registeredUsers)
    do {
      return try await store.enroll(name: name, templates: templates, maximumUsers: maximum)
    } catch {
      guard error.code == .tooManyUsers, let maximum else { throw error }
      throw LicenseLimitError.registeredUsers(maximum, profile: configuration.entitlements.license?.profile)
    }
  }
}

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
      remedy: "Remove a user who is no longer needed, or ask for a licence with a higher limit.")
  }
}
