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

  @Test(arguments: [(48_000, 16_000), (44_100, 16_000), (8000, 16_000), (22_050, 8000), (11_026, 16_000)])
  func aToneInTheBandKeepsItsLevelAndLength(from: Int, to: Int) throws {
    let tone = Sounds.sine(0.5, seconds: 1, rate: from)
    let made = try clip(tone, rate: from).speech(at: to)
    #expect(abs(made.count - to) <= 1)
    #expect(abs(level(made) + 6.02) < 0.1)
  }

  @Test func aToneAboveTheBandIsLeftOut() throws {
    let tone = Sounds.sine(0.5, seconds: 1, rate: 48_000, frequency: 12_000)
    #expect(level(try clip(tone, rate: 48_000).speech(at: 16_000)) < -50)
  }

  @Test func channelsAreMixed() throws {
    let made = try clip([1, 0, 0.5, -0.5], rate: 16_000, channels: 2).speech(at: 16_000)
    #expect(made == [0.5, 0])
  }

  @Test func noSoundStaysNone() throws {
    #expect(try clip([], rate: 48_000).speech(at: 16_000).isEmpty)
  }
}
