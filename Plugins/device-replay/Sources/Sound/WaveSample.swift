// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// How one sample lies in a WAV file; little-endian.
enum WaveSample {
  /// Unsigned, 128 is the middle.
  case u8
  case s16
  case s24
  case s32
  case float32
  case float64

  /// - Parameter tag: WAVE_FORMAT_PCM is 1, WAVE_FORMAT_IEEE_FLOAT 3.
  init?(tag: UInt32, bits: UInt32) {
    switch (tag, bits) {
    case (1, 8): self = .u8
    case (1, 16): self = .s16
    case (1, 24): self = .s24
    case (1, 32): self = .s32
    case (3, 32): self = .float32
    case (3, 64): self = .float64
    default: return nil
    }
  }

  var bytes: Int {
    switch self {
    case .u8: 1
    case .s16: 2
    case .s24: 3
    case .s32, .float32: 4
    case .float64: 8
    }
  }

  /// What is given where nobody asks for another: the one that loses nothing, of 64-bit floats the nearest.
  var natural: AudioSample {
    switch self {
    case .u8, .s16: .s16
    case .s24, .s32: .s32
    case .float32, .float64: .float32
    }
  }

  /// One sample as 32 bits, full scale; `nil` for floats.
  func integer(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32? {
    switch self {
    case .u8: return (Int32(bytes[offset]) - 128) << 24
    case .s16:
      return Int32(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self))) << 16
    case .s24:
      let low = UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]) << 16
      return Int32(bitPattern: low << 8)
    case .s32: return Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
    case .float32, .float64: return nil
    }
  }

  /// One sample, full scale being -1...1. What is no finite number is 0: the host is given numbers alone.
  func number(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Double {
    let number: Double
    switch self {
    case .float32:
      let bits = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      number = Double(Float(bitPattern: bits))
    case .float64:
      let bits = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      // Beyond what 32 bits hold it would become infinite there.
      let limit = Double(Float.greatestFiniteMagnitude)
      number = Double(bitPattern: bits).magnitude <= limit ? Double(bitPattern: bits) : 0
    default: number = Double(integer(bytes, at: offset) ?? 0) / 0x8000_0000
    }
    return number.isFinite ? number : 0
  }
}
