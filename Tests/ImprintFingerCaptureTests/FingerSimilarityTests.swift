// SPDX-License-Identifier: Apache-2.0
import ImprintFingerCapture
import ImprintMatching
import ImprintModel
import ImprintStore
import Testing

/// Decisions by raw similarity, of a matcher without calibration.
@Suite struct FingerSimilarityTests {
  private let decision = FingerDecision.similarity(above: 95)

  private func match(
    _ finger: UInt8, _ references: [UInt8], isBroken: Bool = false
  ) async throws -> FingerMatch {
    let verifier = MatcherFingerVerifier(DrawnMatcher.matcher(isBroken: isBroken), decision: decision)
    return try await verifier.verify(
      drawnTemplate(finger, .unknown), against: references.map { drawnTemplate($0, .rightIndex) })
  }

  @Test func theBestReferenceDecidesAndItsSimilarityHasToBeExceeded() async throws {
    let above = try await match(10, [20, 14, 40])
    #expect(above.isMatch && above.reference == 1 && above.similarity == 96 && above.score == nil)
    let equal = try await match(10, [15])
    #expect(!equal.isMatch && equal.similarity == 95)
  }

  @Test func aReferenceThatCannotBeReadDoesNotHideTheOthers() async throws {
    let match = try await match(10, [0, 10])
    #expect(match.isMatch && match.reference == 1)
    await #expect(throws: (any Error).self) { try await self.match(10, [0, 0]) }
  }

  @Test func aPluginThatFailsIsNoFingerThatDoesNotMatch() async throws {
    await #expect(throws: (any Error).self) { try await match(10, [10, 10], isBroken: true) }
  }

  private func identify(
    _ finger: UInt8, among people: [[UInt8]], most: Int = 10
  ) async throws -> (found: FingerIdentification, users: [User]) {
    let users = try people.indices.map { try #require(User(id: UniqueID(), name: "person \($0)")) }
    let entries = zip(users, people).flatMap { user, fingers in
      fingers.map {
        GalleryEntry(
          user: user,
          template: StoredTemplate(
            id: UniqueID(), user: user.id, template: drawnTemplate($0, .rightIndex), created: 0))
      }
    }
    let other = drawnTemplate(finger, .rightIndex, .edges)
    let apart = GalleryEntry(
      user: users[0],
      template: StoredTemplate(id: UniqueID(), user: users[0].id, template: other, created: 0))
    let source = TestFingers(
      PressedFingers([.image(drawnPrint(finger))]), matcher: DrawnMatcher.matcher())
    let operation = try await source.flows.identify(
      FingerIdentificationSettings(decision: decision, maximumCandidates: most), among: entries + [apart])
    return (try await operation.value(), users)
  }

  @Test func eachPersonIsFoundOnceByTheirBestFingerTheBestFirst() async throws {
    let (found, users) = try await identify(10, among: [[60, 40], [11, 90], [15, 10]])
    #expect(found.candidates.map(\.user) == [users[2].id, users[1].id, users[0].id])
    #expect(found.candidates.map(\.similarity) == [100, 99, 70])
    #expect(found.matches.map(\.user) == [users[2].id, users[1].id])
    // The one of another type is none of them.
    #expect(found.searched == 6 && found.candidates.allSatisfy { $0.score == nil })
  }

  @Test func aSimilarityThatIsNotExceededIsNoMatchAndNoMoreComeThanAreAskedFor() async throws {
    let (found, users) = try await identify(10, among: [[15], [90]], most: 1)
    #expect(found.candidates.map(\.user) == [users[0].id] && found.matches.isEmpty)
  }

  @Test func aTemplateThatCannotBeReadHidesNobodyElse() async throws {
    let (found, users) = try await identify(10, among: [[0], [10]])
    #expect(found.matches.map(\.user) == [users[1].id] && found.searched == 1)
  }
}
