// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import ImprintStore
import Testing

@testable import ImprintVoice

/// Somebody at 0 degrees: accepted up to 27 away, clearly up to 18, a strong reject from 54 on.
@Suite struct AdaptationTests {
  let door: FakeDoor

  init() throws { door = try FakeDoor() }

  /// The angles of a claimant's templates of voices, that of the registration first.
  private func angles(_ claimant: VoiceClaimantID) async throws -> [Double] {
    let vault = try await door.session().vault
    let user = try #require(try await vault.user(of: claimant))
    return try #require(try await vault.templates(of: user))
      .filter { $0.template.format.algorithm == "imprint.test-voice" }
      .sorted { $0.template.samples < $1.template.samples }
      .map { Double(FakeAlgorithm.value($0.template) * 1000).rounded(.toNearestOrEven) }
  }

  // MARK: By itself

  @Test func aClearAcceptAdapts() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 0)
    _ = try await voices.logOn(claimant, 16, take: 20)
    #expect(try await angles(claimant) == [0, 4])
    let events = try await voices.audit(of: claimant).map(\.event)
    #expect(events == [.registered, .adapted, .accept])
  }

  @Test(arguments: [20.0, 45, 80]) func whatIsNotClearDoesNot(angle: Double) async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 0)
    _ = try await voices.logOn(claimant, angle, take: 20)
    #expect(try await angles(claimant) == [0])
  }

  /// Somebody who always comes with a voice as far from the template as still adapts it. A template that is
  /// adapted to what was adapted moves by 4.5 degrees each time, for ever; this one stops.
  @Test func aVoiceCannotBeWalkedToAnothers() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 0)
    var (furthest, unbounded) = (0.0, 0.0)
    for round in 0..<10 {
      // The furthest that adapts, and then the furthest that is accepted, which does not.
      _ = try await voices.logOn(claimant, 17.9, take: 1000 + UInt64(10 * round))
      unbounded += 17.9 / 4
      let adapted = try await angles(claimant).last ?? 0
      let (_, reply) = try await voices.logOn(claimant, adapted + 26, take: 1005 + UInt64(10 * round))
      #expect(reply == .concluded(.accept, because: nil))
      furthest = max(furthest, adapted + 27)
    }
    #expect(unbounded > 44)
    // Three parts of the registration and four of the furthest that adapts: 10 degrees at most.
    #expect(try await angles(claimant) == [0, 10] && furthest <= 37.5)
    #expect(try await voices.logOn(claimant, 75, 76, take: 5000).1 == .concluded(.strongReject, because: nil))
    #expect(try await voices.logOn(claimant, 0, take: 5010).1 == .concluded(.accept, because: nil))
  }

  // MARK: Supervised

  @Test func afterAThirdFactorWhatWasNotValidatedAdapts() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 0)
    let (dialogue, reply) = try await voices.logOn(claimant, 40, 40, take: 20)
    #expect(reply == .concluded(.notValidated, because: nil))
    try await voices.adapt(claimant, with: dialogue, factor: .pin)
    #expect(try await angles(claimant) == [0, 10])
    let entry = try #require(try await voices.audit(of: claimant).last)
    #expect(entry.event == .adaptedWithFactor && entry.factor == .pin && entry.dialogue == dialogue)
    // 35 is 25 from what was adapted.
    #expect(try await voices.logOn(claimant, 35, take: 30).1 == .concluded(.accept, because: nil))
  }

  @Test func itIsRefusedTwice() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 0)
    let (dialogue, _) = try await voices.logOn(claimant, 40, 40, take: 20)
    try await voices.adapt(claimant, with: dialogue, factor: .pin)
    let again = await code { try await voices.adapt(claimant, with: dialogue, factor: .pin) }
    #expect(again == .alreadyAdapted)
  }

  @Test func itIsRefusedAfterAnAcceptAndAfterAStrongReject() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 0)
    let (accepted, _) = try await voices.logOn(claimant, 0, take: 20)
    #expect(await code { try await voices.adapt(claimant, with: accepted, factor: .pin) } == .accepted)
    let (rejected, _) = try await voices.logOn(claimant, 80, 80, take: 30)
    #expect(await code { try await voices.adapt(claimant, with: rejected, factor: .pin) } == .strongReject)
  }

  @Test func itIsRefusedForADialogueThatIsNotTheLastOrOpen() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 0)
    let (earlier, _) = try await voices.logOn(claimant, 40, 40, take: 20)
    let open = try await voices.startDialogue(with: claimant, configuration: "phrase")
    for dialogue in [earlier, open.id] {
      let found = await code { try await voices.adapt(claimant, with: dialogue, factor: .pin) }
      #expect(found == .notLastDialogue)
    }
  }

  @Test func itIsRefusedForAnotherClaimantsDialogue() async throws {
    let voices = try await door.voices()
    let one = try await voices.registered(angle: 0)
    let other = try await voices.registered(angle: 90, take: 10)
    let (dialogue, _) = try await voices.logOn(one, 40, 40, take: 20)
    #expect(await code { try await voices.adapt(other, with: dialogue, factor: .pin) } == .otherClaimant)
    let mixed = VoiceDialogueID(other, dialogue.number)
    #expect(await code { try await voices.adapt(other, with: mixed, factor: .pin) } == .notLastDialogue)
  }

  @Test(arguments: [11, -1] as [Int64]) func itIsRefusedForADialogueThatIsTooOld(minutes: Int64) async throws
  {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 0)
    let (dialogue, _) = try await voices.logOn(claimant, 40, 40, take: 20)
    door.clock.run(minutes: minutes)
    #expect(await code { try await voices.adapt(claimant, with: dialogue, factor: .pin) } == .dialogueExpired)
  }

  @Test func itIsRefusedWhereNothingWasHeard() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 0)
    let dialogue = try await voices.startDialogue(with: claimant, configuration: "phrase")
    for take: UInt64 in 20...25 {
      _ = try await voices.submit(
        FakeUtterance(angle: 0, take: take, fault: .noisy).clip, to: dialogue.id)
    }
    let found = await code { try await voices.adapt(claimant, with: dialogue.id, factor: .pin) }
    #expect(found == .nothingHeard)
  }

  @Test(arguments: ["", "two\nlines", String(repeating: "a", count: 65)])
  func aFactorWithoutANameIsRefused(name: String) async {
    #expect(await code { _ = try VoiceFactor(name) } == .badFactor)
  }
}
