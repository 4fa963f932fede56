// SPDX-License-Identifier: Apache-2.0
import ImprintAudio
import Testing

@Suite struct MuteDetectorTests {
  @Test func halfASecondOfTheSameSampleIsMuted() {
    var detector = MuteDetector(rate: 16_000, channels: 1)
    let before = detector.add(Sounds.silence(seconds: 0.4999))
    let after = detector.add([0, 0])
    #expect(!before && after)
    #expect(detector.isMuted)
  }

  @Test func aConstantThatIsNotZeroIsMutedToo() {
    var detector = MuteDetector(rate: 16_000, channels: 1)
    detector.add([Float](repeating: 0.25, count: 8000))
    #expect(detector.isMuted)
  }

  @Test func aQuietRoomIsNot() {
    var detector = MuteDetector(rate: 16_000, channels: 1)
    detector.add(Sounds.hush(seconds: 5))
    #expect(!detector.isMuted)
  }

  @Test func oneChannelThatLivesIsEnough() {
    var detector = MuteDetector(rate: 16_000, channels: 2)
    detector.add(Sounds.hush(seconds: 1).flatMap { [0, $0] })
    #expect(!detector.isMuted)
    detector.add([Float](repeating: 0.5, count: 32_000))
    #expect(detector.isMuted)
  }

  @Test func theFirstOtherSampleEndsIt() {
    var detector = MuteDetector(rate: 16_000, channels: 1)
    detector.add(Sounds.silence(seconds: 1))
    let hasChanged = detector.add([0.001])
    #expect(hasChanged)
    #expect(!detector.isMuted)
  }

  @Test func aPatienceOfAnyLengthIsTaken() {
    var detector = MuteDetector(rate: 768_000, channels: 1, patience: .seconds(Int64.max))
    detector.add(Sounds.silence(seconds: 1))
    #expect(!detector.isMuted)
  }
}
