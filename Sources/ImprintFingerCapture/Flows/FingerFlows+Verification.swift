// SPDX-License-Identifier: Apache-2.0
public import ImprintModel
public import ImprintRuntime

/// Which of a person's fingers are compared.
public enum FingerChoice: Sendable, Hashable {
  /// Any that is enrolled.
  case all
  /// One of these alone, such as one named finger of several (F125); unknown: those of which nobody knows
  /// which finger they are of.
  case some(Set<BodySite>)

  /// A template of an unknown finger may be any.
  func allows(_ site: BodySite) -> Bool {
    switch self {
    case .all: true
    case .some(let sites): site == .unknown || sites.contains(site)
    }
  }

  /// What the person is asked for: the finger, where it is one.
  var asked: BodySite {
    if case .some(let sites) = self, sites.count == 1, let site = sites.first { site } else { .unknown }
  }
}

/// What a verification is asked for (F113).
public struct FingerVerificationSettings: Sendable, Hashable {
  public var demand: FingerDemand
  /// Default: all.
  public var fingers: FingerChoice
  /// After so many presses that do not match, the person is not verified: 1...10, default 3. Fewer where the
  /// verifier allows no more: ``FingerMatch/attemptsLeft``.
  public var attempts: Int
  /// Default: the compact card, as in the seed.
  public var templateType: FingerTemplateType

  public init(
    demand: FingerDemand = FingerDemand(), fingers: FingerChoice = .all, attempts: Int = 3,
    templateType: FingerTemplateType = .isoCompactCard
  ) {
    self.demand = demand
    self.fingers = fingers
    self.attempts = attempts
    self.templateType = templateType
  }

  /// - Throws: ``FingerCaptureError`` `badOptions`, `wrongBiometricLocation`.
  func check() throws(FingerCaptureError) {
    try demand.check()
    guard (1...10).contains(attempts) else {
      throw .option("attempts", "it is \(attempts).", "Give 1 to 10.")
    }
    guard case .some(let sites) = fingers else { return }
    guard !sites.isEmpty else { throw .option("fingers", "there is none.", "Name a finger, or all.") }
    if let other = sites.first(where: { $0 != .unknown && !$0.isFinger }) { throw .location(other) }
  }
}

/// What a verification came to.
public struct FingerVerification: Sendable, Hashable {
  /// The words are stable.
  public enum Decision: String, Sendable, Hashable, Codable, CaseIterable {
    case verified
    /// No press matched.
    case notMatching = "not-matching"
  }

  public let decision: Decision
  /// Of the last press.
  public let match: FingerMatch
  /// The finger that the best reference is of; unknown where nobody knows, or a card compared.
  public let site: BodySite
  /// The reader's own verdict on the last press.
  public let liveness: FingerLiveness
  /// How many presses were compared.
  public let presses: Int

  public var isVerified: Bool { decision == .verified }
}

extension FingerFlows {
  /// Verifies a person by one of their fingers (F113).
  /// - Parameters:
  ///   - references: what is enrolled of them; those of other types, and of fingers that are not asked for,
  ///     are not compared. Empty for a verifier that has its own.
  ///   - verifier: `nil`: the set's matcher, with ``FingerDecision/policy(_:)`` of the standard rate.
  /// - Returns: the operation. A finger that the reader does not say to be live where it has to be is the
  ///   error `notAlive`.
  /// - Throws: ``FingerCaptureError``: why it cannot begin: `notEnrolled` where nothing can be compared,
  ///   `otherTemplateType` where the verifier does not take the type.
  public func verify(
    _ settings: FingerVerificationSettings = FingerVerificationSettings(), references: [Template],
    verifier: (any FingerVerifier)? = nil
  ) async throws(FingerCaptureError) -> FingerOperation<FingerVerification> {
    try settings.check()
    try verifier?.check(settings.templateType)
    let chosen = references.filter {
      $0.format.algorithm == settings.templateType.rawValue && settings.fingers.allows($0.site)
    }
    let comparer = try await self.verifier(verifier, of: settings.templateType)
    try comparer.checkReady()
    guard comparer.holdsReferences || !chosen.isEmpty else {
      throw .notEnrolled(settings.templateType, of: references.count)
    }
    let maker = try await maker(of: settings.templateType)
    let work = work(settings.demand, hasEndingSound: true)
    return try await FingerOperation.start(work, on: source, maker: maker, isSuccess: \.isVerified) { taker in
      var count = 0
      while true {
        let press = try await taker.press(of: settings.fingers.asked)
        count += 1
        let match = try await taker.inTime { try await press.match(chosen, by: comparer) }
        let isLast = count >= settings.attempts || (match.attemptsLeft ?? 1) <= 0
        guard match.isMatch || isLast else {
          await taker.fail(.noMatch)
          continue
        }
        if match.isMatch { await taker.keep(press) } else { await taker.fail(.noMatch) }
        return FingerVerification(
          decision: match.isMatch ? .verified : .notMatching, match: match,
          site: match.reference.flatMap { chosen.indices.contains($0) ? chosen[$0].site : nil } ?? .unknown,
          liveness: press.liveness, presses: count)
      }
    }
  }

  /// The one that was given, or the set's own.
  private func verifier(
    _ given: (any FingerVerifier)?, of type: FingerTemplateType
  ) async throws(FingerCaptureError) -> any FingerVerifier {
    if let given { return given }
    do { return MatcherFingerVerifier(try await source.matcher(of: type)) } catch {
      throw FingerCaptureError(error, .notAvailable)
    }
  }
}

extension FingerPress {
  /// - Throws: ``FingerCaptureError``.
  func match(_ references: [Template], by verifier: any FingerVerifier) async throws -> FingerMatch {
    guard let template else { return FingerMatch(isMatch: false) }
    do {
      return try await verifier.verify(template, against: verifier.holdsReferences ? [] : references)
    } catch {
      throw FingerCaptureError(error, .comparison)
    }
  }
}

extension FingerCaptureError {
  static func notEnrolled(_ type: FingerTemplateType, of count: Int) -> FingerCaptureError {
    FingerCaptureError(
      .notEnrolled, place: "references",
      reason: count == 0
        ? "no finger is enrolled."
        : "none of the \(count) templates is of \(type) and of a finger that is asked for.",
      remedy:
        "Enrol a finger in that type first (sdkctl finger enroll), or ask for the type that is there "
        + "(--template-type; of the finger that is verified before another is enrolled, --verify-type).")
  }
}
