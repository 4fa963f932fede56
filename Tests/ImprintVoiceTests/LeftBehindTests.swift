// SPDX-License-Identifier: Apache-2.0
import ImprintStore
import Testing

@testable import ImprintVoice

/// What is at the licence's limit, damaged, half made or made by two at once: it keeps nobody else from
/// anything, and can be removed with all of it.
@Suite struct LeftBehindTests {
  let door: FakeDoor

  init() throws { door = try FakeDoor() }

  private func clip(_ take: UInt64, angle: Double = 10) -> FakeUtterance {
    FakeUtterance(angle: angle, take: take)
  }

  /// A registration of which all is heard but the last utterance.
  private func begun() async throws -> VoiceDialogueID {
    let voices = try await door.voices()
    let dialogue = try await voices.startDialogue(
      with: await voices.registerClaimant(), configuration: "phrase")
    for take: UInt64 in 1...2 { _ = try await voices.submit(clip(take).clip, to: dialogue.id) }
    return dialogue.id
  }

  // MARK: At the limit

  @Test(arguments: ["abort", "delete", "wait"]) func whatHasNoPlaceStopsNobodyAndCanBeRemoved(
    by way: String
  ) async throws {
    let voices = try await door.voices(most: 1)
    let claimant = try await voices.registered(angle: 90, take: 50)
    let dialogue = try await begun()
    #expect(await code { _ = try await voices.submit(clip(3).clip, to: dialogue) } == .tooManyClaimants)
    let listed = try await voices.claimants()
    #expect(listed == VoiceClaimants(registered: [claimant], pending: [dialogue.claimant]))
    #expect(try await voices.audit(of: dialogue.claimant).isEmpty)
    switch way {
    case "abort": try await voices.abortDialogue(dialogue)
    case "delete": try await voices.deleteClaimant(dialogue.claimant)
    default: door.clock.run(minutes: 24 * 60)
    }
    #expect(try await voices.claimants() == VoiceClaimants(registered: [claimant], pending: []))
    #expect(try await door.session().vault.claimants() == [claimant])
  }

  // MARK: Damaged

  @Test(arguments: [false, true]) func aStateThatIsDamagedStopsNobodyAndCanBeDeleted(
    isMissing: Bool
  ) async throws {
    let voices = try await door.voices()
    let (bad, good) = (
      try await voices.registered(angle: 10), try await voices.registered(angle: 90, take: 10)
    )
    let vault = try await door.session().vault
    if isMissing {
      try await vault.replace(vault.state(of: bad), with: nil, of: bad)
    } else {
      try door.damage("\(bad)") { $0[20] ^= 1 }
      #expect(try await voices.claimants().registered == [bad, good].sorted())
    }
    #expect(
      await code { _ = try await voices.startDialogue(with: bad, configuration: "phrase") } == .damaged)
    try await voices.deleteClaimant(bad)
    #expect(try await voices.claimants() == VoiceClaimants(registered: [good], pending: []))
    #expect(try await vault.user(of: bad) == nil)
    #expect(await code { try await voices.deleteClaimant(bad) } == .unknownClaimant)
  }

  /// Their state and their user: it cannot be told whose the template is, so that nothing is called removed.
  @Test func aClaimantOfWhomNothingCanBeReadIsNotCalledRemoved() async throws {
    let voices = try await door.voices()
    let bad = try await voices.registered(angle: 10)
    for name in ["\(bad)", "user"] { try door.damage(name) { $0 = Array($0.prefix(3)) } }
    #expect(await code { try await voices.deleteClaimant(bad) } == .damaged)
    #expect(try await door.session().vault.claimants() == [bad])
  }

  // MARK: Half made

  /// The process dies at the last utterance: at its state, in the store, and at the state after that. Then
  /// somebody lists and deletes who knows no configuration.
  @Test(arguments: 0..<3, [0, 61, 25 * 60] as [Int64])
  func noTemplateStaysOfWhoIsDeletedWithoutConfigurations(
    death: Int, minutes: Int64
  ) async throws {
    for isMade in [false, true] {
      let dialogue = try await begun()
      let vault = try await door.session().vault
      let session = try await door.session(DyingVault(vault, dyingAt: death, isMade: isMade))
      #expect(
        await code { _ = try await session.submit(clip(3).clip, to: dialogue, promptHint: nil) } == .system)
      let isEnrolled = try await vault.user(of: dialogue.claimant) != nil
      door.clock.run(minutes: minutes)
      let voices = try await door.voices(configured: false)
      let listed = try await voices.claimants()
      #expect(listed.registered == (isEnrolled ? [dialogue.claimant] : []))
      #expect(listed.pending == (isEnrolled || minutes > 24 * 60 ? [] : [dialogue.claimant]))
      for claimant in listed.registered + listed.pending { try await voices.deleteClaimant(claimant) }
      #expect(try await vault.user(of: dialogue.claimant) == nil)
      #expect(try await vault.claimants().isEmpty)
    }
  }

  // MARK: Two at once

  @Test func whoIsDeletedWhileTheyAreEnrolledLeavesNoTemplate() async throws {
    let dialogue = try await begun()
    let vault = try await door.session().vault
    let other = try await door.session()
    let session = try await door.session(
      DyingVault(vault) { () async throws(VoiceError) in
        try await other.deleteClaimant(dialogue.claimant)
      })
    let found = await code {
      _ = try await session.submit(clip(3).clip, to: dialogue, promptHint: nil)
    }
    #expect(found == .unknownClaimant)
    #expect(try await vault.user(of: dialogue.claimant) == nil)
  }

  @Test func aRegistrationThatAnotherProcessCompletesIsRegisteredForBoth() async throws {
    let dialogue = try await begun()
    let vault = try await door.session().vault
    let (other, late) = (try await door.session(), clip(4).clip)
    let session = try await door.session(
      DyingVault(vault) { () async throws(VoiceError) in
        let reply = try await other.submit(late, to: dialogue, promptHint: nil)
        #expect(reply == .registered)
      })
    #expect(try await session.submit(clip(3).clip, to: dialogue, promptHint: nil) == .registered)
    #expect(try await door.voices().audit(of: dialogue.claimant).map(\.event) == [.registered])
  }

  @Test func anAcceptHoldsWhereTheTemplateCannotFollow() async throws {
    let claimant = try await door.voices().registered(angle: 10)
    let vault = try await door.session().vault
    let session = try await door.session(DyingVault(vault, dyingAt: 2, isMade: false))
    let dialogue = try await session.startDialogue(
      with: claimant, configuration: "phrase", callReference: nil)
    let reply = try await session.submit(clip(20).clip, to: dialogue.id, promptHint: nil)
    #expect(reply == .concluded(.accept, because: nil))
  }

  @Test func aClockThatIsSetBackRemovesNobody() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registerClaimant()
    door.clock.run(minutes: -1)
    #expect(try await voices.claimants().pending == [claimant])
  }

  // MARK: Other formats

  @Test func otherFormatsThanThoseOfTheRegistrationAreNoDamage() async throws {
    let claimant = try await door.voices().registered(angle: 10)
    let renamed = VoiceAlgorithms(
      voice: FakeAlgorithm(isOfWords: false, name: "imprint.test-other"),
      words: FakeAlgorithm(isOfWords: true))
    let session = try await door.session(renamed)
    let dialogue = try await session.startDialogue(
      with: claimant, configuration: "phrase", callReference: nil)
    do throws(VoiceError) {
      _ = try await session.submit(clip(20).clip, to: dialogue.id, promptHint: nil)
      Issue.record("taken")
    } catch {
      #expect(error.code == .otherConfiguration && error.reason.contains("imprint.test-voice"))
    }
  }

  /// As nothing else tells it from the registration's.
  @Test func anAdaptationThatIsOfNoMoreSamplesIsNotMade() async throws {
    let algorithms = VoiceAlgorithms(
      voice: FakeAlgorithm(isOfWords: false, fusedSamples: 2), words: FakeAlgorithm(isOfWords: true))
    let session = try await door.session(algorithms)
    let claimant = try await session.registerClaimant()
    for (take, count) in [(1, 3), (20, 1)] as [(UInt64, UInt64)] {
      let dialogue = try await session.startDialogue(
        with: claimant, configuration: "phrase", callReference: nil)
      for number in 0..<count {
        _ = try await session.submit(clip(take + number).clip, to: dialogue.id, promptHint: nil)
      }
    }
    #expect(try await session.audit(of: claimant).map(\.event) == [.registered, .accept])
    let user = try #require(try await session.vault.user(of: claimant))
    #expect(try await session.vault.templates(of: user)?.count == 2)
  }

  @Test func whereWhatWasAdaptedHasNoScoreTheRegistrationDecides() async throws {
    let claimant = try await door.voices().registered(angle: 10)
    _ = try await door.voices().logOn(claimant, 10, take: 20)
    let session = try await door.session(
      VoiceAlgorithms(
        voice: FakeAlgorithm(isOfWords: false, mostCalibrated: 3), words: FakeAlgorithm(isOfWords: true)))
    let dialogue = try await session.startDialogue(
      with: claimant, configuration: "phrase", callReference: nil)
    let reply = try await session.submit(clip(30).clip, to: dialogue.id, promptHint: nil)
    #expect(reply == .concluded(.accept, because: nil))
  }

  /// Each of several waits for one that fails, and tries again: what the first of them has begun is not lost.
  @Test func algorithmsThatFailOnceAreOpenedOnceMore() async throws {
    let configuration = try #require(try door.configurations.first)
    for _ in 0..<20 {
      let openings = FakeCounter()
      let shelf = AlgorithmShelf { _ async throws(VoiceError) in
        let number = openings.next()
        for _ in 0..<100 { await Task.yield() }
        guard number > 0 else { throw .dialogueBusy }
        return FakeAlgorithm.algorithms
      }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            while (try? await shelf.algorithms(of: configuration)) == nil {}
          }
        }
      }
      #expect(openings.next() == 2)
    }
  }
}
