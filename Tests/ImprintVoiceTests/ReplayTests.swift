// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintAudio
import Testing
import VoiceSamples

@testable import ImprintVoice

/// What a recording that is played again is known by.
@Suite struct ReplayTests {
  private static let phrase = [0, 3, 1, 4, 2]

  /// What happens to a recording between the first time and the second.
  enum Change: String, CaseIterable, CustomTestStringConvertible {
    case nothing, quieter, halfTheRate, cut, cutAndQuieter, noise20, noise15, all

    var testDescription: String { rawValue }

    func applied(to sound: [Float]) -> [Float] {
      switch self {
      case .nothing: sound
      case .quieter: sound.map { (0.1 * $0 * 32_768).rounded() / 32_768 }
      case .halfTheRate: Self.resampled(sound)
      case .cut: Array(sound[2113..<sound.count - 3001])
      case .cutAndQuieter: sound[3001...].map { 0.3 * $0 }
      case .noise20: Self.noisy(Array(sound.dropFirst(77)), 20)
      case .noise15: Self.noisy(Array(sound.dropFirst(130)), 15)
      case .all: Self.noisy(Self.resampled(sound[2001...].map { 0.2 * $0 }), 18)
      }
    }

    /// To 8 kHz and back, by a windowed sinc.
    private static func resampled(_ sound: [Float]) -> [Float] {
      let filter = (-24...24).map { tap -> Float in
        let x = Double(tap) / 2
        let sinc = tap == 0 ? 1 : sin(.pi * x) / (.pi * x)
        return Float(0.5 * sinc * (0.5 + 0.5 * cos(.pi * Double(tap) / 25)))
      }
      func filtered(_ sound: [Float]) -> [Float] {
        sound.indices.map { place in
          var sum: Float = 0
          for (tap, factor) in filter.enumerated() {
            let other = place + tap - 24
            if sound.indices.contains(other) { sum += factor * sound[other] }
          }
          return sum
        }
      }
      let low = filtered(sound)
      return filtered(low.indices.map { $0.isMultiple(of: 2) ? 2 * low[$0] : 0 })
    }

    private static func noisy(_ sound: [Float], _ ratio: Float) -> [Float] {
      let loud = sound.filter { abs($0) > 0.02 }
      let power = loud.reduce(0) { $0 + $1 * $1 } / Float(max(loud.count, 1))
      let strength = (12 * power).squareRoot() * pow(10, -ratio / 20)
      var state: UInt64 = 88_172_645_463_325_252
      return sound.map {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return $0 + strength * (Float(state >> 40) / Float(1 << 24) - 0.5)
      }
    }
  }

  private static func prints(_ sound: [Float]) -> [UtterancePrint] {
    UtterancePrint.variants(of: sound, rate: SyntheticSpeaker.rate)
  }

  @Test(arguments: Change.allCases) func aRecordingThatWasChangedIsKnownAgain(change: Change) throws {
    for number in 1...2 {
      let sound = SyntheticSpeaker(number: number).says(Self.phrase, take: number)
      let kept = try #require(Self.prints(sound).first)
      let played = Self.prints(change.applied(to: sound))
      #expect(played.contains { kept.isSame(as: $0) }, "speaker \(number)")
    }
  }

  /// Said with another pitch, and in other times, as people do: a machine that says it twice alike is known.
  @Test(arguments: [0.9, 1.1]) func theSameWordsSaidAgainAreNot(pitch: Double) throws {
    let speaker = SyntheticSpeaker(number: 1)
    let later = SyntheticSpeaker(pitch: pitch * speaker.pitch, tract: speaker.tract, tilt: speaker.tilt)
    for take in [1, 2] {
      let kept = try #require(Self.prints(speaker.says(Self.phrase, take: take)).first)
      for take in [5, 6, 40] {
        let said = Self.prints(later.says(Self.phrase, take: take))
        #expect(!said.contains { kept.isSame(as: $0) }, "take \(take)")
      }
    }
  }

  @Test func silenceAndWhatIsTooShortAreLikeNothing() throws {
    for sound in [[Float](repeating: 0, count: 32_000), [Float](repeating: 0.1, count: 100), []] {
      let prints = Self.prints(sound)
      let first = try #require(prints.first)
      #expect(!prints.contains { first.isSame(as: $0) })
    }
  }

  @Test func ratesThatHaveNoSuchBandsHaveNoPrint() {
    #expect(UtterancePrint.variants(of: [Float](repeating: 0, count: 9000), rate: 4000).first?.frames == [])
  }

  @Test func aLongSoundIsKnownByItsBeginning() throws {
    let print = try #require(Self.prints([Float](repeating: 0.1, count: 20 * 16_000)).first)
    #expect(print.frames.count == UtterancePrint.mostFrames && print.heard.count == print.frames.count)
  }

  // MARK: In a dialogue

  @Test func oneRecordingIsNotThreeUtterances() async throws {
    let voices = try await FakeDoor().voices()
    let dialogue = try await voices.startDialogue(
      with: await voices.registerClaimant(), configuration: "phrase")
    let clip = FakeUtterance(angle: 10, take: 1).clip
    _ = try await voices.submit(clip, to: dialogue.id)
    let again = try await voices.submit(clip, to: dialogue.id)
    let prompt = VoicePrompt(text: "open the door", needed: 2, repeatsLeft: 4)
    #expect(again == .speak(prompt, because: .playedAgain))
  }

  @Test func recordingsOfTheRegistrationAndOfAnEarlierLogonAreRefused() async throws {
    let door = try FakeDoor()
    let claimant = try await door.voices().registered(angle: 10)
    _ = try await door.voices().logOn(claimant, 12, take: 20)
    let voices = try await door.voices()
    for take: UInt64 in [1, 2, 3, 20] {
      let dialogue = try await voices.startDialogue(with: claimant, configuration: "phrase")
      let recording = FakeUtterance(angle: 12, take: take).clip.frames(700..<10_000)
      let head = FakeUtterance(angle: 12, take: take).clip.frames(0..<3)
      var samples = head.samples
      let isAppended = samples.append(recording.samples)
      #expect(isAppended)
      let clip = try #require(AudioClip(rate: 16_000, channels: 1, samples: samples))
      let reply = try await voices.submit(clip, to: dialogue.id)
      let prompt = VoicePrompt(text: "open the door", needed: 2, repeatsLeft: 4)
      #expect(reply == .speak(prompt, because: .playedAgain), "take \(take)")
    }
    let events = try await voices.audit(of: claimant).map(\.event)
    #expect(events.count { $0 == .playedAgain } == 4)
  }

  @Test func whatOthersSayMakesNoRecordingForgotten() async throws {
    let voices = try await FakeDoor().voices()
    let claimant = try await voices.registered(angle: 10)
    _ = try await voices.logOn(claimant, 12, take: 20)
    for number in 0..<36 as Range<UInt64> {
      let (_, reply) = try await voices.logOn(claimant, 95, 96, take: 1000 + 2 * number)
      #expect(reply == .concluded(.strongReject, because: nil))
    }
    for take: UInt64 in [1, 20] {
      let (_, reply) = try await voices.logOn(claimant, 12, take: take)
      let prompt = VoicePrompt(text: "open the door", needed: 2, repeatsLeft: 4)
      #expect(reply == .speak(prompt, because: .playedAgain), "take \(take)")
    }
  }

  @Test func printsOfARegistrationThatCameToNothingAreNotThoseOfTheNext() {
    var prints = KnownPrints()
    prints.remember(UtterancePrint(frames: [1], heard: [true]), as: .registration)
    prints.startRegistration()
    #expect(prints.registration.isEmpty && prints.anybodys.map(\.frames) == [[1]])
  }

  /// Else it could be submitted again and again.
  @Test func whatIsTooShortToBeKnownAgainIsNotTaken() async throws {
    let voices = try await FakeDoor().voices()
    let dialogue = try await voices.startDialogue(
      with: await voices.registerClaimant(), configuration: "phrase")
    let short = FakeUtterance(angle: 10, take: 5, seconds: 0.4).clip
    let prompt = VoicePrompt(text: "open the door", needed: 3, repeatsLeft: 4)
    #expect(try await voices.submit(short, to: dialogue.id) == .speak(prompt, because: .tooShort))
  }

  /// 100 ms that are 30 dB louder leave too little of the rest to know it by.
  @Test func aRecordingThatHidesBehindABurstIsNotTaken() async throws {
    let voices = try await FakeDoor().voices()
    let claimant = try await voices.registered(angle: 10)
    let recording = FakeUtterance(angle: 10, take: 2).clip.samples.scaled
    let samples = recording.enumerated().map { index, sample in
      index < 3 || (4000..<5600).contains(index) ? sample : sample * 0.03
    }
    let dialogue = try await voices.startDialogue(with: claimant, configuration: "phrase")
    let clip = try #require(AudioClip(rate: 16_000, channels: 1, samples: .float32(samples)))
    let prompt = VoicePrompt(text: "open the door", needed: 2, repeatsLeft: 4)
    #expect(try await voices.submit(clip, to: dialogue.id) == .speak(prompt, because: .tooShort))
  }

  @Test(arguments: [(16_000, 16 * 16_000 + 1, VoiceErrorCode.badSound), (4000, 8000, .badConfiguration)])
  func whatCannotBeKnownAgainAsAWholeIsRefused(rate: Int, count: Int, expected: VoiceErrorCode) async throws {
    let voice = FakeAlgorithm(isOfWords: false, rate: rate, longest: 1_000_000)
    let hearing = VoiceHearing(
      configuration: try #require(try FakeDoor().configurations.first),
      algorithms: VoiceAlgorithms(voice: voice, words: nil), recognizer: nil, now: 0)
    let clip = try #require(
      AudioClip(rate: rate, channels: 1, samples: .float32([Float](repeating: 0.1, count: count))))
    #expect(await code { _ = try hearing.samples(of: clip) } == expected)
  }
}
