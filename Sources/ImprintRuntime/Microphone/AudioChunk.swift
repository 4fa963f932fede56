// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// A chunk of audio as a microphone delivers it, with its metadata.
///
/// Redacted: its description never shows the samples.
public struct AudioChunk: Sendable, CustomStringConvertible {
  public let format: AudioFormat
  /// Whole frames, at least one; samples as ``AudioFormat/sample`` states, floating-point ones finite.
  public let bytes: [UInt8]
  /// The device is muted by its own switch, as far as the system knows.
  public let isMuted: Bool
  /// The device delivered three or more consecutive samples at full scale, before any resampling. `false`
  /// also where the source does not check.
  public let isClipped: Bool
  /// The time of the first frame, in nanoseconds on the source's own monotonic clock of arbitrary epoch;
  /// never decreases.
  public let timestamp: UInt64
  /// Frames before the first one since the microphone was opened, including lost ones.
  public let position: UInt64
  /// Frames lost since it was opened, as far as is known.
  public let lost: UInt64
  /// How often frames were lost since it was opened.
  public let overruns: UInt64

  /// The number of frames.
  public var frames: Int { bytes.count / format.bytesPerFrame }

  public init(
    format: AudioFormat, bytes: [UInt8], isMuted: Bool = false, isClipped: Bool = false, timestamp: UInt64,
    position: UInt64, lost: UInt64 = 0, overruns: UInt64 = 0
  ) {
    self.format = format
    self.bytes = bytes
    self.isMuted = isMuted
    self.isClipped = isClipped
    self.timestamp = timestamp
    self.position = position
    self.lost = lost
    self.overruns = overruns
  }

  /// Validates what a plugin filled, and takes it over.
  init(
    _ raw: imp_audio_chunk, _ bytes: UnsafeRawBufferPointer, _ format: AudioFormat
  ) throws(ContractBreach) {
    try checkSize(of: raw)
    guard !bytes.isEmpty, bytes.count % format.bytesPerFrame == 0 else {
      throw ContractBreach(
        "it returned \(bytes.count) bytes, which are not whole frames of \(format.bytesPerFrame).")
    }
    guard format.sample != .float32 || Self.areNumbers(bytes) else {
      throw ContractBreach("a sample is not a number.")
    }
    self.init(
      format: format, bytes: Array(bytes), isMuted: raw.flags & UInt32(IMP_AUDIO_MUTED) != 0,
      isClipped: raw.flags & UInt32(IMP_AUDIO_CLIPPED) != 0,
      timestamp: raw.timestamp_ns, position: raw.position, lost: raw.lost, overruns: raw.overruns)
  }

  /// Whether all 32-bit floating-point values are finite, judging by their exponents.
  private static func areNumbers(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let exponent: UInt32 = 0x7F80_0000
    for offset in stride(from: 0, to: bytes.count, by: 4)
    where bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) & exponent == exponent {
      return false
    }
    return true
  }

  public var description: String {
    "AudioChunk(\(frames) frames from \(position) at \(timestamp) ns, <redacted>)"
  }
}
