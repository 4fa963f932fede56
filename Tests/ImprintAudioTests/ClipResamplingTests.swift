// SPDX-License-Identifier: Apache-2.0
import ImprintAudio
import Testing

@Suite struct ClipResamplingTests {
  private func clip(_ samples: [Float], rate: Int, channels: Int = 1) throws -> AudioClip {
    try #require(AudioClip(rate: rate, channels: channels, samples: .float32(samples)))
  }

  private func level(_ samples: [Float]) -> Double {
    var meter = LevelMeter(channels: 1)
    // Without the edges, where there is sound on one side only.
    meter.add(samples.dropFirst(200).dropLast(200))
    return meter.levels[0].rms
  }

  /// How much louder a tone is afterwards, in dB.
  private func gain(of frequency: Double, from: Int, to: Int) throws -> Double {
    let tone = Sounds.sine(0.5, seconds: 0.5, rate: from, frequency: frequency)
    return level(try clip(tone, rate: from).speech(at: to)) - level(tone)
  }

  @Test(arguments: [(48_000, 16_000), (44_100, 16_000), (8000, 16_000), (22_050, 8000), (11_026, 16_000)])
  func aToneInTheBandKeepsItsLevelAndLength(from: Int, to: Int) throws {
    let tone = Sounds.sine(0.5, seconds: 1, rate: from)
    let made = try clip(tone, rate: from).speech(at: to)
    #expect(abs(made.count - to) <= 1)
    #expect(abs(level(made) + 6.02) < 0.1)
  }

  @Test(arguments: [(48_000, 16_000), (44_100, 16_000), (48_000, 8000), (192_000, 16_000)])
  func theBandEndsAtHalfTheLowerRate(from: Int, to: Int) throws {
    let half = Double(to) / 2
    for part in [0.1, 0.5, 0.7, 0.8, 0.85, 0.9] {
      #expect(abs(try gain(of: part * half, from: from, to: to)) < 0.1, "\(part)")
    }
    for part in [1.1, 1.125, 1.15, 1.2, 1.5, 1.9] {
      #expect(try gain(of: part * half, from: from, to: to) < -43, "\(part)")
    }
  }

  @Test func channelsAreMixed() throws {
    let made = try clip([1, 0, 0.5, -0.5], rate: 16_000, channels: 2).speech(at: 16_000)
    #expect(made == [0.5, 0])
  }

  @Test func noSoundStaysNone() throws {
    #expect(try clip([], rate: 48_000).speech(at: 16_000).isEmpty)
  }

  /// A rate of a header that somebody made up: 100 kB would become 3.2 GB.
  @Test(arguments: [1, 3999])
  func aRateThatNoSpeechHasIsRefused(rate: Int) throws {
    let sound = try clip([Float](repeating: 0, count: 50_000), rate: rate)
    let error = #expect(throws: AudioError.self) { try sound.speech(at: 16_000) }
    #expect(error?.code == .unsupported)
    #expect(try clip([Float](repeating: 0, count: 50), rate: 4000).speech(at: 16_000).count == 200)
  }

  @Test(arguments: [0, -16_000, 3999, 48_001])
  func aTargetOutsideOfItsRangeIsRefused(target: Int) throws {
    let sound = try clip([0], rate: 48_000)
    let error = #expect(throws: AudioError.self) { try sound.speech(at: target) }
    #expect(error?.code == .argument)
  }

  @Test(arguments: [16_000, 48_000])
  func samplesThatAreNoNumbersAreRefused(rate: Int) throws {
    for bad in [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
      let sound = try clip([0, bad, 0], rate: rate)
      let error = #expect(throws: AudioError.self) { try sound.speech(at: 16_000) }
      #expect(error?.code == .damaged)
    }
  }

  @Test func whatWouldBeTooLongIsRefusedBeforeItIsMade() throws {
    let frames = AudioFileLimit.standard.samples / 12 + 12
    let sound = try #require(
      AudioClip(rate: 4000, channels: 1, samples: .s16([Int16](repeating: 0, count: frames))))
    let error = #expect(throws: AudioError.self) { try sound.speech(at: 48_000) }
    #expect(error?.code == .tooLong)
  }

  @Test(arguments: [(48_000, 16_000), (44_100, 16_000), (8000, 16_000), (11_026, 16_000), (16_000, 16_000)])
  func piecesGiveTheSameAsTheWhole(from: Int, to: Int) throws {
    let tone = Sounds.sine(0.5, seconds: 0.3, rate: from)
    let whole = try clip(tone, rate: from).speech(at: to)
    for size in [1, 7, 160, 4000] {
      var resampler = try SpeechResampler(from: from, to: to)
      var made: [Float] = []
      for start in stride(from: 0, to: tone.count, by: size) {
        made += try resampler.add(.float32(Array(tone[start..<min(start + size, tone.count)])))
      }
      made += resampler.finish()
      #expect(made == whole)
      // It begins anew, as if nothing had been there.
      #expect(try resampler.add(.float32(tone)) + resampler.finish() == whole)
    }
  }

  @Test func aPieceGivesWhatIsCompleteWithoutTheRestOfTheSound() throws {
    var resampler = try SpeechResampler(from: 48_000, to: 16_000)
    let made = try resampler.add(.float32(Sounds.sine(0.5, seconds: 1, rate: 48_000)))
    #expect(made.count == 16_000 - 16)
  }

  @Test func aFrameThatIsNotWholeIsRefused() throws {
    var resampler = try SpeechResampler(from: 48_000, channels: 2, to: 16_000)
    let error = #expect(throws: AudioError.self) { try resampler.add(.float32([0, 0, 0])) }
    #expect(error?.code == .argument)
  }
}
