// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// A triangle of 500 Hz, of -2048 to 2048: a sixteenth of full scale. In integers: a frame is the same
/// everywhere.
struct Tone {
  private let format: AudioFormat

  init(_ format: AudioFormat) { self.format = format }

  /// Writes one frame, the same sample for each channel.
  func write(frame: UInt64, to room: UnsafeMutableRawBufferPointer, at place: Int) {
    let level = level(of: frame)
    for channel in 0..<Int(format.channels) {
      let place = place + channel * format.sample.bytes
      switch format.sample {
      case .s16: room.storeBytes(of: Int16(level).littleEndian, toByteOffset: place, as: Int16.self)
      case .s32: room.storeBytes(of: (level * 65536).littleEndian, toByteOffset: place, as: Int32.self)
      case .float32: room.storeBytes(of: Float(level) / 32768, toByteOffset: place, as: Float.self)
      }
    }
  }

  private func level(of frame: UInt64) -> Int32 {
    let period = Int64(format.rate / 500)
    let at = Int64(frame % UInt64(period))
    let up = at * 2 < period ? at : period - at
    return Int32(up * 8192 / period - 2048)
  }
}
