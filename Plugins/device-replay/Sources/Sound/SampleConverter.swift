// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintPluginKit

/// Turns a file's samples into those that were asked for.
///
/// Same samples are copied bit by bit. Fewer bits are rounded to the nearest, and cut at full scale; more are
/// filled with zeros. Mono of stereo is the mean of both, of 32 bits rounded down, of 16 to the nearest;
/// stereo of mono is the same twice.
struct SampleConverter {
  let from: WaveSample
  let fromChannels: Int
  let to: AudioSample
  let toChannels: Int

  private var keepsBytes: Bool {
    guard fromChannels == toChannels else { return false }
    switch (from, to) {
    case (.s16, .s16), (.s32, .s32): return true
    default: return false
    }
  }

  /// - Parameters:
  ///   - source: whole frames.
  ///   - room: as long as those frames take.
  func convert(_ source: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer) {
    if keepsBytes { return room.copyMemory(from: source) }
    let frames = source.count / (from.bytes * fromChannels)
    let isWhole = from.natural != .float32 && to != .float32
    for frame in 0..<frames {
      for channel in 0..<toChannels {
        let target = (frame * toChannels + channel) * to.bytes
        if isWhole {
          write(integer(source, frame, channel), room, target)
        } else {
          write(number(source, frame, channel), room, target)
        }
      }
    }
  }

  private func offset(_ frame: Int, _ channel: Int) -> Int {
    (frame * fromChannels + channel) * from.bytes
  }

  private func integer(_ source: UnsafeRawBufferPointer, _ frame: Int, _ channel: Int) -> Int32 {
    let first = from.integer(source, at: offset(frame, min(channel, fromChannels - 1))) ?? 0
    guard toChannels < fromChannels else { return first }
    let second = from.integer(source, at: offset(frame, 1)) ?? 0
    return Int32((Int64(first) + Int64(second)) >> 1)
  }

  private func number(_ source: UnsafeRawBufferPointer, _ frame: Int, _ channel: Int) -> Double {
    let first = from.number(source, at: offset(frame, min(channel, fromChannels - 1)))
    guard toChannels < fromChannels else { return first }
    return (first + from.number(source, at: offset(frame, 1))) / 2
  }

  private func write(_ value: Int32, _ room: UnsafeMutableRawBufferPointer, _ offset: Int) {
    if to == .s16 {
      let rounded = min((Int64(value) + 0x8000) >> 16, Int64(Int16.max))
      room.storeBytes(of: Int16(rounded).littleEndian, toByteOffset: offset, as: Int16.self)
    } else {
      room.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Int32.self)
    }
  }

  private func write(_ value: Double, _ room: UnsafeMutableRawBufferPointer, _ offset: Int) {
    switch to {
    case .s16:
      let scaled = min(max((value * 0x8000).rounded(), -0x8000), 0x7FFF)
      room.storeBytes(of: Int16(scaled).littleEndian, toByteOffset: offset, as: Int16.self)
    case .s32:
      let scaled = min(max((value * 0x8000_0000).rounded(), -0x8000_0000), 0x7FFF_FFFF)
      room.storeBytes(of: Int32(scaled).littleEndian, toByteOffset: offset, as: Int32.self)
    case .float32:
      room.storeBytes(of: Float(value).bitPattern.littleEndian, toByteOffset: offset, as: UInt32.self)
    }
  }
}
