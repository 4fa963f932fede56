// SPDX-License-Identifier: Apache-2.0
import CImprint
import CVoice
import Foundation
import Testing
import VoiceSamples

/// From a sound to its facts and windows.
@Suite struct SoundTests {
  private static let rate = SyntheticSpeaker.rate
  private static let speaker = SyntheticSpeaker(number: 1)

  private func facts(_ samples: [Float]) throws -> imp_voice_facts {
    let sound = try #require(imp_voice_sound_create(samples, samples.count))
    defer { imp_voice_sound_destroy(sound) }
    var facts = imp_voice_facts()
    imp_voice_sound_facts(sound, &facts)
    return facts
  }

  private func windows(_ samples: [Float]) throws -> [[Float]] {
    let sound = try #require(imp_voice_sound_create(samples, samples.count))
    defer { imp_voice_sound_destroy(sound) }
    return (0..<imp_voice_sound_windows(sound)).map { index in
      var energies = [Float](repeating: -1, count: Int(IMP_VOICE_WINDOW_FRAMES * IMP_VOICE_BANDS))
      imp_voice_sound_window(sound, index, &energies)
      return energies
    }
  }

  // MARK: Facts

  @Test func aTenthOfTheAmplitudeIs20dBLess() throws {
    let sound = Self.speaker.says([0, 1, 2, 3], take: 1, noise: 1e-3)
    let (loud, quiet) = (try facts(sound), try facts(sound.map { $0 / 10 }))
    #expect(abs(loud.level_db - quiet.level_db - 20) < 0.01)
    #expect(abs(loud.snr_db - quiet.snr_db) < 0.01 && loud.speech_ms == quiet.speech_ms)
  }

  @Test func aSineOfFullScaleInItsPausesHas0dBFS() throws {
    // Half a second of silence, a second of tone, half a second of silence.
    let sound = (0..<2 * Self.rate).map { frame in
      (8000..<24_000).contains(frame) ? Float(0.9 * sin(0.4 * Double(frame))) : 0
    }
    let facts = try facts(sound)
    #expect(abs(facts.level_db - Float(20 * log10(0.9))) < 0.1 && abs(Int(facts.speech_ms) - 1000) <= 30)
  }

  @Test func noiseLowersTheRatioByAsMuch() throws {
    let ratios = try [1e-3, 1e-2, 3e-2].map {
      try facts(Self.speaker.says([0, 1, 2, 3], take: 1, noise: $0)).snr_db
    }
    #expect(abs(ratios[0] - ratios[1] - 20) < 2 && ratios[1] - ratios[2] > 7, "\(ratios)")
  }

  @Test func onlyRunsAtFullScaleAreClipped() throws {
    var sound = Self.speaker.says([0, 1, 2, 3], take: 1)
    sound[1000] = 1
    (sound[2000], sound[2001]) = (-1, -1)
    #expect(try facts(sound).clipped == 0)
    for index in 3000..<3100 { sound[index] = 1 }
    #expect(try facts(sound).clipped == 100 / Float(sound.count))
    // From one end to the other is no run.
    for index in 4000..<4100 { sound[index] = index % 2 == 0 ? 1 : -1 }
    #expect(try facts(sound).clipped == 100 / Float(sound.count))
  }

  @Test func noSpeechIsFoundWhereNobodySpeaks() throws {
    let noise = Self.speaker.says([], take: 1, noise: 0.1) + Self.speaker.says([], take: 2, noise: 0.1)
    let tone = (0..<Self.rate).map { Float(0.5 * sin(0.2 * Double($0))) }
    var click = [Float](repeating: 0, count: Self.rate)
    click[500] = 1
    for (what, sound) in [
      ("silence", [Float](repeating: 0, count: Self.rate)), ("noise", noise), ("a tone", tone),
      ("a click", click),
      ("a constant", [Float](repeating: 1, count: Self.rate)), ("one sample", [0.5]),
      ("a block but one", [Float](repeating: 0.1, count: 159)),
    ] {
      let facts = try facts(sound)
      #expect(facts.speech_ms == 0 && facts.known & UInt32(IMP_VOICE_LEVEL) == 0, "\(what)")
      #expect(facts.level_db == 0 && facts.snr_db == 0, "\(what)")
      #expect(try windows(sound).isEmpty, "\(what)")
    }
  }

  @Test func soundThatCannotBeIsRefused() {
    let long = [Float](repeating: 0.1, count: Int(IMP_VOICE_MOST_SAMPLES) + 1)
    #expect(imp_voice_sound_create(long, long.count) == nil)
    #expect(imp_voice_sound_create(long, 0) == nil)
    #expect(imp_voice_sound_create([0.1, .nan, 0.1], 3) == nil)
    #expect(imp_voice_sound_create([0.1, .infinity], 2) == nil)
  }

  @Test func theLargestNumbersThereAreGiveFactsWithinTheirRanges() throws {
    let sound = (0..<Self.rate).map { frame -> Float in
      let most = Float.greatestFiniteMagnitude
      return frame < 8000 ? 0 : frame % 2 == 0 ? most : -most
    }
    let facts = try facts(sound)
    #expect(facts.level_db == 200 && facts.snr_db == 200)
    for window in try windows(sound) { #expect(!window.contains { $0.isNaN }) }
  }

  // MARK: Windows

  @Test func shortSpeechIsRepeatedAndNotPadded() throws {
    let sound = Self.speaker.says([0, 1], take: 1)
    let all = try windows(sound)
    let window = try #require(all.first)
    #expect(all.count == 1)
    let bands = Int(IMP_VOICE_BANDS)
    let frames = stride(from: 0, to: window.count, by: bands).map { Array(window[$0..<$0 + bands]) }
    let again = try #require(frames.dropFirst().firstIndex(of: frames[0]))
    #expect(again > 50 && frames[again + 20] == frames[20])
  }

  @Test(arguments: [3.0, 10, 58]) func longSpeechHasAsManyWindowsAsAreBounded(seconds: Double) throws {
    let all = try windows(Self.speaker.speaks(seconds: seconds, take: 1))
    #expect(all.count > 4 && all.count <= Int(IMP_VOICE_MOST_WINDOWS))
    #expect(Set(all).count == all.count)
  }

  @Test func pausesAroundSpeechMakeNoDifference() throws {
    let sound = Self.speaker.says([0, 1, 2, 3, 4, 5], take: 1, noise: 0)
    let pause = [Float](repeating: 0, count: 3 * Self.rate)
    #expect(try windows(sound) == windows(pause + sound + pause))
  }

  @Test func quietSoundIsRaisedAndLoudSoundIsNot() throws {
    let sound = Self.speaker.says([0, 1, 2, 3], take: 1, noise: 0)
    let (quiet, quieter) = (try windows(sound.map { $0 / 64 }), try windows(sound.map { $0 / 128 }))
    #expect(zip(quiet[0], quieter[0]).allSatisfy { abs($0 - $1) <= 1e-5 * max($0, 1e-3) })
    let loud = (try windows(sound.map { $0 * 2 }), try windows(sound.map { $0 * 4 }))
    #expect(zip(loud.0[0], loud.1[0]).allSatisfy { abs($0 * 4 - $1) <= 1e-4 * max($1, 1e-3) })
  }

  @Test func aSineIsHeardInItsBand() throws {
    // 1000 Hz is 15 mel of 45.2 in 41 steps: between the twelfth band and the fourteenth.
    let sound = (0..<2 * Self.rate).map { frame in
      (8000..<24_000).contains(frame) ? Float(0.5 * sin(2 * Double.pi * 1000 * Double(frame) / 16_000)) : 0
    }
    let window = try #require(try windows(sound).first)
    let frame = Array(window[60 * 40..<61 * 40])
    let loudest = try #require(frame.indices.max { frame[$0] < frame[$1] })
    #expect((11...14).contains(loudest), "\(loudest)")
    // The window's energy at its own frequency, as the definition has it: (0.5 * 200 / 2)^2 at a triangle's
    // top.
    #expect(frame[loudest] > 10 && frame[loudest] < 50, "\(frame[loudest])")
    #expect(frame[35] < 1e-6 * frame[loudest])
  }
}
