// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Somebody who does not exist: a pitch, and the frequencies at which the voice is strong.
struct DrawnSpeaker {
  let pitch: Double
  let formants: [Double]

  static let ada = DrawnSpeaker(pitch: 210, formants: [350, 2500, 3400])
  static let kim = DrawnSpeaker(pitch: 110, formants: [800, 1200, 5200])

  /// Something that the speaker said: another `take` is another length, loudness, phase and noise.
  func recording(_ take: UInt64, rate: Int) -> [Float] {
    var random = take &* 0x9E37_79B9_7F4A_7C15 | 1
    func next() -> Double {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      return Double(random >> 11) / Double(UInt64(1) << 53)
    }
    let loudness = 0.1 + 0.2 * next()
    let tones = stride(from: pitch, to: 7000, by: pitch).map { frequency in
      (turn: 2 * Double.pi * frequency / Double(rate), phase: 2 * Double.pi * next(), strength(frequency))
    }
    let most = tones.reduce(0) { $0 + $1.2 }
    return (0..<rate / 2 + Int(take) * 200).map { frame in
      let tone = tones.reduce(0) { $0 + $1.2 * sin($1.turn * Double(frame) + $1.phase) } / most
      return Float(loudness * (4 * tone + 0.002 * (next() - 0.5)))
    }
  }

  private func strength(_ frequency: Double) -> Double {
    formants.reduce(0.002) { $0 + 1 / (1 + pow((frequency - $1) / 150, 2)) }
  }
}
