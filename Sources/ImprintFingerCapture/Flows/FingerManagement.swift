// SPDX-License-Identifier: Apache-2.0
public import ImprintModel
public import ImprintStore

/// The fingers of one user: listed, added, enrolled again, removed (F124).
///
/// The first finger may be enrolled by anyone. Afterwards only the enrolled user may change anything: each
/// change needs a verification by one of their fingers, which holds for one change within a minute. What
/// cannot be read may be a finger, and counts as one that is enrolled.
///
/// Functions that use a reader return once it is closed; cancelling the waiting task cancels them. Errors are
/// ``FingerCaptureError``; those of the store as `store`.
public actor FingerManagement {
  /// What is enrolled of one finger.
  public struct EnrolledFinger: Sendable, Hashable {
    public let site: BodySite
    /// In the store's order.
    public let templates: [StoredTemplate]
  }

  /// Stores templates of a user, who may be new, in the place of those that are replaced; only where what is
  /// enrolled of them is still as it was seen.
  public typealias Storing =
    @Sendable (
      _ user: String, _ templates: [Template], _ replaced: Set<UniqueID>, _ seen: Set<StoredTemplate>
    ) async throws -> [StoredTemplate]

  /// Name or id of the user, who need not exist before the first finger.
  public nonisolated let user: String

  private let flows: FingerFlows
  private let store: any TemplateStore
  private let storing: Storing
  private let requiresVerification: Bool
  private let patience: Duration
  private let clock: @Sendable () -> Duration
  private var verifiedUntil: Duration?
  private var isBusy = false

  /// - Parameters:
  ///   - requiresVerification: `false` for an administrator, who answers for it.
  ///   - patience: how long a verification holds, default 60 s.
  ///   - clock: a monotonic time; by default the system's.
  ///   - storing: `nil`: ``TemplateStore/enroll(name:templates:replacing:maximumUsers:seen:)`` without a
  ///     limit of users.
  public init(
    of user: String, in store: any TemplateStore, flows: FingerFlows, requiresVerification: Bool = true,
    patience: Duration = .seconds(60), clock: (@Sendable () -> Duration)? = nil, storing: Storing? = nil
  ) {
    self.user = user
    self.store = store
    self.flows = flows
    self.requiresVerification = requiresVerification
    self.patience = patience
    let start = ContinuousClock.now
    self.clock = clock ?? { ContinuousClock.now - start }
    self.storing =
      storing ?? {
        try await store.enroll(name: $0, templates: $1, replacing: $2, maximumUsers: nil, seen: $3).templates
      }
  }

  /// What is enrolled and can be read, by the number of the finger; of a user who does not exist nothing. It
  /// does not say that anybody may enrol: that is ``needsVerification()``.
  public func fingers() async throws(FingerCaptureError) -> [EnrolledFinger] {
    try await listing().items.byFinger
  }

  /// Whether a change needs a verification now: a finger is enrolled, or something that cannot be read. Never
  /// for an administrator.
  public func needsVerification() async throws(FingerCaptureError) -> Bool {
    guard requiresVerification else { return false }
    return try await listing().mayHaveFingers
  }

  /// Verifies the user, which permits the next change.
  /// - Parameters:
  ///   - verifier: compares with what is enrolled here: one that holds its references itself, as a card does,
  ///     says nothing of whose they are, and is refused.
  ///   - onEvent: is told what the operation says.
  /// - Returns: what it came to; only a person who is verified may change anything.
  /// - Throws: `badOptions` for such a verifier; `store` where nothing of what is enrolled can be read.
  public func verify(
    _ settings: FingerVerificationSettings = FingerVerificationSettings(),
    verifier: (any FingerVerifier)? = nil, onEvent: @Sendable (FingerEvent) async -> Void = { _ in }
  ) async throws(FingerCaptureError) -> FingerVerification {
    try begin()
    defer { isBusy = false }
    verifiedUntil = nil
    guard verifier?.holdsReferences != true else {
      throw .option(
        "verifier", "it has its own references, which nobody ties to this user.",
        "Give a verifier that compares with the references it is given, such as the set's matcher.")
    }
    let listing = try await listing()
    let references = listing.items.map(\.template).filter { $0.modality == .finger }
    if references.isEmpty, let problem = listing.problems.first { throw .unreadable(problem) }
    let operation = try await flows.verify(settings, references: references, verifier: verifier)
    let verification = try await operation.value(telling: onEvent)
    if verification.isVerified { verifiedUntil = clock() + patience }
    return verification
  }

  /// Adds a finger, or enrols one again, whose templates of that type are replaced then.
  /// - Parameter verifier: sees to it that all presses are of one finger; `nil`: nobody does.
  /// - Returns: what is stored.
  /// - Throws: `badOptions` for a name that no user can have; `otherPerson`; `notVerified` where fingers are
  ///   enrolled, or something that cannot be read is there, and the user was not verified before, within a
  ///   minute.
  public func enroll(
    _ settings: FingerEnrollmentSettings, verifier: (any FingerVerifier)?,
    onEvent: @Sendable (FingerEvent) async -> Void = { _ in }
  ) async throws(FingerCaptureError) -> [StoredTemplate] {
    try begin()
    defer { isBusy = false }
    // Before anybody presses a finger in vain.
    guard UniqueID(user) != nil || User(id: UniqueID(), name: user) != nil else {
      throw .option(
        "user", "no user can have this name.",
        "Give 1 to \(User.maximumNameBytes) bytes of text in one line.")
    }
    let before = try await listing()
    let fingers = before.items.filter { $0.template.modality == .finger }
    if before.mayHaveFingers { try usePermission() }
    let operation = try await flows.enroll(settings, verifier: verifier)
    let enrolled = try await operation.value(telling: onEvent)
    // Its result was there, but nothing is stored of what was cancelled.
    guard !Task.isCancelled else { throw .cancelled }
    let replaced = fingers.filter {
      settings.site != .unknown && $0.template.site == settings.site
        && $0.template.format.algorithm == settings.templateType.rawValue
    }
    do {
      return try await storing(user, enrolled.templates, Set(replaced.map(\.id)), Set(before.items))
    } catch {
      throw FingerCaptureError(error, error is StoreError ? .store : .comparison)
    }
  }

  /// Whether a finger may be removed, but for the verification: nobody need press a finger to be told that it
  /// cannot be.
  /// - Throws: as ``remove(_:evenLast:)``.
  public func checkRemoval(of site: BodySite, evenLast: Bool = false) async throws(FingerCaptureError) {
    _ = try await removable(site, evenLast: evenLast)
  }

  /// Removes a finger, with its templates of every type.
  /// - Parameter evenLast: whether it may be the last one: then nobody can verify the user any more. The last
  ///   one goes with the user too.
  /// - Returns: what was removed.
  /// - Throws: `notVerified`, `notEnrolled`, `lastFinger`; `store` where something of the user cannot be
  ///   read, as it may be of that finger.
  @discardableResult
  public func remove(
    _ site: BodySite, evenLast: Bool = false
  ) async throws(FingerCaptureError) -> [StoredTemplate] {
    try begin()
    defer { isBusy = false }
    let (finger, seen) = try await removable(site, evenLast: evenLast)
    try usePermission()
    do {
      // Another program may have removed the other fingers since: this one would be the last.
      try await store.removeTemplates(finger.templates.map(\.id), of: finger.templates[0].user, seen: seen)
    } catch {
      throw FingerCaptureError(error, .store)
    }
    return finger.templates
  }

  private func removable(
    _ site: BodySite, evenLast: Bool
  ) async throws(FingerCaptureError) -> (finger: EnrolledFinger, seen: Set<StoredTemplate>) {
    let listing = try await listing()
    if let problem = listing.problems.first { throw .unreadable(problem) }
    let fingers = listing.items.byFinger
    guard let finger = fingers.first(where: { $0.site == site }) else {
      throw FingerCaptureError(
        .notEnrolled, place: site.name, reason: "this finger of the user is not enrolled.",
        remedy: fingers.isEmpty
          ? "No finger is: enrol one first (sdkctl finger enroll)."
          : "Name one that is: \(fingers.map(\.site.name).joined(separator: ", ")).")
    }
    guard fingers.count > 1 || evenLast else {
      throw FingerCaptureError(
        .lastFinger, place: site.name, reason: "it is the last finger of the user.",
        remedy:
          "Enrol another one first, or say that the last one may go: --last (in an application: evenLast).")
    }
    return (finger, Set(listing.items))
  }

  /// One thing at a time.
  private func begin() throws(FingerCaptureError) {
    guard !isBusy else {
      throw FingerCaptureError(
        .invalidOperation, place: "finger management", reason: "something else is being done.",
        remedy: "Wait for its end.")
    }
    isBusy = true
  }

  private func usePermission() throws(FingerCaptureError) {
    guard requiresVerification else { return }
    defer { verifiedUntil = nil }
    guard let verifiedUntil, clock() <= verifiedUntil else {
      throw FingerCaptureError(
        .notVerified, place: "finger management",
        reason: "what is enrolled may be changed by the enrolled user alone.",
        remedy: "Have one of their fingers verified first, within \(patience) of each change.")
    }
  }

  /// The templates of the user, with what cannot be read and may be of them.
  private func listing() async throws(FingerCaptureError) -> Listing<StoredTemplate> {
    do throws(StoreError) {
      do throws(StoreError) {
        // Whatever lies among their templates may be one that was given another name.
        return try await store.templates(of: await store.user(matching: user).id)
      } catch {
        // Whoever has no id yet has no name that is one either.
        guard error.code == .unknownUser, UniqueID(user) == nil else { throw error }
        // A user whose file cannot be read may be the one of that name; what is no user's folder is nobody.
        return Listing(problems: try await store.users().problems.filter { !$0.isForeign })
      }
    } catch {
      throw FingerCaptureError(error, .store)
    }
  }
}

extension [StoredTemplate] {
  /// Those of fingers, by the number of the finger.
  fileprivate var byFinger: [FingerManagement.EnrolledFinger] {
    Dictionary(grouping: filter { $0.template.isOfFinger }, by: \.template.site)
      .map { FingerManagement.EnrolledFinger(site: $0.key, templates: $0.value) }
      .sorted { $0.site.rawValue < $1.site.rawValue }
  }
}

extension Template {
  /// Of one finger, known or not: a hand is none.
  fileprivate var isOfFinger: Bool { modality == .finger && (site == .unknown || site.isFinger) }
}

extension Listing<StoredTemplate> {
  fileprivate var mayHaveFingers: Bool {
    !problems.isEmpty || items.contains { $0.template.modality == .finger }
  }
}

extension FingerCaptureError {
  fileprivate static func unreadable(_ problem: StoreProblem) -> FingerCaptureError {
    FingerCaptureError(
      .store, place: problem.place, reason: problem.reason,
      remedy:
        "Restore the file from a copy, or move it away where it is no file of the store. Else an administrator "
        + "removes what it is of by its id (sdkctl template remove, or sdkctl user remove for the whole user), or "
        + "goes on without a verification (--without-verification).")
  }
}

extension FingerOperation {
  /// The result, with the events told meanwhile; cancelling the task cancels the operation.
  /// - Throws: as ``FingerConclusion/value``.
  public func value(
    telling onEvent: @Sendable (FingerEvent) async -> Void
  ) async throws(FingerCaptureError) -> Value {
    for await event in events { await onEvent(event) }
    return try await value()
  }
}
