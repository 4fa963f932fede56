// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// How loud one channel is, in decibels of full scale.
public struct AudioLevel: Sendable, Hashable {
  /// Of the sample farthest from 0: 0 dBFS where it reaches full scale. `-infinity` for digital silence.
  public let peak: Double
  /// Of the root mean square, as AES17 measures it: 0 dBFS for a sine whose peaks reach full scale, so a square
  /// wave of full scale is 3.01 dB louder, and a plain root mean square reads 3.01 dB less. `-infinity` for digital
  /// silence.
  /// - SeeAlso: AES17-2020, 3.12 (full-scale amplitude and level); IEC 61606-3.
  public let rms: Double

  public init(peak: Double, rms: Double) {
    self.peak = peak
    self.rms = rms
  }

  /// No sound at all, bit by bit.
  public static let silence = AudioLevel(peak: -.infinity, rms: -.infinity)

  /// - Parameters:
  ///   - peak: of full scale, from 0.
  ///   - meanSquare: of full scale, from 0.
  init(peak: Float, meanSquare: Double) {
    self.peak = 20 * log10(Double(peak))
    rms = 10 * log10(2 * meanSquare)
  }
}
