// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
public import ImprintMatching
public import ImprintStore

/// What an enrolment has put into a store, and what was found out about it before.
public struct PersonEnrollment: Sendable, Hashable {
  public let user: User
  /// Whether the user was added with it.
  public let isNew: Bool
  /// What was added, in the order the templates were given.
  public let templates: [StoredTemplate]
  /// Whether they seem to be of the person who was there, and of one person.
  public let resemblance: Resemblance
}

extension BiometricSystem {
  /// How often an enrolment is judged anew because somebody else enrols the same user meanwhile.
  private static let attempts = 8

  /// Keeps templates of one person in a store, as ``TemplateStore/enroll(name:templates:maximumUsers:seen:)``
  /// does, and adds nobody above the number of registered users that the licence allows (F31).
  ///
  /// A user who is there already may always get further templates of theirs. Templates that seem to be of
  /// somebody else are refused: they are compared with those that are there, and with each other, at a false
  /// match rate of 1 in 10,000 (``TemplateMatcher/resemblance(of:to:policy:)``). Where that cannot be said,
  /// they are kept, and the result says why.
  /// - Parameters:
  ///   - templates: of the format that `matcher` compares.
  ///   - anyway: whether they are kept even where they seem to be of somebody else.
  /// - Throws: ``EnrollmentError`` `otherPerson`; ``LicenseLimitError`` `registeredUsers`; ``StoreError``; as
  ///   ``TemplateMatcher/resemblance(of:to:policy:)``.
  public func enroll(
    name: String, templates: [Template], with matcher: TemplateMatcher, in store: some TemplateStore,
    anyway: Bool = false
  ) async throws -> PersonEnrollment {
    var attempt = 1
    while true {
      let earlier = try await Self.templates(ofUserMatching: name, in: store)
      let resemblance = try await matcher.resemblance(of: templates, to: earlier.map(\.template))
      if case .unlike(let strangers, let threshold) = resemblance.verdict, !anyway {
        throw EnrollmentError.otherPerson(
          strangers, of: templates.count, threshold: threshold, isKnown: !earlier.isEmpty)
      }
      do throws(StoreError) {
        let enrollment = try await store.enroll(
          name: name, templates: templates,
          maximumUsers: configuration.entitlements.limit(.registeredUsers), seen: Set(earlier))
        return PersonEnrollment(
          user: enrollment.user, isNew: enrollment.isNew, templates: enrollment.templates,
          resemblance: resemblance)
      } catch {
        // Whoever was faster may have enrolled somebody else: what is there now is judged anew.
        guard error.code == .changed, attempt < Self.attempts else { throw limit(error) }
        attempt += 1
      }
    }
  }

  /// What a user has who may not be there.
  private static func templates(
    ofUserMatching name: String, in store: some TemplateStore
  ) async throws(StoreError) -> [StoredTemplate] {
    do throws(StoreError) {
      return try await store.templates(of: await store.user(matching: name).id).items
    } catch {
      guard error.code == .unknownUser else { throw error }
      return []
    }
  }

  private func limit(_ error: StoreError) -> any Error {
    guard error.code == .tooManyUsers, let maximum = configuration.entitlements.limit(.registeredUsers) else {
      return error
    }
    return LicenseLimitError.registeredUsers(maximum, profile: configuration.entitlements.license?.profile)
  }
}
