// SPDX-License-Identifier: Apache-2.0
import ImprintFingerCapture
import ImprintModel
import ImprintRuntime
import Testing

/// Verification against one, several or all fingers.
@Suite struct FingerVerificationTests {
  private static let enrolled = [drawnTemplate(1, .rightThumb), drawnTemplate(2, .rightIndex)]

  private func verify(
    _ prints: [FingerImage], _ settings: FingerVerificationSettings = FingerVerificationSettings(),
    references: [Template] = enrolled, verifier: any FingerVerifier = DrawnVerifier()
  ) async throws -> FingerOperation<FingerVerification> {
    try await TestFingers(PressedFingers(prints.map { .image($0) })).flows.verify(
      settings, references: references, verifier: verifier)
  }

  @Test func anyEnrolledFingerVerifiesAndIsNamed() async throws {
    let verified = try await verify([drawnPrint(2)]).value()
    #expect(verified.isVerified && verified.site == .rightIndex && verified.presses == 1)
    #expect(verified.liveness == .unknown)
  }

  @Test func aFingerThatIsNotAskedForDoesNotVerify() async throws {
    let settings = FingerVerificationSettings(fingers: .some([.rightThumb]), attempts: 1)
    let other = try await verify([drawnPrint(2)], settings).value()
    #expect(other.decision == .notMatching && other.site == .rightThumb)
    #expect(try await verify([drawnPrint(1)], settings).value().isVerified)
    let both = FingerVerificationSettings(fingers: .some([.rightThumb, .rightIndex]), attempts: 1)
    #expect(try await verify([drawnPrint(2)], both).value().isVerified)
  }

  @Test func afterThreePressesThatDoNotMatchThePersonIsNotVerified() async throws {
    let demand = FingerDemand(signals: FingerSignals(playsSounds: true, vibratesForFailedPress: true))
    let operation = try await verify(
      [8, 9, 8, 1].map { drawnPrint($0) }, FingerVerificationSettings(demand: demand))
    let told = await operation.told()
    #expect(told.filter { $0 == "no-match" }.count == 3 && told.filter { $0 == "vibration" }.count == 3)
    #expect(told.last == "sound rejected")
    let verification = try await operation.value()
    #expect(verification.decision == .notMatching && verification.presses == 3)
  }

  @Test func aSecondPressMayMatch() async throws {
    let operation = try await verify([8, 1].map { drawnPrint($0) })
    #expect(await operation.told() == ["place", "no-match", "place", "chosen 80"])
    let verification = try await operation.value()
    #expect(verification.isVerified && verification.presses == 2)
  }

  @Test func aWrongFingerAndAPoorPressAreNoBadQuality() async throws {
    let steps: [PressedFingers.Step] = [
      .image(drawnPrint(8)), .image(drawnPrint(1, quality: 5)), .wait(.seconds(600)),
    ]
    let operation = try await TestFingers(PressedFingers(steps)).flows.verify(
      FingerVerificationSettings(demand: FingerDemand(minimumQuality: 40)), references: Self.enrolled,
      verifier: DrawnVerifier())
    guard case .retry(.timedOut, _) = await operation.conclusion else {
      Issue.record("\(await operation.conclusion)")
      return
    }
  }

  @Test func anAttackThatMatchesIsNotVerified() async throws {
    let operation = try await verify([drawnPrint(1, liveness: .attack)])
    #expect(await operation.conclusion.failure(of: .unknown)?.code == .notAlive)
  }

  @Test func whereNothingCanBeComparedNobodyIsAskedForAFinger() async throws {
    for references in [[], [drawnTemplate(1, .rightThumb, .edges)]] {
      let error = await #expect(throws: FingerCaptureError.self) {
        try await verify([], references: references)
      }
      #expect(error?.code == .notEnrolled)
    }
    let error = await #expect(throws: FingerCaptureError.self) {
      try await verify([], FingerVerificationSettings(fingers: .some([.leftThumb])))
    }
    #expect(error?.code == .notEnrolled)
  }

  @Test func aVerifierOfAnotherTypeIsRefusedByBothNames() async throws {
    let error = await #expect(throws: FingerCaptureError.self) {
      try await verify([], FingerVerificationSettings(templateType: .isoRecord))
    }
    #expect(error?.code == .otherTemplateType)
    #expect(error?.reason.contains("iso-19794-2-2005") == true)
    #expect(error?.reason.contains("imprint.finger-card") == true)
  }

  @Test func anUnknownFingerIsComparedWithEachThatIsAskedFor() async throws {
    let settings = FingerVerificationSettings(fingers: .some([.leftThumb]))
    let verified = try await verify(
      [drawnPrint(5)], settings, references: [drawnTemplate(5, .unknown)]
    ).value()
    #expect(verified.isVerified && verified.site == .unknown)
  }

  @Test func anUnknownFingerThatIsAskedForIsNoneThatIsKnown() async throws {
    let settings = FingerVerificationSettings(fingers: .some([.unknown]))
    let error = await #expect(throws: FingerCaptureError.self) { try await verify([], settings) }
    #expect(error?.code == .notEnrolled)
    let verified = try await verify(
      [drawnPrint(5)], settings, references: Self.enrolled + [drawnTemplate(5, .unknown)]
    ).value()
    #expect(verified.isVerified && verified.site == .unknown)
  }

  @Test func aCardComparesWithoutReferences() async throws {
    let card = CardFingerVerifier(DrawnCard(of: 1))
    let verified = try await verify([drawnPrint(1)], references: [], verifier: card).value()
    #expect(verified.isVerified && verified.match.reference == nil && verified.site == .unknown)
    #expect(verified.match.attemptsLeft == nil)
  }

  @Test func aVerificationEndsWithTheLastAttemptOfTheCardAndABlockedOneSaysSo() async throws {
    let card = CardFingerVerifier(DrawnCard(of: 1))
    let other = try await verify(
      [8, 8, 1].map { drawnPrint($0) }, FingerVerificationSettings(attempts: 10), references: [],
      verifier: card
    ).value()
    #expect(other.decision == .notMatching && other.presses == 2 && other.match.attemptsLeft == 0)
    let blocked = try await verify([drawnPrint(1)], references: [], verifier: card)
    let error = await blocked.conclusion.failure(of: .unknown)
    #expect(error?.code == .comparison && error?.place == "card")
  }

  /// A verifier that fails as whoever wrote it did not foresee.
  private struct Broken: FingerVerifier {
    struct Unforeseen: Error {}
    let templateTypes: Set<FingerTemplateType> = [.isoCompactCard]
    let holdsReferences = false
    func verify(_ probe: Template, against references: [Template]) async throws -> FingerMatch {
      throw Unforeseen()
    }
  }

  @Test func aVerifierThatFailsEndsItAndNobodyIsVerified() async throws {
    let operation = try await verify([drawnPrint(1)], verifier: Broken())
    #expect(await operation.conclusion.failure(of: .unknown)?.code == .comparison)
  }

  @Test func cancellingAndStoppingReachAVerifierAtWork() async throws {
    for isCancelled in [true, false] {
      let slow = SlowFingers()
      let operation = try await verify([drawnPrint(1)], verifier: slow)
      for await _ in slow.asked.stream { break }
      if isCancelled {
        await operation.cancel()
        #expect(await operation.conclusion.failure(of: .unknown)?.code == .cancelled)
      } else if case .retry(.stopped, let kept) = await operation.stop() {
        #expect(kept.isEmpty)
      } else {
        Issue.record("\(await operation.conclusion)")
      }
    }
  }

  @Test func theDeadlineReachesAVerifierAndAMakerAtWork() async throws {
    let demand = FingerDemand(timeout: .seconds(1))
    let verification = try await verify(
      [drawnPrint(1)], FingerVerificationSettings(demand: demand), verifier: SlowFingers())
    #expect(await verification.conclusion.failure(of: .unknown)?.code == .timedOut)
    let capture = try await TestFingers(PressedFingers([.image(drawnPrint(1))]), maker: SlowFingers()).flows
      .capture(FingerCaptureSettings(demand: demand, templateType: .isoCompactCard))
    #expect(await capture.conclusion.failure(of: .unknown)?.code == .timedOut)
  }

  /// A verifier that cannot decide.
  private struct Unready: FingerVerifier {
    let templateTypes: Set<FingerTemplateType> = [.isoCompactCard]
    let holdsReferences = false
    func checkReady() throws(FingerCaptureError) {
      throw FingerCaptureError(.comparison, place: "test", reason: "it cannot.", remedy: "Take another.")
    }
    func verify(_ probe: Template, against references: [Template]) async throws -> FingerMatch {
      FingerMatch(isMatch: true)
    }
  }

  @Test func aVerifierThatCannotDecideIsRefusedBeforeAReaderIsOpened() async throws {
    let fingers = TestFingers(PressedFingers([]))
    let error = await #expect(throws: FingerCaptureError.self) {
      try await fingers.flows.verify(references: Self.enrolled, verifier: Unready())
    }
    #expect(error?.code == .comparison && fingers.askedFor.isEmpty)
    let enrolment = await #expect(throws: FingerCaptureError.self) {
      try await fingers.flows.enroll(FingerEnrollmentSettings(site: .leftRing), verifier: Unready())
    }
    #expect(enrolment?.code == .comparison && fingers.askedFor.isEmpty)
  }
}
