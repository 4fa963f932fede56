// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// How loud one channel is, in decibels of full scale.
public struct AudioLevel: Sendable, Hashable {
  /// Of the sample farthest from 0: 0 dBFS where it reaches full scale. `-infinity` for digital silence.
  public let peak: Double
  /// Of the root mean square, as AES17 measures it: 0 dBFS for a sine whose peaks reach full scale, so a
  /// square wave of full scale is 3.01 dB louder, and a plain root mean square reads 3.01 dB less.
  /// `-infinity` for digital silence.
  /// - SeeAlso: AES17-2020, 3.12 (full-scale amplitude and level); IEC 61606-3.
  public let rms: Double

  public init(peak: Double, rms: Double) {
    self.peak = peak
    self.rms = rms
  }

  /// No sound at all, bit by bit.
  public static let silence = AudioLevel(peak: -.infinity, rms: -.infinity)

  /// The mean square of whole frames, of the loudest channel, with what is constant taken off: cheap
  /// converters have an offset, which is no sound.
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
