// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Some sound, as a microphone gives it, with what goes with it.
///
/// Redacted: its description never shows the samples.
public struct AudioChunk: Sendable, CustomStringConvertible {
  public let format: AudioFormat
  /// Whole frames, one at least; samples as ``AudioFormat/sample`` says, floating-point ones each a number.
  public let bytes: [UInt8]
  /// The device's own switch is off, as far as the system knows.
  public let isMuted: Bool
  /// The device gave three samples or more in a row at full scale, before anything was resampled. `false`
  /// also where the source does not look.
  public let isClipped: Bool
  /// Of the first frame, in nanoseconds on the source's own monotonic clock, whose epoch means nothing
  /// elsewhere; never falls.
  public let timestamp: UInt64
  /// Frames before the first since the microphone was opened, lost ones among them.
  public let position: UInt64
  /// Frames lost since it was opened, as far as is known.
  public let lost: UInt64
  /// Times that frames were lost since it was opened.
  public let overruns: UInt64

  /// How many frames there are.
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

  /// Takes over what a plugin filled, once it holds together.
  init(
    _ raw: imp_audio_chunk, _ bytes: UnsafeRawBufferPointer, _ format: AudioFormat
  ) throws(ContractBreach) {
    try checkSize(of: raw)
    guard !bytes.isEmpty, bytes.count % format.bytesPerFrame == 0 else {
      throw ContractBreach("it gave \(bytes.count) bytes, and a frame has \(format.bytesPerFrame).")
    }
    guard format.sample != .float32 || Self.areNumbers(bytes) else {
      throw ContractBreach("a sample is no number.")
    }
    self.init(
      format: format, bytes: Array(bytes), isMuted: raw.flags & UInt32(IMP_AUDIO_MUTED) != 0,
      isClipped: raw.flags & UInt32(IMP_AUDIO_CLIPPED) != 0,
      timestamp: raw.timestamp_ns, position: raw.position, lost: raw.lost, overruns: raw.overruns)
  }

  /// Whether each of some 32-bit floating-point values is neither infinite nor no number: their exponents
  /// say.
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
