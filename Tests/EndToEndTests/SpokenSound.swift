// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport

/// What a person says: the names of loudspeakers, as Debian's `alsa-utils` brings them, at 16 kHz.
struct SpokenSound {
  static let rate = 16_000
  /// All of them, in no order that a recogniser could learn.
  static let all = [
    "front center", "rear left", "side right", "front left", "rear right", "rear center", "side left",
    "front right",
  ]

  let samples: [Float]

  init(samples: [Float]) { self.samples = samples }

  /// - Parameter words: such as `front center`; `noise` is noise.
  init(_ words: String) throws {
    let name = words.split(separator: " ").map(\.capitalized).joined(separator: "_")
    let path = "/usr/share/sounds/alsa/\(name).wav"
    guard FileManager.default.fileExists(atPath: path) else {
      throw MissingForTest("\(path) is missing: install alsa-utils (scripts/setup --with test)")
    }
    let clip = try AudioFile.read(path)
    guard clip.rate == 48_000, clip.channels == 1 else {
      throw MissingForTest("\(path) has another form: \(clip)")
    }
    let wide = clip.samples.scaled
    samples = stride(from: 0, to: wide.count - 2, by: 3).map { (wide[$0] + wide[$0 + 1] + wide[$0 + 2]) / 3 }
  }

  /// As an 8 kHz recording has it: nothing above 4 kHz.
  var narrow: SpokenSound {
    let taps = 63
    let pass = (0..<taps).map { index -> Float in
      let at = Double(index - taps / 2)
      let sinc = at == 0 ? 0.45 : sin(0.45 * .pi * at) / (.pi * at)
      return Float(sinc * (0.54 - 0.46 * cos(2 * .pi * Double(index) / Double(taps - 1))))
    }
    // Rounded to 16 bits, as such files are.
    return SpokenSound(
      samples: samples.indices.map { place in
        var sum: Float = 0
        for tap in 0..<taps where samples.indices.contains(place + tap - taps / 2) {
          sum += pass[tap] * samples[place + tap - taps / 2]
        }
        return (sum * 32768).rounded() / 32768
      })
  }

  /// Without what is quiet before and after.
  var withoutSilence: SpokenSound {
    let loudest = samples.reduce(0) { max($0, abs($1)) }
    let isLoud = { (sample: Float) in abs(sample) > loudest / 25 }
    guard let first = samples.firstIndex(where: isLoud), let last = samples.lastIndex(where: isLoud) else {
      return self
    }
    return SpokenSound(samples: Array(samples[first...last]))
  }

  func pieces(of frames: Int) -> [[Float]] {
    stride(from: 0, to: samples.count, by: frames).map {
      Array(samples[$0..<min($0 + frames, samples.count)])
    }
  }
}
