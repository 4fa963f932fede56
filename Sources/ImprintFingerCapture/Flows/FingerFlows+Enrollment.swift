// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// What an enrolment is asked for (F112).
public struct FingerEnrollmentSettings: Sendable, Hashable {
  public var demand: FingerDemand
  /// Which finger: one of the ten, or unknown.
  public var site: BodySite
  /// How many presses are taken, 3...5, default 3.
  public var presses: Int
  /// How many of them are enrolled, the best: 1...presses, default 3. Each is a template: the best of several
  /// decides a comparison, and three are the cheapest accuracy there is.
  public var kept: Int
  /// Default: the compact card, as in the seed.
  public var templateType: FingerTemplateType

  public init(
    site: BodySite, demand: FingerDemand = FingerDemand(timeout: .seconds(60)), presses: Int = 3,
    kept: Int = 3, templateType: FingerTemplateType = .isoCompactCard
  ) {
    self.demand = demand
    self.site = site
    self.presses = presses
    self.kept = kept
    self.templateType = templateType
  }

  /// - Throws: ``FingerCaptureError`` `badOptions`, `wrongBiometricLocation`.
  func check() throws(FingerCaptureError) {
    try demand.check()
    guard site == .unknown || site.isFinger else { throw .location(site) }
    guard (3...5).contains(presses) else { throw .option("presses", "it is \(presses).", "Give 3 to 5.") }
    guard (1...presses).contains(kept) else {
      throw .option(
        "kept", "it is \(kept), of \(presses) presses.", "Give 1 to as many as there are presses.")
    }
  }
}

/// A finger that was enrolled.
public struct FingerEnrollment: Sendable, Hashable {
  public let site: BodySite
  /// The best presses, in the order they came; each with its template.
  public let presses: [FingerPress]
  /// Whether a verifier saw to it that all presses are of one finger. `false` where none was given.
  public let isOneFinger: Bool

  public var templates: [Template] { presses.compactMap(\.template) }
}

extension FingerFlows {
  /// Takes presses of one finger, and makes templates of the best (F112). Nothing is stored: that is done by
  /// ``FingerManagement``, or the application.
  /// - Parameter verifier: sees to it that all presses are of one finger: one that matches none before is
  ///   taken again. `nil`: nobody does. One that holds its references itself cannot.
  /// - Throws: ``FingerCaptureError``: why it cannot begin: `otherTemplateType` where the verifier does not
  ///   take the type.
  public func enroll(
    _ settings: FingerEnrollmentSettings, verifier: (any FingerVerifier)? = nil
  ) async throws(FingerCaptureError) -> FingerOperation<FingerEnrollment> {
    try settings.check()
    try verifier?.check(settings.templateType)
    let comparer = verifier.flatMap { $0.holdsReferences ? nil : $0 }
    let maker = try await maker(of: settings.templateType)
    let work = work(settings.demand, hasEndingSound: true)
    return try await FingerOperation.start(work, on: source, maker: maker) { taker in
      var presses: [FingerPress] = []
      while presses.count < settings.presses {
        let press = try await taker.press(of: settings.site)
        let others = presses
        guard try await taker.inTime({ try await press.isAlike(others, by: comparer) }) else {
          await taker.fail(.otherFinger)
          continue
        }
        presses.append(press)
        await taker.keep(press)
        await taker.progress(settings.site, done: presses.count, of: settings.presses)
      }
      return FingerEnrollment(
        site: settings.site, presses: presses.best(settings.kept), isOneFinger: comparer != nil)
    }
  }
}

extension FingerPress {
  /// Whether it is of the finger of one of those; without any, or without a verifier, it is taken to be.
  func isAlike(_ others: [FingerPress], by verifier: (any FingerVerifier)?) async throws -> Bool {
    let references = others.compactMap(\.template)
    guard let verifier, let template, !references.isEmpty else { return true }
    do { return try await verifier.verify(template, against: references).isMatch } catch {
      throw FingerCaptureError(error, .comparison)
    }
  }
}
