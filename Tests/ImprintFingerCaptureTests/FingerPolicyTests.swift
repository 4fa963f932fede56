// SPDX-License-Identifier: Apache-2.0
import ImprintFingerCapture
import ImprintMatching
import ImprintModel
import ImprintStore
import Testing

/// Decisions by a calibration, as everything decides that is not told otherwise.
@Suite struct FingerPolicyTests {
  private func verified(_ finger: UInt8, _ references: [UInt8]) async throws -> FingerVerification {
    let source = TestFingers(
      PressedFingers([.image(drawnPrint(finger))]), matcher: try DrawnMatcher.calibrated())
    return try await source.flows.verify(
      FingerVerificationSettings(attempts: 1), references: references.map { drawnTemplate($0, .rightIndex) }
    ).value()
  }

  @Test func aFingerIsVerifiedOnlyAboveTheScoreOfTheStandard() async throws {
    let above = try await verified(10, [60, 11])
    #expect(above.isVerified && above.match.reference == 1 && above.match.similarity == 99)
    #expect((above.match.score?.value ?? 0) > 3500)
    for references in [[12], [60], [60, 12, 8]] as [[UInt8]] {
      let other = try await verified(10, references)
      #expect(other.decision == .notMatching, "\(references)")
    }
  }

  @Test func ofTwoPeopleTheOneWhoseFingerItIsIsFound() async throws {
    let users = try (0..<3).map { try #require(User(id: UniqueID(), name: "person \($0)")) }
    let entries = zip(users, [[60, 12], [11, 90], [200]] as [[UInt8]]).flatMap { user, fingers in
      fingers.map {
        GalleryEntry(
          user: user,
          template: StoredTemplate(
            id: UniqueID(), user: user.id, template: drawnTemplate($0, .rightIndex), created: 0))
      }
    }
    let source = TestFingers(
      PressedFingers([.image(drawnPrint(10))]), PressedFingers([.image(drawnPrint(150))]),
      matcher: try DrawnMatcher.calibrated())
    let settings = FingerIdentificationSettings(decision: .policy(.standard))
    let found = try await source.flows.identify(settings, among: entries).value()
    #expect(found.matches.map(\.user) == [users[1].id] && found.searched == 5)
    let nobody = try await source.flows.identify(settings, among: entries).value()
    #expect(nobody.matches.isEmpty)
  }
}
