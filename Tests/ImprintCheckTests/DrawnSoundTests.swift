// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintCheck

/// Made-up voices, as checks lend them.
struct DrawnSoundTests {
  @Test func theSameNumberIsTheSameVoiceAndAnotherIsNot() {
    let voice = DrawnSound.person(1, rate: 16_000, frames: 8000)
    #expect(voice == DrawnSound.person(1, rate: 16_000, frames: 8000))
    #expect(voice.samples != DrawnSound.person(2, rate: 16_000, frames: 8000).samples)
  }

  @Test(arguments: [8000, 11_025, 16_000, 44_100, 48_000])
  func aVoiceIsLoudEnoughAndWithinFullScaleAtAnyRate(_ rate: Int) {
    for person in 0..<6 {
      let samples = DrawnSound.person(person, rate: rate, frames: rate).samples
      #expect(samples.count == rate)
      #expect(samples.allSatisfy { $0.isFinite && abs($0) <= 0.5 })
      let energy = samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)
      #expect(energy.squareRoot() > 0.02, "voice \(person): \(energy.squareRoot())")
    }
  }

  @Test(arguments: [0, 1, 2, 7]) func aSoundMayBeAsShortAsOneLikes(_ frames: Int) {
    #expect(DrawnSound.person(0, rate: 8000, frames: frames).samples.count == frames)
  }

  @Test func nothingIsToBeHeardInSilenceAndSomethingInTheRest() {
    var random = CheckRandom(seed: 1, check: "noise")
    #expect(DrawnSound.silence(rate: 8000, frames: 100).samples.allSatisfy { $0 == 0 })
    for sound in [DrawnSound.tone(rate: 8000, frames: 800), .noise(rate: 8000, frames: 800, &random)] {
      #expect(Set(sound.samples).count > 10, "\(sound.words)")
      #expect(sound.samples.allSatisfy { abs($0) <= 1 }, "\(sound.words)")
    }
  }
}
