// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Somebody who does not exist: pulses of a glottis through the resonances of a vocal tract. The same numbers
/// give the same sound.
public struct SyntheticSpeaker: Sendable, Hashable {
  /// Pulses a second.
  public let pitch: Double
  /// The factor on formants: higher for a shorter tract.
  public let tract: Double
  /// How much the spectrum falls from one harmonic to the next.
  public let tilt: Double

  public static let rate = 16_000

  public init(pitch: Double, tract: Double, tilt: Double) {
    (self.pitch, self.tract, self.tilt) = (pitch, tract, tilt)
  }

  /// Speakers that differ as people do, one for each number.
  public init(number: Int) {
    var random = Draws(seed: UInt64(number) &* 7919 &+ 17)
    self.init(
      pitch: 85 + 150 * random.next(), tract: 0.85 + 0.35 * random.next(), tilt: 0.6 + 0.9 * random.next())
  }

  /// The first three formants of vowels, in Hz.
  private static let vowels: [[Double]] = [
    [730, 1090, 2440], [270, 2290, 3010], [300, 870, 2240], [530, 1840, 2480], [570, 840, 2410],
    [490, 1350, 1690], [660, 1720, 2410], [400, 2000, 2550],
  ]

  /// Says syllables, each the number of a vowel, with pauses around and between them.
  /// - Parameters:
  ///   - take: another one has other lengths, loudness and noise.
  ///   - noise: of full scale, everywhere.
  public func says(_ syllables: [Int], take: Int, noise: Double = 1e-4) -> [Float] {
    var random = Draws(seed: UInt64(take) &* 104_729 &+ 3)
    let pace = 0.92 + 0.16 * random.next()
    let loudness = 0.12 + 0.1 * random.next()
    let voice = pitch * (0.97 + 0.06 * random.next())
    var sound = [Float](repeating: 0, count: Int(0.2 * Double(Self.rate)))
    for syllable in syllables {
      let vowel = Self.vowels[syllable % Self.vowels.count].map { $0 * tract } + [3500 * tract]
      let length = Int(0.24 * pace * (0.95 + 0.1 * random.next()) * Double(Self.rate))
      // A breath of noise begins each, as a consonant does: which one goes by the syllable.
      let consonant = 1500 + 650 * Double(syllable % 5)
      sound += tone(vowel, consonant, voice, length, loudness, &random)
      sound += [Float](repeating: 0, count: Int((0.05 + 0.04 * random.next()) * Double(Self.rate)))
    }
    sound += [Float](repeating: 0, count: Int(0.2 * Double(Self.rate)))
    return sound.map { $0 + Float(noise * (random.next() - 0.5)) }
  }

  /// As many syllables as take about so long, whatever they are.
  public func speaks(seconds: Double, take: Int) -> [Float] {
    var random = Draws(seed: UInt64(take) &+ 991)
    return says((0..<max(1, Int(seconds / 0.31))).map { _ in Int(random.next() * 7.999) }, take: take)
  }

  private func tone(
    _ formants: [Double], _ consonant: Double, _ voice: Double, _ length: Int, _ loudness: Double,
    _ random: inout Draws
  ) -> [Float] {
    let harmonics = stride(from: voice, to: 7000, by: voice).map { frequency in
      (turn: 2 * Double.pi * frequency / Double(Self.rate), strength: strength(frequency, formants))
    }
    let most = harmonics.reduce(0) { $0 + $1.strength }
    let breath = 2 * Double.pi * consonant / Double(Self.rate)
    let onset = length / 5
    return (0..<length).map { frame in
      let part = Double(frame) / Double(length)
      let rise = min(1, min(part, 1 - part) * 8)
      let melody = 1 + 0.04 * sin(5 * part)
      let time = Double(frame) * melody
      let vowel = harmonics.reduce(0) { $0 + $1.strength * sin($1.turn * time) } / most
      let hiss = frame < onset ? 0.4 * (random.next() - 0.5) * sin(breath * Double(frame)) : 0
      return Float(loudness * (rise * 2.5 * vowel + hiss))
    }
  }

  private func strength(_ frequency: Double, _ formants: [Double]) -> Double {
    let peaks = formants.reduce(0.01) { sum, formant in
      let away = (frequency - formant) / (40 + 0.05 * formant)
      return sum + 1 / (1 + away * away)
    }
    return peaks * pow(frequency / 200 + 1, -tilt)
  }
}

/// Numbers from 0 to 1.
private struct Draws {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(state >> 11) / Double(UInt64(1) << 53)
  }
}
