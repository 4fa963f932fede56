// SPDX-License-Identifier: Apache-2.0

/// How one sample is kept.
public enum AudioSampleKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// 16-bit signed.
  case int16
  /// 32-bit signed; samples of 24 bits are the upper ones.
  case int32
  /// IEEE 754; full scale is -1...1.
  case float32

  public var bytes: Int { self == .int16 ? 2 : 4 }
}

/// Samples of all channels in turn; a frame is one of each.
///
/// Redacted: its description never shows a sample, as a voice is personal.
public enum AudioSamples: Sendable, Hashable, CustomStringConvertible {
  case int16([Int16])
  case int32([Int32])
  case float32([Float])

  /// No samples yet, with room for some.
  public init(_ kind: AudioSampleKind, capacity: Int = 0) {
    switch kind {
    case .int16: self = .int16(Self.room(capacity))
    case .int32: self = .int32(Self.room(capacity))
    case .float32: self = .float32(Self.room(capacity))
    }
  }

  /// Little-endian bytes, as a microphone gives them; a sample that is cut at the end is left out.
  public init(_ kind: AudioSampleKind, littleEndian bytes: UnsafeRawBufferPointer) {
    let count = bytes.count / kind.bytes
    switch kind {
    case .int16:
      self = .int16(
        (0..<count).map { Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self)) })
    case .int32:
      self = .int32(
        (0..<count).map { Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self)) })
    case .float32:
      self = .float32(
        (0..<count).map {
          Float(
            bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)))
        })
    }
  }

  public var kind: AudioSampleKind {
    switch self {
    case .int16: .int16
    case .int32: .int32
    case .float32: .float32
    }
  }

  /// Of all channels.
  public var count: Int {
    switch self {
    case .int16(let samples): samples.count
    case .int32(let samples): samples.count
    case .float32(let samples): samples.count
    }
  }

  /// The samples as numbers, full scale being -1...1; 16 and 24 bits exactly. What is no number is 0.
  /// - Complexity: O(count).
  public var scaled: [Float] {
    switch self {
    case .int16(let samples): samples.map { Float($0) / 0x8000 }
    case .int32(let samples): samples.map { Float($0) / 0x8000_0000 }
    case .float32(let samples): samples.map { $0.isNaN ? 0 : $0 }
    }
  }

  /// Some of them; `range` lies within.
  public subscript(range: Range<Int>) -> AudioSamples {
    switch self {
    case .int16(let samples): .int16(Array(samples[range]))
    case .int32(let samples): .int32(Array(samples[range]))
    case .float32(let samples): .float32(Array(samples[range]))
    }
  }

  /// Adds samples at the end.
  /// - Returns: `false`, and nothing is added, where they are kept otherwise.
  public mutating func append(_ more: AudioSamples) -> Bool {
    let kind = kind
    switch (self, more) {
    case (.int16(var samples), .int16(let new)):
      // Let go of it first: two owners would copy all samples at every call.
      self = .int16([])
      samples.append(contentsOf: new)
      self = .int16(samples)
    case (.int32(var samples), .int32(let new)):
      self = .int32([])
      samples.append(contentsOf: new)
      self = .int32(samples)
    case (.float32(var samples), .float32(let new)):
      self = .float32([])
      samples.append(contentsOf: new)
      self = .float32(samples)
    default: return kind == more.kind
    }
    return true
  }

  /// Whether every sample is the same, bit by bit: floats that are equal and written differently are not.
  public func isIdentical(to other: AudioSamples) -> Bool {
    switch (self, other) {
    case (.int16(let samples), .int16(let others)): samples == others
    case (.int32(let samples), .int32(let others)): samples == others
    case (.float32(let samples), .float32(let others)):
      samples.elementsEqual(others) { $0.bitPattern == $1.bitPattern }
    default: false
    }
  }

  public var description: String { "AudioSamples(\(count) of \(kind.rawValue), <redacted>)" }

  private static func room<Sample>(_ capacity: Int) -> [Sample] {
    var samples: [Sample] = []
    samples.reserveCapacity(max(0, capacity))
    return samples
  }
}
