// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Interleaved samples; a frame is one per channel.
///
/// Redacted: its description never shows a sample, as a voice is personal.
public enum AudioSamples: Sendable, Hashable, CustomStringConvertible {
  case s16([Int16])
  case s32([Int32])
  case float32([Float])

  /// No samples yet, with room for some.
  init(_ sample: AudioSample, capacity: Int = 0) {
    switch sample {
    case .s16: self = .s16(Self.room(capacity))
    case .s32: self = .s32(Self.room(capacity))
    case .float32: self = .float32(Self.room(capacity))
    }
  }

  /// Those of a chunk, as a microphone gave it.
  public init(_ chunk: AudioChunk) {
    self = chunk.bytes.withUnsafeBytes { AudioSamples(chunk.format.sample, littleEndian: $0) }
  }

  private init(_ sample: AudioSample, littleEndian bytes: UnsafeRawBufferPointer) {
    let count = bytes.count / sample.bytes
    switch sample {
    case .s16:
      self = .s16(
        (0..<count).map { Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self)) })
    case .s32:
      self = .s32(
        (0..<count).map { Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self)) })
    case .float32:
      self = .float32(
        (0..<count).map {
          Float(
            bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)))
        })
    }
  }

  /// The sample format.
  public var sample: AudioSample {
    switch self {
    case .s16: .s16
    case .s32: .s32
    case .float32: .float32
    }
  }

  /// Of all channels.
  public var count: Int {
    switch self {
    case .s16(let samples): samples.count
    case .s32(let samples): samples.count
    case .float32(let samples): samples.count
    }
  }

  /// The samples as numbers, full scale being -1...1; 16 and 24 bits exactly. NaN becomes 0.
  /// - Complexity: O(count).
  public var scaled: [Float] {
    switch self {
    case .s16(let samples): samples.map { Float($0) / 0x8000 }
    case .s32(let samples): samples.map { Float($0) / 0x8000_0000 }
    case .float32(let samples): samples.map { $0.isNaN ? 0 : $0 }
    }
  }

  /// Some of them; `range` lies within.
  public subscript(range: Range<Int>) -> AudioSamples {
    switch self {
    case .s16(let samples): .s16(Array(samples[range]))
    case .s32(let samples): .s32(Array(samples[range]))
    case .float32(let samples): .float32(Array(samples[range]))
    }
  }

  /// Adds samples at the end.
  /// - Returns: `false`, without effect, if the sample formats differ.
  public mutating func append(_ more: AudioSamples) -> Bool {
    let sample = sample
    switch (self, more) {
    case (.s16(var samples), .s16(let new)):
      // Release it first: two owners would trigger copy-on-write at every call.
      self = .s16([])
      samples.append(contentsOf: new)
      self = .s16(samples)
    case (.s32(var samples), .s32(let new)):
      self = .s32([])
      samples.append(contentsOf: new)
      self = .s32(samples)
    case (.float32(var samples), .float32(let new)):
      self = .float32([])
      samples.append(contentsOf: new)
      self = .float32(samples)
    default: return sample == more.sample
    }
    return true
  }

  /// Whether all samples are identical bit for bit: floats that are equal with different encodings are not.
  public func isIdentical(to other: AudioSamples) -> Bool {
    switch (self, other) {
    case (.s16(let samples), .s16(let others)): samples == others
    case (.s32(let samples), .s32(let others)): samples == others
    case (.float32(let samples), .float32(let others)):
      samples.elementsEqual(others) { $0.bitPattern == $1.bitPattern }
    default: false
    }
  }

  public var description: String { "AudioSamples(\(count) of \(sample.rawValue), <redacted>)" }

  private static func room<Sample>(_ capacity: Int) -> [Sample] {
    var samples: [Sample] = []
    samples.reserveCapacity(max(0, capacity))
    return samples
  }
}
