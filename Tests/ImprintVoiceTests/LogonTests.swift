// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintVoice

/// Somebody at 10 degrees: accepted up to 27 away, a strong reject from 54 on.
@Suite struct LogonTests {
  let door: FakeDoor

  init() throws { door = try FakeDoor() }

  @Test func oneClearUtteranceIsEnough() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 10)
    let (dialogue, reply) = try await voices.logOn(claimant, 12, take: 20)
    #expect(reply == .concluded(.accept, because: nil))
    let clip = FakeUtterance(angle: 12, take: 30).clip
    #expect(await code { _ = try await voices.submit(clip, to: dialogue) } == .dialogueOver)
  }

  @Test func inBetweenASecondIsAskedForAndTheMeanDecides() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 10)
    let dialogue = try await voices.startDialogue(with: claimant, configuration: "phrase")
    #expect(dialogue.purpose == .logon && dialogue.prompt.needed == 2)
    let first = try await voices.submit(FakeUtterance(angle: 45, take: 20).clip, to: dialogue.id)
    let prompt = VoicePrompt(text: "open the door", needed: 1, repeatsLeft: 5)
    #expect(first == .speak(prompt, because: nil))
    let second = try await voices.submit(FakeUtterance(angle: 14, take: 21).clip, to: dialogue.id)
    #expect(second == .concluded(.accept, because: nil))
    #expect(try await voices.logOn(claimant, 45, 46, take: 30).1 == .concluded(.notValidated, because: nil))
    #expect(try await voices.logOn(claimant, 80, 81, take: 40).1 == .concluded(.strongReject, because: nil))
    let events = try await voices.audit(of: claimant).map(\.event)
    #expect(events == [.registered, .accept, .notValidated, .strongReject])
  }

  @Test func theClaimantsOwnOtherWordsAreAskedForAgain() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 10)
    let dialogue = try await voices.startDialogue(with: claimant, configuration: "phrase")
    let reply = try await voices.submit(FakeUtterance(angle: 10, words: 2, take: 20).clip, to: dialogue.id)
    let prompt = VoicePrompt(text: "open the door", needed: 2, repeatsLeft: 4)
    #expect(reply == .speak(prompt, because: .wrongPhrase))
  }

  @Test func twoVoicesInOneLogonAreNotAddedUp() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 10)
    let dialogue = try await voices.startDialogue(with: claimant, configuration: "phrase")
    _ = try await voices.submit(FakeUtterance(angle: 40, take: 20).clip, to: dialogue.id)
    let reply = try await voices.submit(FakeUtterance(angle: -16, take: 21).clip, to: dialogue.id)
    let prompt = VoicePrompt(text: "open the door", needed: 1, repeatsLeft: 4)
    #expect(reply == .speak(prompt, because: .anotherVoice))
  }

  @Test func afterTheMaximumOfRepeatsNothingIsValidated() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 10)
    let dialogue = try await voices.startDialogue(with: claimant, configuration: "phrase")
    var reply = VoiceReply.registered
    for take: UInt64 in 20...25 {
      reply = try await voices.submit(
        FakeUtterance(angle: 10, take: take, fault: .noisy).clip, to: dialogue.id)
    }
    #expect(reply == .concluded(.notValidated, because: .tooNoisy))
  }

  @Test func anotherConfigurationThanThatOfTheRegistrationIsRefused() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 10)
    let found = await code { _ = try await voices.startDialogue(with: claimant, configuration: "digits") }
    #expect(found == .otherConfiguration)
  }

  @Test func aSecondDialogueTakesThePlaceOfTheFirst() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 10)
    let first = try await voices.startDialogue(with: claimant, configuration: "phrase")
    let second = try await voices.startDialogue(with: claimant, configuration: "phrase")
    let clip = FakeUtterance(angle: 10, take: 20).clip
    #expect(await code { _ = try await voices.submit(clip, to: first.id) } == .unknownDialogue)
    #expect(try await voices.submit(clip, to: second.id) == .concluded(.accept, because: nil))
  }

  /// Of utterances that are submitted at once as many are kept as were taken, and nobody waits for ever.
  @Test func utterancesAtOnceAreTakenOrRefusedAsBusy() async throws {
    let voices = try await door.voices()
    let dialogue = try await voices.startDialogue(
      with: await voices.registerClaimant(), configuration: "phrase")
    let taken = await withTaskGroup(of: (Bool, VoiceErrorCode?).self) { group in
      for take: UInt64 in 1...4 {
        let clip = FakeUtterance(angle: 10, take: take).clip
        group.addTask {
          var isTaken = false
          let error = await code {
            let reply = try await voices.submit(clip, to: dialogue.id)
            if case .speak(_, because: nil) = reply { isTaken = true } else { isTaken = reply == .registered }
          }
          return (isTaken, error)
        }
      }
      return await group.reduce(into: [(Bool, VoiceErrorCode?)]()) { $0.append($1) }
    }
    #expect(taken.allSatisfy { $0.0 || $0.1 == .dialogueBusy })
    let state = try await door.session().vault.state(of: dialogue.id.claimant)
    let count = taken.count { $0.0 }
    #expect(count >= 1 && (state?.user != nil || state?.open?.voices.count == count))
  }

  @Test func aDialogueUnderAnotherClaimantsNameIsUnknown() async throws {
    let voices = try await door.voices()
    let one = try await voices.registered(angle: 10)
    let other = try await voices.registered(angle: 100, take: 10)
    let dialogue = try await voices.startDialogue(with: one, configuration: "phrase")
    let mixed = VoiceDialogueID(other, dialogue.id.number)
    let clip = FakeUtterance(angle: 100, take: 20).clip
    #expect(await code { _ = try await voices.submit(clip, to: mixed) } == .unknownDialogue)
    #expect(await code { try await voices.abortDialogue(mixed) } == .unknownDialogue)
  }

  @Test func aDialogueOfYesterdayIsExpired() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 10)
    let dialogue = try await voices.startDialogue(with: claimant, configuration: "phrase")
    door.clock.run(minutes: 24 * 60)
    let clip = FakeUtterance(angle: 10, take: 20).clip
    #expect(await code { _ = try await voices.submit(clip, to: dialogue.id) } == .dialogueExpired)
  }

  @Test func anAbortedLogonLeavesTheClaimant() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 10)
    let dialogue = try await voices.startDialogue(with: claimant, configuration: "phrase")
    try await voices.abortDialogue(dialogue.id)
    #expect(await code { try await voices.abortDialogue(dialogue.id) } == .unknownDialogue)
    #expect(try await voices.logOn(claimant, 10, take: 20).1 == .concluded(.accept, because: nil))
  }

  @Test func aDialogueGoesOnInAnotherProcess() async throws {
    let claimant = try await door.voices().registered(angle: 10)
    let dialogue = try await door.voices().startDialogue(with: claimant, configuration: "phrase")
    let id = try #require(VoiceDialogueID("\(dialogue.id)"))
    _ = try await door.voices().submit(FakeUtterance(angle: 45, take: 20).clip, to: id)
    let reply = try await door.voices().submit(FakeUtterance(angle: 14, take: 21).clip, to: id)
    #expect(reply == .concluded(.accept, because: nil))
  }

  @Test func aStateThatIsMissingWhileThereIsATemplateIsAnError() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 10)
    let vault = try await door.session().vault
    let state = try await vault.state(of: claimant)
    try await vault.replace(state, with: nil, of: claimant)
    let found = await code { _ = try await voices.startDialogue(with: claimant, configuration: "phrase") }
    #expect(found == .damaged)
  }

  @Test func whoWasRemovedFromTheStoreIsUnknown() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 10)
    let vault = try await door.session().vault
    let user = try #require(try await vault.user(of: claimant))
    try await vault.remove(user)
    #expect(await code { _ = try await voices.logOn(claimant, 10, take: 20) } == .unknownClaimant)
    #expect(try await voices.claimants().registered.isEmpty)
  }
}
