// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// What was read from a microphone.
struct Recording {
  private(set) var bytes: [UInt8] = []
  private(set) var chunks: [AudioChunk] = []

  var frames: Int { chunks.reduce(0) { $0 + $1.frames } }

  /// Reads until there are that many more frames.
  mutating func take(_ count: Int, from microphone: Microphone, timeout: Duration = .seconds(2)) async throws
  {
    let goal = frames + count
    while frames < goal {
      guard let chunk = try await microphone.read(timeout: timeout) else {
        throw TrialFailure("the sound ended after \(frames) frames")
      }
      chunks.append(chunk)
      bytes += chunk.bytes
    }
  }

  func last() throws(TrialFailure) -> AudioChunk {
    guard let last = chunks.last else { throw TrialFailure("nothing was read") }
    return last
  }

  /// All samples, as the type that the microphone was asked for.
  func samples<Sample>(_: Sample.Type) -> [Sample] {
    bytes.withUnsafeBytes { raw in
      (0..<raw.count / MemoryLayout<Sample>.size).map {
        raw.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Sample>.size, as: Sample.self)
      }
    }
  }
}

/// Signals, and what is heard of them.
enum Signal {
  /// Noise that is the same each time.
  static func noise(_ count: Int, seed: UInt64 = 1) -> [Int16] {
    var state = seed
    return (0..<count).map { _ in
      // Knuth's MMIX generator; its high bits.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int16(truncatingIfNeeded: Int64(bitPattern: state) >> 48)
    }
  }

  /// Each sample is its own number, so that what is heard says where it was.
  static func ramp(_ count: Int) -> [Int32] { (0..<count).map { Int32($0) } }

  static func tone(_ hertz: Double, rate: Int, frames: Int, amplitude: Double = 0.4) -> [Double] {
    (0..<frames).map { amplitude * sin(2 * .pi * hertz * Double($0) / Double(rate)) }
  }

  static func s16(_ samples: [Double]) -> [Int16] { samples.map { Int16(($0 * 32767).rounded()) } }

  /// How loud one frequency is in some samples, in decibels below full scale: a Hann window, then its sum.
  static func level(_ hertz: Double, in samples: [Double], rate: Int) -> Double {
    var real = 0.0
    var imaginary = 0.0
    var weights = 0.0
    for (index, sample) in samples.enumerated() {
      let weight = 0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(samples.count - 1))
      let angle = 2 * .pi * hertz * Double(index) / Double(rate)
      real += weight * sample * cos(angle)
      imaginary += weight * sample * sin(angle)
      weights += weight
    }
    return 20 * log10(max(2 * (real * real + imaginary * imaginary).squareRoot() / weights, 1e-9))
  }

  /// How alike two signals are, -1...1.
  static func correlation(_ first: ArraySlice<Double>, _ second: ArraySlice<Double>) -> Double {
    var product = 0.0
    var a = 0.0
    var b = 0.0
    for (x, y) in zip(first, second) {
      product += x * y
      a += x * x
      b += y * y
    }
    return product / max((a * b).squareRoot(), 1e-12)
  }
}
