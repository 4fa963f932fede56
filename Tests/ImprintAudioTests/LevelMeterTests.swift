// SPDX-License-Identifier: Apache-2.0
import ImprintAudio
import Testing

@Suite struct LevelMeterTests {
  private func level(_ samples: [Float]) -> AudioLevel {
    var meter = LevelMeter(channels: 1)
    meter.add(samples)
    return meter.levels[0]
  }

  @Test(arguments: [0.0, -6, -20, -60])
  func aSineReadsTheLevelOfItsPeaks(decibels: Double) {
    let level = level(Sounds.sine(Sounds.amplitude(decibels), seconds: 1))
    #expect(abs(level.rms - decibels) < 0.01)
    #expect(abs(level.peak - decibels) < 0.01)
  }

  @Test func aSquareOfFullScaleReadsThreeDecibelsMore() {
    let level = level((0..<16_000).map { $0 / 8 % 2 == 0 ? 1 : -1 })
    #expect(abs(level.rms - 3.0103) < 0.0001)
    #expect(level.peak == 0)
  }

  @Test func nothingAndDigitalSilenceReadMinusInfinity() {
    #expect(level([]) == .silence)
    #expect(level([0, 0, 0]) == .silence)
  }

  @Test func channelsAreMeasuredApart() {
    let loud = Sounds.sine(0.5, seconds: 1)
    let quiet = Sounds.sine(0.05, seconds: 1)
    var meter = LevelMeter(channels: 2)
    meter.add(zip(loud, quiet).flatMap { [$0, $1] })
    #expect(abs(meter.levels[0].rms - meter.levels[1].rms - 20) < 0.01)
    meter.reset()
    #expect(meter.levels == [.silence, .silence])
  }

  @Test func piecesReadAsTheWhole() {
    let samples = Sounds.sine(0.3, seconds: 1)
    var meter = LevelMeter(channels: 1)
    for start in stride(from: 0, to: samples.count, by: 77) {
      meter.add(samples[start..<min(start + 77, samples.count)])
    }
    #expect(meter.levels[0] == level(samples))
  }

  @Test func whatIsNoNumberCountsAsNothing() {
    #expect(level([.nan, .infinity, 0.5, -0.5]).peak == level([0, 0, 0.5, -0.5]).peak)
    #expect(level([.nan, .infinity, 0.5, -0.5]).rms == level([0, 0, 0.5, -0.5]).rms)
  }

  /// 16 and 32 bits of the same sound have the same level.
  @Test func samplesOfEveryKindAreScaledAlike() {
    #expect(AudioSamples.s16([16384, -32768]).scaled == [0.5, -1])
    #expect(AudioSamples.s32([1 << 30, .min]).scaled == [0.5, -1])
    #expect(AudioSamples.float32([0.5, -1]).scaled == [0.5, -1])
  }
}
