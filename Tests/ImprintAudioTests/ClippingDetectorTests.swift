// SPDX-License-Identifier: Apache-2.0
import ImprintAudio
import Testing

@Suite struct ClippingDetectorTests {
  @Test func threeSamplesInARowAtFullScaleAreARun() {
    var detector = ClippingDetector(channels: 1)
    #expect(detector.add([0, 1, 1, 0, 1, 1, 1, 0]) == 1)
    #expect(detector.count == ClippingDetector.Count(runs: 1, samples: 3))
  }

  @Test func aRunGoesOnFromOnePieceToTheNext() {
    var detector = ClippingDetector(channels: 1)
    #expect(detector.add([1, 1]) == 0)
    #expect(detector.add([1]) == 1)
    #expect(detector.add([1, 1]) == 0)
    #expect(detector.count == ClippingDetector.Count(runs: 1, samples: 5))
  }

  @Test func channelsAreLookedAtApart() {
    var detector = ClippingDetector(channels: 2)
    // Left is at full scale all the time, right in turn.
    #expect(detector.add([1, 0, 1, 1, 1, 0, 1, 1]) == 1)
    #expect(detector.count.samples == 4)
  }

  @Test func theLargestSampleOfEachKindCounts() {
    for samples in [
      AudioSamples.s16([.max, .max, .max]), .s16([.min, .min, .min]), .s32([.max, .max, .max]),
      // A converter of 16 bits behind samples of 32.
      .s32([0x7FFF_0000, 0x7FFF_0000, 0x7FFF_0000]), .float32([1, -1.5, 1]),
    ] {
      var detector = ClippingDetector(channels: 1)
      #expect(detector.add(samples.scaled) == 1, "\(samples.sample)")
    }
  }

  @Test func loudAndWholeIsNotClipped() {
    var detector = ClippingDetector(channels: 1)
    #expect(detector.add(AudioSamples.s16([32766, 32766, 32766, 32766]).scaled) == 0)
    #expect(detector.add(Sounds.sine(0.99, seconds: 1)) == 0)
  }

  @Test func whatTheSourceHasSeenCountsOnceWhereNothingIsLeftToBeSeen() {
    var detector = ClippingDetector(channels: 1)
    #expect(detector.add([0, 0.9, 1, 0.9], isClipped: true) == 1)
    #expect(detector.add([0, 0.5], isClipped: false) == 0)
    #expect(detector.count == ClippingDetector.Count(runs: 1, samples: 3))
    // Seen here too, and going on: no more than there are.
    #expect(detector.add([1, 1, 1, 1], isClipped: true) == 1)
    #expect(detector.add([1, 1], isClipped: true) == 0)
    #expect(detector.count == ClippingDetector.Count(runs: 2, samples: 9))
  }

  @Test func aSineThatIsTooLargeIsClippedTwiceInEachPeriod() {
    var detector = ClippingDetector(channels: 1)
    detector.add(Sounds.s16(Sounds.sine(2, seconds: 1, frequency: 100)).scaled)
    #expect(abs(detector.count.runs - 200) <= 1)
  }
}
