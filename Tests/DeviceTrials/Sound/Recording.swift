// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// What was read from a microphone.
struct Recording {
  private(set) var bytes: [UInt8] = []
  private(set) var chunks: [AudioChunk] = []

  private(set) var frames = 0

  /// Reads until there are that many more frames.
  mutating func take(_ count: Int, from microphone: Microphone, timeout: Duration = .seconds(2)) async throws
  {
    let goal = frames + count
    while frames < goal {
      guard try await takeOne(from: microphone, timeout: timeout) else {
        throw TrialFailure("the sound ended after \(frames) frames")
      }
    }
  }

  /// Reads once; `false` where the sound has ended.
  mutating func takeOne(
    from microphone: Microphone, timeout: Duration
  ) async throws(PluginCallError) -> Bool {
    guard let chunk = try await microphone.read(timeout: timeout) else { return false }
    chunks.append(chunk)
    frames += chunk.frames
    bytes += chunk.bytes
    return true
  }

  /// Fails where a frame of a ramp (``Signal/ramp(_:)``, as `s32`) is missing that the device's buffer still
  /// had. Who reads too late, on a busy machine, loses the buffer as a whole: that is told as an overrun, and
  /// more is missing than it holds.
  /// - Returns: How many times that was so.
  func expectRamp(buffer: Int) throws -> Int {
    var late = 0
    var next: Int32 = 0
    var overruns: UInt64 = 0
    for (index, chunk) in chunks.enumerated() {
      let heard = chunk.bytes.withUnsafeBytes { raw in
        (0..<chunk.frames).map { raw.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) }
      }
      guard let first = heard.first, let last = heard.last else {
        throw TrialFailure("read \(index) is empty")
      }
      try expect(
        zip(heard, heard.dropFirst()).allSatisfy { $1 == $0 + 1 }, "within read \(index) frames are missing")
      let missing = Int(first) - Int(next)
      let isOverrun = chunk.overruns > overruns
      try expect(
        isOverrun ? missing >= buffer : missing == 0,
        "before read \(index) \(missing) frames are missing\(isOverrun ? ", after an overrun" : ""); the buffer holds \(buffer)"
      )
      if isOverrun { late += 1 }
      overruns = chunk.overruns
      next = last + 1
    }
    return late
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
