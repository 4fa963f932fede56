// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintVoice

@Suite struct ConfigurationTests {
  private static let limits = VoiceLimits(accept: 0.7, reject: 0.4)

  @Test func whatIsOutsideOfItsRangeIsRefused() async throws {
    let limits = Self.limits
    let wrong: [() throws -> VoiceConfiguration] = [
      { try VoiceConfiguration(id: "", words: .phrase("a"), wordsFormat: "w", limits: limits) },
      { try VoiceConfiguration(id: "a b", words: .phrase("a"), wordsFormat: "w", limits: limits) },
      { try VoiceConfiguration(id: "a", words: .phrase(""), wordsFormat: "w", limits: limits) },
      { try VoiceConfiguration(id: "a", words: .phrase("a\nb"), wordsFormat: "w", limits: limits) },
      { try VoiceConfiguration(id: "a", words: .digits("123"), wordsFormat: "w", limits: limits) },
      { try VoiceConfiguration(id: "a", words: .digits("12x4"), wordsFormat: "w", limits: limits) },
      { try VoiceConfiguration(id: "a", words: .randomDigits(3), limits: limits) },
      { try VoiceConfiguration(id: "a", words: .randomDigits(4), wordsFormat: "w", limits: limits) },
      { try VoiceConfiguration(id: "a", words: .phrase("a"), limits: limits) },
      {
        try VoiceConfiguration(
          id: "a", words: .randomDigits(4), limits: VoiceLimits(accept: 0.4, reject: 0.4))
      },
      {
        try VoiceConfiguration(
          id: "a", words: .randomDigits(4), limits: VoiceLimits(accept: .nan, reject: 0.4))
      },
      { try VoiceConfiguration(id: "a", words: .randomDigits(4), limits: limits, registrationUtterances: 1) },
      { try VoiceConfiguration(id: "a", words: .randomDigits(4), limits: limits, logonUtterances: 0) },
      { try VoiceConfiguration(id: "a", words: .randomDigits(4), limits: limits, repeats: 17) },
    ]
    for (number, make) in wrong.enumerated() {
      #expect(await code { _ = try make() } == .badConfiguration, "\(number)")
    }
  }

  @Test func twoOfOneIDAreRefused() async throws {
    let one = try VoiceConfiguration(id: "a", words: .randomDigits(4), limits: Self.limits)
    let found = await code {
      _ = try LocalVoiceEngine(
        folder: "/tmp/voices", configurations: [one, one], recognizer: nil, clock: FakeClock(),
        mostClaimants: nil
      ) { _ throws(VoiceError) in FakeAlgorithm.algorithms }
    }
    #expect(found == .badConfiguration)
  }

  @Test func aFolderThatIsNotAbsoluteIsRefused() async throws {
    let found = await code {
      _ = try LocalVoiceEngine(
        folder: "voices", configurations: [], recognizer: nil, clock: FakeClock(), mostClaimants: nil
      ) { _ throws(VoiceError) in FakeAlgorithm.algorithms }
    }
    #expect(found == .badConfiguration)
  }

  @Test func whatIsClearIsHalfAsFarAboveAsARejectIsBelow() {
    #expect(VoiceLimits(accept: 0.75, reject: 0.5).clear == 0.875)
  }

  @Test func idsAreReadAsTheyAreWritten() {
    let dialogue = VoiceDialogueID(VoiceClaimantID())
    #expect(VoiceDialogueID("\(dialogue)") == dialogue)
    #expect(VoiceClaimantID("\(dialogue.claimant)") == dialogue.claimant)
    #expect(VoiceDialogueID("\(dialogue.claimant)") == nil && VoiceDialogueID("a.b") == nil)
  }
}
