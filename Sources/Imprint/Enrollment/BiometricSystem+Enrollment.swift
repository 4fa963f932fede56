// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
public import ImprintMatching
public import ImprintStore

/// What an enrolment added to a store, and the result of the comparison before it.
public struct PersonEnrollment: Sendable, Hashable {
  public let user: User
  /// Whether the user was created by it.
  public let isNew: Bool
  /// The templates added, in the order given.
  public let templates: [StoredTemplate]
  /// Whether they seem to be of the enrolled person, and of one person.
  public let resemblance: Resemblance
}

extension BiometricSystem {
  /// How often an enrolment is compared again because of a concurrent enrolment of the same user.
  private static let attempts = 8

  /// Stores templates of one person, as ``TemplateStore/enroll(name:templates:maximumUsers:seen:)`` does, and
  /// adds no user beyond the licence's limit of registered users (F31).
  ///
  /// An enrolled user may always get further templates. Templates that seem to be of another person are
  /// refused: they are compared with those stored, and with each other, at a false match rate of 1 in 10,000
  /// (``TemplateMatcher/resemblance(of:to:policy:)``). Where that cannot be decided, they are stored, and the
  /// result says why.
  /// - Parameters:
  ///   - templates: of the format that `matcher` compares.
  ///   - anyway: whether they are stored even where they seem to be of another person.
  /// - Throws: ``EnrollmentError`` `otherPerson`; ``LicenseLimitError`` `registeredUsers`; ``StoreError``; as
  ///   ``TemplateMatcher/resemblance(of:to:policy:)``.
  public func enroll(
    name: String, templates: [Template], with matcher: TemplateMatcher, in store: some TemplateStore,
    anyway: Bool = false
  ) async throws -> PersonEnrollment {
    try await enroll(
      name: name, templates: templates, replacing: [], with: matcher, in: store, anyway: anyway, seen: nil)
  }

  /// The same, in the place of others of that user, and only where the user's templates are those that were
  /// seen.
  /// - Throws: ``StoreError`` `changed` where they are not.
  func enroll(
    name: String, templates: [Template], replacing replaced: Set<UniqueID>, with matcher: TemplateMatcher,
    in store: some TemplateStore, anyway: Bool, seen: Set<StoredTemplate>?
  ) async throws -> PersonEnrollment {
    var attempt = 1
    while true {
      let earlier = try await Self.templates(ofUserMatching: name, in: store)
      if let seen, seen != Set(earlier) { throw StoreError.changedMeanwhile }
      let resemblance = try await matcher.resemblance(of: templates, to: earlier.map(\.template))
      if case .unlike(let strangers, let threshold) = resemblance.verdict, !anyway {
        throw EnrollmentError.otherPerson(
          strangers, of: templates.count, threshold: threshold, isKnown: !earlier.isEmpty)
      }
      do throws(StoreError) {
        let enrollment = try await store.enroll(
          name: name, templates: templates, replacing: replaced,
          maximumUsers: configuration.entitlements.limit(.registeredUsers), seen: Set(earlier))
        return PersonEnrollment(
          user: enrollment.user, isNew: enrollment.isNew, templates: enrollment.templates,
          resemblance: resemblance)
      } catch {
        // A concurrent enrolment may have been of another person: compare with the present templates again.
        guard error.code == .changed, attempt < Self.attempts else { throw limit(error) }
        attempt += 1
      }
    }
  }

  /// The templates of a user who may not exist.
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
