// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintAudio
import ImprintRuntime

/// Sounds that are known exactly.
enum Sounds {
  /// One channel. 997 Hz, as AES17 takes: a prime, so that few samples repeat.
  static func sine(
    _ amplitude: Double, seconds: Double, rate: Int = 16_000, frequency: Double = 997
  ) -> [Float] {
    (0..<Int(seconds * Double(rate))).map {
      Float(amplitude * sin(2 * .pi * frequency * Double($0) / Double(rate)))
    }
  }

  static func silence(seconds: Double, rate: Int = 16_000) -> [Float] {
    [Float](repeating: 0, count: Int(seconds * Double(rate)))
  }

  /// Noise of a microphone in a quiet room: some of the last bits, always the same ones.
  static func hush(seconds: Double, rate: Int = 16_000) -> [Float] {
    var state: UInt32 = 1
    return (0..<Int(seconds * Double(rate))).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(Int(state >> 28) - 8) / 32768
    }
  }

  static func s16(_ samples: [Float]) -> AudioSamples {
    .s16(samples.map { Int16(clamping: Int(($0 * 32768).rounded())) })
  }

  /// What a microphone of one channel gives for 16-bit samples.
  static func chunk(
    _ samples: AudioSamples, lost: UInt64 = 0, muted: Bool = false, clipped: Bool = false, rate: Int = 16_000
  ) -> AudioChunk {
    guard case .s16(let values) = samples else { fatalError("not 16 bits") }
    return AudioChunk(
      format: AudioFormat(rate: rate, channels: 1, sample: .s16),
      bytes: values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] },
      isMuted: muted, isClipped: clipped, timestamp: 0, position: 0, lost: lost)
  }

  /// Of decibels of a sine.
  static func amplitude(_ decibels: Double) -> Double { pow(10, decibels / 20) }
}
