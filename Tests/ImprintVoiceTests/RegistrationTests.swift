// SPDX-License-Identifier: Apache-2.0
import ImprintAudio
import ImprintModel
import Testing

@testable import ImprintVoice

@Suite struct RegistrationTests {
  let door: FakeDoor

  init() throws { door = try FakeDoor() }

  private func started(
    _ voices: VoiceDialogues, _ configuration: String = "phrase"
  ) async throws -> VoiceDialogue {
    try await voices.startDialogue(
      with: await voices.registerClaimant(), configuration: configuration, callReference: "call 7")
  }

  private func clip(_ take: UInt64, angle: Double = 10, words: Int = 1) -> AudioClip {
    FakeUtterance(angle: angle, words: words, take: take).clip
  }

  @Test(arguments: [("phrase", 3, "open the door"), ("digits", 4, "2 7 4 1")])
  func itTakesThreePhrasesOrFourDigitStrings(configuration: String, count: Int, text: String) async throws {
    let voices = try await door.voices()
    let dialogue = try await started(voices, configuration)
    #expect(dialogue.purpose == .registration && dialogue.callReference == "call 7")
    #expect(dialogue.prompt == VoicePrompt(text: text, needed: count, repeatsLeft: 5))
    for number in 1..<count {
      let reply = try await voices.submit(clip(UInt64(number)), to: dialogue.id, promptHint: text)
      let prompt = VoicePrompt(text: text, needed: count - number, repeatsLeft: 5)
      #expect(reply == .speak(prompt, because: nil))
      #expect(try await voices.claimants().registered.isEmpty)
    }
    #expect(try await voices.submit(clip(UInt64(count)), to: dialogue.id) == .registered)
    let claimants = try await voices.claimants()
    #expect(claimants.registered == [dialogue.id.claimant] && claimants.pending.isEmpty)
    let audit = try await voices.audit(of: dialogue.id.claimant)
    #expect(audit.map(\.event) == [.registered] && audit.first?.callReference == "call 7")
    // Asked again, as the answer may have been lost.
    #expect(try await voices.submit(clip(99), to: dialogue.id) == .registered)
  }

  @Test(arguments: [
    (FakeUtterance.Fault.noisy, VoiceRepeatReason.tooNoisy), (.quiet, .tooQuiet), (.clipped, .clipped),
    (.short, .tooShort), (.unsuitable, .unsuitable),
  ])
  func aPoorSoundIsAskedForAgainWithTheReason(
    fault: FakeUtterance.Fault, reason: VoiceRepeatReason
  ) async throws {
    let voices = try await door.voices()
    let dialogue = try await started(voices)
    let poor = FakeUtterance(angle: 10, take: 5, fault: fault).clip
    let prompt = VoicePrompt(text: "open the door", needed: 3, repeatsLeft: 4)
    #expect(try await voices.submit(poor, to: dialogue.id) == .speak(prompt, because: reason))
    #expect(reason.words.hasSuffix("."))
  }

  @Test func aSoundThatIsTooShortToBeMeasuredIsAskedForAgain() async throws {
    let voices = try await door.voices()
    let dialogue = try await started(voices)
    let short = FakeUtterance(angle: 10, take: 5, seconds: 0.2).clip
    let prompt = VoicePrompt(text: "open the door", needed: 3, repeatsLeft: 4)
    #expect(try await voices.submit(short, to: dialogue.id) == .speak(prompt, because: .tooShort))
  }

  @Test func otherWordsAndOtherVoicesAreAskedForAgain() async throws {
    let voices = try await door.voices()
    let dialogue = try await started(voices)
    _ = try await voices.submit(clip(1), to: dialogue.id)
    let wrong = try await voices.submit(clip(2, words: 2), to: dialogue.id)
    let other = try await voices.submit(clip(3, angle: 80), to: dialogue.id)
    let right = try await voices.submit(clip(4), to: dialogue.id)
    func prompt(_ needed: Int, _ left: Int) -> VoicePrompt {
      VoicePrompt(text: "open the door", needed: needed, repeatsLeft: left)
    }
    #expect(wrong == .speak(prompt(2, 4), because: .wrongPhrase))
    #expect(other == .speak(prompt(2, 3), because: .anotherVoice))
    #expect(right == .speak(prompt(1, 3), because: nil))
  }

  @Test func afterTheMaximumOfRepeatsTheClaimantIsGone() async throws {
    let voices = try await door.voices()
    let dialogue = try await started(voices)
    _ = try await voices.submit(clip(1), to: dialogue.id)
    for take: UInt64 in 2...6 {
      let reply = try await voices.submit(clip(take, angle: 80), to: dialogue.id)
      guard case .speak(_, because: .anotherVoice) = reply else {
        Issue.record("\(reply)")
        return
      }
    }
    #expect(try await voices.submit(clip(7, words: 2), to: dialogue.id) == .notRegistered(.wrongPhrase))
    let claimants = try await voices.claimants()
    #expect(claimants.registered.isEmpty && claimants.pending.isEmpty)
    #expect(await code { _ = try await voices.submit(clip(8), to: dialogue.id) } == .unknownClaimant)
  }

  @Test func anOpenOneBlocksAnotherForAnHour() async throws {
    let voices = try await door.voices()
    let dialogue = try await started(voices)
    let claimant = dialogue.id.claimant
    for minutes: Int64 in [0, 59] {
      door.clock.run(minutes: minutes)
      let found = await code { _ = try await voices.startDialogue(with: claimant, configuration: "phrase") }
      #expect(found == .registrationOpen)
    }
    door.clock.run(minutes: 1)
    #expect(await code { _ = try await voices.submit(clip(1), to: dialogue.id) } == .dialogueExpired)
    let next = try await voices.startDialogue(with: claimant, configuration: "phrase")
    #expect(next.purpose == .registration && next.prompt.needed == 3)
    #expect(await code { _ = try await voices.submit(clip(1), to: dialogue.id) } == .unknownDialogue)
  }

  @Test func aClockThatIsSetBackBlocksNobody() async throws {
    let voices = try await door.voices()
    let dialogue = try await started(voices)
    door.clock.run(minutes: -1)
    _ = try await voices.startDialogue(with: dialogue.id.claimant, configuration: "phrase")
  }

  @Test func anAbortTakesTheClaimant() async throws {
    let voices = try await door.voices()
    let dialogue = try await started(voices)
    _ = try await voices.submit(clip(1), to: dialogue.id)
    try await voices.abortDialogue(dialogue.id)
    #expect(try await voices.claimants().pending.isEmpty)
    let claimant = dialogue.id.claimant
    let found = await code { _ = try await voices.startDialogue(with: claimant, configuration: "phrase") }
    #expect(found == .unknownClaimant)
  }

  @Test func whoNeverRegistersIsGoneAfterADay() async throws {
    let voices = try await door.voices()
    let dialogue = try await started(voices)
    _ = try await voices.submit(clip(1), to: dialogue.id)
    door.clock.run(minutes: 61)
    #expect(try await voices.claimants().pending == [dialogue.id.claimant])
    // What was said is not kept any longer.
    #expect(try await door.session().vault.state(of: dialogue.id.claimant)?.open == nil)
    door.clock.run(minutes: 24 * 60)
    #expect(try await door.voices().claimants().pending.isEmpty)
  }

  @Test func aDeletedClaimantIsUnknown() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 10)
    try await voices.deleteClaimant(claimant)
    #expect(try await voices.claimants() == VoiceClaimants(registered: [], pending: []))
    #expect(await code { try await voices.deleteClaimant(claimant) } == .unknownClaimant)
  }

  @Test func thereAreNoMoreThanTheLicenceAllows() async throws {
    let voices = try await door.voices(most: 1)
    let claimant = try await voices.registered(angle: 10)
    let dialogue = try await started(voices)
    _ = try await voices.submit(clip(20), to: dialogue.id)
    _ = try await voices.submit(clip(21), to: dialogue.id)
    #expect(await code { _ = try await voices.submit(clip(22), to: dialogue.id) } == .tooManyClaimants)
    #expect(try await door.session().vault.user(of: dialogue.id.claimant) == nil)
    // What was heard waits for the place.
    try await voices.deleteClaimant(claimant)
    #expect(try await voices.submit(clip(23), to: dialogue.id) == .registered)
  }

  @Test func aStateThatHasChangedSinceIsNotReplaced() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registerClaimant()
    let vault = try await door.session().vault
    let seen = try await vault.state(of: claimant)
    var one = seen
    one?.configuration = "phrase"
    try await vault.replace(seen, with: one, of: claimant)
    let late = await code { try await vault.replace(seen, with: one, of: claimant) }
    #expect(late == .dialogueBusy)
  }

  @Test func aConfigurationThatDoesNotExistIsRefused() async throws {
    let voices = try await door.voices()
    #expect(await code { _ = try await started(voices, "window") } == .unknownConfiguration)
  }

  @Test func aPromptThatWasNotAskedForIsRefused() async throws {
    let voices = try await door.voices()
    let dialogue = try await started(voices)
    let found = await code {
      _ = try await voices.submit(clip(1), to: dialogue.id, promptHint: "open the window")
    }
    #expect(found == .otherPrompt)
  }

  @Test func soundOfAnotherFormIsRefused() async throws {
    let voices = try await door.voices()
    let dialogue = try await started(voices)
    let samples = [Float](repeating: 0.1, count: 32_000)
    let bad = [
      AudioClip(rate: 8000, channels: 1, samples: .float32(samples)),
      AudioClip(rate: 16_000, channels: 2, samples: .float32(samples)),
      AudioClip(rate: 16_000, channels: 1, samples: .float32([Float](repeating: 0, count: 240_001))),
      AudioClip(rate: 16_000, channels: 1, samples: .float32(samples + [.infinity])),
    ]
    for clip in bad {
      let clip = try #require(clip)
      #expect(await code { _ = try await voices.submit(clip, to: dialogue.id) } == .badSound)
    }
    _ = try await voices.submit(clip(1), to: dialogue.id)
  }

  @Test func aCallReferenceOfTwoLinesIsRefused() async throws {
    let voices = try await door.voices()
    let claimant = try await voices.registerClaimant()
    for reference in ["a\nb", String(repeating: "a", count: 257)] {
      let found = await code {
        _ = try await voices.startDialogue(
          with: claimant, configuration: "phrase", callReference: reference)
      }
      #expect(found == .badCallReference)
    }
  }
}
