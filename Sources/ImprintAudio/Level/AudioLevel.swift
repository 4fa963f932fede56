// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// The level of one channel, in dBFS.
public struct AudioLevel: Sendable, Hashable {
  /// The peak level: 0 dBFS at full scale. `-infinity` for digital silence.
  public let peak: Double
  /// The RMS level by AES17: 0 dBFS for a full-scale sine, so a full-scale square wave is 3.01 dB louder, and
  /// a plain RMS reads 3.01 dB less. `-infinity` for digital silence.
  /// - SeeAlso: AES17-2020, 3.12 (full-scale amplitude and level); IEC 61606-3.
  public let rms: Double

  public init(peak: Double, rms: Double) {
    self.peak = peak
    self.rms = rms
  }

  /// Digital silence.
  public static let silence = AudioLevel(peak: -.infinity, rms: -.infinity)

  /// The mean square of whole frames, of the loudest channel, without the DC offset, which cheap converters
  /// have.
  static func meanSquare(of samples: ArraySlice<Float>, channels: Int) -> Double {
    let frames = samples.count / channels
    guard frames > 0 else { return 0 }
    var loudest = 0.0
    for channel in 0..<channels {
      var sum = 0.0
      var squares = 0.0
      for index in stride(from: samples.startIndex + channel, to: samples.endIndex, by: channels) {
        let sample = samples[index].isFinite ? Double(samples[index]) : 0
        sum += sample
        squares += sample * sample
      }
      let mean = sum / Double(frames)
      loudest = max(loudest, squares / Double(frames) - mean * mean)
    }
    return max(0, loudest)
  }

  /// - Parameters:
  ///   - peak: of full scale, from 0.
  ///   - meanSquare: of full scale, from 0.
  init(peak: Float, meanSquare: Double) {
    self.peak = 20 * log10(Double(peak))
    rms = 10 * log10(2 * meanSquare)
  }
}
